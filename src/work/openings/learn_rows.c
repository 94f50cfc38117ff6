/* learn_rows.c - what was learned, as openings. */
#include "work/games/int.h"
#include "work/openings/learn_int.h"

#include <string.h>

/* --- lines ----------------------------------------------------------------*/

tby_rc learn_lines_open(learn_lines *l, uint32_t n)
{
    *l = (learn_lines){.n = n};
    l->at = games_resize(NULL, 0, ((size_t)n + 1) * sizeof *l->at);
    l->plies = games_resize(NULL, 0, (size_t)n + 1);
    if (!l->at || !l->plies) {
        learn_lines_free(l);
        return TBY_E_NOMEM;
    }
    memset(l->at, 0, ((size_t)n + 1) * sizeof *l->at);
    return TBY_OK;
}

void learn_lines_free(learn_lines *l)
{
    games_resize(l->at, ((size_t)l->n + 1) * sizeof *l->at, 0);
    games_resize(l->plies, (size_t)l->n + 1, 0);
    games_resize(l->moves, l->moves_cap * sizeof *l->moves, 0);
    *l = (learn_lines){.at = NULL};
}

tby_rc learn_lines_add(learn_lines *l, uint32_t candidate,
                       const tby_move *moves, size_t plies)
{
    if (l->at[candidate - 1])
        return TBY_OK;
    if (plies > l->moves_cap - l->moves_n) {
        size_t cap = 2 * l->moves_cap + LEARN_PLIES;
        tby_move *grown = games_resize(l->moves, l->moves_cap * sizeof *grown,
                                       cap * sizeof *grown);
        if (!grown)
            return TBY_E_NOMEM;
        l->moves = grown;
        l->moves_cap = cap;
    }
    if (plies)
        memcpy(l->moves + l->moves_n, moves, plies * sizeof *moves);
    l->at[candidate - 1] = (uint32_t)l->moves_n + 1;
    l->plies[candidate - 1] = (uint8_t)plies;
    l->moves_n += plies;
    return TBY_OK;
}

/* --- rows -----------------------------------------------------------------*/

/* Where the line leads, and the name of the last position of it that has one.
 */
static tby_pos follow(const tby_book *book, const tby_opening *o, tby_str *name)
{
    tby_pos p = tby_pos_start();

    for (uint32_t ply = 0;; ply++) {
        uint32_t entry = tby_book_find(book, &p);
        tby_opening here;
        if (entry != TBY_BOOK_NONE) {
            tby_book_peek(book, entry, &here);
            *name = here.name;
        }
        if (ply == o->plies)
            return p;
        tby_pos_play(&p, o->line[ply]);
    }
}

static tby_rc add_row(tby_openings *t, const learn_lines *l, uint32_t i,
                      uint16_t code, const tby_book *book)
{
    char text[4] = {(char)('A' + code / 100 % 5), (char)('0' + code / 10 % 10),
                    (char)('0' + code % 10), '\0'};
    tby_opening o = {.name = tby_str_of(text),
                     .source = tby_str_of("overlay"),
                     .line = l->moves + (l->at[i] - 1),
                     .plies = l->plies[i]};

    memcpy(o.code, text, sizeof o.code);
    o.pos = follow(book, &o, &o.name);
    return tby_openings_add(t, &o);
}

tby_rc learn_rows(const learn_lines *l, const uint16_t *codes,
                  const tby_book *book, tby_openings **out)
{
    tby_openings *t = NULL;
    tby_rc rc = tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL);

    for (uint32_t i = 0; i < l->n && rc == TBY_OK; i++)
        if (codes[i] != LEARN_NO_CODE && l->at[i])
            rc = add_row(t, l, i, codes[i], book);
    if (rc == TBY_OK)
        *out = t;
    else
        tby_openings_close(t);
    return rc;
}
