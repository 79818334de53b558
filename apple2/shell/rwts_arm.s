; rwts_arm: the arm of a drive, and its motor.
;
; Four magnets pull the arm by half a track each, in turn. The next one pulls before the last one lets go, and the arm is given
; more time at the beginning and the end of its way than in between.

.include "shell.inc"
.include "disk.inc"
.importzp disk_goal, disk_step, disk_was
.import disk_drive, disk_steady, disk_arm
.export disk_seek, disk_home, disk_on, disk_speed, disk_same

; in tenths of a thousandth of a second
settle       = 250
whole_wait   = 250
speed_waits  = 40               ; a second

home_steps   = 80               ; as far as the arm can be from track 0
polls_high   = 96               ; of the data register, until a drive is given up: a third of a second

.segment "DISK"

; How long the next magnet pulls before the last one lets go, and alone behind that, by steps from the nearer end of the way.
on_times:
    .byte 1, 48, 40, 36, 32, 30, 29, 28
off_times:
    .byte 112, 44, 38, 34, 31, 30, 29, 28
times = off_times - on_times

; disk_home: the arm goes to track 0, wherever it is.
; in: disk_drive.  out: nothing.  clobbers: a, x, y.
disk_home:
    ldx disk_drive
    lda #home_steps
    sta disk_arm,x
    lda #0
    ; falls through to disk_seek

; disk_seek: moves the arm to a track.
; in: a = track, disk_drive.  out: nothing.  clobbers: a, x, y.
disk_seek:
    asl
    sta disk_goal
    lda #0
    sta disk_step
@step:
    ldx disk_drive
    lda disk_arm,x
    sta disk_was
    sec
    sbc disk_goal
    beq @there
    bcs @outwards
    eor #%11111111              ; steps behind this one
    inc disk_arm,x
    bcc @rest                   ; always
@outwards:
    sbc #1
    dec disk_arm,x
@rest:
    cmp disk_step
    bcc @nearer
    lda disk_step
@nearer:
    cmp #times
    bcc @timed
    lda #times - 1
@timed:
    tay
    lda disk_arm,x
    jsr magnet
    lda phase_on,x
    lda on_times,y
    jsr wait
    lda disk_was
    jsr magnet
    lda phase_off,x
    lda off_times,y
    jsr wait
    inc disk_step
    bne @step                   ; always
@there:
    lda disk_step
    beq @end
    lda #settle
    jsr wait
    lda disk_goal
    jsr magnet
    lda phase_off,x
@end:
    rts

; magnet: x = twice the magnet of half track a.
magnet:
    and #%00000011
    asl
    tax
    rts

; wait: waits a tenths of a thousandth of a second. out: a = 0. clobbers x.
wait:
    ldx #19
@loop:
    dex
    bne @loop
    sec
    sbc #1
    bne wait
    rts

; disk_on: the motor of the drive that is meant goes on.
; in: disk_drive.  out: carry set if no drive answers; disk_same = 0 if its disk had stopped.  clobbers: a, x, y.
disk_on:
    ldx disk_drive
    lda drive_select,x
    lda q7_low
    ; the register changes while its disk turns
    ldy #0
    lda q6_low
@look:
    cmp q6_low
    bne @turning
    dey
    bne @look
    sty disk_same               ; it may be another one now
    beq @starts                 ; always
@turning:
    cpx disk_steady
    beq @turns
@starts:
    lda #no_drive
    sta disk_steady
@turns:
    lda motor_on
    ; a drive gives bits, if only noise
    ldx #polls_high
    ldy #0
@poll:
    lda q6_low
    bmi @there
    dey
    bne @poll
    dex
    bne @poll
    sec
    rts
@there:
    clc
    rts

; disk_speed: waits until the disk has its speed, which writing asks for.
; in: disk_drive, its motor on.  out: disk_steady.  clobbers: a, x, y.
disk_speed:
    lda disk_drive
    cmp disk_steady
    beq @end
    sta disk_steady
    ldy #speed_waits
@wait:
    lda #whole_wait
    jsr wait
    dey
    bne @wait
@end:
    rts

.segment "SHELLBSS"
disk_same:  .res 1              ; not 0 while what was read last of a disk can be trusted: it turns since
