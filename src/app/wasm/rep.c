/* rep.c - a repertoire opened, written and closed: see rep.h. */
#include "app/wasm/rep_int.h"

#include "app/wasm/told.h"
#include "core/rep/layout/picture.h"
#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/facts.h"
#include "tabiya/limits.h"
#include "tabiya/merge.h"

/* --- handles --------------------------------------------------------------*/

rep *rep_of(uint32_t handle)
{
    rep *r = tby_wasm_find(TBY_WASM_REP, handle);

    if (!r)
        tby_wasm_refuse(TBY_E_HANDLE);
    return r;
}

static rep *make(void)
{
    rep *r = tby_wasm_alloc(sizeof *r);

    if (r) {
        *r = (rep){.walked = false};
        tby_graph_init(&r->graph, NULL);
    }
    return r;
}

static void drop(rep *r)
{
    if (r->walked)
        tby_trail_free(&r->trail);
    tby_wasm_free(r->block, r->block_n);
    tby_edits_close(r->edits);
    tby_graph_free(&r->graph);
    tby_wasm_free(r, sizeof *r);
}

/* Opens what was made for the page; a failure drops it. */
static tby_rc enter(rep *r, uint32_t *handle)
{
    tby_rc rc = tby_edits_open(&r->edits, &r->graph, NULL);

    *handle = rc == TBY_OK ? tby_wasm_enter(TBY_WASM_REP, r) : 0;
    if (*handle)
        return TBY_OK;
    drop(r);
    return rc == TBY_OK ? TBY_E_LIMIT : rc;
}

uint32_t tby_wasm_rep_new(uint32_t color)
{
    rep *r = make();
    uint32_t handle;

    if (r && color)
        tby_graph_set_color(&r->graph, color == 1 ? TBY_WHITE : TBY_BLACK);
    return r && enter(r, &handle) == TBY_OK ? handle : 0;
}

void tby_wasm_rep_close(uint32_t handle)
{
    rep *r = tby_wasm_leave(TBY_WASM_REP, handle);

    if (r)
        drop(r);
}

/* --- the walk -------------------------------------------------------------*/

int32_t rep_changed(rep *r, tby_rc rc)
{
    r->changes++;
    r->edition++;
    if (r->walked)
        tby_trail_free(&r->trail);
    r->walked = false;
    return tby_wasm_done(rc);
}

const tby_trail *rep_trail(rep *r)
{
    tby_rc rc = r->walked ? TBY_OK : tby_trail_open(&r->trail, &r->graph, NULL);

    r->walked = rc == TBY_OK;
    if (rc != TBY_OK)
        tby_wasm_refuse(rc);
    return r->walked ? &r->trail : NULL;
}

tby_color rep_color(const rep *r)
{
    return r->graph.has_color ? r->graph.color
                              : tby_facts_guess_color(&r->graph);
}

/* --- reading --------------------------------------------------------------*/

/* A text being read, and what is told of it. */
typedef struct reading {
    told told;
    bool pgn;
    tby_rep_text_sum games;
} reading;

/* Games as a repertoire, told to nobody first: what has no move is no PGN, and
 * then nobody wants to hear what kind of PGN it is not. */
static tby_rc read_games(reading *in, tby_str text, rep *r)
{
    tby_diag diag = told_sink(&in->told);
    tby_rc rc = tby_rep_import_text(&r->graph, text, NULL, &in->games);

    in->pgn = rc == TBY_OK && r->graph.edges_alive > 0;
    if (!in->pgn || in->games.damaged == 0)
        return rc;
    tby_graph_free(&r->graph);
    return tby_rep_import_text(&r->graph, text, &diag, &in->games);
}

/* What does not say that it is a repertoire may be a PGN; what has no move
 * either is refused as a repertoire would be. */
static tby_rc read_graph(reading *in, tby_str text, rep *r)
{
    tby_diag diag = told_sink(&in->told);
    tby_rc rc = tby_rep_looks(text) ? TBY_OK : read_games(in, text, r);

    if (rc != TBY_OK || in->pgn)
        return rc;
    tby_graph_free(&r->graph);
    return tby_rep_read(&r->graph, text, &diag, &r->report);
}

