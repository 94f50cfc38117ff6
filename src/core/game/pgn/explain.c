#include "core/base/assert.h"
#include "core/game/game.h"
#include "core/game/pgn/lex.h"
#include "core/game/pgn/warnings.h"
#include "tabiya/fen.h"
#include "tabiya/limits.h"
#include "tabiya/san.h"

/* A line of play, and where it stood before its last move. */
struct line {
    tby_pos pos, before;
};

/* Where in the text a fault is. */
struct depth {
    size_t open; /* variations around it */
    bool fresh;  /* the innermost has nothing before it yet */
};

static bool is_about_a_move(tby_rc code)
{
    return (code <= TBY_E_MOVE_EMPTY && code > -200) ||
           code == TBY_E_SAN_SYNTAX || code == TBY_E_SAN_AMBIGUOUS;
}

void tby_pgn_put_reason(tby_text *t, const char *sentence, const char *name)
{
    size_t n = strlen(sentence);

    tby_text_str(t, (tby_str){sentence, n - (n && sentence[n - 1] == '.')});
    tby_text_join(t, " (", name, ")");
}

void tby_pgn_list_faults(tby_text *t, tby_faults faults)
{
    for (; faults; faults &= faults - 1) {
        tby_pgn_put_reason(t, tby_fault_text(faults), tby_fault_name(faults));
        if (faults & (faults - 1))
            tby_text_cstr(t, "; ");
    }
}

size_t tby_pgn_explain(const tby_game *g, tby_str text, size_t begin,
                       tby_faults forgive, tby_err error, char *buf, size_t cap)
{
    enum { LONGEST = 64 }; /* no move is; noise may be */

    if (cap)
        *buf = '\0';
    if (error.code == TBY_E_PGN_SETUP) {
        tby_text t = {buf, cap, 0};
        tby_faults found = 0;
        tby_pos ignored;

        forgive |= TBY_GAME_PLAYABLE;
        tby_rc rc = tby_fen_parse_with(tby_game_tag(g, "FEN"), forgive,
                                       &ignored, &found, NULL);
        if (rc == TBY_OK)
            return 0;
        tby_text_cstr(&t, "The FEN tag gives no position: ");
        if (found)
            tby_pgn_list_faults(&t, found & ~forgive);
        else
            tby_pgn_put_reason(&t, tby_rc_text(rc), tby_rc_name(rc));
        tby_text_char(&t, '.');
        return tby_text_end(&t);
    }
    if (!is_about_a_move(error.code) || error.at >= text.n)
        return 0;
    struct pgn_cursor c =
        pgn_cursor_at(text.p + error.at, text.p + text.n, text.p);
    tby_str word = tby_pgn_word(&c);

    /* The position that the next move of the text would be played in.  The
     * reader has closed the variations around it and dropped an empty one. */
    size_t at = error.at;
    tby_tokens tokens = {(tby_str){text.p, at}, begin};
    struct depth d = {0, false};
    tby_token token;

    while (tby_tokens_next(&tokens, &token) == TBY_OK) {
        if (token.kind == TBY_TOKEN_OPEN)
            d = (struct depth){d.open + 1, true};
        else if (token.kind == TBY_TOKEN_CLOSE)
            d = (struct depth){d.open - (d.open > 0), false};
        else if (token.kind != TBY_TOKEN_NUMBER)
            d.fresh = false;
    }
    struct line line = {g->start, g->start};
    struct line outer[TBY_MAX_RAV_DEPTH];
    TBY_ASSERT(d.open >= d.fresh);
    size_t closed = d.open - d.fresh, depth = 0;
    size_t n = closed < g->items_n ? g->items_n - closed : 0;

    for (size_t i = 0; i < n; i++) {
        const tby_item *item = &g->items[i];
        if (item->kind == TBY_ITEM_MOVE) {
            line.before = line.pos;
            tby_pos_play(&line.pos, item->move);
        } else if (item->kind == TBY_ITEM_OPEN && depth < TBY_MAX_RAV_DEPTH) {
            outer[depth++] = line;
            line.pos = line.before;
        } else if (item->kind == TBY_ITEM_CLOSE && depth > 0) {
            line = outer[--depth];
        }
    }
    tby_pos pos = d.fresh ? line.before : line.pos;

    if (word.n == 0 || word.n > LONGEST)
        return 0;
    return tby_san_explain(&pos, word, TBY_SAN_TOLERANT, buf, cap);
}
