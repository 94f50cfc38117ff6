/* make_games.c - many games made from fewer, for a database of the size that
 * the goals speak of.
 *
 *     make_games FILE [GAMES [SEED]] >made.pgn
 *
 * A game is kept up to its first position that no other game has; a random
 * legal continuation of like length follows.  So the openings are met as often
 * as they really are, and each game has its own positions behind them, as real
 * ones do; plain copies would have none.  Names, ratings and days are drawn
 * from other games.  The same seed (1 unless told) makes the same games;
 * 2,000,000 unless told. */
#include "core/base/buf.h"
#include "must.h"
#include "random.h"
#include "tabiya/tabiya.h"

#include <inttypes.h>
#include <string.h>

enum { TEXTS = 6, SLOT_BITS = 25 };

static const char *const TAGS[TEXTS] = {"Event", "Site",     "White",
                                        "Black", "WhiteElo", "BlackElo"};

/* What is kept of a game of the file. */
typedef struct source {
    size_t first;         /* of its moves */
    uint32_t plies, kept; /* kept: moves to its first position of its own */
    uint32_t year;
    tby_result result;
    tby_span text[TEXTS]; /* of the texts below */
} source;

typedef struct maker {
    source *games;
    size_t n, cap;
    tby_move *moves;
    size_t moves_n, moves_cap;
    tby_buf texts;
    uint64_t *slots; /* which game has a position, or that several have */
    uint64_t seed;
    tby_game game; /* that is being written */
} maker;

/* --- which positions are met once -----------------------------------------
 *
 * A slot has the upper 40 bits of the key and the number of the game; the slot
 * itself stands for the lower ones. */

static const uint64_t GAME = 0xffffff; /* all bits: several games */

static uint64_t *slot_of(maker *m, uint64_t key)
{
    const size_t mask = ((size_t)1 << SLOT_BITS) - 1;
    size_t i = (size_t)key & mask;

    while (m->slots[i] && (m->slots[i] ^ key) & ~GAME)
        i = (i + 1) & mask;
    return &m->slots[i];
}

static void note_position(maker *m, uint64_t key, size_t game)
{
    uint64_t *slot = slot_of(m, key);

    if (!*slot)
        *slot = (key & ~GAME) | (game + 1);
    else if ((*slot & GAME) != game + 1)
        *slot |= GAME;
}

static uint32_t plies_to_keep(maker *m, const source *s)
{
    tby_pos pos = tby_pos_start();

    for (uint32_t i = 0; i < s->plies; i++) {
        tby_pos_play(&pos, m->moves[s->first + i]);
        if ((*slot_of(m, pos.key) & GAME) != GAME)
            return i + 1;
    }
    return s->plies;
}

/* --- reading --------------------------------------------------------------*/

static tby_span keep_text(maker *m, tby_str text)
{
    tby_span span = {(uint32_t)m->texts.n, (uint32_t)text.n};

    tby_buf_add(&m->texts, text);
    must(m->texts.rc);
    return span;
}

static uint32_t year_of(const tby_game *g)
{
    tby_str date = tby_game_tag(g, "Date");
    uint32_t year = 0;

    for (size_t i = 0; i < date.n && i < 4; i++)
        year = year * 10 + (date.p[i] >= '0' && date.p[i] <= '9'
                                ? (uint32_t)(date.p[i] - '0')
                                : 0);
    return year;
}

static void keep_moves(maker *m, source *s, const tby_game *g)
{
    tby_pos pos = g->start;

    if (m->moves_n + g->plies > ((size_t)3 << SLOT_BITS) / 4)
        die("there are too many games for the table");
    while (m->moves_n + g->plies > m->moves_cap) {
        m->moves_cap = 2 * m->moves_cap + 65536;
        m->moves = more(m->moves, m->moves_cap, sizeof *m->moves);
    }
    s->first = m->moves_n;
    for (size_t i = 0; i < g->items_n; i++) {
        tby_pos_play(&pos, g->items[i].move);
        note_position(m, pos.key, m->n);
        m->moves[m->moves_n++] = g->items[i].move;
    }
}

static void keep_game(maker *m, const tby_game *g)
{
    if (m->n == m->cap) {
        m->cap = 2 * m->cap + 1024;
        m->games = more(m->games, m->cap, sizeof *m->games);
    }
    source *s = &m->games[m->n];
    *s = (source){.plies = g->plies, .year = year_of(g), .result = g->result};
    for (size_t i = 0; i < TEXTS; i++)
        s->text[i] = keep_text(m, tby_game_tag(g, TAGS[i]));
    keep_moves(m, s, g);
    m->n++;
}

