/* gamebin_read.c - games from the bytes of .cdb. */
#include "core/base/text.h"
#include "core/game/gamebin_int.h"
#include "tabiya/limits.h"

void tby_gamebin_init(tby_gamebin *c, tby_str bytes)
{
    *c = (tby_gamebin){.bytes = bytes};
}

/* --- one game -------------------------------------------------------------*/

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

/* Adds the move to the game and plays it.  What the bytes say besides (colour,
 * piece, capture, check) must be what the move is. */
static tby_rc read_move(struct reader *r, size_t at, tby_pos *p)
{
    uint16_t word = (uint16_t)word_at(r, at, 2);
    unsigned extra = r->p[at + 2], annotation = extra & 7;
    tby_move m = tby_gamebin_decode(p, word);

    if (m == TBY_MOVE_NULL || tby_pos_judge(p, m) != TBY_OK)
        return wrong(r, at);
    struct gamebin_move right = tby_gamebin_encode(p, m);
    if (right.word != word)
        return wrong(r, at);
    if (right.extra != (extra & ~7u) || annotation == 7)
        return wrong(r, at + 2);
    tby_rc rc = tby_game_add_item(r->game,
                                  (tby_item){.kind = TBY_ITEM_MOVE, .move = m});
    if (rc == TBY_OK && annotation)
        rc = tby_game_add_item(r->game,
                               (tby_item){.kind = TBY_ITEM_NAG,
                                          .nag = tby_gamebin_nag(annotation)});
    return rc;
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
    tby_rc rc = TBY_OK;

    for (size_t ply = 0; rc == TBY_OK && ply < r->head.plies; ply++) {
        char buf[64];
        tby_text t = {buf, sizeof buf, 0};
        if (!add_eval(r, ply, &t))
            return wrong(r, r->columns.evals + 4 * ply);
        add_clock(r, ply, &t);
        rc = read_move(r, r->columns.moves + 3 * ply, &p);
        if (rc == TBY_OK && t.len)
            rc = tby_game_add_comment(r->game, (tby_str){buf, t.len});
    }
    return rc;
}

static tby_rc read_game(struct reader *r)
{
    const struct gamebin_head *h = &r->head;

    r->game->result = h->result;
    r->game->has_result = true;
    r->at = 4; /* if the names are beyond what tags may hold */
    tby_rc rc = tby_gamebin_head_tags(h, r->game);
    if (rc == TBY_OK && h->plies > TBY_MAX_PLIES) {
        r->at = r->columns.moves - 2;
        rc = TBY_E_LIMIT;
    }
    return rc == TBY_OK ? read_plies(r) : rc;
}

/* --- one after another ----------------------------------------------------*/

/* To the next byte that can begin a game: a magic, and then nothing that is
 * wrong.  TBY_E_MORE if the bytes end before that is certain, TBY_DONE if there
 * is none. */
static tby_rc find(tby_gamebin *c)
{
    struct gamebin_head h;
    size_t ignored;

    for (; c->at < c->bytes.n; c->at++) {
        tby_str rest = {c->bytes.p + c->at, c->bytes.n - c->at};
        if (*rest.p != 'P' && *rest.p != '\xF5')
            continue;
        tby_rc rc = tby_gamebin_head_read(rest, &h, &ignored);
        if (rc == TBY_OK || rc == TBY_E_MORE)
            return rc;
    }
    return TBY_DONE;
}

/* Notes the fault and leaves the cursor where the search for the next game
 * begins. */
static tby_rc give_up(tby_gamebin *c, tby_rc rc, size_t at, tby_err *err)
{
    if (err)
        *err = (tby_err){rc, c->at + at};
    c->at++;
    c->lost = true;
    return rc;
}

static tby_rc read_here(tby_gamebin *c, tby_game *game, tby_err *err)
{
    tby_str rest = {c->bytes.p + c->at, c->bytes.n - c->at};
    struct reader r = {.p = (const unsigned char *)rest.p, .game = game};
    tby_rc rc = tby_gamebin_head_read(rest, &r.head, &r.at);

    if (rc == TBY_OK) {
        r.columns = gamebin_columns_of(&r.head);
        rc = r.columns.end > rest.n ? TBY_E_MORE : TBY_OK;
    }
    if (rc == TBY_E_MORE)
        return c->more ? rc : give_up(c, TBY_E_CDB_CUT, rest.n, err);
    if (rc == TBY_OK)
        rc = read_game(&r);
    if (rc == TBY_E_NOMEM)
        return rc;
    if (rc != TBY_OK)
        return give_up(c, rc, r.at, err);
    c->at += r.columns.end;
    return TBY_OK;
}

tby_rc tby_gamebin_next(tby_gamebin *c, tby_game *game, tby_err *err)
{
    tby_game_clear(game);
    if (c->lost) {
        tby_rc rc = find(c);
        if (rc == TBY_E_MORE && c->more)
            return rc; /* still lost: it may turn out to be no game */
        c->lost = rc == TBY_DONE;
    }
    if (c->at == c->bytes.n)
        return c->more ? TBY_E_MORE : TBY_DONE;
    return read_here(c, game, err);
}
