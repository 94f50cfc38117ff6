/* reported.h - everything that is reported of a stream of games, as text that
 * can be compared: read as a stream, and in the plain way, all at once. */
#ifndef TBY_TESTS_REPORTED_H
#define TBY_TESTS_REPORTED_H

#include "core/base/utf8.h"
#include "core/game/pgn/warnings.h"
#include "tabiya/tabiya.h"
#include "work/games/games.h"

#include "unit/work/damage.h" /* last: its text would be shadowed */

/* --- what is compared -----------------------------------------------------*/

/* Everything that was reported, as text. */
typedef struct reported {
    text games;  /* each as it would be written, with its error */
    text faults; /* each with its place */
} reported;

static inline void add_line(text *t, const char *line)
{
    text_add(t, line, strlen(line));
}

static inline void add_game(text *t, const tby_game *g, tby_rc error,
                            uint32_t latin1)
{
    static _Thread_local char buf[1 << 16];
    size_t n = tby_pgn_write(g, buf, sizeof buf);

    text_add(t, buf, n < sizeof buf ? n : sizeof buf);
    snprintf(buf, sizeof buf, "-- %s %u\n", tby_rc_name(error), latin1);
    add_line(t, buf);
}

static inline void add_fault(text *t, tby_rc code, uint64_t game,
                             uint64_t offset, tby_place place)
{
    char line[200];

    snprintf(line, sizeof line, "%s game %llu byte %llu at %zu:%zu\n",
             tby_rc_name(code), (unsigned long long)game,
             (unsigned long long)offset, place.line, place.column);
    add_line(t, line);
}

static inline void reported_free(reported *t)
{
    text_free(&t->games);
    text_free(&t->faults);
}

/* --- the plain way: all of the text at once -------------------------------*/

static inline tby_place slow_place(const text *t, size_t from, size_t at)
{
    size_t line = 1, start = from;

    for (size_t i = from; i < at; i++) {
        if (t->p[i] == '\n' ||
            (t->p[i] == '\r' && (i + 1 == t->n || t->p[i + 1] != '\n'))) {
            line++;
            start = i + 1;
        }
    }
    return (tby_place){line,
                       tby_utf8_count((tby_str){t->p + start, at - start}) + 1};
}

/* Adds the warnings about a game to those that were reported. */
typedef struct plain_warnings {
    reported *out;
    const text *t;
    size_t bom;
    uint64_t game;
} plain_warnings;

static inline void add_plain_warning(void *ctx, const tby_pgn_warning *warning)
{
    plain_warnings *d = ctx;

    add_fault(&d->out->faults, warning->code, d->game, warning->at,
              slow_place(d->t, d->bom, warning->at));
}

static inline reported read_plainly(const text *t, tby_pgn_mode mode)
{
    reported out = {{NULL, 0, 0}, {NULL, 0, 0}};
    size_t bom = t->n >= 3 && memcmp(t->p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    tby_pgn pgn;
    tby_pgn_report report;
    tby_game game;
    uint64_t n = 0;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, (tby_str){t->p, t->n}, mode);
    while (tby_pgn_next(&pgn, &game, &report) == TBY_OK) {
        if (tby_pgn_is_stray(pgn.text, &report)) {
            add_fault(&out.faults, TBY_W_PGN_STRAY, n + 1, report.begin,
                      slow_place(t, bom, report.begin));
            continue;
        }
        n++;
        add_game(&out.games, &game, report.error.code, report.latin1);
        if (report.error.code != TBY_OK)
            add_fault(&out.faults, report.error.code, n, report.error.at,
                      slow_place(t, bom, report.error.at));
        plain_warnings warnings = {&out, t, bom, n};
        if (report.error.code == TBY_OK)
            tby_pgn_warn(&game, pgn.text, &report, add_plain_warning,
                         &warnings);
    }
    tby_game_free(&game);
    return out;
}

/* --- the stream -----------------------------------------------------------*/

static inline void drop_part(void *ctx, void *part)
{
    (void)ctx;
    text_free(part);
}

static inline tby_rc take_game(void *ctx, void *part, tby_games_item *item)
{
    (void)ctx;
    add_game(part, item->game, item->error, item->latin1);
    return TBY_OK;
}

static inline tby_rc join_part(void *ctx, void *part)
{
    reported *t = ctx;
    text *p = part;

    if (p->n)
        text_add(&t->games, p->p, p->n);
    p->n = 0;
    return TBY_OK;
}

static inline void on_fault(void *ctx, const tby_games_fault *f)
{
    reported *t = ctx;

    assert_true(f->text[0] != '\0');
    add_fault(&t->faults, f->code, f->game, f->offset, f->place);
}

static inline tby_games_job job_of(reported *t, size_t block, unsigned threads)
{
    return (tby_games_job){
        .threads = threads,
        .block = block,
        .faults = UINT64_MAX,
        .warn = true,
        .warnings = UINT64_MAX,
        .visitor = {.ctx = t,
                    .part_size = sizeof(text),
                    .drop = drop_part,
                    .game = take_game,
                    .join = join_part},
        .listener = {.ctx = t, .fault = on_fault},
    };
}

static inline void check_same(const text *a, const text *b, const text *source,
                              size_t block, unsigned threads)
{
    if (a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0))
        return;
    FILE *f = fopen("/tmp/tabiya-test-games.pgn", "w");
    if (f) {
        fwrite(source->p, 1, source->n, f);
        fclose(f);
    }
    size_t at = 0;
    while (at < a->n && at < b->n && a->p[at] == b->p[at])
        at++;
    at = at > 150 ? at - 150 : 0;
    print_error("whole text: ...%.*s\n",
                (int)(a->n - at < 300 ? a->n - at : 300), a->p + at);
    print_error("stream: ...%.*s\n", (int)(b->n - at < 300 ? b->n - at : 300),
                b->p + at);
    CHECK(false, "block %zu, %u threads, text in /tmp/tabiya-test-games.pgn",
          block, threads);
}

#endif
