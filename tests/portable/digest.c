/* digest.c - what libtabiya makes of files, as sums, from its public headers
 * alone: the same lines on every kind of machine.
 *
 *     digest FILE...    PGN, or repertoires where the name ends with .txt */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tabiya/tabiya.h>

enum { MAX_FILE = 1 << 20, MAX_OUT = 1 << 20 };

static char file[MAX_FILE], out[MAX_OUT];

/* FNV-1a, byte by byte: no byte order in it. */
static uint64_t sum_bytes(uint64_t sum, const void *p, size_t n)
{
    const unsigned char *c = p;

    for (size_t i = 0; i < n; i++)
        sum = (sum ^ c[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t sum_number(uint64_t sum, uint64_t number)
{
    unsigned char bytes[8];

    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    return sum_bytes(sum, bytes, sizeof bytes);
}

static void report(const char *what, uint64_t sum)
{
    printf("%-24s %08lx%08lx\n", what, (unsigned long)(sum >> 32),
           (unsigned long)(sum & 0xffffffffu));
}

static void must(tby_rc rc, const char *what)
{
    if (rc == TBY_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, tby_rc_text(rc));
    exit(1);
}

static tby_str read_file(const char *name)
{
    FILE *in = fopen(name, "rb");
    size_t n = in ? fread(file, 1, sizeof file, in) : 0;

    if (!in || n == 0 || n == sizeof file) {
        fprintf(stderr, "%s cannot be read\n", name);
        exit(1);
    }
    fclose(in);
    return (tby_str){file, n};
}

/* --- games ----------------------------------------------------------------*/

typedef struct games_sums {
    uint64_t keys, names, shortest, polyglot;
    tby_names list;
} games_sums;

static bool look(void *ctx, const tby_pos *pos, uint32_t ply)
{
    games_sums *s = ctx;
    tby_short_table table;
    char text[TBY_SHORT_MAX];
    uint32_t at = tby_names_find(&s->list, pos);

    s->keys = sum_number(s->keys, pos->key);
    s->polyglot = sum_number(s->polyglot, tby_polyglot_key(pos, TBY_NO_SQUARE));
    if (at != TBY_NAMES_NONE) {
        tby_opening name;
        tby_names_get(&s->list, at, &name);
        s->names = sum_bytes(s->names, name.code, strlen(name.code));
        s->names = sum_bytes(s->names, name.name.p, name.name.n);
        s->names = sum_number(s->names, name.pos.key + name.plies);
    }
    tby_short_table_init(&table, pos);
    for (size_t i = 0; ply % 8 == 0 && i < table.legal.n; i++) {
        size_t n = tby_short_table_write(&table, table.legal.at[i],
                                         TBY_SHORT_STRICT, text);
        s->shortest = sum_bytes(s->shortest, text, n);
    }
    return true;
}

static void digest_games(tby_str text)
{
    games_sums s = {.list = tby_names_builtin()};
    uint64_t pgn_sum = 0, jsonl = 0, cdb = 0, games = 0, damaged = 0;
    tby_pgn pgn;
    tby_game game;
    tby_pgn_report r;
    size_t n = 0;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    while (tby_pgn_next(&pgn, &game, &r) == TBY_OK) {
        games++;
        damaged += r.error.code != TBY_OK;
        pgn_sum = sum_number(pgn_sum, r.error.code != TBY_OK ? r.error.at : 0);
        tby_game_show(&game, look, &s);
        n = tby_pgn_write(&game, out, sizeof out);
        pgn_sum = sum_bytes(pgn_sum, out, n < sizeof out ? n : 0);
        if (tby_jsonl_write(&game, out, sizeof out, &n) == TBY_OK &&
            n < sizeof out)
            jsonl = sum_bytes(jsonl, out, n);
        if (tby_gamebin_write(&game, 0, out, sizeof out, &n) == TBY_OK)
            cdb = sum_bytes(cdb, out, n);
    }
    tby_game_free(&game);
    printf("games                    %u, %u damaged\n", (unsigned)games,
           (unsigned)damaged);
    report("written as PGN", pgn_sum);
    report("written as .jsonl", jsonl);
    report("written as .cdb", cdb);
    report("keys", s.keys);
    report("names", s.names);
    report("shortest notation", s.shortest);
    report("polyglot keys", s.polyglot);
}

/* --- repertoires ----------------------------------------------------------*/

static void digest_rep(tby_str text)
{
    tby_graph g;
    tby_rep_report r;
    tby_buf written;
    uint64_t sum = 0, crossings = 0;

    tby_graph_init(&g, NULL);
    must(tby_rep_read(&g, text, NULL, &r), "a repertoire");
    for (unsigned version = 4; version <= 5; version++) {
        tby_buf_init(&written, NULL, MAX_OUT);
        must(tby_rep_write(&g, version, &written), "writing");
        sum = sum_bytes(sum, written.p, written.n);
        tby_buf_free(&written);
    }
    printf("version %u, %u positions, %u errors\n", r.version,
           (unsigned)g.nodes_n, (unsigned)r.errors);
    report("written again", sum);

    uint32_t *ends = calloc(g.edges_n * 2 + 1, sizeof *ends);
    tby_point *at = calloc(g.nodes_n + 1, sizeof *at);
    tby_layout_graph drawn = {.nodes = g.nodes_n, .edges = 0, .from = ends};
    must(ends && at ? TBY_OK : TBY_E_NOMEM, "layout");
    for (uint32_t i = 0; i < g.edges_n; i++)
        if (g.edges[i].alive)
            ends[drawn.edges++] = g.edges[i].from;
    drawn.to = ends + drawn.edges;
    for (uint32_t i = 0, n = drawn.edges; i < g.edges_n; i++)
        if (g.edges[i].alive)
            ends[n++] = g.edges[i].to;
    must(tby_layout(&drawn, NULL, NULL, at), "layout");
    must(tby_layout_crossings(&drawn, at, NULL, &crossings), "crossings");
    sum = crossings;
    for (uint32_t i = 0; i < g.nodes_n; i++) { /* multiples of a tenth */
        sum = sum_number(sum, (uint64_t)(at[i].x * 10 + 0.5));
        sum = sum_number(sum, (uint64_t)(at[i].y * 10 + 0.5));
    }
    report("layout", sum);
    free(ends);
    free(at);
    tby_graph_free(&g);
}

/* --- rules and endings ----------------------------------------------------*/

static tby_pos position(const char *fen)
{
    tby_pos pos;

    must(tby_fen_parse_pos(tby_str_of(fen), &pos, NULL, NULL), fen);
    return pos;
}

static void digest_rules(void)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    tby_endgame *tables = NULL;
    uint64_t sum = 0;

    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        tby_pos pos = position(fens[i]);
        printf("perft 4                  %u\n",
               (unsigned)tby_perft(&pos, 4, TBY_PATH_BEST));
    }
    must(tby_endgame_open(NULL, &tables), "tables");
    for (unsigned t = 0; t < TBY_ENDGAME_THREE; t++) {
        must(tby_endgame_make(tables, t), tby_endgame_name(t));
        for (unsigned part = 0; part < 4; part++)
            sum = sum_bytes(sum, tby_endgame_part(tables, t, part),
                            tby_endgame_bytes(t));
    }
    report("tables of three men", sum);
    tby_endgame_close(tables);
}

int main(int argc, char **argv)
{
    digest_rules();
    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);
        tby_str text = read_file(argv[i]);

        printf("\n%s\n", argv[i]);
        if (n > 4 && strcmp(argv[i] + n - 4, ".txt") == 0)
            digest_rep(text);
        else
            digest_games(text);
    }
    return 0;
}
