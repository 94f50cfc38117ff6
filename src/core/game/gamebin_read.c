#include "core/base/assert.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/gamebin_int.h"
#include "tabiya/limits.h"

#include <string.h>

void tby_gamebin_init(tby_gamebin *c, tby_str bytes)
{
    *c = (tby_gamebin){.bytes = bytes};
}

static uint16_t u16(const char *p)
{
    return (uint16_t)((unsigned char)p[0] | (unsigned char)p[1] << 8);
}

/* Reads from the first byte of a game.  TBY_E_MORE if the bytes end early and
 * are right so far; TBY_E_CDB_MAGIC or TBY_E_CDB_FIELD with the byte in *at. */
static tby_rc read_head(tby_str s, struct gamebin_head *h, size_t *at)
{
    static const char magic[2][5] = {"\xF5"
                                     "CD1",
                                     "PGN1"};
    static const tby_result results[4] = {TBY_RESULT_WHITE, TBY_RESULT_BLACK,
                                          TBY_RESULT_DRAW, TBY_RESULT_NONE};
    tby_str *name[2] = {&h->white, &h->black};
    tby_err err = {TBY_OK, 0};
    size_t n = s.n < 4 ? s.n : 4, begin = 8;

    *at = 0;
    if (n && memcmp(s.p, magic[0], n) != 0 && memcmp(s.p, magic[1], n) != 0)
        return TBY_E_CDB_MAGIC;
    if (s.n < 8)
        return TBY_E_MORE;

    h->white.n = u16(s.p + 4);
    h->black.n = u16(s.p + 6);
    for (int i = 0; i < 2; i++) {
        if (s.n - begin < name[i]->n)
            return TBY_E_MORE;
        name[i]->p = s.p + begin;
        if (tby_utf8_validate(*name[i], &err) != TBY_OK) {
            *at = begin + err.at;
            return TBY_E_CDB_FIELD;
        }
        begin += name[i]->n;
    }

    /* date to plies, 28 bytes */
    for (*at = begin; *at < begin + GAMEBIN_DATE; (*at)++) {
        if (*at >= s.n)
            return TBY_E_MORE;
        if (!tby_is_digit(s.p[*at]))
            return TBY_E_CDB_FIELD;
    }
    if (s.n - begin < GAMEBIN_FIXED - 8)
        return TBY_E_MORE;
    const char *p = s.p + begin;
    memcpy(h->date, p, GAMEBIN_DATE);
    h->elo[0] = u16(p + 14);
    h->elo[1] = u16(p + 16);
    memcpy(h->eco, p + 18, 3);
    h->base = u16(p + 21);
    h->increment = u16(p + 23);
    unsigned status = (unsigned char)p[25];
    h->evals = status & 1 << 6;
    h->clocks = status & 1 << 5;
    h->result = results[status >> 3 & 3];
    h->reason = status & 7;
    h->plies = u16(p + 26);
    *at = begin + 18;
    if (!gamebin_is_eco(h->eco) && memcmp(h->eco, "???", 3) != 0)
        return TBY_E_CDB_FIELD;
    *at = begin + 25;
    bool columns = h->evals || h->clocks;
    if (status >> 7 || h->reason >= GAMEBIN_REASONS || (columns && !h->plies))
        return TBY_E_CDB_FIELD;
    return TBY_OK;
}

struct reader {
    const unsigned char *p;
    struct gamebin_head head;
    tby_game *game;
    struct gamebin_columns columns;
    size_t at; /* of what is wrong, from the first byte of the game */
};

static uint32_t word_at(const struct reader *r, size_t at, size_t n)
{
    uint32_t value = 0;

    for (size_t i = 0; i < n; i++)
        value |= (uint32_t)r->p[at + i] << 8 * i;
    return value;
}

static tby_rc wrong(struct reader *r, size_t at)
{
    r->at = at;
    return TBY_E_CDB_FIELD;
}

static bool add_eval(struct reader *r, size_t ply, tby_text *t)
{
    struct tby_raw_eval e;
    uint32_t word = r->head.evals ? word_at(r, r->columns.evals + 4 * ply, 4)
                                  : GAMEBIN_NO_EVAL;
    char buf[24];

    if (word == GAMEBIN_NO_EVAL)
        return true;
    if (!tby_gamebin_eval(word, &e))
        return false;
    tby_text_cstr(t, "[%eval ");
    tby_text_str(t, (tby_str){buf, tby_comment_write_eval(&e, buf, 24)});
    tby_text_char(t, ']');
    return true;
}

