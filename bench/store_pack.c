/* store_pack.c - games taken apart for the database and put together, on one
 * core: nanoseconds a ply, bytes a game, megabytes of PGN a second.
 *
 *     store_pack FILE [lichess]
 *
 * Bytes of extras are promised for over-the-board games, whose tags the columns
 * say, and for those of lichess with clocks at every move.  One JSON line per
 * measurement. */
#include "must.h"
#include "store/record/pack.h"
#include "tabiya/tabiya.h"
#include "timing.h"

#include <string.h>

enum { TURNS = 5 };

/* Seconds that a block took, the best of all turns. */
enum { BLOCKS = 20000 };
struct best {
    double pack, write;
};

/* What a turn over all blocks of a file gave. */
struct sums {
    size_t blocks, games, plies, moves, extras, text;
};

/* Up to a block of games in memory. */
struct block {
    tby_game game[STORE_BLOCK];
    store_packed packed[STORE_BLOCK];
    uint32_t n;
};

static void read_block(tby_pgn *pgn, struct block *b, struct sums *s)
{
    tby_pgn_report report;

    b->n = 0;
    while (b->n < STORE_BLOCK &&
           tby_pgn_next(pgn, &b->game[b->n], &report) == TBY_OK) {
        s->games++;
        s->plies += b->game[b->n++].plies;
    }
}

static void pack_block(store_packer *p, struct block *b, store_block_writer *w,
                       struct sums *s, struct best *best)
{
    double start = own_seconds();
    tby_str row;

    tby__block_clear(w);
    for (uint32_t i = 0; i < b->n; i++) {
        must(tby__store_pack(p, &b->game[i], &b->packed[i]));
        must(tby__block_add(w, &b->packed[i]));
    }
    must(tby__block_moves(w, &row));
    s->moves += row.n;
    must(tby__block_extras(w, &row));
    s->extras += row.n;
    best->pack = shorter(best->pack, own_seconds() - start);
}

/* From rows to text; the columns are those that were packed. */
static size_t write_games(const struct block *b, const store_moves *m,
                          const store_extras *e, tby_game *g, char *out)
{
    static store_code codes[STORE_PLIES_MAX + 1];
    size_t n = 0;

    for (uint32_t i = 0; i < b->n; i++) {
        store_packed p = b->packed[i];
        memcpy(codes, m->codes + 2 * m->first[i], 2 * m->plies[i]);
        p.codes = codes;
        p.extra = tby__extras_of(e, i);
        must(tby__store_unpack(&p, g));
        if (out)
            n += tby_pgn_write(g, out, TBY_MAX_GAME_BYTES);
        else if (!tby_game_same(g, &b->game[i]))
            die("a game has changed");
    }
    return n;
}

static void write_block(struct block *b, store_block_writer *w, store_extras *e,
                        struct sums *s, struct best *best)
{
    static char out[TBY_MAX_GAME_BYTES];
    tby_str moves, extras;
    store_moves m;
    tby_game g;

    tby_game_init(&g, NULL);
    must(tby__block_moves(w, &moves));
    must(tby__block_extras(w, &extras));
    double start = own_seconds();
    must(tby__moves_open(&m, moves));
    must(tby__extras_open(e, extras));
    s->text += write_games(b, &m, e, &g, out);
    best->write = shorter(best->write, own_seconds() - start);
    write_games(b, &m, e, &g, NULL);
    tby_game_free(&g);
}

/* One turn over the whole file. */
static struct sums turn(struct input in, struct block *b, store_packer *p,
                        struct best *best)
{
    struct sums s = {0};
    store_block_writer w;
    store_extras e;
    tby_pgn pgn;

    tby__block_init(&w);
    tby__extras_init(&e);
    tby_pgn_init(&pgn, (tby_str){in.text, in.n}, TBY_PGN_ALL);
    do {
        struct best *mine = &best[s.blocks++];
        read_block(&pgn, b, &s);
        pack_block(p, b, &w, &s, mine);
        write_block(b, &w, &e, &s, mine);
    } while (b->n == STORE_BLOCK && s.blocks < BLOCKS);
    tby__extras_free(&e);
    tby__block_free(&w);
    return s;
}

static void print_goal(const char *name, const char *unit, double value,
                       double goal, bool met)
{
    printf("{\"bench\":\"%s\",\"%s\":%.1f,\"goal\":%.0f,\"met\":%s}\n", name,
           unit, value, goal, met ? "true" : "false");
}

static void print_sums(const struct sums *s, const struct best *best,
                       bool lichess)
{
    double pack = 0, write = 0;

    for (size_t i = 0; i < s->blocks; i++) {
        pack += best[i].pack;
        write += best[i].write;
    }
    double ply = 1e9 * pack / (double)s->plies;
    double rate = 1e-6 * (double)s->text / write;
    double extras = (double)s->extras / (double)s->games;
    const char *games = lichess ? "lichess games" : "games";
    char name[64];

    snprintf(name, sizeof name, "%s taken apart, a ply", games);
    print_goal(name, "nanoseconds", ply, lichess ? 250 : 80,
               ply <= (lichess ? 250 : 80));
    snprintf(name, sizeof name, "%s from rows to PGN", games);
    print_goal(name, "mega_per_second", rate, 150, rate >= 150);
    printf("{\"bench\":\"%s: bytes of moves, of extras\","
           "\"value\":\"%.1f, %.1f\"}\n",
           games, (double)s->moves / (double)s->games, extras);
}

int main(int argc, char **argv)
{
    static struct block b;
    static struct best best[BLOCKS];
    struct sums s = {0};
    store_packer *p;

    if (argc < 2 || argc > 3)
        die("store_pack FILE [lichess]");
    struct input in = read_file(argv[1]);
    for (uint32_t i = 0; i < STORE_BLOCK; i++)
        tby_game_init(&b.game[i], NULL);
    must(tby__packer_open(&p));
    for (int i = 0; i < TURNS; i++)
        s = turn(in, &b, p, best);
    if (s.plies == 0)
        die("there is nothing to pack");
    print_sums(&s, best, argc == 3);
    tby__packer_close(p);
    for (uint32_t i = 0; i < STORE_BLOCK; i++)
        tby_game_free(&b.game[i]);
    free(in.text);
    return 0;
}
