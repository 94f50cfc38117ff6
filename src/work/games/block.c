/* block.c - the games of one block, on whatever thread. */
#include "core/base/assert.h"

#include "core/base/grow.h"
#include "core/base/utf8.h"
#include "core/game/pgn/start.h"
#include "core/game/pgn/warnings.h"
#include "tabiya/gamebin.h"
#include "tabiya/jsonl.h"
#include "tabiya/limits.h"
#include "work/games/int.h"

/* Is the byte at i the end of a line?  CR LF ends with the LF. */
static inline unsigned is_end(const char *p, size_t i)
{
    return (unsigned)(p[i] == '\n') |
           ((unsigned)(p[i] == '\r') & (unsigned)(p[i + 1] != '\n'));
}

/* Ends of lines in n bytes, after which there is at least one more.  In
 * pieces that a byte can count, so that the compiler may use vectors. */
static uint64_t count_ends(const char *p, size_t n)
{
    uint64_t total = 0;

    while (n) {
        size_t piece = n < 240 ? n : 240;
        uint8_t count = 0;
        for (size_t i = 0; i < piece; i++)
            count = (uint8_t)(count + is_end(p, i));
        total += count;
        p += piece;
        n -= piece;
    }
    return total;
}

void tby__games_mark_move(games_mark *mark, tby_str text, size_t to)
{
    size_t from = mark->at;

    if (to <= from)
        return;
    /* a CR that the text ends with is an end */
    bool last = to == text.n;
    size_t n = to - from - last;
    uint64_t ends = count_ends(text.p + from, n);
    bool last_ends = last && (text.p[to - 1] == '\n' || text.p[to - 1] == '\r');
    size_t start = to;
    if (!last_ends) {
        start = from;
        for (size_t i = ends ? from + n : from; i > from; i--) {
            if (is_end(text.p, i - 1)) {
                start = i;
                break;
            }
        }
    }
    uint64_t chars = tby_utf8_count((tby_str){text.p + start, to - start});
    mark->lines += ends + last_ends;
    mark->chars = ends || last_ends ? chars : mark->chars + chars;
    mark->at = to;
}

static tby_str text_of(const games_block *b)
{
    return (tby_str){b->p, b->n};
}

/* Keeps what is to be reported of the game that begins at `begin`. */
static tby_rc keep_text(games_block *b, size_t begin, tby_err error,
                        const char *sentence)
{
    TBY_ASSERT(b->faults_n <= b->faults_cap);
    TBY_TRY(TBY_GROW(NULL, b->faults, b->faults_cap, b->faults_n + 1));
    if (b->mark.at <= begin) {
        tby__games_mark_move(&b->mark, text_of(b), begin);
        b->start = b->mark;
    }
    /* a refusal is reported at the first byte, after what else there was */
    bool back = error.at < b->mark.at;
    TBY_ASSERT(!back || error.at == b->start.at);
    tby__games_mark_move(&b->mark, text_of(b), error.at);
    b->faults[b->faults_n++] = (games_fault){.code = error.code,
                                             .game = b->sum.games,
                                             .mark = back ? b->start : b->mark,
                                             .text = b->texts.n};
    tby_buf_cstr(&b->texts, sentence);
    tby_buf_char(&b->texts, '\0');
    return b->texts.rc;
}

/* Keeps a fault to be reported, unless there are enough of them. */
static tby_rc keep_fault(games_block *b, size_t begin, tby_err error,
                         const char *why)
{
    char sentence[512] = "";

    tby_games_count(&b->sum, error.code, 1);
    if (b->faults_n - b->warned >= b->job->faults)
        return TBY_OK;
    if (!why && b->format == TBY_GAMES_PGN)
        tby_pgn_explain(&b->game, text_of(b), begin, b->job->forgive, error,
                        sentence, sizeof sentence);
    return keep_text(b, begin, error,
                     why         ? why
                     : *sentence ? sentence
                                 : tby_rc_text(error.code));
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
        rc = keep_fault(b, begin, error, NULL);
    if (rc == TBY_OK && visitor->game)
        rc = visitor->game(visitor->ctx, b->part, &item);
    if (rc != TBY_OK || item.refusal == TBY_OK || error.code != TBY_OK)
        return rc;
    b->sum.refused++;
    return keep_fault(b, begin, (tby_err){item.refusal, begin}, item.why);
}

/* A game that is being checked for warnings. */
struct warning_ctx {
    games_block *b;
    size_t begin;
    tby_rc rc;
};

