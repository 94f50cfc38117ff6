#include "work/rep/layout.h"

#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/rep/layout/crossings.h"
#include "core/rep/layout/drawing.h"
#include "io/system/clock.h"
#include "io/system/process.h"

#include <string.h>

static const double INCH = 72;
static const double NODE_HEIGHT = 36;

/* Lines of nodes are short; a longer one is the way of an edge. */
enum { LINE_MAX = 1 << 12, PATH_SIZE = 4096 };

/* Room for "1048575->1048575;" and "1048575[width=12.345678];" each. */
enum { TEXT_FOR_EACH = 32, TEXT_FOR_ALL = 256 };

typedef struct dot_run {
    const tby_layout_graph *g;
    double deadline;
    tby_process child;
    tby_point *at;
    bool *placed;
    uint32_t n_placed;
} dot_run;

/* Whether an algorithm is one of those. */
static bool is_known(const char *algorithm)
{
    static const char *const names[] = {"dot",  "neato", "fdp",
                                        "sfdp", "twopi", "circo"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(algorithm, names[i]) == 0)
            return true;
    return false;
}

static void add_inches(tby_buf *b, const char *name, double units)
{
    tby_buf_cstr(b, name);
    tby_buf_char(b, '=');
    tby_buf_double(b, units / INCH, 6);
}

static double time_left(const dot_run *j)
{
    double left = j->deadline - tby_clock_now();

    return left > 0 ? left : 0;
}

static bool read_inches(tby_str *rest, double *out)
{
    struct tby_decimal number;
    tby_str word;

    if (!tby_str_word(rest, &word) || !tby_decimal_read(word, &number))
        return false;
    *out = tby_decimal_value(number) * INCH;
    return *out > -1e9 && *out < 1e9;
}

