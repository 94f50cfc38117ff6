# scid.tcl - what Scid takes for the same games and positions.
#
#     tkscid scid.tcl import BASE FILE.pgn    seconds that pass
#     tkscid scid.tcl search BASE FENS        mean milliseconds of CPU time for
#                                             a tree search, and the longest
#                                             that passed
#
# BASE is made by import and has no ending; FENS is a file with a position in
# each line.  tkscid is the interpreter of Debian's package scid; it needs no
# display for this.

# CPU time of this process in hundredths of a second: enough for a mean.
proc cpu_ticks {} {
    set f [open /proc/self/stat]
    set fields [split [regsub {.*\) } [gets $f] {}]]
    close $f
    return [expr {[lindex $fields 11] + [lindex $fields 12]}]
}

proc import {base file} {
    set start [clock microseconds]
    set id [sc_base create SCID4 $base]
    sc_base import $id $file
    sc_base close $id
    puts [format %.2f [expr {([clock microseconds] - $start) * 1e-6}]]
}

# As the tree window of Scid does it; microseconds that pass.
proc search_one {id fen} {
    set start [clock microseconds]
    sc_game startBoard $fen
    sc_filter search $id tree board
    sc_tree stats $id tree
    return [expr {[clock microseconds] - $start}]
}

proc search {base file} {
    set id [sc_base open $base]
    set f [open $file]
    set fens [split [string trim [read $f]] \n]
    close $f
    set longest 0
    sc_game new
    set start [cpu_ticks]
    foreach fen $fens {
        set longest [expr {max($longest, [search_one $id $fen])}]
    }
    puts [format "%.3f %.3f" \
        [expr {([cpu_ticks] - $start) * 10.0 / [llength $fens]}] \
        [expr {$longest * 1e-3}]]
}

{*}$argv
