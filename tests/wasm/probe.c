/* probe.c - what tests ask of the module and no page does: games from PGN and
 * back, item by item, moves counted, facts of a repertoire.  Only probe.wasm
 * has it. */
#include "app/wasm/rep_int.h"
#include "core/base/text.h"
#include "core/rep/layout/drawing.h"
#include "tabiya/facts.h"

typedef struct tby_wasm_pgn {
    tby_pgn reader;
    tby_pgn_report report;
} tby_wasm_pgn;

/* A game to read into, again and again; 0 if there is no memory. */
EXPORT(tby_game *, tby_wasm_game_open, (void))
{
    tby_game *g = tby_wasm_alloc(sizeof *g);

    if (g)
        tby_game_init(g, NULL);
    return g;
}

EXPORT(void, tby_wasm_game_close, (tby_game * g))
{
    tby_game_free(g);
    tby_wasm_free(g, sizeof *g);
}

/* A reader over text, which must stay where it is until the reader is closed;
 * 0 if there is no memory. */
EXPORT(tby_wasm_pgn *, tby_wasm_pgn_open,
       (const char *text, uint32_t text_length))
{
    tby_wasm_pgn *pgn = tby_wasm_alloc(sizeof *pgn);

    if (!pgn)
        return NULL;
    *pgn = (tby_wasm_pgn){.report = {.begin = 0}};
    tby_pgn_init(&pgn->reader, (tby_str){text, text_length}, TBY_PGN_ALL);
    return pgn;
}

EXPORT(void, tby_wasm_pgn_close, (tby_wasm_pgn * pgn))
{
    tby_wasm_free(pgn, sizeof *pgn);
}

/* tby_pgn_next(): TBY_OK if there was a game, TBY_DONE after the last. */
EXPORT(int32_t, tby_wasm_pgn_next, (tby_wasm_pgn * pgn, tby_game *g))
{
    return tby_pgn_next(&pgn->reader, g, &pgn->report);
}

/* What became of the game that was read last, see tby_pgn_report.  The places
 * are bytes of the text. */
EXPORT(uint32_t, tby_wasm_pgn_begin, (const tby_wasm_pgn *pgn))
{
    return pgn->report.begin;
}

EXPORT(uint32_t, tby_wasm_pgn_end, (const tby_wasm_pgn *pgn))
{
    return pgn->report.end;
}

EXPORT(int32_t, tby_wasm_pgn_error, (const tby_wasm_pgn *pgn))
{
    return pgn->report.error.code;
}

EXPORT(uint32_t, tby_wasm_pgn_error_at, (const tby_wasm_pgn *pgn))
{
    return pgn->report.error.at;
}

EXPORT(uint32_t, tby_wasm_pgn_latin1, (const tby_wasm_pgn *pgn))
{
    return pgn->report.latin1;
}

EXPORT(uint64_t, tby_wasm_pgn_key, (const tby_wasm_pgn *pgn))
{
    return pgn->report.key;
}

/* How many; those below are numbered from 0, and TBY_E_NUMBER answers a number
 * that the game does not have. */
EXPORT(uint32_t, tby_wasm_game_tags, (const tby_game *g))
{
    return g->tags_n;
}

EXPORT(uint32_t, tby_wasm_game_plies, (const tby_game *g))
{
    return g->plies;
}

EXPORT(int32_t, tby_wasm_game_tag_name,
       (const tby_game *g, uint32_t tag, char *buf, uint32_t cap))
{
    if (tag >= g->tags_n)
        return TBY_E_NUMBER;
    return tby_wasm_put(tby_game_text(g, g->tags[tag].name), buf, cap);
}

EXPORT(int32_t, tby_wasm_game_tag_value,
       (const tby_game *g, uint32_t tag, char *buf, uint32_t cap))
{
    if (tag >= g->tags_n)
        return TBY_E_NUMBER;
    return tby_wasm_put(tby_game_text(g, g->tags[tag].value), buf, cap);
}

/* The position at a ply that the game has, and the move that is played there
 * or TBY_MOVE_NONE.  Played from the start each time: a whole game takes less
 * than a page needs to draw one board. */
static tby_pos go_to(const tby_game *g, uint32_t ply, tby_move *next)
{
    tby_pos pos = g->start;
    unsigned depth = 0;

    *next = TBY_MOVE_NONE;
    for (size_t i = 0; i < g->items_n; i++) {
        const tby_item *item = &g->items[i];
        depth += item->kind == TBY_ITEM_OPEN;
        depth -= item->kind == TBY_ITEM_CLOSE;
        if (item->kind != TBY_ITEM_MOVE || depth > 0)
            continue;
        if (ply-- == 0) {
            *next = item->move;
            break;
        }
        tby_pos_play(&pos, item->move);
    }
    return pos;
}