/* TBY_DONE after the last line. */
static tby_rc read_line(dot_run *j)
{
    tby_str line, word;
    tby_rc rc = tby_process_read(&j->child, time_left(j), &line);

    if (rc == TBY_E_LIMIT)
        return TBY_OK;
    if (rc != TBY_OK)
        return rc;
    if (!tby_str_word(&line, &word))
        return TBY_E_GRAPHVIZ_ANSWER;
    if (tby_str_is(word, "node")) {
        /* node NAME X Y ... */
        tby_str rest = line;
        tby_str name;
        uint64_t v = 0;
        tby_point at;

        TBY_ASSERT(j->at);
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
    if (tby_str_is(word, "stop"))
        return TBY_DONE;
    return tby_str_is(word, "graph") || tby_str_is(word, "edge")
               ? TBY_OK
               : TBY_E_GRAPHVIZ_ANSWER;
}

static tby_rc lay_out(dot_run *j, const tby_graphviz_options *o)
{
    char path[PATH_SIZE], engine[16] = "-K";
    const char *const argv[] = {path, engine, "-Tplain", "-y", "-q", NULL};
    const tby_process_limits limits = {
        .memory = o->memory ? o->memory : TBY_GRAPHVIZ_MEMORY, .quiet = true};

    TBY_ASSERT(o->algorithm);
    if (tby_program_find("dot", path, sizeof path) != TBY_OK)
        return TBY_E_GRAPHVIZ_NONE;
    memcpy(engine + 2, o->algorithm, strlen(o->algorithm) + 1);
    TBY_TRY(tby_process_start_limited(&j->child, argv, LINE_MAX, limits));
    size_t things = (size_t)j->g->nodes + j->g->edges;
    tby_buf b;

    tby_buf_init(&b, NULL, TEXT_FOR_ALL + TEXT_FOR_EACH * things);

    /* No text of the user's is in it: nodes are numbers without labels. */
    const tby_layout_graph *g = j->g;
    tby_buf_cstr(&b, "digraph{graph[");
    add_inches(&b, "ranksep", TBY_LAYOUT_RANK - NODE_HEIGHT);
    add_inches(&b, ",nodesep", TBY_LAYOUT_GAP);
    tby_buf_cstr(&b, ",splines=false]node[shape=box,fixedsize=true,label=\"\"");
    add_inches(&b, ",height", NODE_HEIGHT);
    add_inches(&b, ",width", TBY_LAYOUT_WIDTH);
    tby_buf_cstr(&b, "]\n");
    for (uint32_t v = 0; v < g->nodes; v++) {
        tby_buf_u64(&b, v);
        if (g->width) {
            double width = g->width[v] > 0 ? g->width[v] : 0;
            bool wide = width > TBY_LAYOUT_WIDTH_MAX;
            add_inches(&b, "[width", wide ? TBY_LAYOUT_WIDTH_MAX : width);
            tby_buf_char(&b, ']');
        }
        tby_buf_cstr(&b, "\n");
    }
    for (uint32_t e = 0; e < g->edges; e++) {
        tby_buf_u64(&b, g->from[e]);
        tby_buf_cstr(&b, "->");
        tby_buf_u64(&b, g->to[e]);
        tby_buf_cstr(&b, "\n");
    }
    tby_buf_cstr(&b, "}\n");

    tby_rc rc = b.rc;
    if (rc == TBY_OK)
        rc = tby_process_write(&j->child, tby_buf_str(&b), time_left(j));
    tby_process_close_input(&j->child);
    tby_buf_free(&b);
    while (rc == TBY_OK)
        rc = read_line(j);
    if (rc == TBY_DONE)
        rc = j->n_placed == j->g->nodes ? TBY_OK : TBY_E_GRAPHVIZ_ANSWER;
    /* when all is said, it ends by itself; otherwise it is not waited for */
    tby_process_stop(&j->child, rc == TBY_OK ? 1 : 0);
    if (rc == TBY_E_IO_TIMEOUT)
        return TBY_E_GRAPHVIZ_SLOW;
    return rc == TBY_E_IO_CLOSED ? TBY_E_GRAPHVIZ_ENDED : rc;
}

tby_rc tby_graphviz_layout(const tby_layout_graph *g,
                           const tby_graphviz_options *options, tby_point *out)
{
    double seconds =
        options->seconds > 0 ? options->seconds : TBY_GRAPHVIZ_SECONDS;
    dot_run j = {.g = g, .deadline = tby_clock_now() + seconds};

    if (!is_known(options->algorithm))
        return TBY_E_GRAPHVIZ_NAME;
    tby_rc rc = tby_layout_check(g);
    if (rc != TBY_OK || g->nodes == 0)
        return rc;
    j.at = tby_grow_new(NULL, g->nodes, sizeof *j.at);
    j.placed = tby_grow_new(NULL, g->nodes, sizeof *j.placed);
    if (j.at && j.placed) {
        memset(j.placed, 0, g->nodes * sizeof *j.placed);
        rc = lay_out(&j, options);
    } else {
        rc = TBY_E_NOMEM;
    }
    if (rc == TBY_OK) {
        tby_point corner = j.at[0];

        for (uint32_t v = 1; v < j.g->nodes; v++) {
            corner.x = j.at[v].x < corner.x ? j.at[v].x : corner.x;
            corner.y = j.at[v].y < corner.y ? j.at[v].y : corner.y;
        }
        for (uint32_t v = 0; v < j.g->nodes; v++)
            j.at[v] = (tby_point){tby_tenths(j.at[v].x - corner.x) / 10.0,
                                  tby_tenths(j.at[v].y - corner.y) / 10.0};
        memcpy(out, j.at, g->nodes * sizeof *out);
    }
    tby_grow_free(NULL, j.at, g->nodes, sizeof *j.at);
    tby_grow_free(NULL, j.placed, g->nodes, sizeof *j.placed);
    return rc;
}

static tby_rc by_graphviz(tby_graph *g, const char *algorithm)
{
    tby_graphviz_options options = {.algorithm = algorithm};
    tby_drawing d;

    TBY_TRY(tby_drawing_open(&d, g, NULL));
    tby_point *at = tby_grow_new(&d.walk.alloc, d.graph.nodes, sizeof *at);
    tby_rc rc = at ? tby_graphviz_layout(&d.graph, &options, at) : TBY_E_NOMEM;
    if (rc == TBY_OK)
        tby_drawing_place(&d, g, at);
    tby_grow_free(&d.walk.alloc, at, d.graph.nodes, sizeof *at);
    tby_drawing_close(&d);
    return rc;
}

tby_rc tby_rep_layout(tby_graph *g, const tby_rep_layout_job *job,
                      uint64_t *crossings)
{
    bool own = !job->algorithm || strcmp(job->algorithm, "tabiya") == 0;
    tby_drawing d;

    TBY_TRY(own ? tby_graph_lay_out(g, job->keep, job->watch, NULL)
                : by_graphviz(g, job->algorithm));
    if (!crossings)
        return TBY_OK;
    TBY_TRY(tby_drawing_open(&d, g, NULL));
    tby_rc rc = tby_layout_crossings(&d.graph, d.before, NULL, crossings);
    tby_drawing_close(&d);
    return rc;
}
