# scid.tcl - what Scid takes for the same games and positions.
#
#     tkscid scid.tcl import BASE FILE.pgn    seconds that pass
#     tkscid scid.tcl search BASE FENS        mean milliseconds of CPU time for
#                                             a tree search, and the longest
#                                             that passed
#     tkscid scid.tcl filters BASE FENS       mean milliseconds of CPU time for
#                                             the same with ratings and result
#     tkscid scid.tcl headers BASE            mean milliseconds of CPU time for
#                                             ratings and years
#     tkscid scid.tcl export BASE FILE.pgn    megabytes for a second of CPU time,
#                                             the first 30,000 games
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
    file delete {*}[glob -nocomplain $base.s?4]
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

proc lines_of {file} {
    set f [open $file]
    set lines [split [string trim [read $f]] \n]
    close $f
    return $lines
}

proc search {base file} {
    set id [sc_base open $base]
    set fens [lines_of $file]
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

# The games that fit are found once, as its windows do it; then each position
# is searched and counted among them.
proc filters {base file} {
    set id [sc_base open $base]
    set fens [lines_of $file]
    sc_filter search $id dbfilter header -filter RESET \
        -welo {2300 2900} -belo {2300 2900} -result {1}
    set both [sc_filter compose $id tree dbfilter]
    sc_game new
    set start [cpu_ticks]
    foreach fen $fens {
        sc_game startBoard $fen
        sc_filter search $id tree board
        sc_tree stats $id $both
    }
    puts [format %.3f [expr {([cpu_ticks] - $start) * 10.0 / [llength $fens]}]]
}

proc headers {base} {
    set id [sc_base open $base]
    set rounds 20
    set start [cpu_ticks]
    for {set i 0} {$i < $rounds} {incr i} {
        sc_filter search $id dbfilter header -filter RESET \
            -welo {2400 2900} -belo {2400 2900} -date {1998.01.01 2004.12.31}
    }
    puts [format "%.3f %d" [expr {([cpu_ticks] - $start) * 10.0 / $rounds}] \
        [sc_filter count $id dbfilter]]
}

proc ::progressCallBack args {}

proc export {base file} {
    set id [sc_base open $base]
    sc_base switch $id
    sc_filter search $id dbfilter header -filter RESET -gnum {1 30000}
    set start [cpu_ticks]
    sc_base export filter PGN $file
    puts [format %.1f \
        [expr {[file size $file] * 1e-4 / ([cpu_ticks] - $start)}]]
}

{*}$argv
