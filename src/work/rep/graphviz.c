/* graphviz.c - see graphviz.h. */
#include "work/rep/graphviz.h"

#include "core/base/buf.h"
#include "core/base/decimal.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/rep/layout/crossings.h"
#include "io/system/clock.h"
#include "io/system/process.h"
#include "io/system/program.h"

#include <string.h>

static const double INCH = 72;
static const double NODE_HEIGHT = 36;

/* Lines of nodes are short; a longer one is the way of an edge. */
enum { LINE_MAX = 1 << 12, PATH_SIZE = 4096 };

/* Room for "1048575->1048575;" and "1048575[width=12.345678];" each. */
enum { TEXT_FOR_EACH = 32, TEXT_FOR_ALL = 256 };

typedef struct job {
    const tby_layout_graph *g;
    double deadline;
    tby_process child;
    tby_point *at;
    bool *placed;
    uint32_t n_placed;
} job;

bool tby_graphviz_knows(const char *algorithm)
{
    static const char *const names[] = {"dot",  "neato", "fdp",
                                        "sfdp", "twopi", "circo"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(algorithm, names[i]) == 0)
            return true;
    return false;
}

/* --- the question ---------------------------------------------------------*/

static void add_inches(tby_buf *b, const char *name, double units)
{
    tby_buf_cstr(b, name);
    tby_buf_char(b, '=');
    tby_buf_double(b, units / INCH, 6);
}

/* No text of the user's is in it: nodes are numbers without labels. */
static void write_graph(tby_buf *b, const tby_layout_graph *g)
{
    tby_buf_cstr(b, "digraph{graph[");
    add_inches(b, "ranksep", TBY_LAYOUT_RANK - NODE_HEIGHT);
    add_inches(b, ",nodesep", TBY_LAYOUT_GAP);
    tby_buf_cstr(b, ",splines=false]node[shape=box,fixedsize=true,label=\"\"");
    add_inches(b, ",height", NODE_HEIGHT);
    add_inches(b, ",width", TBY_LAYOUT_WIDTH);
    tby_buf_cstr(b, "]\n");
    for (uint32_t v = 0; v < g->nodes; v++) {
        tby_buf_u64(b, v);
        if (g->width) {
            double width = g->width[v] > 0 ? g->width[v] : 0;
            bool wide = width > TBY_LAYOUT_WIDTH_MAX;
            add_inches(b, "[width", wide ? TBY_LAYOUT_WIDTH_MAX : width);
            tby_buf_char(b, ']');
        }
        tby_buf_cstr(b, "\n");
    }
    for (uint32_t e = 0; e < g->edges; e++) {
        tby_buf_u64(b, g->from[e]);
        tby_buf_cstr(b, "->");
        tby_buf_u64(b, g->to[e]);
        tby_buf_cstr(b, "\n");
    }
    tby_buf_cstr(b, "}\n");
}

static tby_rc start(job *j, const char *algorithm, uint64_t memory)
{
    char path[PATH_SIZE], engine[16] = "-K";
    const char *const argv[] = {path, engine, "-Tplain", "-y", "-q", NULL};
    const tby_process_limits limits = {.memory = memory, .quiet = true};

    if (tby_program_find("dot", path, sizeof path) != TBY_OK)
        return TBY_E_GRAPHVIZ_NONE;
    memcpy(engine + 2, algorithm, strlen(algorithm) + 1);
    return tby_process_start_limited(&j->child, argv, LINE_MAX, limits);
}

static double time_left(const job *j)
{
    double left = j->deadline - tby_clock_now();

    return left > 0 ? left : 0;
}

static tby_rc ask(job *j)
{
    size_t things = (size_t)j->g->nodes + j->g->edges;
    tby_buf b;

    tby_buf_init(&b, NULL, TEXT_FOR_ALL + TEXT_FOR_EACH * things);
    write_graph(&b, j->g);
    tby_rc rc = b.rc;
    if (rc == TBY_OK)
        rc = tby_process_write(&j->child, tby_buf_str(&b), time_left(j));
    tby_process_close_input(&j->child);
    tby_buf_free(&b);
    return rc;
}

/* --- the answer -----------------------------------------------------------*/

static bool read_inches(tby_str *rest, double *out)
{
    struct tby_decimal number;
    tby_str word;

    if (!tby_str_word(rest, &word) || !tby_decimal_read(word, &number))
        return false;
    *out = tby_decimal_value(number) * INCH;
    return *out > -1e9 && *out < 1e9;
}

