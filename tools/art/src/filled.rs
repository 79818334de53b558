//! What the tests of builders ask of a ground that brings an edge.

/// Asserts that edges beside a ground `sea`, which brings an edge of its own, are filled as its core is, where `sea` stands between
/// `clear` and `forest` among the kinds of ground, and `table` gives the tables of a set by their labels.
///
/// # Panics
/// When they are not.
pub fn assert_edges_are_filled<'a>(table: impl Fn(&str) -> &'a [u8]) {
    for (label, core) in [
        ("edge_up", table("core_tl")[8]),
        ("edge_down", table("core_bl")[4]),
    ] {
        let edges = table(label);
        assert_eq!(edges.len(), 64, "{label}");
        let [left, right, forest] = [32, 16, 8];
        assert_eq!(edges[left + right], core, "{label}: as the ground itself");
        let by_road = edges[left + right + 1];
        assert_eq!(by_road, core, "{label}: no road leads there");
        assert_ne!(edges[left], edges[right], "{label}");
        assert!(![core, edges[0]].contains(&edges[left]), "{label}");
        let beside_forest = edges[left + forest];
        assert_eq!(beside_forest, edges[left], "{label}: no forest in it");
    }
}
