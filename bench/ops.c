/* ops.c - nanoseconds per operation of the rules core, over the positions of
 * seeded random games.  One JSON line per operation, and a checksum of all
 * answers that changes only when the rules do. */
#include "tabiya/tabiya.h"
#include "timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 20000 };

struct sample {
    tby_pos pos;
    tby_move move;
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], fen[TBY_FEN_MAX];
};

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Random games of up to 120 plies, a sample at every ply. */
static void make_samples(struct sample *out)
{
    uint64_t seed = 1;
    tby_pos p = tby_pos_start();
    tby_moves legal;
    int ply = 0;

    for (size_t i = 0; i < POSITIONS; i++) {
        tby_moves_legal(&p, &legal);
        if (legal.n == 0 || ply++ == 120) {
            p = tby_pos_start();
            tby_moves_legal(&p, &legal);
            ply = 1;
        }
        struct sample *s = &out[i];
        s->pos = p;
        s->move = legal.at[next_random(&seed) % legal.n];
        tby_san_write(&p, s->move, s->san);
        tby_uci_write(&p, s->move, TBY_UCI_ORTHODOX, s->uci);
        tby_fen_write_pos(&p, s->fen, sizeof s->fen);
        tby_pos_play(&p, s->move);
    }
}

static uint64_t op_list(const struct sample *s)
{
    tby_moves legal;

    tby_moves_legal(&s->pos, &legal);
    return legal.n * 31 + (legal.n ? legal.at[0] : 0);
}

static uint64_t op_count(const struct sample *s)
{
    return tby_moves_count(&s->pos);
}

static uint64_t op_play(const struct sample *s)
{
    tby_pos p = s->pos;

    tby_pos_play(&p, s->move);
    return p.key;
}

static uint64_t op_key(const struct sample *s)
{
    return tby_key_of(&s->pos);
}

static uint64_t op_judge(const struct sample *s)
{
    return (uint64_t)tby_pos_judge(&s->pos, s->move);
}

static uint64_t op_san_read(const struct sample *s)
{
    tby_move m = TBY_MOVE_NONE;

    if (tby_san_parse(&s->pos, tby_str_of(s->san), TBY_SAN_TOLERANT, &m, NULL))
        abort();
    return m;
}

static uint64_t op_san_write(const struct sample *s)
{
    char text[TBY_SAN_MAX];

    return tby_san_write(&s->pos, s->move, text) + (uint64_t)text[0];
}

static uint64_t op_uci_read(const struct sample *s)
{
    tby_move m = TBY_MOVE_NONE;

    if (tby_uci_parse(&s->pos, tby_str_of(s->uci), &m, NULL) != TBY_OK)
        abort();
    return m;
}

static uint64_t op_fen_read(const struct sample *s)
{
    tby_pos p;

    if (tby_fen_parse_pos(tby_str_of(s->fen), &p, NULL, NULL) != TBY_OK)
        abort();
    return p.key;
}

static uint64_t op_fen_write(const struct sample *s)
{
    char text[TBY_FEN_MAX];

    return tby_fen_write_pos(&s->pos, text, sizeof text);
}

static const struct {
    const char *name;
    uint64_t (*run)(const struct sample *s);
} OPS[] = {
    {"legal moves listed", op_list},
    {"legal moves counted", op_count},
    {"move played, key updated", op_play},
    {"key from scratch", op_key},
    {"move judged", op_judge},
    {"SAN resolved", op_san_read},
    {"SAN written", op_san_write},
    {"UCI read", op_uci_read},
    {"FEN read and judged", op_fen_read},
    {"FEN written", op_fen_write},
};

/* Best time of all rounds; the sum of the answers keeps the work alive. */
static double measure(size_t op, const struct sample *samples, uint64_t *sum)
{
    double best = 0;

    for (int round = 0; round < ROUNDS; round++) {
        uint64_t answers = 0;
        double start = own_seconds();
        for (size_t i = 0; i < POSITIONS; i++)
            answers = answers * 3 + OPS[op].run(&samples[i]);
        best = shorter(best, own_seconds() - start);
        *sum = answers;
    }
    return best;
}

int main(void)
{
    struct sample *samples = malloc(POSITIONS * sizeof *samples);
    uint64_t checksum = 0;

    if (!samples)
        return 2;
    make_samples(samples);
    for (size_t op = 0; op < sizeof OPS / sizeof *OPS; op++) {
        uint64_t sum = 0;
        double seconds = measure(op, samples, &sum);
        checksum = checksum * 31 + sum;
        printf("{\"bench\":\"%s\",\"operations\":%d,\"nanoseconds\":%.1f}\n",
               OPS[op].name, POSITIONS, seconds / POSITIONS * 1e9);
    }
    printf("{\"bench\":\"checksum\",\"value\":\"%016" PRIx64 "\"}\n", checksum);
    free(samples);
    return 0;
}
