/* games.c - games from PGN and back, for tests: see games.h. */
#include "app/wasm/probe/games.h"

#include "app/wasm/room.h"

struct tby_wasm_pgn {
    tby_pgn reader;
    tby_pgn_report report;
};

/* --- reading --------------------------------------------------------------*/

tby_game *tby_wasm_game_open(void)
{
    tby_game *g = tby_wasm_alloc(sizeof *g);

    if (g)
        tby_game_init(g, NULL);
    return g;
}

void tby_wasm_game_close(tby_game *g)
{
    tby_game_free(g);
    tby_wasm_free(g, sizeof *g);
}

tby_wasm_pgn *tby_wasm_pgn_open(const char *text, uint32_t text_length)
{
    tby_wasm_pgn *pgn = tby_wasm_alloc(sizeof *pgn);

    if (!pgn)
        return NULL;
    *pgn = (tby_wasm_pgn){.report = {.begin = 0}};
    tby_pgn_init(&pgn->reader, (tby_str){text, text_length}, TBY_PGN_ALL);
    return pgn;
}

void tby_wasm_pgn_close(tby_wasm_pgn *pgn)
{
    tby_wasm_free(pgn, sizeof *pgn);
}

int32_t tby_wasm_pgn_next(tby_wasm_pgn *pgn, tby_game *g)
{
    return tby_pgn_next(&pgn->reader, g, &pgn->report);
}

uint32_t tby_wasm_pgn_begin(const tby_wasm_pgn *pgn)
{
    return pgn->report.begin;
}

uint32_t tby_wasm_pgn_end(const tby_wasm_pgn *pgn)
{
    return pgn->report.end;
}

int32_t tby_wasm_pgn_error(const tby_wasm_pgn *pgn)
{
    return pgn->report.error.code;
}

uint32_t tby_wasm_pgn_error_at(const tby_wasm_pgn *pgn)
{
    return pgn->report.error.at;
}

uint32_t tby_wasm_pgn_latin1(const tby_wasm_pgn *pgn)
{
    return pgn->report.latin1;
}

uint64_t tby_wasm_pgn_key(const tby_wasm_pgn *pgn)
{
    return pgn->report.key;
}

/* --- looking --------------------------------------------------------------*/

uint32_t tby_wasm_game_tags(const tby_game *g)
{
    return g->tags_n;
}

uint32_t tby_wasm_game_plies(const tby_game *g)
{
    return g->plies;
}

int32_t tby_wasm_game_tag_name(const tby_game *g, uint32_t tag, char *buf,
                               uint32_t cap)
{
    if (tag >= g->tags_n)
        return TBY_E_NUMBER;
    return tby_wasm_put(tby_game_text(g, g->tags[tag].name), buf, cap);
}

int32_t tby_wasm_game_tag_value(const tby_game *g, uint32_t tag, char *buf,
                                uint32_t cap)
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

int32_t tby_wasm_game_san(const tby_game *g, uint32_t ply, char *buf,
                          uint32_t cap)
{
    char san[TBY_SAN_MAX];
    tby_move move;

    if (ply >= g->plies)
        return TBY_E_NUMBER;
    tby_pos pos = go_to(g, ply, &move);
    size_t n = tby_san_write(&pos, move, san);
    return tby_wasm_put((tby_str){san, n}, buf, cap);
}

int32_t tby_wasm_game_uci(const tby_game *g, uint32_t ply, char *buf,
                          uint32_t cap)
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

int32_t tby_wasm_game_fen(const tby_game *g, uint32_t ply, char *buf,
                          uint32_t cap)
{
    tby_move move;

    if (ply > g->plies)
        return TBY_E_NUMBER;
    tby_pos pos = go_to(g, ply, &move);
    return (int32_t)tby_fen_write_pos(&pos, buf, cap);
}

/* --- writing --------------------------------------------------------------*/

int32_t tby_wasm_game_pgn(const tby_game *g, char *buf, uint32_t cap)
{
    return (int32_t)tby_pgn_write(g, buf, cap);
}

int32_t tby_wasm_game_jsonl(const tby_game *g, char *buf, uint32_t cap)
{
    size_t n = 0;
    tby_rc rc = tby_jsonl_write(g, buf, cap, &n);

    return rc == TBY_OK ? (int32_t)n : (int32_t)rc;
}

int32_t tby_wasm_jsonl_header(char *buf, uint32_t cap)
{
    return tby_wasm_put(tby_str_of(TBY_JSONL_HEADER), buf, cap);
}

/* --- counting -------------------------------------------------------------*/

int64_t tby_wasm_perft(uint32_t text_length, uint32_t depth)
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
