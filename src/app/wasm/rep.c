#include "app/wasm/rep_int.h"
#include "core/game/comment.h"
#include "tabiya/facts.h"
#include "tabiya/limits.h"
#include "tabiya/merge.h"

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
        tby_line_text_free(&r->line_text);
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

/* An empty one, for nobody (0), White (1) or Black (2); 0 if there is no
 * memory. */
EXPORT(uint32_t, tby_wasm_rep_new, (uint32_t color))
{
    rep *r = make();
    uint32_t handle;

    if (r && color)
        tby_graph_set_color(&r->graph, color == 1 ? TBY_WHITE : TBY_BLACK);
    return r && enter(r, &handle) == TBY_OK ? handle : 0;
}

EXPORT(void, tby_wasm_rep_close, (uint32_t handle))
{
    rep *r = tby_wasm_leave(TBY_WASM_REP, handle);

    if (r)
        drop(r);
}

int32_t tby__rep_changed(rep *r, tby_rc rc)
{
    r->changes++;
    r->edition++;
    if (r->walked)
        tby_line_text_free(&r->line_text);
    r->walked = false;
    return tby_wasm_done(rc);
}

const tby_line_text *tby__rep_line_text(rep *r)
{
    tby_rc rc =
        r->walked ? TBY_OK : tby_line_text_open(&r->line_text, &r->graph, NULL);

    r->walked = rc == TBY_OK;
    if (rc != TBY_OK)
        tby_wasm_refuse(rc);
    return r->walked ? &r->line_text : NULL;
}

tby_color tby__rep_color(const rep *r)
{
    return r->graph.has_color ? r->graph.color
                              : tby_facts_guess_color(&r->graph);
}

/* A text being read, and what is reported of it. */
typedef struct reading {
    diags diags;
    bool pgn;
    tby_rep_text_sum games;
} reading;

/* Games as a repertoire, first without reports: a text without a move is no
 * PGN, and what kind of PGN it is not does not matter. */
static tby_rc read_games(reading *in, tby_str text, rep *r)
{
    tby_diag diag = tby__diags_sink(&in->diags);
    tby_rc rc = tby_rep_import_text(&r->graph, text, NULL, &in->games);

    in->pgn = rc == TBY_OK && r->graph.edges_alive > 0;
    if (!in->pgn || in->games.damaged + in->games.strays == 0)
        return rc;
    tby_graph_free(&r->graph);
    return tby_rep_import_text(&r->graph, text, &diag, &in->games);
}

/* What does not say that it is a repertoire may be a PGN; what has no move
 * either is refused as a repertoire would be. */
static tby_rc read_graph(reading *in, tby_str text, rep *r)
{
    tby_diag diag = tby__diags_sink(&in->diags);
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
    tby__diags_begin(&in->diags);
    tby_rc rc = r ? read_graph(in, text, r) : TBY_E_NOMEM;
    tby__diags_end(&in->diags);
    tby_jsonw *w = in->diags.w;
    tby_jsonw_put_cstr(w, "format", in->pgn ? "pgn" : "repertoire");
    tby_jsonw_put_u64(w, "errors", in->diags.count[TBY_ERROR]);
    tby_jsonw_put_u64(w, "warnings", in->diags.count[TBY_WARNING]);
    return rc;
}

/* A file of version 2 to 5, or a PGN, whose games become one repertoire:
 *
 *   {"diagnostics": [{"severity": "error", "line": 7, "column": 1,
 *                     "code": machine name, "message": sentence}],
 *    "format": "repertoire" or "pgn", "errors": 1, "warnings": 0,
 *    "rep": the handle, "games": of a PGN that were used, or null,
 *    "had_title": true, "had_color": true}
 *
 * What is sound is read.  At most TBY_WASM_DIAGNOSTICS are listed, the others
 * only counted.  A refusal has "diagnostics" too, and nothing is open then. */
