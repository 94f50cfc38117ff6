/* pgn.c - eco.pgn: a game for each opening, named by the tags ECO,
 * Opening, Variation and SubVariation. */
#include "core/base/str.h"
#include "core/game/pgn/warnings.h"
#include "core/openings/lists/read.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"

/* "Opening: Variation, SubVariation", as lichess would write it. */
static tby_rc join_name(tby_opening_reader *r)
{
    static const char *const TAGS[] = {"Opening", "Variation", "SubVariation"};
    static const char *const BEFORE[] = {"", ": ", ", "};

    tby_buf_clear(&r->name);
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        tby_str part = tby_str_trim(tby_game_tag(&r->game, TAGS[i]));
        if (part.n == 0)
            continue;
        tby_buf_cstr(&r->name, r->name.n ? BEFORE[i] : "");
        tby_buf_add(&r->name, part);
    }
    return r->name.rc;
}

static tby_pos last_position(const tby_game *g)
{
    tby_pos p = g->start;

    for (size_t i = 0; i < g->items_n; i++)
        if (g->items[i].kind == TBY_ITEM_MOVE)
            tby_pos_play(&p, g->items[i].move);
    return p;
}

/* The moves of the game; TBY_E_LIMIT, TBY_E_SAN_SYNTAX for a null move. */
static tby_rc copy_line(tby_opening_reader *r, uint32_t *plies)
{
    const tby_game *g = &r->game;
    uint32_t n = 0;

    for (size_t i = 0; i < g->items_n; i++) {
        if (g->items[i].kind != TBY_ITEM_MOVE)
            continue;
        if (g->items[i].move == TBY_MOVE_NULL)
            return TBY_E_SAN_SYNTAX;
        if (n == TBY_OPENING_PLIES)
            return TBY_E_LIMIT;
        r->row.line[n++] = g->items[i].move;
    }
    *plies = n;
    return TBY_OK;
}

tby_rc tby_openings_pgn(tby_opening_reader *r)
{
    tby_pgn_report report;

    /* The next game; a remark before the first one is none, nor is a stray
     * result, which is warned of. */
    tby_pgn pgn;
    tby_rc rc;

    tby_pgn_init(&pgn, r->text, TBY_PGN_MAINLINE);
    pgn.at = r->at;
    while ((rc = tby_pgn_next(&pgn, &r->game, &report)) == TBY_OK) {
        if (report.error.code != TBY_OK || r->game.tags_n || r->game.items_n)
            break;
        if (tby_pgn_is_stray(r->text, &report))
            tby__openings_report(r, TBY_WARNING, TBY_W_PGN_STRAY, report.begin,
                                 NULL);
    }
    r->at = pgn.at;

    if (rc != TBY_OK)
        return rc;
    r->begin = report.begin;
    r->rows++;
    if (report.latin1)
        tby__openings_report(r, TBY_WARNING, TBY_E_UTF8, r->begin,
                             "The text is not UTF-8 and is read as Latin-1.");
    if (report.error.code != TBY_OK) {
        /* What stopped the reader, and for a move why. */
        const tby_err *error = &report.error;
        tby_str rest = tby_str_from(r->text, error->at), word = rest;
        tby_pos pos = last_position(&r->game);
        char sentence[160] = "";
        tby_move ignored;

        tby_str_word(&rest, &word);
        if (word.n < 64 && tby_san_parse(&pos, word, TBY_SAN_TOLERANT, &ignored,
                                         NULL) == error->code)
            tby_san_explain(&pos, word, TBY_SAN_TOLERANT, sentence,
                            sizeof sentence);
        return tby_openings_refuse(r, error->code, error->at, sentence);
    }

    /* Code and name are judged like those of any row; that it is a position is
     * known. */
    tby_opening_row row = {.layout = TBY_ROW_ANY};
    tby_pos pos = last_position(&r->game);
    char fen[TBY_FEN_MAX];
    uint32_t plies = 0;
    rc = join_name(r);

    if (rc == TBY_E_NOMEM)
        return rc;
    if (rc == TBY_OK)
        rc = copy_line(r, &plies);
    if (rc != TBY_OK)
        return tby_openings_refuse(r, rc, r->begin, NULL);
    row.text[TBY_ROW_CODE] = tby_game_tag(&r->game, "ECO");
    if (tby_str_is(row.text[TBY_ROW_CODE], "?"))
        row.text[TBY_ROW_CODE].n = 0;
    row.text[TBY_ROW_NAME] = tby_buf_str(&r->name);
    row.text[TBY_ROW_SOURCE] = r->source;
    row.text[TBY_ROW_FEN] =
        (tby_str){fen, tby_fen_write_pos(&pos, fen, sizeof fen)};
    rc = tby_openings_judge(r, &row);
    if (rc == TBY_OK && !r->game.setup) {
        r->row.opening.line = r->row.line;
        r->row.opening.plies = plies;
    }
    return rc;
}
