; The table of shell calls, in the order of the bytecode's numbers.

.import shell_event, shell_delay, shell_map, shell_cursor, shell_refresh, shell_show_units, shell_page, shell_window
.import shell_at, shell_ink, shell_char, shell_counter, shell_side, shell_compass, shell_effect, shell_save, shell_load
.import shell_entropy, shell_rule, shell_capability, shell_symbol, shell_part, shell_look

.segment "SHELL"
.include "shell_table.inc"