/* The move of the main line that is played at `ply`, and the position before
 * it; the last position is at the ply after the last move. */
EXPORT(int32_t, tby_wasm_game_san,
       (const tby_game *g, uint32_t ply, char *buf, uint32_t cap))
{
    char san[TBY_SAN_MAX];
    tby_move move;

    if (ply >= g->plies)
        return TBY_E_NUMBER;
    tby_pos pos = go_to(g, ply, &move);
    size_t n = tby_san_write(&pos, move, san);
    return tby_wasm_put((tby_str){san, n}, buf, cap);
}

EXPORT(int32_t, tby_wasm_game_uci,
       (const tby_game *g, uint32_t ply, char *buf, uint32_t cap))
{
    tby_uci_style style = g->chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX;
    char uci[TBY_UCI_MAX];
    tby_move move;

    if (ply >= g->plies)
        return TBY_E_NUMBER;
    tby_pos pos = go_to(g, ply, &move);
    size_t n = tby_uci_write(&pos, move, style, uci);
    return tby_wasm_put((tby_str){uci, n}, buf, cap);
}

EXPORT(int32_t, tby_wasm_game_fen,
       (const tby_game *g, uint32_t ply, char *buf, uint32_t cap))
{
    tby_move move;

    if (ply > g->plies)
        return TBY_E_NUMBER;
    tby_pos pos = go_to(g, ply, &move);
    return (int32_t)tby_fen_write_pos(&pos, buf, cap);
}

/* The game as PGN, and as a line of .jsonl; a file of such lines begins with
 * the header. */
EXPORT(int32_t, tby_wasm_game_pgn, (const tby_game *g, char *buf, uint32_t cap))
{
    return (int32_t)tby_pgn_write(g, buf, cap);
}

EXPORT(int32_t, tby_wasm_game_jsonl,
       (const tby_game *g, char *buf, uint32_t cap))
{
    size_t n = 0;
    tby_rc rc = tby_jsonl_write(g, buf, cap, &n);

    return rc == TBY_OK ? (int32_t)n : (int32_t)rc;
}

EXPORT(int32_t, tby_wasm_jsonl_header, (char *buf, uint32_t cap))
{
    return tby_wasm_put(tby_str_of(TBY_JSONL_HEADER), buf, cap);
}

/* The move sequences of `depth` plies from the position in the buffer, or -1 if
 * the text is no position. */
EXPORT(int64_t, tby_wasm_perft, (uint32_t text_length, uint32_t depth))
{
    tby_line line;

    if (text_length > tby_wasm_buffer_size())
        return -1;
    tby_str text = {tby_wasm_buffer(), text_length};
    if (tby_line_parse(text, NULL, &line, NULL, NULL) != TBY_OK)
        return -1;
    uint64_t nodes = tby_perft(&line.pos, depth, TBY_PATH_BEST);
    tby_line_free(&line);
    return (int64_t)nodes;
}

static void put_tag(tby_jsonw *w, const char *key, const tby_game *g,
                    const char *name)
{
    tby_str value = tby_game_tag(g, name);

    if (tby_jsonw_known(w, key, value.p))
        tby_jsonw_str(w, value);
}

/* What games a PGN has, `count` of them from number `first` on:
 *
 *   {"total": 3, "games": [{"number": 0, "white": "A" or null, "black",
 *     "event", "date", "result": "1-0", "plies": 61, "error": machine name of
 *     what is wrong with it or null}]} */
EXPORT(int32_t, tby_wasm_pgn_list,
       (const char *text, uint32_t text_n, uint32_t first, uint32_t count))
{
    tby_jsonw *w = tby_wasm_json();
    uint32_t total = 0;
    tby_pgn_report report;
    tby_pgn pgn;
    tby_game g;
    tby_rc rc;

    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, (tby_str){text, text_n}, TBY_PGN_MAINLINE);
    tby_jsonw_object(w);
    tby_jsonw_put_array(w, "games");
    for (; (rc = tby_pgn_next(&pgn, &g, &report)) == TBY_OK; total++)
        if (total >= first && total - first < count) {
            tby_rc error = report.error.code;
            tby_jsonw_object(w);
            tby_jsonw_put_u64(w, "number", total);
            put_tag(w, "white", &g, "White");
            put_tag(w, "black", &g, "Black");
            put_tag(w, "event", &g, "Event");
            put_tag(w, "date", &g, "Date");
            tby_jsonw_put_cstr(w, "result", tby_result_text(g.result));
            tby_jsonw_put_u64(w, "plies", g.plies);
            tby_jsonw_put_cstr(w, "error",
                               error == TBY_OK ? NULL : tby_rc_name(error));
            tby_jsonw_object_end(w);
        }
    tby_jsonw_array_end(w);
    tby_jsonw_put_u64(w, "total", total);
    tby_jsonw_object_end(w);
    tby_game_free(&g);
    return rc == TBY_DONE ? tby_wasm_json_end() : tby_wasm_refuse(rc);
}

