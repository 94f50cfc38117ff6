/* block.c - the games of one block, on whatever thread. */
#include "core/base/assert.h"
#include "core/game/pgn/doubts.h"
#include "core/game/pgn/explain.h"
#include "core/game/pgn/start.h"
#include "tabiya/gamebin.h"
#include "tabiya/jsonl.h"
#include "tabiya/limits.h"
#include "work/games/int.h"

static tby_str text_of(const games_block *b)
{
    return (tby_str){b->p, b->n};
}

/* --- faults ---------------------------------------------------------------*/

static tby_rc reserve_fault(games_block *b)
{
    if (b->faults_n < b->faults_cap)
        return TBY_OK;
    size_t cap = b->faults_cap ? 2 * b->faults_cap : 16;
    games_fault *faults = games_resize(
        b->faults, b->faults_cap * sizeof *faults, cap * sizeof *faults);
    if (!faults)
        return TBY_E_NOMEM;
    b->faults = faults;
    b->faults_cap = cap;
    return TBY_OK;
}

/* Keeps what is to be told of the game that begins at `begin`. */
static tby_rc keep_text(games_block *b, size_t begin, tby_err error,
                        const char *sentence)
{
    tby_rc rc = reserve_fault(b);

    if (rc != TBY_OK)
        return rc;
    if (b->mark.at <= begin) {
        games_mark_move(&b->mark, text_of(b), begin);
        b->start = b->mark;
    }
    /* a refusal is told at the first byte, after what else there was */
    bool back = error.at < b->mark.at;
    TBY_ASSERT(!back || error.at == b->start.at);
    games_mark_move(&b->mark, text_of(b), error.at);
    b->faults[b->faults_n++] = (games_fault){.code = error.code,
                                             .game = b->sum.games,
                                             .mark = back ? b->start : b->mark,
                                             .text = b->texts.n};
    tby_buf_cstr(&b->texts, sentence);
    tby_buf_char(&b->texts, '\0');
    return b->texts.rc;
}

/* Keeps a fault to be told, unless there are enough of them. */
static tby_rc keep_fault(games_block *b, size_t begin, tby_err error)
{
    char sentence[512] = "";

    tby_games_count(&b->sum, error.code, 1);
    if (b->faults_n - b->warned >= b->job->faults)
        return TBY_OK;
    if (b->format == TBY_GAMES_PGN)
        tby_pgn_explain(&b->game, text_of(b), begin, b->job->forgive, error,
                        sentence, sizeof sentence);
    return keep_text(b, begin, error,
                     *sentence ? sentence : tby_rc_text(error.code));
}

/* One game of the block: counts it and gives it to the visitor.  The error is
 * at a byte of the block; `begin` is the game's first. */
static tby_rc add_game(games_block *b, size_t begin, tby_err error,
                       tby_games_item item)
{
    const tby_games_visitor *visitor = &b->job->visitor;
    tby_rc rc = TBY_OK;

    b->sum.games++;
    b->sum.plies += b->game.plies;
    b->sum.latin1 += item.latin1;
    b->sum.damaged += error.code != TBY_OK;
    item.game = &b->game;
    item.error = error.code;
    if (error.code != TBY_OK)
        rc = keep_fault(b, begin, error);
    if (rc == TBY_OK && visitor->game)
        rc = visitor->game(visitor->ctx, b->part, &item);
    if (rc != TBY_OK || item.refusal == TBY_OK || error.code != TBY_OK)
        return rc;
    b->sum.refused++;
    return keep_fault(b, begin, (tby_err){item.refusal, begin});
}

/* --- PGN ------------------------------------------------------------------*/

/* A game that is being doubted. */
struct doubting {
    games_block *b;
    size_t begin;
    tby_rc rc;
};

static void keep_doubt(void *ctx, const tby_pgn_doubt *doubt)
{
    struct doubting *d = ctx;
    games_block *b = d->b;

    if (b->job->fix && doubt->certain) {
        tby_games_count_fixed(&b->sum, doubt->code, 1);
        return;
    }
    tby_games_count(&b->sum, doubt->code, 1);
    if (b->warned >= b->job->warnings || d->rc != TBY_OK)
        return;
    d->rc = keep_text(b, d->begin, (tby_err){doubt->code, doubt->at},
                      doubt->sentence);
    b->warned += d->rc == TBY_OK;
}

/* A result that stands alone is no game, whoever reads: it is warned of and
 * nothing else.  The warning has the number of the next game. */