static void add_clock(struct reader *r, size_t ply, tby_text *t)
{
    uint32_t s = r->head.clocks ? word_at(r, r->columns.clocks + 2 * ply, 2)
                                : GAMEBIN_NO_CLOCK;

    if (s == GAMEBIN_NO_CLOCK)
        return;
    tby_text_cstr(t, t->len ? " [%clk " : "[%clk ");
    tby_text_u64(t, s / 3600);
    for (uint32_t unit = 60; unit > 0; unit /= 60) {
        uint32_t part = s / unit % 60;
        tby_text_char(t, ':');
        tby_text_char(t, (char)('0' + part / 10));
        tby_text_char(t, (char)('0' + part % 10));
    }
    tby_text_char(t, ']');
}

static tby_rc read_plies(struct reader *r)
{
    tby_pos p = tby_pos_start();

    for (size_t ply = 0; ply < r->head.plies; ply++) {
        char buf[64];
        tby_text t = {buf, sizeof buf, 0};
        if (!add_eval(r, ply, &t))
            return wrong(r, r->columns.evals + 4 * ply);
        add_clock(r, ply, &t);
        /* Adds the move to the game and plays it.  What the bytes say besides
         * (colour, piece, capture, check) must be what the move is. */
        size_t place = r->columns.moves + 3 * ply;
        uint16_t word = (uint16_t)word_at(r, place, 2);
        unsigned extra = r->p[place + 2], annotation = extra & 7;
        tby_move m = tby_gamebin_decode(&p, word);
        if (m == TBY_MOVE_NULL || tby_pos_judge(&p, m) != TBY_OK)
            return wrong(r, place);
        struct gamebin_move right = tby_gamebin_encode(&p, m);
        if (right.word != word)
            return wrong(r, place);
        if (right.extra != (extra & ~7u) || annotation == 7)
            return wrong(r, place + 2);
        TBY_TRY(tby_game_add_item(
            r->game, (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
        if (annotation)
            TBY_TRY(tby_game_add_item(
                r->game, (tby_item){.kind = TBY_ITEM_NAG,
                                    .nag = tby_gamebin_nag(annotation)}));
        if (t.len)
            TBY_TRY(tby_game_add_comment(r->game, (tby_str){buf, t.len}));
    }
    return TBY_OK;
}

/* Reports the fault and leaves the cursor where the search for the next game
 * begins. */
static tby_rc give_up(tby_gamebin *c, tby_rc rc, size_t at, tby_err *err)
{
    if (err)
        *err = (tby_err){rc, c->at + at};
    c->at++;
    c->lost = true;
    return rc;
}

tby_rc tby_gamebin_next(tby_gamebin *c, tby_game *game, tby_err *err)
{
    tby_rc rc = TBY_DONE;
    struct reader r = {.game = game};

    tby_game_clear(game);
    /* after a fault, to the next byte that can begin a game: a magic, and then
     * nothing that is wrong */
    for (; c->lost && c->at < c->bytes.n; c->at++) {
        tby_str rest = {c->bytes.p + c->at, c->bytes.n - c->at};
        if (*rest.p != 'P' && *rest.p != '\xF5')
            continue;
        rc = read_head(rest, &r.head, &r.at);
        if (rc == TBY_E_MORE && c->more)
            return rc; /* still lost: it may turn out to be no game */
        if (rc == TBY_OK || rc == TBY_E_MORE)
            break;
    }
    c->lost = c->lost && c->at == c->bytes.n;
    if (c->at == c->bytes.n)
        return c->more ? TBY_E_MORE : TBY_DONE;

    tby_str rest = {c->bytes.p + c->at, c->bytes.n - c->at};
    r.p = (const unsigned char *)rest.p;
    rc = read_head(rest, &r.head, &r.at);
    if (rc == TBY_OK) {
        r.columns = gamebin_columns_of(&r.head);
        rc = r.columns.end > rest.n ? TBY_E_MORE : TBY_OK;
    }
    if (rc == TBY_E_MORE)
        return c->more ? rc : give_up(c, TBY_E_CDB_CUT, rest.n, err);
    if (rc == TBY_OK) {
        game->result = r.head.result;
        game->has_result = true;
        r.at = 4; /* if the names are beyond what tags may hold */
        rc = tby_gamebin_head_tags(&r.head, game);
    }
    if (rc == TBY_OK && r.head.plies > TBY_MAX_PLIES) {
        r.at = r.columns.moves - 2;
        rc = TBY_E_LIMIT;
    }
    if (rc == TBY_OK)
        rc = read_plies(&r);
    if (rc == TBY_E_NOMEM)
        return rc;
    if (rc != TBY_OK)
        return give_up(c, rc, r.at, err);
    c->at += r.columns.end;
    TBY_ASSERT(c->at <= c->bytes.n);
    return TBY_OK;
}
