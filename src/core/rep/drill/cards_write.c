/* cards_write.c - see cards.h.  Sorted by key, so that a file changes only
 * where a card did. */
#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/rep/drill/cards_int.h"
#include "tabiya/fen.h"
#include "tabiya/key.h"

static void write_card(const tby_card *card, tby_buf *out)
{
    const tby_memory *m = &card->memory;
    tby_pos pos = card->pos;
    char key[TBY_KEY_TEXT], fen[TBY_FEN_MAX];

    pos.halfmoves = 0; /* a card is no moment of a game */
    pos.fullmoves = 1;
    tby_key_write(pos.key, key);
    tby_fen_write_pos(&pos, fen, sizeof fen);
    tby_buf_cstr(out, key);
    tby_buf_char(out, '\t');
    tby_buf_cstr(out, fen);
    tby_buf_char(out, '\t');
    tby_buf_double(out, m->stability, TBY_CARDS_DECIMALS);
    tby_buf_char(out, '\t');
    tby_buf_double(out, m->difficulty, TBY_CARDS_DECIMALS);
    tby_buf_char(out, '\t');
    tby_time_write(out, m->due);
    tby_buf_char(out, '\t');
    tby_time_write(out, m->last);
    tby_buf_char(out, '\t');
    tby_buf_u64(out, m->reps);
    tby_buf_char(out, '\t');
    tby_buf_u64(out, m->lapses);
    tby_buf_char(out, '\n');
}

static bool less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_card *at = ctx;

    return at[a].pos.key < at[b].pos.key;
}

tby_rc tby_cards_write(const tby_cards *c, tby_buf *out)
{
    uint32_t *order = tby_grow_new(&c->alloc, c->n, sizeof *order);

    if (!order)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < c->n; i++)
        order[i] = i;
    tby_sort(order, c->n, less, c->at);
    tby_buf_cstr(out, TBY_CARDS_VERSION "\n");
    for (size_t i = 0; i < c->n; i++)
        write_card(&c->at[order[i]], out);
    tby_buf_add(out, tby_buf_str(&c->refused));
    tby_grow_free(&c->alloc, order, c->n, sizeof *order);
    return out->rc;
}