/* A string in a position.  Answers the move with "fen", the position after it,
 * and "legacy": it was a square that other moves go to as well. */
EXPORT(int32_t, tby_wasm_short_play,
       (const char *fen, uint32_t fen_n, const char *text, uint32_t text_n))
{
    tby_line line;
    tby_move m;
    tby_err err = {TBY_OK, 0};
    bool legacy;
    tby_rc rc = tby_wasm_read_line((tby_str){fen, fen_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_pos pos = line.pos;
    tby_line_free(&line);
    rc = tby_short_parse(&pos, (tby_str){text, text_n}, &m, &legacy, &err);
    if (rc != TBY_OK)
        return tby_wasm_refuse_at(rc, NULL, err.at);
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_move(w, &pos, m);
    tby_pos_play(&pos, m);
    tby_wasm_json_fen(w, "fen", &pos);
    tby_jsonw_put_bool(w, "legacy", legacy);
    return tby_wasm_json_end();
}

/* What a code is called. */
EXPORT(int32_t, tby_wasm_rc_name, (int32_t rc, char *buf, uint32_t cap))
{
    return tby_wasm_put(tby_str_of(tby_rc_name((tby_rc)rc)), buf, cap);
}

/* As a picture, a text of SVG, drawn where positions are placed. */
EXPORT(int32_t, tby_wasm_rep_svg, (uint32_t handle))
{
    const rep *r = tby__rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    tby_rc rc = tby_graph_draw(&r->graph, tby_wasm_text(), NULL);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

/* What facts.h counts, by the names that `tabiya --json rep info` uses. */
EXPORT(int32_t, tby_wasm_rep_facts, (uint32_t handle))
{
    const rep *r = tby__rep_of(handle);
    tby_facts f;

    if (!r)
        return TBY_E_HANDLE;
    tby_rc rc = tby_facts_of(&r->graph, NULL, &f);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_color(w, "color", f.color);
    tby_jsonw_put_u64(w, "nodes", f.nodes);
    tby_jsonw_put_u64(w, "edges", f.edges);
    tby_jsonw_put_u64(w, "roots", f.roots);
    tby_jsonw_put_u64(w, "leaves", f.leaves);
    tby_jsonw_put_u64(w, "bare", f.bare);
    tby_jsonw_put_u64(w, "transpositions", f.transpositions);
    tby_jsonw_put_u64(w, "unreachable", f.unreachable);
    tby_jsonw_put_u64(w, "cycles", f.cycles);
    tby_jsonw_put_u64(w, "lines", f.lines);
    tby_jsonw_put_bool(w, "lines_exact", f.lines_exact);
    tby_jsonw_put_u64(w, "longest", f.longest);
    tby_jsonw_put_u64(w, "annotated", f.annotated);
    tby_jsonw_put_u64(w, "evaluated", f.evaluated);
    tby_jsonw_put_u64(w, "placed", f.placed);
    tby_jsonw_put_u64(w, "choices", f.choices);
    return tby_wasm_json_end();
}

static void put_row(tby_jsonw *w, rep *r, const tby_line_text *t, uint32_t node)
{
    const tby_node *n = &r->graph.nodes[node];
    uint32_t via = t->walk.via[node];

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "node", node);
    tby_wasm_json_number(w, "edge", via);
    tby_jsonw_put_u64(w, "ply", t->ply[node] - 2);
    tby__rep_json_edge(w, r, t, via);
    tby_jsonw_put_u64(w, "moves", n->out_n);
    tby_jsonw_put_u64(w, "ways", n->in_n);
    tby_jsonw_object_end(w);
}

/* Positions in the order of a reader, depth first, `count` of them from number
 * `first` on:
 *
 *   {"total": 42, "rows": [{"node", "edge": that it is reached by or null,
 *     "ply": half-moves from the start, "label": "2. Bf4" or "", "note",
 *     "marks", "nags", "glyph", "moves": how many go on, "ways": how many lead
 * there}]} */
EXPORT(int32_t, tby_wasm_rep_outline,
       (uint32_t handle, uint32_t first, uint32_t count))
{
    rep *r = tby__rep_of(handle);
    const tby_line_text *t = r ? tby__rep_line_text(r) : NULL;

    if (!t)
        return r ? TBY_E_NOMEM : TBY_E_HANDLE;
    uint32_t n = t->walk.n;
    uint32_t from = first < n ? first : n;
    uint32_t end = count < n - from ? from + count : n;
    tby_jsonw *w = tby_wasm_json_object();
    tby_jsonw_put_u64(w, "total", n);
    tby_jsonw_put_array(w, "rows");
    for (uint32_t i = from; i < end; i++)
        put_row(w, r, t, t->walk.order[i]);
    return tby_wasm_json_end();
}

static void put_ending(tby_jsonw *w, const tby_ending *e)
{
    tby_jsonw_put_cstr(w, "outcome", tby_outcome_name(e->outcome));
    tby_jsonw_put_cstr(w, "sentence", tby_outcome_text(e->outcome));
    tby_jsonw_put_bool(w, "over", tby_outcome_is_final(e->outcome));
    tby_jsonw_put_object(w, "can_win");
    tby_jsonw_put_cstr(w, "white", tby_can_name(e->can.white));
    tby_jsonw_put_cstr(w, "black", tby_can_name(e->can.black));
    tby_jsonw_object_end(w);
}

static tby_rc find_ending(const tby_line *line, uint32_t nodes, tby_ending *out)
{
    tby_winnable_options options = {.max_nodes = nodes};

    return nodes
               ? tby_ending_search(&line->pos, &line->history, &options, out)
               : tby_ending_of(&line->pos, &line->history, TBY_DEAD_QUICK, out);
}

/* How the game ends here, and who can still win, found in at most `nodes`
 * positions for each side (0: quickly):
 *
 *   {"outcome", "sentence", "over", "can_win", "nodes": positions looked at} */
EXPORT(int32_t, tby_wasm_pos_ending,
       (const char *text, uint32_t text_n, uint32_t nodes))
{
    tby_line line;
    tby_ending e;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){text, text_n}, &line));
    tby_rc rc = find_ending(&line, nodes, &e);
    tby_line_free(&line);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json_object();
    put_ending(w, &e);
    tby_jsonw_put_u64(w, "nodes", e.can.nodes);
    return tby_wasm_json_end();
}

