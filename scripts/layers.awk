# layers.awk - the rules of check-layers, over C files named from the root.
#
# Prints FILE:LINE: MESSAGE for each finding.  Plain POSIX awk, so that it runs
# wherever the tests do.

# --- the table -------------------------------------------------------------

# room(name, others): which rooms it may include besides itself.  A folder that is
# not named belongs to the room above it.
function room(name, others) { MAY[name] = others }

# public(name, headers): the headers of include/tabiya that belong to a room, and so
# may be included wherever it may, and include what it may.
function public(name, headers,    i, n, header) {
    n = split(headers, header, " ")
    for (i = 1; i <= n; i++) ROOM_OF["tabiya/" header[i] ".h"] = name
}

BEGIN {
    room("core/base",             "")
    room("core/chess",            "core/base")
    room("core/chess/outcome",    "core/base core/chess")
    NOTATION                    = "core/base core/chess core/chess/outcome"
    room("core/notation",         NOTATION)
    MODEL                       = NOTATION " core/notation"
    room("core/graph",            MODEL)
    room("core/endgame",          MODEL)
    room("core/game",             MODEL)
    room("core/game/pgn",         MODEL " core/game")
    GAMES                       = MODEL " core/game core/game/pgn"
    room("core/book",             "core/base core/chess")
    room("core/openings",         GAMES)
    room("core/openings/lists",   GAMES " core/openings")
    room("core/openings/search",  GAMES " core/openings")
    OPENINGS = GAMES " core/openings core/openings/lists core/openings/search"
    REP                         = OPENINGS " core/graph"
    room("core/rep/layout",       REP)
    room("core/rep",              REP " core/rep/layout")
    room("core/rep/drill",        REP " core/rep")
    room("core/rep/file",         REP " core/rep")
    room("core/rep/pgn",          REP " core/rep core/rep/file")
    room("core/ctree",            MODEL " core/graph")
    CORE = REP " core/rep core/rep/drill core/rep/file core/rep/layout" \
        " core/rep/pgn core/ctree core/book core/endgame"

    room("io/system",             "core/base")
    room("io/stream",             "core/base io/system")
    IO                          = "io/system io/stream"
    room("engine",                CORE " " IO)

    # The database: what knows no SQLite comes first.
    STORE                       = CORE " " IO
    room("store/record",          STORE)
    room("store/filter",          STORE " store/record")
    room("store/index",           STORE " store/record store/filter")
    room("store",                 STORE " store/record store/filter store/index")
    QUERY                       = MAY["store"] " store"
    room("store/query",           QUERY)
    room("store/check",           QUERY " store/query")
    room("store/sqlite/vfs",      STORE)
    room("store/sqlite",          QUERY " store/query store/check store/sqlite/vfs")
    room("store/clickhouse",      QUERY " store/query store/check")
    room("store/union",           QUERY " store/query")
    room("store/sqlite/tables",   MAY["store/sqlite"] " store/sqlite")

    # Others see of the database store.h and what it includes.
    WORK                        = CORE " " IO " engine store umbrella"
    room("work/games",            WORK)
    room("work/db",               WORK " work/games")
    room("work/book",             WORK " work/games")
    room("work/openings",         WORK " work/games")
    room("work/engine",           WORK " work/games")
    room("work/rep",              WORK " work/games work/db work/engine")
    room("work/ctree",            WORK " work/games work/db work/engine work/rep")
    room("work/endgame",          WORK " work/games work/db")
    room("work",                  WORK)
    ALL = WORK " work work/endgame work/games work/book work/db work/openings work/engine work/rep work/ctree"
    room("work/json",             ALL)
    ALL                         = ALL " work/json"

    room("app/text",              ALL)
    room("app/cli",               ALL " app/text")
    room("app/console",           ALL " app/text")
    room("app/wasm",              ALL)
    room("app/server/http",       ALL)
    room("app/server/api",        ALL " app/server/http")
    room("app/server",            ALL " app/server/http app/server/api")

    public("core/base",           "base buf diag limits rc")
    public("core/chess",          "board key move moves perft pos setup")
    public("core/chess/outcome",  "outcome winnable")
    public("core/book",           "polyglot")
    public("core/notation",       "eval fen line san shortest uci")
    public("core/graph",          "edits graph walk")
    public("core/endgame",        "endgame syzygy")
    public("core/game",           "game gamebin jsonl record tree")
    public("core/game/pgn",       "pgn")
    public("core/openings",       "classify codes families family names openings")
    public("core/openings",       "relations")
    public("core/openings/search", "search")
    public("core/rep",            "diff facts merge track_game")
    public("core/rep/file",       "rep")
    public("core/rep/pgn",        "rep_pgn")
    public("core/rep/drill",      "cards drill lines schedule")
    public("core/rep/layout",     "layout")
    public("core/ctree",          "ctree verdict")
    public("engine",              "engine")
    public("store/filter",        "filter")
    public("store",               "store")
    public("work/db",             "import")
    public("umbrella",            "tabiya")
    room("umbrella",              CORE)

    # system headers; a room that is not named here may use any
    PUBLIC_HEADERS = "stdbool.h stddef.h stdint.h"
    CORE_HEADERS = PUBLIC_HEADERS " stdarg.h limits.h string.h"
    # ... and what single files may have beyond that
    HEADERS_OF["src/core/base/alloc.c"] = "stdlib.h"
    HEADERS_OF["src/core/chess/attacks.h"] = "immintrin.h"
    HEADERS_OF["src/core/game/pgn/scan.h"] = "emmintrin.h"

    # ... and the one file that knows the version
    ROOMS_OF["src/core/base/rc.c"] = "umbrella"

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

# The room of a path as it is included: that of its folder, or of the nearest one
# above that is in the table; "" if there is none.
function room_of(path) {
    if (path ~ /^tabiya\//) return path in ROOM_OF ? ROOM_OF[path] : ""
    while (sub(/\/[^\/]*$/, "", path))
        if (path in MAY) return path
    return ""
}

function is_core(name) { return name ~ /^core\// }
function is_public() { return FILENAME ~ /^include\// }

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
    if (is_public()) allowed = PUBLIC_HEADERS
    else if (is_core(here)) allowed = CORE_HEADERS " " HEADERS_OF[FILENAME]
    else return
    if (here ~ /^core\/rep/) allowed = allowed " math.h"
    if (!listed(header, allowed))
        report(here " may not use <" header ">")
}

# A public header belongs to a room, and is read by those who have no src/.
function check_own(path,    target) {
    target = room_of(path)
    if (is_public() && path !~ /^tabiya\//)
        report(here " may include no header that is not public")
    else if (target == "")
        report("\"" path "\" names no room: write it from src/")
    else if (target != here &&
             !listed(target, MAY[here] " " ROOMS_OF[FILENAME]))
        report(here " may not include " target)
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
        report(name "() is banned in " here ": " why)
        code = substr(code, RSTART + RLENGTH)
    }
}

function check_calls(code) {
    if (is_core(here) || here ~ /^work/)
        ban(code, UNSAFE, "see core/base for a safe one")
    if (here !~ /^(core\/base|io|store)/)
        ban(code, MEMORY, "memory comes from a tby_alloc")
    if (here !~ /^app\//) {
        ban(code, PRINTING, "only app prints")
        ban(code, LEAVING, "only app ends the program")
    }
    if (is_core(here))
        ban(code, "v?snprintf", "core/base writes text")
    if (here ~ /^work/)
        ban(code, "fputs|fputc|putc|fwrite", "only app prints")
}

FNR == 1 {
    in_comment = 0
    path = FILENAME
    sub(/^(src|include)\//, "", path)
    here = room_of(path)
    if (here == "") {
        report("this belongs to no room of the table")
        here = "nowhere"
    }
}

!in_comment && /^[ \t]*#[ \t]*include/ {
    check_include($0)
    code_of($0) # a comment may begin after it
    next
}

{
    code = code_of($0)
    if (code ~ /\(/) check_calls(code)
}