EXPORT(int32_t, tby_wasm_rep_open, (const char *text, uint32_t text_n))
{
    rep *r = make();
    uint32_t handle = 0;
    reading in;
    tby_rc rc = read(&in, (tby_str){text, text_n}, r);

    if (r)
        r->report.errors = in.diags.count[TBY_ERROR];
    if (rc == TBY_OK)
        rc = enter(r, &handle);
    else if (r)
        drop(r);
    if (rc == TBY_OK) {
        const tby_graph *g = &r->graph;

        tby_jsonw_put_u64(in.diags.w, "rep", handle);
        if (tby_jsonw_known(in.diags.w, "games", in.pgn))
            tby_jsonw_u64(in.diags.w, in.games.games);
        tby_jsonw_put_bool(in.diags.w, "had_title", g->title.n > 0);
        tby_jsonw_put_bool(in.diags.w, "had_color", g->has_color);
    }
    return tby__diags_answer(&in.diags, rc);
}

/* The same, but adds what is read to a repertoire, as one command: moves,
 * annotations and titles join, coordinates and evaluations are left out.  The
 * answer has no "rep". */
EXPORT(int32_t, tby_wasm_rep_merge,
       (uint32_t handle, const char *text, uint32_t text_n))
{
    reading in;

    TBY_WASM_OPEN(rep *, to, TBY_WASM_REP, handle);
    rep *from = make();
    tby_rc rc = read(&in, (tby_str){text, text_n}, from);
    if (rc == TBY_OK) {
        rc = tby_edits_merge(to->edits, &from->graph);
        to->report.errors += in.diags.count[TBY_ERROR];
        tby__rep_changed(to, TBY_OK);
    }
    if (from)
        drop(from);
    return tby__diags_answer(&in.diags, rc);
}

/* The file, a text: version 4 or 5, 0 for the one it was read from if that can
 * be written.  A colour that is not known is guessed. */
EXPORT(int32_t, tby_wasm_rep_write, (uint32_t handle, uint32_t version))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    if (version == 0)
        version = r->graph.version == 4 ? 4 : 5;
    if (version != 4 && version != 5)
        return tby_wasm_refuse(TBY_E_NUMBER);
    tby_graph whole = r->graph; /* with a colour */
    tby_graph_set_color(&whole, tby__rep_color(r));
    tby_buf *out = tby_wasm_text();
    tby_rc rc = tby_rep_write(&whole, version, out);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

/* As PGN, a text: one game with variations, or one for each line; with
 * `unroll`, what follows a transposition is written each time. */
EXPORT(int32_t, tby_wasm_rep_pgn,
       (uint32_t handle, uint32_t lines, uint32_t unroll))
{
    tby_rep_pgn_options options = {.lines = lines, .unroll = unroll};
    tby_rep_pgn *games = NULL;

    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    tby_graph whole = r->graph;
    tby_graph_set_color(&whole, tby__rep_color(r));
    tby_rc rc = tby_rep_pgn_open(&games, &whole, &options, NULL);
    if (rc == TBY_OK) {
        tby_buf *out = tby_wasm_text();
        tby_game game;

        tby_game_init(&game, NULL);
        while ((rc = tby_rep_pgn_next(games, &game)) == TBY_OK)
            tby_wasm_add_game(out, &game);
        tby_game_free(&game);
        rc = rc == TBY_DONE ? out->rc : rc;
    }
    tby_rep_pgn_close(games);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

/* Plays a move from the board, in UCI or SAN; the note becomes the annotation
 * of a new move and is joined to that of an old one. */
EXPORT(int32_t, tby_wasm_rep_play,
       (uint32_t handle, const char *move, uint32_t move_n, const char *note,
        uint32_t note_n))
{
    tby_move m;

    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    TBY_WASM_TRY(tby_wasm_read_move(tby_edits_pos(r->edits),
                                    (tby_str){move, move_n}, &m));
    return tby__rep_changed(
        r, tby_edits_play(r->edits, m, (tby_str){note, note_n}));
}

/* Stands the board on a node; -1 is the starting position. */
EXPORT(int32_t, tby_wasm_rep_go, (uint32_t handle, uint32_t node))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    TBY_WASM_HAVE(node == TBY_NONE || rep_has_node(r, node));
    return tby_wasm_done(tby_edits_go(r->edits, node));
}