/* The moves of a line from the start:
 *
 *   {"start": FEN, "moves": [{"uci": "e2e4", "san": "e4", "shortest": "e4"}]}
 */
EXPORT(int32_t, tby_wasm_short_line,
       (const char *text, uint32_t text_n, uint32_t legacy))
{
    tby_line line;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){text, text_n}, &line));
    tby_pos pos = line.plies ? tby_pos_start() : line.pos;
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_fen(w, "start", &pos);
    tby_jsonw_put_array(w, "moves");
    for (size_t i = 0; i < line.plies; i++) {
        tby_move m = line.moves[i];
        char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], shortest[TBY_SHORT_MAX];

        tby_san_write(&pos, m, san);
        tby_uci_write(&pos, m, TBY_UCI_ORTHODOX, uci);
        tby_short_write(&pos, m, legacy ? TBY_SHORT_LEGACY : TBY_SHORT_STRICT,
                        shortest);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "uci", uci);
        tby_jsonw_put_cstr(w, "san", san);
        tby_jsonw_put_cstr(w, "shortest", shortest);
        tby_jsonw_object_end(w);
        tby_pos_play(&pos, m);
    }
    tby_line_free(&line);
    return tby_wasm_json_end();
}

int32_t tby_wasm_tree_open(const char *text, uint32_t text_n, uint32_t number);

/* By way of a PGN, so that its reader says what the tags mean. */
EXPORT(int32_t, tby_wasm_tree_new, (const char *text, uint32_t text_n))
{
    char fen[TBY_FEN_MAX], pgn[TBY_FEN_MAX + 64];
    tby_text out = {pgn, sizeof pgn, 0};
    tby_pos start = tby_pos_start();
    tby_line line;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){text, text_n}, &line));
    tby_fen_write_pos(&line.pos, fen, sizeof fen);
    if (!tby_pos_same(&line.pos, &start))
        tby_text_join(&out, "[SetUp \"1\"]\n[FEN \"", fen, "\"]\n");
    tby_text_cstr(&out, "[Result \"*\"]\n\n*\n");
    tby_line_free(&line);
    return tby_wasm_tree_open(pgn, (uint32_t)tby_text_end(&out), 0);
}