/* node NAME X Y ... */
static tby_rc read_node(job *j, tby_str rest)
{
    tby_str name;
    uint64_t v = 0;
    tby_point at;

    if (!tby_str_word(&rest, &name) ||
        tby_num_u64(name, 0, j->g->nodes - 1, &v, NULL) != TBY_OK ||
        j->placed[v] || !read_inches(&rest, &at.x) ||
        !read_inches(&rest, &at.y))
        return TBY_E_GRAPHVIZ_ANSWER;
    j->at[v] = at;
    j->placed[v] = true;
    j->n_placed++;
    return TBY_OK;
}

/* TBY_DONE behind the last line. */
static tby_rc read_line(job *j)
{
    tby_str line, word;
    tby_rc rc = tby_process_read(&j->child, time_left(j), &line);

    if (rc == TBY_E_LIMIT)
        return TBY_OK;
    if (rc != TBY_OK)
        return rc;
    if (!tby_str_word(&line, &word))
        return TBY_E_GRAPHVIZ_ANSWER;
    if (tby_str_is(word, "node"))
        return read_node(j, line);
    if (tby_str_is(word, "stop"))
        return TBY_DONE;
    return tby_str_is(word, "graph") || tby_str_is(word, "edge")
               ? TBY_OK
               : TBY_E_GRAPHVIZ_ANSWER;
}

static tby_rc read_answer(job *j)
{
    tby_rc rc;

    while ((rc = read_line(j)) == TBY_OK)
        continue;
    if (rc != TBY_DONE)
        return rc;
    return j->n_placed == j->g->nodes ? TBY_OK : TBY_E_GRAPHVIZ_ANSWER;
}

static void to_corner(job *j)
{
    tby_point corner = j->at[0];

    for (uint32_t v = 1; v < j->g->nodes; v++) {
        corner.x = j->at[v].x < corner.x ? j->at[v].x : corner.x;
        corner.y = j->at[v].y < corner.y ? j->at[v].y : corner.y;
    }
    for (uint32_t v = 0; v < j->g->nodes; v++)
        j->at[v] = (tby_point){tby_tenths(j->at[v].x - corner.x) / 10.0,
                               tby_tenths(j->at[v].y - corner.y) / 10.0};
}

/* --- both -----------------------------------------------------------------*/

static tby_rc explain(tby_rc rc)
{
    if (rc == TBY_E_IO_TIMEOUT)
        return TBY_E_GRAPHVIZ_SLOW;
    return rc == TBY_E_IO_CLOSED ? TBY_E_GRAPHVIZ_ENDED : rc;
}

static tby_rc lay_out(job *j, const tby_graphviz_options *o)
{
    tby_rc rc =
        start(j, o->algorithm, o->memory ? o->memory : TBY_GRAPHVIZ_MEMORY);

    if (rc != TBY_OK)
        return rc;
    rc = ask(j);
    if (rc == TBY_OK)
        rc = read_answer(j);
    /* when all is said, it ends by itself; otherwise it is not waited for */
    tby_process_stop(&j->child, rc == TBY_OK ? 1 : 0);
    return explain(rc);
}

tby_rc tby_graphviz_layout(const tby_layout_graph *g,
                           const tby_graphviz_options *options, tby_point *out)
{
    double seconds =
        options->seconds > 0 ? options->seconds : TBY_GRAPHVIZ_SECONDS;
    job j = {.g = g, .deadline = tby_clock_now() + seconds};
    const tby_alloc alloc = tby_alloc_libc();

    if (!tby_graphviz_knows(options->algorithm))
        return TBY_E_GRAPHVIZ_NAME;
    tby_rc rc = tby_layout_check(g);
    if (rc != TBY_OK || g->nodes == 0)
        return rc;
    j.at = tby_grow_new(&alloc, g->nodes, sizeof *j.at);
    j.placed = tby_grow_new(&alloc, g->nodes, sizeof *j.placed);
    if (j.at && j.placed) {
        memset(j.placed, 0, g->nodes * sizeof *j.placed);
        rc = lay_out(&j, options);
    } else {
        rc = TBY_E_NOMEM;
    }
    if (rc == TBY_OK) {
        to_corner(&j);
        memcpy(out, j.at, g->nodes * sizeof *out);
    }
    tby_grow_free(&alloc, j.at, g->nodes, sizeof *j.at);
    tby_grow_free(&alloc, j.placed, g->nodes, sizeof *j.placed);
    return rc;
}
