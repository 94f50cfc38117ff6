/* tables.c - how long endgame tables take to answer, next to libfathom, and our
 * own to be made.
 *
 *     tables FOLDER
 *
 * FOLDER has the Syzygy tables of three and four men.  One JSON line for WDL
 * and one for DTZ, of random positions of four men.  Rounds alternate, the
 * best one of each counts, and different answers end the program with 1.
 *
 * Then a line for each of our own tables, with the CPU seconds to compute it
 * and the bytes of its file, and one for all. */
#include "support/tables.h"
#include "input.h"
#include "io/stream/pack.h"
#include "must.h"
#include "support/fathom.h"
#include "tabiya/endgame.h"
#include "tabiya/moves.h"
#include "timing.h"

enum { POSITIONS = 100000, DTZ_POSITIONS = 5000 };

static double time_own(tby_syzygy *s, const tby_pos *p, size_t n, bool dtz,
                       long *sum)
{
    double begin = own_seconds();

    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        tby_wdl wdl = 0;
        int plies = 0;
        must(dtz ? tby_syzygy_dtz(s, &p[i], &wdl, &plies)
                 : tby_syzygy_wdl(s, &p[i], &wdl));
        *sum = *sum * 31 + wdl + 7 * plies;
    }
    return own_seconds() - begin;
}

static double time_peer(const tby_pos *p, size_t n, bool dtz, long *sum)
{
    double begin = own_seconds();

    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        int wdl = 0, plies = 0;
        if (dtz)
            fathom_dtz(&p[i], &wdl, &plies);
        else
            wdl = (int)fathom_wdl(&p[i]) - 2;
        *sum = *sum * 31 + wdl + 7 * plies;
    }
    return own_seconds() - begin;
}

static bool measure(tby_syzygy *s, const tby_pos *p, size_t n, bool dtz,
                    bool peer)
{
    double own = 0, other = 0;
    long a = 0, b = 0;

    for (int i = 0; i < ROUNDS; i++) {
        own = shorter(own, time_own(s, p, n, dtz, &a));
        if (peer)
            other = shorter(other, time_peer(p, n, dtz, &b));
    }
    printf("{\"bench\":\"tables_%s\",\"positions\":%zu,\"nanoseconds\":%.0f",
           dtz ? "dtz" : "wdl", n, 1e9 * own / (double)n);
    if (peer)
        printf(",\"peer\":\"libfathom\",\"peer_nanoseconds\":%.0f,"
               "\"ratio\":%.2f,\"goal\":1,\"met\":%s",
               1e9 * other / (double)n, other / own,
               other >= own ? "true" : "false");
    printf("}\n");
    return !peer || a == b;
}

/* The bytes of a table's file but for its head. */
static size_t packed_bytes(const tby_endgame *e, unsigned table)
{
    size_t n = tby_endgame_bytes(table);
    tby_buf plain, packed;

    tby_buf_init(&plain, NULL, 4 * n);
    tby_buf_init(&packed, NULL, 5 * n + 100);
    char *p = tby_buf_room(&plain, 4 * n);
    if (!p)
        die("no memory");
    for (unsigned part = 0; part < 4; part++)
        tby_endgame_tidy(e, table, part, (uint8_t *)p + part * n);
    plain.n = 4 * n;
    must(tby_pack_zstd(tby_buf_str(&plain), 12, &packed));
    size_t bytes = packed.n;
    tby_buf_free(&plain);
    tby_buf_free(&packed);
    return bytes;
}

static void measure_making(void)
{
    enum { GOAL_SECONDS = 180, GOAL_BYTES = 40000000 };
    double all = 0, begin = own_seconds();
    tby_endgame *e = NULL;
    size_t bytes = 0;

    must(tby_endgame_open(NULL, &e));
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++) {
        double start = own_seconds();
        must(tby_endgame_make(e, i));
        double seconds = own_seconds() - start;
        size_t n = packed_bytes(e, i);
        printf("{\"bench\":\"tables_make\",\"table\":\"%s\",\"seconds\":%.3f,"
               "\"bytes\":%zu}\n",
               tby_endgame_name(i), seconds, n);
        bytes += n;
        for (unsigned t = 0; t <= i; t++) { /* what no later one needs */
            bool needed = false;
            for (unsigned k = i + 1; k < TBY_ENDGAME_TABLES; k++)
                needed |= tby_endgame_needs(k) >> t & 1;
            if (!needed)
                tby_endgame_drop(e, t);
        }
    }
    tby_endgame_close(e);
    all = own_seconds() - begin;
    printf("{\"bench\":\"tables_make_all\",\"seconds\":%.1f,\"bytes\":%zu,"
           "\"goal_seconds\":%d,\"goal_bytes\":%d,\"met\":%s}\n",
           all, bytes, GOAL_SECONDS, GOAL_BYTES,
           all <= GOAL_SECONDS && bytes <= GOAL_BYTES ? "true" : "false");
}

int main(int argc, char **argv)
{
    static struct table_files files;
    static tby_pos p[POSITIONS];
    tby_syzygy *s = NULL;
    rng r = {1};
    bool peer;

    if (argc != 2)
        die("usage: tables FOLDER");
    snprintf(files.folder, sizeof files.folder, "%s", argv[1]);
    must(tby_syzygy_open(NULL, table_files_load, &files, &s));
    peer = tb_init(files.folder);
    for (size_t i = 0; i < POSITIONS;) {
        p[i] = random_men(&r, TABLE_NAMES[5 + rng_below(&r, 30)]);
        i += tby_moves_count(&p[i]) > 0; /* the peer has no DTZ of a mate */
    }
    bool same = measure(s, p, POSITIONS, false, peer);
    same &= measure(s, p, DTZ_POSITIONS, true, peer);
    tby_syzygy_close(s);
    table_files_close(&files);
    measure_making();
    if (!same)
        fprintf(stderr, "bench: the answers differ\n");
    return same ? 0 : 1;
}