static void on_warning(void *ctx, const tby_pgn_warning *warning)
{
    struct warning_ctx *d = ctx;
    games_block *b = d->b;

    if (!b->job->warn && warning->code != TBY_W_PGN_RESULT &&
        warning->code != TBY_W_PGN_BOARD)
        return;
    if (b->job->fix && warning->certain) {
        tby_games_count_fixed(&b->sum, warning->code, 1);
        return;
    }
    tby_games_count(&b->sum, warning->code, 1);
    if (b->warned >= b->job->warnings || d->rc != TBY_OK)
        return;
    d->rc = keep_text(b, d->begin, (tby_err){warning->code, warning->at},
                      warning->sentence);
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
static tby_rc warn_of_game(games_block *b, const tby_pgn_report *report)
{
    struct warning_ctx d = {b, report->begin, TBY_OK};

    b->sum.games++;
    tby_pgn_warn(&b->game, text_of(b), report, on_warning, &d);
    b->sum.games--;
    if (d.rc != TBY_OK || !b->job->fix)
        return d.rc;
    tby_rc rc = tby_pgn_repair(&b->game, &report->last);
    return rc == TBY_E_LIMIT ? TBY_OK : rc; /* one tag too many */
}

/* To the first byte that can belong to a game: what is between two need not be
 * kept until the next one is here, and may reach up to the block's end. */
static size_t find_game(const games_block *b, size_t at, unsigned *state)
{
    struct pgn_cursor c = pgn_cursor_at(b->p + at, b->p + b->n, b->p);

    tby_pgn_find_game(&c, state, b->more);
    if (b->more && c.p == c.end) {
        /* Columns are characters, and the last one of a block may go on in the
         * next: how many of its bytes are here. */
        const char *from = b->p + at;
        const char *end = c.p;
        size_t n = 0;
        while (n < 3 && end - from > (ptrdiff_t)n &&
               ((unsigned char)end[-(ptrdiff_t)n - 1] & 0xC0) == 0x80)
            n++;
        bool first = end - from > (ptrdiff_t)n &&
                     (unsigned char)end[-(ptrdiff_t)n - 1] >= 0xC0;
        c.p -= first ? n + 1 : 0;
    }
    return (size_t)(c.p - b->p);
}

size_t tby__games_preface(const games_block *b)
{
    unsigned state = b->state.pgn;
    size_t at = find_game(b, 0, &state);
    struct pgn_cursor c = pgn_cursor_at(b->p + at, b->p + b->n, b->p + at);

    c.inside = state & PGN_IN_LINE;
    tby_pgn_skip_preface(&c);
    return state & PGN_HAD_GAME ? 0 : (size_t)(c.p - b->p);
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
        /* Reads the game that begins at pgn->at.  A block that was cut lets the
         * reader see the tag after the cut, where it stops as in the whole
         * text: that is what a cut is. */
        bool cut = !b->more && b->rest > 0;
        pgn.text = (tby_str){b->p, b->n + b->rest};
        pgn.more = b->more || cut;
        rc = tby_pgn_next(&pgn, &b->game, &report);
        TBY_ASSERT(!cut || (rc != TBY_E_MORE && pgn.at <= b->n));

        if (rc != TBY_OK)
            break;
        b->used = pgn.at;
        b->state.pgn = pgn.state;
        tby_err error = report.error;
        /* a file that breaks off takes the end of its last game along, even
         * where the break is between two moves */
        if (b->end < 0 && error.code == TBY_OK && pgn.at >= b->n &&
            !b->game.has_result)
            error = (tby_err){TBY_E_MORE, b->n};
        if (tby_pgn_is_stray(text_of(b), &report)) {
            rc = pass_stray(b, &report);
            if (rc != TBY_OK)
                break;
            continue;
        }
        if (error.code == TBY_OK &&
            (b->job->warn || (b->job->warn_results &&
                              tby_pgn_is_result_odd(&b->game, &report.last))))
            rc = warn_of_game(b, &report);
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
        TBY_TRY(add_whole(b, begin, err));
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
        TBY_TRY(add_whole(b, begin, err));
    }
}

void tby__games_block_read(games_block *b)
{
    tby_rc rc;

    TBY_ASSERT(b->n + b->rest <= b->cap);
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

    /* A game of many megabytes is rare; what it took is not kept for it. */
    tby_game *g = &b->game;
    enum { MUCH = 1 << 20 };

    if (g->text_cap > MUCH || g->items_cap * sizeof *g->items > MUCH ||
        g->tags_cap * sizeof *g->tags > MUCH) {
        tby_game_free(g);
        tby_game_init(g, NULL);
    }

    b->rc = rc == TBY_DONE || rc == TBY_E_MORE ? TBY_OK : rc;
    if (b->rc == TBY_OK && b->job->visitor.end)
        b->rc = b->job->visitor.end(b->job->visitor.ctx, b->part);
    /* PGN keeps spaces that may not be whole; a byte order mark after the last
     * game is used, too */
    if (rc == TBY_DONE && (b->format != TBY_GAMES_PGN || !b->more))
        b->used = b->n;
    if (b->format != TBY_GAMES_CDB)
        tby__games_mark_move(&b->mark, text_of(b), b->used);
}
