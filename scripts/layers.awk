# layers.awk - the rules of check-layers, over C files named from the root.
#
# Prints FILE:LINE: MESSAGE for each finding.  Plain POSIX awk, so that it runs
# wherever the tests do.

# --- the table -------------------------------------------------------------

BEGIN {
    # room -> rooms it may include besides itself; public headers are free
    MAY["core/base"]     = ""
    MAY["core/chess"]    = "core/base"
    MAY["core/notation"] = "core/base core/chess"
    MAY["core/model"]    = MAY["core/notation"] " core/notation"
    MAY["core/format"]   = MAY["core/model"] " core/model"
    MAY["core/logic"]    = MAY["core/format"] " core/format"
    MAY["io"]            = "core/base"
    CORE                 = MAY["core/logic"] " core/logic"
    MAY["store"]         = CORE " io"
    MAY["engine"]        = CORE " io"
    MAY["work"]          = CORE " io store engine"
    MAY["app/cli"]       = MAY["work"] " work"
    MAY["app/server"]    = MAY["work"] " work"
    MAY["app/wasm"]      = MAY["work"] " work"
    MAY["public"]        = ""

    # system headers; a room that is not named here may use any
    PUBLIC_HEADERS = "stdbool.h stddef.h stdint.h"
    CORE_HEADERS = PUBLIC_HEADERS " stdarg.h limits.h string.h"
    # ... and what single files may have beyond that
    HEADERS_OF["src/core/base/alloc.c"] = "stdlib.h"
    HEADERS_OF["src/core/chess/attacks.h"] = "immintrin.h"
    HEADERS_OF["src/core/format/pgn_scan.h"] = "emmintrin.h"

    # functions
    UNSAFE = "strcpy|strcat|sprintf|vsprintf|strtok|gets|ato(i|l|ll|f)" \
        "|strto(l|ll|ul|ull|d|f|ld|imax|umax)"
    MEMORY = "malloc|calloc|realloc|free|strdup|strndup|aligned_alloc"
    PRINTING = "v?printf|v?fprintf|v?dprintf|puts|putchar|perror"
    LEAVING = "exit|quick_exit|abort"
}

# --- helpers ---------------------------------------------------------------

function report(message)
{
    print FILENAME ":" FNR ": " message
}

function listed(word, list) { return index(" " list " ", " " word " ") > 0 }

# The room of a path below src: two names in core and app, else one.
function room_of(path,    part) {
    split(path, part, "/")
    if (part[1] == "core" || part[1] == "app") return part[1] "/" part[2]
    return part[1]
}

function is_core(room) { return room ~ /^core\// }

# The line without comments and without what is inside quotes.  The variable
# in_comment lives from line to line.
function code_of(line,    out) {
    out = ""
    while (line != "") {
        if (in_comment) {
            if (!match(line, /\*\//)) return out
            in_comment = 0
            line = substr(line, RSTART + 2)
            out = out " "
        } else if (match(line, /\/\*|\/\/|"|'/)) {
            out = out substr(line, 1, RSTART - 1)
            line = substr(line, RSTART)
            if (line ~ /^\/\//) return out
            if (line ~ /^\/\*/) {
                in_comment = 1
                line = substr(line, 3)
            } else if (match(line, /^"([^"\\]|\\.)*"/) ||
                       match(line, /^'([^'\\]|\\.)*'/)) {
                out = out "\"\""
                line = substr(line, RLENGTH + 1)
            } else {
                return out # the literal goes on in the next line
            }
        } else {
            return out line
        }
    }
    return out
}

# --- the rules -------------------------------------------------------------

function check_system(header,    allowed) {
    if (room == "public") allowed = PUBLIC_HEADERS
    else if (is_core(room)) allowed = CORE_HEADERS " " HEADERS_OF[FILENAME]
    else return
    if (room == "core/logic") allowed = allowed " math.h"
    if (!listed(header, allowed))
        report(room " may not use <" header ">")
}

function check_own(path,    target) {
    if (path ~ /^tabiya\//) return
    target = room_of(path)
    if (path !~ /\// || !(target in MAY))
        report("\"" path "\" names no room: write it from src/")
    else if (target != room && !listed(target, MAY[room]))
        report(room " may not include " target)
}

function check_include(line,    name) {
    name = line
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
    if (name ~ /^</) {
        sub(/^</, "", name); sub(/>.*/, "", name)
        check_system(name)
    } else if (name ~ /^"/) {
        sub(/^"/, "", name); sub(/".*/, "", name)
        check_own(name)
    } else {
        report("an include must name its file")
    }
}

# Reports calls of any of the functions.  A member (p->free, a.exit) is not
# one, nor is a longer name (tby_exit).
function ban(code, functions, why,    name) {
    while (match(code, "(^|[^A-Za-z0-9_.>])(" functions ")[ \t]*\\(")) {
        name = substr(code, RSTART, RLENGTH)
        gsub(/[^A-Za-z0-9_]/, "", name)
        report(name "() is banned in " room ": " why)
        code = substr(code, RSTART + RLENGTH)
    }
}

function check_calls(code) {
    if (is_core(room) || room == "work")
        ban(code, UNSAFE, "see core/base for a safe one")
    if (room !~ /^(core\/base|io|store)$/)
        ban(code, MEMORY, "memory comes from a tby_alloc")
    if (room !~ /^app\//) {
        ban(code, PRINTING, "only app prints")
        ban(code, LEAVING, "only app ends the program")
    }
    if (is_core(room))
        ban(code, "v?snprintf", "core/base writes text")
    if (room == "work")
        ban(code, "fputs|fputc|putc|fwrite", "only app prints")
}

FNR == 1 {
    in_comment = 0
    room = FILENAME
    if (sub(/^src\//, "", room)) room = room_of(room)
    else room = "public"
    if (!(room in MAY)) {
        report("\"" room "\" is not a room of the table")
        MAY[room] = ""
    }
}

!in_comment && /^[ \t]*#[ \t]*include/ {
    check_include($0)
    code_of($0) # a comment may begin behind it
    next
}

{
    code = code_of($0)
    if (code ~ /\(/) check_calls(code)
}