/* Removes a move and what can then no longer be reached. */
EXPORT(int32_t, tby_wasm_rep_remove, (uint32_t handle, uint32_t edge))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    TBY_WASM_HAVE(rep_has_edge(r, edge));
    return tby__rep_changed(r, tby_edits_remove(r->edits, edge));
}

/* Removes everything but title and colour. */
EXPORT(int32_t, tby_wasm_rep_clear, (uint32_t handle))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    return tby__rep_changed(r, tby_edits_clear(r->edits));
}

/* What a person reads of the annotation; its marks stay. */
EXPORT(int32_t, tby_wasm_rep_set_note,
       (uint32_t handle, uint32_t edge, const char *text, uint32_t text_n))
{
    tby_buf words, note;

    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    TBY_WASM_HAVE(rep_has_edge(r, edge));
    /* a page does not show the marks, so they must survive the editing */
    tby_str old = tby_graph_text(&r->graph, r->graph.edges[edge].note);
    tby_buf_init(&words, NULL, TBY_MAX_NOTE_BYTES);
    tby_buf_init(&note, NULL, 2 * TBY_MAX_NOTE_BYTES);
    tby_comment_split(old, &words, &note);
    if (text_n && note.n)
        tby_buf_char(&note, ' ');
    tby_buf_add(&note, (tby_str){text, text_n});
    tby_rc done = words.rc != TBY_OK ? words.rc : note.rc;
    if (done == TBY_OK)
        done = tby_edits_set_note(r->edits, edge, tby_buf_str(&note));
    tby_buf_free(&words);
    tby_buf_free(&note);
    return tby__rep_changed(r, done);
}

/* One byte for each glyph: 1 is !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!. */
EXPORT(int32_t, tby_wasm_rep_set_nags,
       (uint32_t handle, uint32_t edge, const char *nags, uint32_t nags_n))
{
    tby_str all = {nags, nags_n};

    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    TBY_WASM_HAVE(rep_has_edge(r, edge));
    return tby__rep_changed(r, tby_edits_set_nags(r->edits, edge, all));
}

static tby_rc read_eval(tby_str text, tby_color turn, tby_eval *out)
{
    *out = (tby_eval){.kind = TBY_EVAL_NONE};
    if (text.n == 0 || tby_eval_parse(text, turn, out) == TBY_OK)
        return TBY_OK;
    return tby_eval_parse_pgn(text, out);
}

/* As repertoires write it (`white +0.35`, `black M3`) or as PGN does (`0.35`,
 * `#-3`); "" takes it away. */
EXPORT(int32_t, tby_wasm_rep_set_eval,
       (uint32_t handle, uint32_t node, const char *text, uint32_t text_n))
{
    tby_eval eval;

    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    TBY_WASM_HAVE(rep_has_node(r, node));
    tby_rc rc = read_eval((tby_str){text, text_n},
                          r->graph.nodes[node].pos.turn, &eval);
    return rc == TBY_OK
               ? tby__rep_changed(r, tby_edits_set_eval(r->edits, node, eval))
               : tby_wasm_refuse(rc);
}

EXPORT(int32_t, tby_wasm_rep_set_title,
       (uint32_t handle, const char *text, uint32_t text_n))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    return tby__rep_changed(
        r, tby_edits_set_title(r->edits, (tby_str){text, text_n}));
}

/* 0 is White, 1 Black. */
EXPORT(int32_t, tby_wasm_rep_set_color, (uint32_t handle, uint32_t color))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    return tby__rep_changed(
        r, tby_edits_set_color(r->edits, color ? TBY_BLACK : TBY_WHITE));
}

/* One command back or forth; TBY_DONE if there is none. */
EXPORT(int32_t, tby_wasm_rep_undo, (uint32_t handle))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    if (!tby_edits_can_undo(r->edits))
        return TBY_DONE;
    tby_edits_undo(r->edits);
    return tby__rep_changed(r, TBY_OK);
}

EXPORT(int32_t, tby_wasm_rep_redo, (uint32_t handle))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    if (!tby_edits_can_redo(r->edits))
        return TBY_DONE;
    tby_edits_redo(r->edits);
    return tby__rep_changed(r, TBY_OK);
}
