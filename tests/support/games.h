/* games.h - games to test with: read from text, written to text, made up at
 * random, and the files of ../shared. */
#ifndef TBY_TESTS_GAMES_H
#define TBY_TESTS_GAMES_H

#include "io/stream/source.h"
#include "support/positions.h"

#include <stdlib.h>
#include <string.h>

/* --- rows of a table: all that are wrong are named, then the test fails -----
 */

static unsigned wrong_rows;

#define EXPECT(condition, ...)                                                 \
    do {                                                                       \
        if (!(condition) && wrong_rows++ < 12) {                               \
            print_error("not true: %s\n  ", #condition);                       \
            print_error(__VA_ARGS__);                                          \
            print_error("\n");                                                 \
        }                                                                      \
    } while (0)

static inline void end_rows(void)
{
    unsigned n = wrong_rows;

    wrong_rows = 0;
    CHECK(n == 0, "%u expectations", n);
}

/* --- text that grows ------------------------------------------------------ */

typedef struct text {
    char *p;
    size_t n, cap;
} text;

/* Room for n more bytes. */
static inline void text_grow(text *t, size_t n)
{
    if (t->n + n <= t->cap)
        return;
    t->cap = 2 * (t->n + n) + 256;
    t->p = realloc(t->p, t->cap);
    assert_non_null(t->p);
}

static inline void text_add(text *t, const void *p, size_t n)
{
    text_grow(t, n);
    if (n)
        memcpy(t->p + t->n, p, n);
    t->n += n;
}

static inline void text_puts(text *t, const char *s)
{
    text_add(t, s, strlen(s));
}

static inline void text_repeat(text *t, const char *s, size_t times)
{
    size_t n = strlen(s), from = t->n, end = from + n * times;

    text_grow(t, n * times);
    text_add(t, s, times ? n : 0);
    while (t->n < end) { /* twice as much, until it is enough */
        size_t more = t->n - from < end - t->n ? t->n - from : end - t->n;

        memcpy(t->p + t->n, t->p + from, more);
        t->n += more;
    }
}

static inline tby_str text_str(const text *t)
{
    return (tby_str){t->n ? t->p : "", t->n};
}

static inline void text_free(text *t)
{
    free(t->p);
    *t = (text){NULL, 0, 0};
}

/* As a string. */
static inline const char *text_end(text *t)
{
    text_add(t, "", 1);
    t->n--;
    return t->p;
}

/* --- what a game says, in one line ---------------------------------------- */

/* "e2e4", castling as the king on its rook, "--" for the null move. */
static inline void dump_move(text *t, tby_move m)
{
    static const char roles[] = "..bnr.q.";
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    char s[5] = {(char)('a' + tby_file(from)), (char)('1' + tby_rank(from)),
                 (char)('a' + tby_file(to)), (char)('1' + tby_rank(to)),
                 roles[tby_move_promotion(m)]};

    if (m == TBY_MOVE_NULL)
        text_puts(t, "--");
    else
        text_add(t, s, tby_move_promotion(m) ? 5 : 4);
}

static inline void dump_item(text *t, const tby_game *g, const tby_item *item)
{
    char nag[8];
    tby_str comment = tby_game_text(g, item->text);

    switch ((tby_item_kind)item->kind) {
    case TBY_ITEM_MOVE:
        dump_move(t, item->move);
        break;
    case TBY_ITEM_NAG:
        snprintf(nag, sizeof nag, "$%u", item->nag);
        text_puts(t, nag);
        break;
    case TBY_ITEM_COMMENT:
        text_puts(t, "{");
        text_add(t, comment.p, comment.n);
        text_puts(t, "}");
        break;
    case TBY_ITEM_OPEN:
        text_puts(t, "(");
        break;
    case TBY_ITEM_CLOSE:
        text_puts(t, ")");
        break;
    }
}

/* All items, "e2e4 $1 {good} ( d2d4 ) e7e5", or only the main line's moves. */
static inline void dump_items(text *t, const tby_game *g, bool mainline)
{
    unsigned depth = 0;

    for (size_t i = 0; i < g->items_n; i++) {
        const tby_item *item = &g->items[i];
        depth -= item->kind == TBY_ITEM_CLOSE;
        if (!mainline || (depth == 0 && item->kind == TBY_ITEM_MOVE)) {
            if (t->n)
                text_puts(t, " ");
            dump_item(t, g, item);
        }
        depth += item->kind == TBY_ITEM_OPEN;
    }
}

/* "Event=a|Site=b". */
static inline void dump_tags(text *t, const tby_game *g)
{
    for (size_t i = 0; i < g->tags_n; i++) {
        tby_str name = tby_game_text(g, g->tags[i].name);
        tby_str value = tby_game_text(g, g->tags[i].value);
        text_puts(t, i ? "|" : "");
        text_add(t, name.p, name.n);
        text_puts(t, "=");
        text_add(t, value.p, value.n);
    }
}

/* --- reading -------------------------------------------------------------- */

typedef struct games {
    tby_game *game;
    tby_pgn_report *report;
    size_t n;
    size_t errors, latin1;
    uint64_t plies;
} games;

static inline void games_free(games *all)
{
    for (size_t i = 0; i < all->n; i++)
        tby_game_free(&all->game[i]);
    free(all->game);
    free(all->report);
    *all = (games){NULL, NULL, 0, 0, 0, 0};
}

/* One more game, taken over. */
static inline void games_push(games *all, const tby_game *game,
                              const tby_pgn_report *report)
{
    if ((all->n & (all->n - 1)) == 0) {
        size_t cap = all->n ? 2 * all->n : 1;
        all->game = realloc(all->game, cap * sizeof *all->game);
        all->report = realloc(all->report, cap * sizeof *all->report);
        assert_true(all->game && all->report);
    }
    all->errors += report->error.code != TBY_OK;
    all->latin1 += report->latin1;
    all->plies += game->plies;
    all->report[all->n] = *report;
    all->game[all->n++] = *game;
}

/* What must hold for every report, given where the last game ended. */
static inline void check_report(const tby_pgn_report *r, size_t last, size_t n)
{
    CHECK(r->begin >= last && r->end > r->begin && r->end <= n,
          "a game from %zu to %zu behind %zu, of %zu", r->begin, r->end, last,
          n);
    if (r->error.code != TBY_OK)
        CHECK(r->error.at >= r->begin && r->error.at <= r->end,
              "%s at %zu in a game from %zu to %zu", tby_rc_name(r->error.code),
              r->error.at, r->begin, r->end);
}

/* The bytes of s in memory of just that size, so that the sanitizer sees who
 * looks behind them. */
static inline char *exact_copy(tby_str s)
{
    char *copy = malloc(s.n ? s.n : 1);

    assert_non_null(copy);
    if (s.n)
        memcpy(copy, s.p, s.n);
    return copy;
}

static inline games read_games(tby_str s, tby_pgn_mode mode)
{
    char *copy = exact_copy(s);
    games all = {NULL, NULL, 0, 0, 0, 0};
    tby_pgn pgn;
    tby_pgn_report report;
    size_t last = 0;

    tby_pgn_init(&pgn, (tby_str){copy, s.n}, mode);
    for (;;) {
        tby_game game;
        tby_game_init(&game, NULL);
        tby_rc rc = tby_pgn_next(&pgn, &game, &report);
        if (rc != TBY_OK) {
            tby_game_free(&game);
            CHECK(rc == TBY_DONE, "%s", tby_rc_name(rc));
            break;
        }
        check_report(&report, last, s.n);
        last = report.end;
        games_push(&all, &game, &report);
    }
    free(copy);
    return all;
}

static inline void write_game(text *t, const tby_game *g)
{
    size_t n = tby_pgn_write(g, NULL, 0);
    char *buf = malloc(n + 1);

    assert_non_null(buf);
    assert_int_equal(n, tby_pgn_write(g, buf, n + 1));
    text_add(t, buf, n);
    free(buf);
}

/* Items without blanks, and without the ends of comments that follow one
 * another. */
static inline void dump_joined(text *t, const tby_game *g)
{
    size_t n = 0;

    dump_items(t, g, false);
    for (size_t i = 0; i < t->n; i++) {
        if (t->p[i] == ' ')
            continue;
        if (n && t->p[n - 1] == '}' && t->p[i] == '{')
            n--;
        else
            t->p[n++] = t->p[i];
    }
    t->n = n;
}

/* Does `again` say what was written of *g?  A comment that holds the header of
 * a game may have become two. */
static inline bool came_back(const tby_game *g, const tby_game *again)
{
    text a = {NULL, 0, 0}, b = {NULL, 0, 0};
    bool same = tby_game_same(g, again);

    dump_items(&a, g, false);
    if (!same && strstr(text_end(&a), "[Event \"")) {
        a.n = 0;
        dump_joined(&a, g);
        dump_joined(&b, again);
        same = strcmp(text_end(&a), text_end(&b)) == 0;
        a.n = b.n = 0;
        dump_tags(&a, g);
        dump_tags(&b, again);
        same = same && strcmp(text_end(&a), text_end(&b)) == 0;
    }
    text_free(&a);
    text_free(&b);
    return same;
}

/* Written and read again, it says the same. */
static inline void check_round_trip(const tby_game *g, const char *what)
{
    text t = {NULL, 0, 0};

    write_game(&t, g);
    games again = read_games(text_str(&t), TBY_PGN_ALL);
    EXPECT(again.n == 1, "%s: %zu games in\n%s", what, again.n, text_end(&t));
    if (again.n == 0)
        return;
    EXPECT(again.errors == 0, "%s: %s at %zu in\n%s", what,
           tby_rc_name(again.report[0].error.code), again.report[0].error.at,
           text_end(&t));
    EXPECT(came_back(g, &again.game[0]), "%s: another game from\n%s", what,
           text_end(&t));
    games_free(&again);
    text_free(&t);
}

/* --- the files of ../shared ----------------------------------------------- */

static inline const char *shared_dir(void)
{
    const char *dir = getenv("TBY_SHARED");

    return dir ? dir : "../shared"; /* tests run from the project's root */
}

/* The bytes of ../shared/data/<name>, unpacked; false if it is not there. */
static inline bool load_shared(const char *name, text *out)
{
    char path[512];
    tby_source *source = NULL;
    size_t n = 0;
    tby_rc rc;

    *out = (text){NULL, 0, 0};
    snprintf(path, sizeof path, "%s/data/%s", shared_dir(), name);
    if (tby_source_open(&source, path) != TBY_OK) {
        tby_source_close(source);
        return false;
    }
    char *piece = malloc(1 << 16);
    assert_non_null(piece);
    while ((rc = tby_source_read(source, piece, 1 << 16, &n)) == TBY_OK)
        text_add(out, piece, n);
    CHECK(rc == TBY_DONE, "%s: %s", path, tby_source_error_text(source));
    free(piece);
    tby_source_close(source);
    return true;
}

/* --- made-up games -------------------------------------------------------- */

enum {
    WITH_COMMENTS = 1,
    WITH_NAGS = 2,
    WITH_CLOCKS = 4,
    WITH_VARIATIONS = 8,
    WITH_ODD_TEXTS = 16 /* braces and tags in comments, quotes in tags */
};

static inline void must(tby_rc rc)
{
    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
}

static inline void add_tag(tby_game *g, const char *name, const char *value)
{
    must(tby_game_add_tag(g, tby_str_of(name), tby_str_of(value)));
}

static inline void random_text(rng *r, unsigned with, text *t)
{
    static const char *const words[] = {"a",
                                        "better",
                                        "move",
                                        "was",
                                        "12.Nf3",
                                        "1-0",
                                        "(here)",
                                        "[%cal G]",
                                        "0-1",
                                        "sch\xc3\xb6n",
                                        "$3",
                                        "he said,",
                                        "!?",
                                        "%",
                                        "; or",
                                        "\xe2\x99\x98",
                                        "*",
                                        "with",
                                        "1/2-1/2",
                                        "the",
                                        "tempo",
                                        "--",
                                        "long-unbroken-word",
                                        "[Site",
                                        "{",
                                        "\\",
                                        "\"quoted\"",
                                        "(",
                                        "and )"};
    static const char *const odd[] = {
        "}", "{}", "[Event ", "[Event \"x\"]", "};", "[White \"y\"]"};

    for (unsigned n = 1 + rng_below(r, 12); n > 0; n--) {
        bool is_odd = with & WITH_ODD_TEXTS && rng_chance(r, 4);
        text_puts(t, is_odd ? odd[rng_below(r, LENGTH(odd))]
                            : words[rng_below(r, LENGTH(words))]);
        if (n > 1)
            text_puts(t, rng_chance(r, 5) ? "  " : " ");
    }
}

static inline void add_random_comment(rng *r, unsigned with, tby_game *g)
{
    text t = {NULL, 0, 0};
    char clock[64];

    if (with & WITH_CLOCKS) {
        snprintf(clock, sizeof clock, "[%%clk %u:%02u:%02u]", rng_below(r, 3),
                 rng_below(r, 60), rng_below(r, 60));
        text_puts(&t, clock);
        if (rng_chance(r, 40)) {
            snprintf(clock, sizeof clock, " [%%eval %d.%02u]",
                     (int)rng_below(r, 9) - 4, rng_below(r, 100));
            text_puts(&t, clock);
        }
    }
    if (with & WITH_COMMENTS && (!t.n || rng_chance(r, 20))) {
        text_puts(&t, t.n ? " " : "");
        random_text(r, with, &t);
    }
    while (t.n && t.p[t.n - 1] == ' ') /* readers drop these */
        t.n--;
    must(tby_game_add_comment(g, text_str(&t)));
    text_free(&t);
}

static inline void add_kind(tby_game *g, tby_item_kind kind)
{
    must(tby_game_add_item(g, (tby_item){.kind = (uint8_t)kind}));
}

static inline tby_move random_move_or_pass(rng *r, const tby_pos *p)
{
    if (rng_chance(r, 1) && !tby_pos_checkers(p))
        return TBY_MOVE_NULL;
    return random_move(r, p);
}

/* Up to n moves with what goes with them. */
static inline void add_random_line(rng *r, unsigned with, tby_game *g,
                                   tby_pos pos, unsigned n, unsigned depth)
{
    for (unsigned plies = 0; plies < n; plies++) {
        tby_pos before = pos;
        tby_move m = random_move_or_pass(r, &pos);
        if (m == TBY_MOVE_NONE)
            break;
        must(
            tby_game_add_item(g, (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
        tby_pos_play(&pos, m);
        while (with & WITH_NAGS && rng_chance(r, 12))
            must(tby_game_add_item(
                g, (tby_item){.kind = TBY_ITEM_NAG,
                              .nag = (uint8_t)rng_below(r, 256)}));
        if (with & WITH_CLOCKS || (with & WITH_COMMENTS && rng_chance(r, 10)))
            add_random_comment(r, with, g);
        while (with & WITH_VARIATIONS && depth < 4 && rng_chance(r, 5) &&
               tby_moves_count(&before)) {
            add_kind(g, TBY_ITEM_OPEN);
            if (with & WITH_COMMENTS && rng_chance(r, 10))
                add_random_comment(r, with, g);
            add_random_line(r, with, g, before, 1 + rng_below(r, 12),
                            depth + 1);
            add_kind(g, TBY_ITEM_CLOSE);
        }
    }
}

/* True if castling here is none of orthodox chess. */
static inline bool is_shuffled(const tby_pos *p)
{
    static const char corners[] = {0, 7, 56, 63};
    tby_setup s = tby_pos_to_setup(p);

    for (tby_square sq = 0; sq < 64; sq++) {
        tby_square king = sq < 8 ? 4 : 60;
        if (!(s.castling & tby_bit(sq)))
            continue;
        if (!memchr(corners, (int)sq, sizeof corners) ||
            s.board[king] !=
                tby_piece_of(sq < 8 ? TBY_WHITE : TBY_BLACK, TBY_KING))
            return true;
    }
    return false;
}

static inline void set_random_start(rng *r, int kind, tby_game *g)
{
    g->start = kind == SCATTERED ? random_scattered(r) : random_start(r, kind);
    g->setup = kind != ORTHODOX;
    g->chess960 = kind == CHESS960 || is_shuffled(&g->start);
    if (g->setup) {
        add_tag(g, "SetUp", "1");
        add_tag(g, "FEN", fen_of(&g->start).s);
    }
    if (g->chess960)
        add_tag(g, "Variant", "Chess960");
}

/* Fills an empty game; its Event is "Game <number>". */
static inline void random_game(rng *r, int kind, unsigned with, unsigned number,
                               unsigned plies, tby_game *g)
{
    static const char *const names[] = {
        "Carlsen, Magnus",  "Ka\xc4\x8d, J.", "?",       "",
        "M\xc3\xbcller, K", "O'Neil (2)",     "Li [jr]", "x; y % z",
        "{braced}"};
    char event[32];

    tby_game_clear(g);
    snprintf(event, sizeof event, "Game %u", number);
    add_tag(g, "Event", event);
    add_tag(g, "Site", "https://example.org/a?b=c#d");
    add_tag(g, "Date", "2001.02.??");
    add_tag(g, "Round", "1.2");
    add_tag(g, "White", names[rng_below(r, LENGTH(names))]);
    add_tag(g, "Black", names[rng_below(r, LENGTH(names))]);
    g->result = (tby_result)rng_below(r, 4);
    g->has_result = true;
    add_tag(g, "Result", tby_result_text(g->result));
    set_random_start(r, kind, g);
    if (with & WITH_ODD_TEXTS)
        add_tag(g, "Annotator", "\"q\" \\ [x] \"\\\"");
    if (with & WITH_COMMENTS && rng_chance(r, 30))
        add_random_comment(r, with, g);
    add_random_line(r, with, g, g->start, plies, 0);
}

#endif
