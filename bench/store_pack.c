/* store_pack.c - games taken apart for the database and put together, on one
 * core: nanoseconds a ply, bytes a game, megabytes of PGN a second.
 *
 *     store_pack FILE */
#include "input.h"
#include "store/pack.h"
#include "tabiya/tabiya.h"
#include "timing.h"

#include <string.h>

enum { TURNS = 5 };

/* All games of a file in parts, block by block, and the rows they make. */
struct sums {
    double read, pack, rows, unpack, write;
    size_t games, plies, moves, extras, text;
};

static void must(tby_rc rc)
{
    if (rc != TBY_OK)
        die(tby_rc_name(rc));
}

/* Up to a block of games in memory. */
struct block {
    tby_game game[STORE_BLOCK];
    store_packed packed[STORE_BLOCK];
    uint32_t n;
};

static void read_block(tby_pgn *pgn, struct block *b, struct sums *s)
{
    tby_pgn_report report;
    double start = own_seconds();

    b->n = 0;
    while (b->n < STORE_BLOCK &&
           tby_pgn_next(pgn, &b->game[b->n], &report) == TBY_OK) {
        s->games++;
        s->plies += b->game[b->n++].plies;
    }
    s->read += own_seconds() - start;
}

static void pack_block(store_packer *p, struct block *b, store_block_writer *w,
                       struct sums *s)
{
    double start = own_seconds(), rows;
    tby_str row;

    store_block_clear(w);
    for (uint32_t i = 0; i < b->n; i++) {
        must(store_pack(p, &b->game[i], &b->packed[i]));
        must(store_block_add(w, &b->packed[i]));
    }
    rows = own_seconds();
    s->pack += rows - start;
    must(store_block_moves(w, &row));
    s->moves += row.n;
    must(store_block_extras(w, &row));
    s->extras += row.n;
    s->rows += own_seconds() - rows;
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
        p.extra = store_extras_of(e, i);
        must(store_unpack(&p, g));
        if (out)
            n += tby_pgn_write(g, out, TBY_MAX_GAME_BYTES);
        else if (!tby_game_same(g, &b->game[i]))
            die("a game has changed");
    }
    return n;
}

static void write_block(struct block *b, store_block_writer *w, store_extras *e,
                        tby_game *g, struct sums *s)
{
    static char out[TBY_MAX_GAME_BYTES];
    tby_str moves, extras;
    store_moves m;

    must(store_block_moves(w, &moves));
    must(store_block_extras(w, &extras));
    double start = own_seconds();
    must(store_moves_open(&m, moves));
    must(store_extras_open(e, extras));
    s->text += write_games(b, &m, e, g, out);
    s->write += own_seconds() - start;
    start = own_seconds();
    write_games(b, &m, e, g, NULL);
    s->unpack += own_seconds() - start;
}

int main(int argc, char **argv)
{
    static struct block b;
    struct sums s = {0};
    store_packer *p;
    store_block_writer w;
    store_extras e;
    tby_game g;
    tby_pgn pgn;

    if (argc != 2)
        die("store_pack FILE");
    struct input in = read_file(argv[1]);
    for (uint32_t i = 0; i < STORE_BLOCK; i++)
        tby_game_init(&b.game[i], NULL);
    must(store_packer_open(&p));
    store_block_init(&w);
    store_extras_init(&e);
    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, (tby_str){in.text, in.n}, TBY_PGN_ALL);
    do {
        read_block(&pgn, &b, &s);
        pack_block(p, &b, &w, &s);
        write_block(&b, &w, &e, &g, &s);
    } while (b.n == STORE_BLOCK);
    printf("games %zu plies %zu\n", s.games, s.plies);
    printf("read %.3f s, pack %.3f s (%.1f ns/ply), rows %.3f s\n", s.read,
           s.pack, 1e9 * s.pack / (double)s.plies, s.rows);
    printf("moves %.1f extras %.1f bytes/game\n",
           (double)s.moves / (double)s.games,
           (double)s.extras / (double)s.games);
    printf("export %.3f s: %.1f MB/s (unpack and compare %.3f s)\n", s.write,
           1e-6 * (double)s.text / s.write, s.unpack);
    return 0;
}