static void read_games(maker *m, const char *path)
{
    struct input in = read_file(path);
    tby_pgn pgn;
    tby_pgn_report report;

    m->slots = calloc((size_t)1 << SLOT_BITS, sizeof *m->slots);
    if (!m->slots)
        die("there is no memory");
    tby_pgn_init(&pgn, (tby_str){in.text, in.n}, TBY_PGN_MAINLINE);
    while (tby_pgn_next(&pgn, &m->game, &report) == TBY_OK)
        if (report.error.code == TBY_OK && !m->game.setup && m->game.plies)
            keep_game(m, &m->game);
    free(in.text);
    if (m->n == 0)
        die("there are no games");
    for (size_t i = 0; i < m->n; i++)
        m->games[i].kept = plies_to_keep(m, &m->games[i]);
    free(m->slots);
}

/* --- making ---------------------------------------------------------------*/

static const source *any_game(maker *m)
{
    return &m->games[random_below(&m->seed, (uint32_t)m->n)];
}

static void add_tag(maker *m, const char *name, tby_str value)
{
    must(tby_game_add_tag(&m->game, tby_str_of(name), value));
}

/* A text of some game, if that has it. */
static void add_text(maker *m, const source *s, size_t i)
{
    if (s->text[i].n)
        add_tag(m, TAGS[i],
                (tby_str){m->texts.p + s->text[i].at, s->text[i].n});
}

static void add_date(maker *m, const source *s)
{
    char date[32];
    int n = snprintf(date, sizeof date, "%04u.%02u.%02u",
                     (unsigned)(s->year ? s->year : 2000) % 10000,
                     random_below(&m->seed, 12) + 1,
                     random_below(&m->seed, 28) + 1);

    add_tag(m, "Date", (tby_str){date, (size_t)n});
}

/* The seven tags in their order, then the ratings; each player comes with his
 * rating of one of his games. */
static void add_tags(maker *m, const source *s)
{
    const source *white = any_game(m), *black = any_game(m);

    add_text(m, any_game(m), 0);
    add_text(m, s, 1);
    add_date(m, any_game(m));
    add_tag(m, "Round", tby_str_of("?"));
    add_text(m, white, 2);
    add_text(m, black, 3);
    add_tag(m, "Result", tby_str_of(tby_result_text(m->game.result)));
    add_text(m, white, 4);
    add_text(m, black, 5);
}

static void add_move(maker *m, tby_pos *pos, tby_move move)
{
    must(tby_game_add_item(&m->game,
                           (tby_item){.kind = TBY_ITEM_MOVE, .move = move}));
    tby_pos_play(pos, move);
}

/* The result is that of the game that was kept, unless the moves decide. */
static tby_result add_moves(maker *m, const source *s)
{
    tby_pos pos = tby_pos_start();
    tby_moves legal;

    for (uint32_t i = 0; i < s->kept; i++)
        add_move(m, &pos, m->moves[s->first + i]);
    tby_moves_legal(&pos, &legal);
    for (uint32_t i = s->kept; i < s->plies && legal.n; i++) {
        add_move(m, &pos, legal.at[random_below(&m->seed, (uint32_t)legal.n)]);
        tby_moves_legal(&pos, &legal);
    }
    if (legal.n)
        return s->result;
    if (!tby_pos_checkers(&pos))
        return TBY_RESULT_DRAW;
    return pos.turn == TBY_WHITE ? TBY_RESULT_BLACK : TBY_RESULT_WHITE;
}

static void write_game(maker *m, const source *s)
{
    static char text[TBY_MAX_GAME_BYTES];

    tby_game_clear(&m->game);
    m->game.result = add_moves(m, s);
    m->game.has_result = true;
    add_tags(m, s);
    size_t n = tby_pgn_write(&m->game, text, sizeof text);
    if (n >= sizeof text || fwrite(text, 1, n, stdout) != n)
        die("the games cannot be written");
}

static void say_what_was_kept(const maker *m)
{
    uint64_t plies = 0, kept = 0;

    for (size_t i = 0; i < m->n; i++) {
        plies += m->games[i].plies;
        kept += m->games[i].kept;
    }
    fprintf(stderr,
            "make_games: from %zu games, %.1f plies each, of which %.1f are "
            "kept\n",
            m->n, (double)plies / (double)m->n, (double)kept / (double)m->n);
}

int main(int argc, char **argv)
{
    maker m = {.seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    uint64_t wanted = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000000;

    if (argc < 2)
        die("usage: make_games FILE [GAMES [SEED]] >made.pgn");
    tby_buf_init(&m.texts, NULL, UINT32_MAX);
    tby_game_init(&m.game, NULL);
    read_games(&m, argv[1]);
    say_what_was_kept(&m);
    for (uint64_t i = 0; i < wanted; i++)
        write_game(&m, &m.games[i % m.n]);
    if (fflush(stdout) != 0)
        die("the games cannot be written");
    tby_game_free(&m.game);
    tby_buf_free(&m.texts);
    free(m.games);
    free(m.moves);
    return 0;
}