static tby_rc pass_stray(games_block *b, const tby_pgn_report *report)
{
    tby_games_count(&b->sum, TBY_W_PGN_STRAY, 1);
    if (b->warned >= b->job->warnings)
        return TBY_OK;
    b->sum.games++;
    tby_rc rc =
        keep_text(b, report->begin, (tby_err){TBY_W_PGN_STRAY, report->begin},
                  tby_rc_text(TBY_W_PGN_STRAY));
    b->sum.games--;
    b->warned += rc == TBY_OK;
    return rc;
}

/* Tells what is odd about a sound game, and puts right what may be.  The game
 * is the next to be counted. */
static tby_rc doubt_game(games_block *b, const tby_pgn_report *report)
{
    struct doubting d = {b, report->begin, TBY_OK};

    b->sum.games++;
    tby_pgn_doubts(&b->game, text_of(b), report, keep_doubt, &d);
    b->sum.games--;
    if (d.rc != TBY_OK || !b->job->fix)
        return d.rc;
    tby_rc rc = tby_pgn_settle(&b->game, &report->last);
    return rc == TBY_E_LIMIT ? TBY_OK : rc; /* one tag too many */
}

/* Columns are characters, and the last one of a block may go on in the next:
 * how many of its bytes are here. */
static size_t half_a_character(const char *from, const char *end)
{
    size_t n = 0;

    while (n < 3 && end - from > (ptrdiff_t)n &&
           ((unsigned char)end[-(ptrdiff_t)n - 1] & 0xC0) == 0x80)
        n++;
    bool first = end - from > (ptrdiff_t)n &&
                 (unsigned char)end[-(ptrdiff_t)n - 1] >= 0xC0;
    return first ? n + 1 : 0;
}

/* To the first byte that can belong to a game: what is between two need not be
 * kept until the next one is here, and may reach up to the block's end. */
static size_t find_game(const games_block *b, size_t at, unsigned *state)
{
    struct pgn_cursor c = pgn_cursor_at(b->p + at, b->p + b->n, b->p);

    tby_pgn_find_game(&c, state, b->more);
    if (b->more && c.p == c.end)
        c.p -= half_a_character(b->p + at, c.p);
    return (size_t)(c.p - b->p);
}

size_t games_preface(const games_block *b)
{
    unsigned state = b->state.pgn;
    size_t at = find_game(b, 0, &state);
    struct pgn_cursor c = pgn_cursor_at(b->p + at, b->p + b->n, b->p + at);

    c.inside = state & PGN_IN_LINE;
    tby_pgn_skip_preface(&c);
    return state & PGN_HAD_GAME ? 0 : (size_t)(c.p - b->p);
}

/* A file that breaks off takes the end of its last game along, even where the
 * break is between two moves. */
static tby_err error_of(const games_block *b, const tby_pgn *pgn,
                        const tby_pgn_report *report)
{
    if (b->end < 0 && report->error.code == TBY_OK && pgn->at >= b->n &&
        !b->game.has_result)
        return (tby_err){TBY_E_MORE, b->n};
    return report->error;
}

/* Reads the game that begins at pgn->at.  A block that was cut lets the reader
 * see the tag behind the cut, where it stops as in the whole text: that is what
 * a cut is. */
static tby_rc next_game(games_block *b, tby_pgn *pgn, tby_pgn_report *report)
{
    bool cut = !b->more && b->rest > 0;

    pgn->text = (tby_str){b->p, b->n + b->rest};
    pgn->more = b->more || cut;
    tby_rc rc = tby_pgn_next(pgn, &b->game, report);
    TBY_ASSERT(!cut || (rc != TBY_E_MORE && pgn->at <= b->n));
    return rc;
}

static tby_record *record_of(const games_block *b)
{
    const tby_games_visitor *visitor = &b->job->visitor;

    return visitor->record ? visitor->record(b->part) : NULL;
}