/* Begins the answer and reads into a repertoire, which may be NULL. */
static tby_rc read(reading *in, tby_str text, rep *r)
{
    *in = (reading){.pgn = false};
    told_begin(&in->told);
    tby_rc rc = r ? read_graph(in, text, r) : TBY_E_NOMEM;
    told_end(&in->told);
    tby_jsonw *w = in->told.w;
    tby_jsonw_put_cstr(w, "format", in->pgn ? "pgn" : "repertoire");
    tby_jsonw_put_u64(w, "errors", in->told.count[TBY_ERROR]);
    tby_jsonw_put_u64(w, "warnings", in->told.count[TBY_WARNING]);
    return rc;
}

static void put_opened(const reading *in, const rep *r, uint32_t handle)
{
    const tby_graph *g = &r->graph;

    tby_jsonw_put_u64(in->told.w, "rep", handle);
    tby_jsonw_key(in->told.w, "games");
    if (in->pgn)
        tby_jsonw_u64(in->told.w, in->games.games);
    else
        tby_jsonw_null(in->told.w);
    tby_jsonw_put_bool(in->told.w, "had_title", g->title.n > 0);
    tby_jsonw_put_bool(in->told.w, "had_color", g->has_color);
}

int32_t tby_wasm_rep_open(const char *text, uint32_t text_n)
{
    rep *r = make();
    uint32_t handle = 0;
    reading in;
    tby_rc rc = read(&in, (tby_str){text, text_n}, r);

    if (r)
        r->report.errors = in.told.count[TBY_ERROR];
    if (rc == TBY_OK)
        rc = enter(r, &handle);
    else if (r)
        drop(r);
    if (rc == TBY_OK)
        put_opened(&in, r, handle);
    return told_answer(&in.told, rc);
}

int32_t tby_wasm_rep_merge(uint32_t handle, const char *text, uint32_t text_n)
{
    rep *to = rep_of(handle);
    reading in;

    if (!to)
        return TBY_E_HANDLE;
    rep *from = make();
    tby_rc rc = read(&in, (tby_str){text, text_n}, from);
    if (rc == TBY_OK) {
        rc = tby_edits_merge(to->edits, &from->graph);
        to->report.errors += in.told.count[TBY_ERROR];
        rep_changed(to, TBY_OK);
    }
    if (from)
        drop(from);
    return told_answer(&in.told, rc);
}

/* --- writing --------------------------------------------------------------*/

int32_t tby_wasm_rep_write(uint32_t handle, uint32_t version)
{
    rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    if (version == 0)
        version = r->graph.version == 4 ? 4 : 5;
    if (version != 4 && version != 5)
        return tby_wasm_refuse(TBY_E_NUMBER);
    tby_graph whole = r->graph; /* with a colour */
    tby_graph_set_color(&whole, rep_color(r));
    tby_buf *out = tby_wasm_text();
    tby_rc rc = tby_rep_write(&whole, version, out);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

static tby_rc add_games(tby_buf *out, tby_rep_pgn *games)
{
    tby_game game;
    tby_rc rc;

    tby_game_init(&game, NULL);
    while ((rc = tby_rep_pgn_next(games, &game)) == TBY_OK)
        tby_wasm_add_game(out, &game);
    tby_game_free(&game);
    return rc == TBY_DONE ? out->rc : rc;
}

int32_t tby_wasm_rep_pgn(uint32_t handle, uint32_t lines, uint32_t unroll)
{
    rep *r = rep_of(handle);
    tby_rep_pgn_options options = {.lines = lines, .unroll = unroll};
    tby_rep_pgn *games = NULL;

    if (!r)
        return TBY_E_HANDLE;
    tby_graph whole = r->graph;
    tby_graph_set_color(&whole, rep_color(r));
    tby_rc rc = tby_rep_pgn_open(&games, &whole, &options, NULL);
    if (rc == TBY_OK)
        rc = add_games(tby_wasm_text(), games);
    tby_rep_pgn_close(games);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

int32_t tby_wasm_rep_svg(uint32_t handle)
{
    const rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    tby_rc rc = tby_graph_draw(&r->graph, tby_wasm_text(), NULL);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}
