; What the disk routines want of the rest of the shell.

.export image_length, disk_vbi, drawn_shape, disk_strange

image_length = 1300

.segment "SHELLBSS"
disk_vbi: .res 1
drawn_shape: .res 1
disk_strange: .res 1
