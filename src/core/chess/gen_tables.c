/* gen_tables.c - prints the constant tables of tables.h as C.
 *
 * A program of the build machine, not a part of the library: the tables are
 * generated, so that nothing has to be initialised at run time and nothing in
 * core can change.  With the argument "small" the large tables for PEXT are
 * left out. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t bb;

static const int ROOK_STEPS[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
static const int BISHOP_STEPS[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
static const int KING_STEPS[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                     {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const int KNIGHT_STEPS[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static int on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static bb bit(int file, int rank)
{
    return (bb)1 << (rank * 8 + file);
}

/* From sq in one direction up to and including the first occupied square. */
static bb ray(int sq, const int step[2], bb occupied)
{
    bb out = 0;

    for (int f = sq % 8 + step[0], r = sq / 8 + step[1]; on_board(f, r);
         f += step[0], r += step[1]) {
        out |= bit(f, r);
        if (occupied & bit(f, r))
            break;
    }
    return out;
}

static bb slide(int sq, const int steps[4][2], bb occupied)
{
    bb out = 0;

    for (int i = 0; i < 4; i++)
        out |= ray(sq, steps[i], occupied);
    return out;
}

static bb leap(int sq, const int steps[][2], int n)
{
    bb out = 0;

    for (int i = 0; i < n; i++) {
        int f = sq % 8 + steps[i][0], r = sq / 8 + steps[i][1];
        if (on_board(f, r))
            out |= bit(f, r);
    }
    return out;
}

static void print_bb(bb b)
{
    printf("0x%016" PRIx64 "u,", b);
}

static void print_squares(const char *name, bb (*of)(int sq))
{
    printf("const tby_bb %s[64] = {", name);
    for (int sq = 0; sq < 64; sq++)
        print_bb(of(sq));
    printf("};\n");
}

static bb knight(int sq)
{
    return leap(sq, KNIGHT_STEPS, 8);
}

static bb king(int sq)
{
    return leap(sq, KING_STEPS, 8);
}

static bb empty_bishop(int sq)
{
    return slide(sq, BISHOP_STEPS, 0);
}

static bb empty_rook(int sq)
{
    return slide(sq, ROOK_STEPS, 0);
}

static bb between(int a, int b)
{
    for (int i = 0; i < 8; i++) {
        bb r = ray(a, KING_STEPS[i], (bb)1 << b);
        if (r >> b & 1)
            return r & ~((bb)1 << b);
    }
    return 0;
}

/* SplitMix64, by Steele, Lea and Flood (2014).  The seed is the word "tabiya"
 * in ASCII.  Neither may ever change: keys are a file format. */
static uint64_t next_random(void)
{
    static uint64_t state = 0x746162697961;
    uint64_t z = state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static void print_randoms(int n)
{
    printf("{");
    for (int i = 0; i < n; i++)
        print_bb(next_random());
    printf("},\n");
}

static void print_zobrist(void)
{
    printf("const struct tby_zobrist tby_zobrist = {{\n");
    for (int piece = 0; piece < 16; piece++) {
        int role = piece & 7;
        if (role == 0 || role == 7)
            printf("{0},\n");
        else
            print_randoms(64);
    }
    printf("},{\n");
    print_randoms(8);
    print_randoms(8);
    printf("},\n");
    print_randoms(8);
    print_bb(next_random());
    printf("};\n");
}

/* A blocker on the edge hides nothing, so the last square of each ray does
 * not matter. */
static bb relevant(int sq, const int steps[4][2])
{
    bb out = 0;

    for (int i = 0; i < 4; i++) {
        bb r = ray(sq, steps[i], 0);
        for (int f = sq % 8, s = sq / 8; on_board(f, s);
             f += steps[i][0], s += steps[i][1])
            if (!on_board(f + steps[i][0], s + steps[i][1]))
                r &= ~bit(f, s);
        out |= r;
    }
    return out;
}

/* Subsets of the mask in the order of their PEXT index. */
static void print_pext(const char *piece, const int steps[4][2])
{
    int start[65] = {0};

    printf("static const tby_bb %s_attacks[] = {\n", piece);
    for (int sq = 0; sq < 64; sq++) {
        bb mask = relevant(sq, steps), subset = 0;
        int n = 0;
        do {
            print_bb(slide(sq, steps, subset));
            if (++n % 4 == 0)
                printf("\n");
            subset = (subset - mask) & mask;
        } while (subset);
        start[sq + 1] = start[sq] + n;
    }
    printf("};\nconst struct tby_pext_entry tby_pext_%s[64] = {\n", piece);
    for (int sq = 0; sq < 64; sq++) {
        printf("{");
        print_bb(relevant(sq, steps));
        printf("%s_attacks + %d},\n", piece, start[sq]);
    }
    printf("};\n");
}

int main(int argc, char **argv)
{
    int small = argc > 1 && strcmp(argv[1], "small") == 0;

    printf("/* Made by gen_tables.c; do not edit. */\n#include \"tables.h\"\n");
    print_squares("tby_table_knight", knight);
    print_squares("tby_table_king", king);
    print_squares("tby_table_bishop", empty_bishop);
    print_squares("tby_table_rook", empty_rook);

    static const int steps[2][2][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};

    printf("const tby_bb tby_table_pawn[2][64] = {");
    for (int color = 0; color < 2; color++) {
        printf("{");
        for (int sq = 0; sq < 64; sq++)
            print_bb(leap(sq, steps[color], 2));
        printf("},");
    }
    printf("};\n");

    static const int up[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

    printf("const struct tby_ray_pair tby_table_lines[64][4] = {");
    for (int sq = 0; sq < 64; sq++) {
        printf("{");
        for (int i = 0; i < 4; i++) {
            int down[2] = {-up[i][0], -up[i][1]};
            printf("{");
            print_bb(ray(sq, down, 0));
            print_bb(ray(sq, up[i], 0));
            printf("},");
        }
        printf("},\n");
    }
    printf("};\n");

    printf("const tby_bb tby_table_between[64][64] = {");
    for (int a = 0; a < 64; a++) {
        printf("{");
        for (int b = 0; b < 64; b++)
            print_bb(a == b ? 0 : between(a, b));
        printf("},\n");
    }
    printf("};\n");

    print_zobrist();
    if (!small) {
        print_pext("bishop", BISHOP_STEPS);
        print_pext("rook", ROOK_STEPS);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