static tby_rc read_pgn(games_block *b)
{
    tby_pgn pgn = {.mode = b->job->mode,
                   .state = b->state.pgn,
                   .watch = b->job->visitor.look,
                   .watch_ctx = b->part,
                   .record = record_of(b),
                   .forgive = b->job->forgive};
    tby_pgn_report report;
    tby_rc rc;

    for (;;) {
        size_t begin = pgn.at = find_game(b, pgn.at, &pgn.state);
        b->used = begin;
        b->state.pgn = pgn.state;
        if (begin >= b->n)
            return TBY_DONE;
        if (pgn.state & (PGN_IN_LONG | PGN_IN_ESCAPE))
            return TBY_E_MORE;
        rc = next_game(b, &pgn, &report);
        if (rc != TBY_OK)
            break;
        b->used = pgn.at;
        b->state.pgn = pgn.state;
        tby_err error = error_of(b, &pgn, &report);
        if (tby_pgn_is_stray(text_of(b), &report)) {
            rc = pass_stray(b, &report);
            if (rc != TBY_OK)
                break;
            continue;
        }
        if (b->job->doubts && error.code == TBY_OK)
            rc = doubt_game(b, &report);
        if (rc == TBY_OK)
            rc =
                add_game(b, begin, error,
                         (tby_games_item){.latin1 = report.latin1,
                                          .text = {b->p + report.begin,
                                                   report.end - report.begin}});
        if (rc != TBY_OK)
            break;
    }
    return rc;
}

/* --- the others -----------------------------------------------------------*/

static bool is_final(tby_rc rc)
{
    return rc == TBY_DONE || rc == TBY_E_MORE || rc == TBY_E_NOMEM;
}

static tby_rc add_whole(games_block *b, size_t begin, tby_err error)
{
    tby_record *record = record_of(b);

    if (error.code == TBY_OK && record)
        tby_record_game(record, &b->game);
    if (error.code == TBY_OK && b->job->visitor.look)
        tby_game_show(&b->game, b->job->visitor.look, b->part);
    return add_game(b, begin, error, (tby_games_item){.latin1 = 0});
}

static tby_rc read_cdb(games_block *b)
{
    tby_gamebin c;

    tby_gamebin_init(&c, text_of(b));
    c.more = b->more;
    c.lost = b->state.lost;
    for (;;) {
        tby_err err = {TBY_OK, 0};
        size_t begin = c.at;
        tby_rc rc = tby_gamebin_next(&c, &b->game, &err);
        b->state.lost = c.lost;
        b->used = c.at;
        if (is_final(rc))
            return rc;
        err.code = rc;
        rc = add_whole(b, begin, err);
        if (rc != TBY_OK)
            return rc;
    }
}

static tby_rc read_jsonl(games_block *b)
{
    /* not tby_jsonl_init(): it passes a byte order mark, and any block may
     * begin with one that is no such thing */
    tby_jsonl c = {.text = text_of(b),
                   .more = b->more,
                   .skip = b->state.skip,
                   .refused = b->state.refused,
                   .forgive = b->job->forgive};

    for (;;) {
        tby_err err = {TBY_OK, 0};
        size_t begin = c.at;
        tby_rc rc = tby_jsonl_next(&c, &b->game, &err);
        b->state.skip = c.skip;
        b->state.refused = c.refused;
        b->used = c.at;
        if (is_final(rc))
            return rc;
        err.code = rc;
        rc = add_whole(b, begin, err);
        if (rc != TBY_OK)
            return rc;
    }
}

/* --- a block --------------------------------------------------------------*/

/* A game of many megabytes is rare; what it took is not kept for it. */
static void give_back(tby_game *g)
{
    enum { MUCH = 1 << 20 };

    if (g->text_cap > MUCH || g->items_cap * sizeof *g->items > MUCH ||
        g->tags_cap * sizeof *g->tags > MUCH) {
        tby_game_free(g);
        tby_game_init(g, NULL);
    }
}

void games_block_read(games_block *b)
{
    tby_rc rc;

    b->used = 0;
    b->mark = (games_mark){0};
    b->sum = (tby_games_sum){0};
    b->faults_n = 0;
    b->warned = 0;
    tby_buf_clear(&b->texts);
    switch (b->format) {
    case TBY_GAMES_CDB:
        rc = read_cdb(b);
        break;
    case TBY_GAMES_JSONL:
        rc = read_jsonl(b);
        break;
    case TBY_GAMES_PGN:
    default:
        rc = read_pgn(b);
        break;
    }
    give_back(&b->game);
    b->rc = rc == TBY_DONE || rc == TBY_E_MORE ? TBY_OK : rc;
    if (b->rc == TBY_OK && b->job->visitor.end)
        b->rc = b->job->visitor.end(b->job->visitor.ctx, b->part);
    /* PGN keeps blanks that may not be whole; a byte order mark behind the last
     * game is used, too */
    if (rc == TBY_DONE && (b->format != TBY_GAMES_PGN || !b->more))
        b->used = b->n;
    if (b->format != TBY_GAMES_CDB)
        games_mark_move(&b->mark, text_of(b), b->used);
}
