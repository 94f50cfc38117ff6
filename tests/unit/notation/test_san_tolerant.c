/* test_san_tolerant.c - moves as people write them, held against brute force:
 * a text means a move exactly if one legal move fits it.
 *
 * What fits, for [piece] [file] [rank] [sep] square [promotion]:
 *   piece      Of that role, in capitals or not; P is a pawn.  Without it a
 *              pawn, or, where file and rank are given, what stands there.
 *   file rank  Where it comes from, as far as written.
 *   square     Where it goes.  With file and rank, and K or no piece, the king
 *              castles by going to its rook, or to the square where castling
 *              takes it unless that is a step or where it stands.
 *   sep        x and : matter only for a pawn (not where file and rank stand
 *              without P): with x it must change its file; without x, file and
 *              rank it must not.
 *   promotion  Exactly what is written.
 * A leading small b is the file and, unless a rank follows, also a bishop; with
 * x the pawn comes first. */
#include "support/positions.h"

#include <ctype.h>
#include <string.h>

struct spec {
    char piece;     /* 0, or a letter in either case */
    int file, rank; /* -1: not written */
    char sep;       /* 0, 'x', ':' or '-' */
    tby_square to;
    tby_role promotion;
};

/* --- brute force */

static bool castles_to(tby_move m, const struct spec *s)
{
    tby_square from = tby_move_from(m), rook = tby_move_to(m);
    int end = rook > from ? 6 : 2, steps = end - tby_file(from);
    bool step = steps >= -1 && steps <= 1;

    if (s->file < 0 || s->rank < 0 || (s->piece && toupper(s->piece) != 'K'))
        return false;
    return s->to == rook || (s->to == tby_sq(end, tby_rank(from)) && !step);
}

/* A pawn's x says that it changes its file. */
static bool pawn_fits(tby_move m, const struct spec *s)
{
    bool changes = tby_file(tby_move_from(m)) != tby_file(tby_move_to(m));
    bool takes = s->sep == 'x' || s->sep == ':';

    if (s->file >= 0 && s->rank >= 0 && !s->piece)
        return true;
    if (takes)
        return changes;
    return s->file >= 0 || s->rank >= 0 || !changes;
}

static bool fits(const tby_pos *p, tby_move m, const struct spec *s)
{
    tby_square from = tby_move_from(m);
    char letter = tby_role_char(tby_piece_role(tby_pos_at(p, from)));
    bool whole = s->file >= 0 && s->rank >= 0;

    if ((s->file >= 0 && s->file != tby_file(from)) ||
        (s->rank >= 0 && s->rank != tby_rank(from)) ||
        tby_move_promotion(m) != s->promotion)
        return false;
    if (tby_pos_is_castling(p, m))
        return castles_to(m, s);
    if (tby_move_to(m) != s->to)
        return false;
    if (s->piece ? toupper(s->piece) != letter : letter != 'P' && !whole)
        return false;
    return letter != 'P' || pawn_fits(m, s);
}

static size_t count_fits(const tby_pos *p, const tby_moves *legal,
                         const struct spec *s, tby_move *last)
{
    size_t n = 0;

    for (size_t i = 0; i < legal->n; i++)
        if (fits(p, legal->at[i], s)) {
            *last = legal->at[i];
            n++;
        }
    return n;
}

/* How many moves fit the text of *s, a leading b in both its meanings. */
static size_t brute_force(const tby_pos *p, const tby_moves *legal,
                          const struct spec *s, tby_move *move)
{
    struct spec pawn = *s, bishop = *s;
    bool b_file = !s->piece && s->file == 1;
    bool b_piece = s->piece == 'b' && s->file < 0;

    if (!b_file && !b_piece)
        return count_fits(p, legal, s, move);
    pawn.piece = 0;
    pawn.file = 1;
    bishop.piece = 'B';
    bishop.file = -1;
    size_t pawns = count_fits(p, legal, &pawn, move);
    bool takes = s->sep == 'x' || s->sep == ':';
    if (s->rank >= 0 || (pawns && takes))
        return pawns;
    return pawns + count_fits(p, legal, &bishop, move);
}

/* --- texts */

static const char *const FIGURINES[2] = {"KQRBNP♔♕♖♗♘♙", "KQRBNP♚♛♜♝♞♟"};

/* Appends the letter, or the figurine that stands for it. */
static size_t put_piece(char *text, char piece, int figurine)
{
    const char *letters = FIGURINES[figurine > 0], *found;

    if (!piece)
        return 0;
    found = memchr(letters, toupper(piece), 6);
    if (figurine >= 0 && found)
        memcpy(text, letters + 6 + 3 * (found - letters), 3);
    else
        text[0] = piece;
    return figurine >= 0 && found ? 3 : 1;
}

/* style 0 =Q, 1 Q, 2 (Q), 3 /Q, 4 =q, 5 q */
static size_t put_promotion(char *text, tby_role role, unsigned style)
{
    static const char before[] = "=.(/=.";
    char letter = tby_role_char(role);
    size_t n = 0;

    if (!role)
        return 0;
    if (before[style] != '.')
        text[n++] = before[style];
    text[n++] = (char)(style >= 4 ? letter | 32 : letter);
    if (style == 2)
        text[n++] = ')';
    return n;
}

struct text {
    char s[40];
    size_t n;
};

/* figurine: -1 for letters, 0 white, 1 black. */
static struct text write_spec(const struct spec *s, int figurine,
                              unsigned style, const char *suffix)
{
    struct text t = {.n = 0};

    t.n = put_piece(t.s, s->piece, figurine);
    if (s->file >= 0)
        t.s[t.n++] = (char)('a' + s->file);
    if (s->rank >= 0)
        t.s[t.n++] = (char)('1' + s->rank);
    if (s->sep)
        t.s[t.n++] = s->sep;
    t.s[t.n++] = (char)('a' + tby_file(s->to));
    t.s[t.n++] = (char)('1' + tby_rank(s->to));
    t.n += put_promotion(t.s + t.n, s->promotion, style);
    t.n += (size_t)snprintf(t.s + t.n, sizeof t.s - t.n, "%s", suffix);
    return t;
}

static void check_text(const tby_pos *p, const struct text *t, size_t n,
                       tby_move want)
{
    tby_move m = TBY_MOVE_NONE;
    tby_err err = {TBY_OK, 99};
    tby_rc rc =
        tby_san_parse(p, (tby_str){t->s, t->n}, TBY_SAN_TOLERANT, &m, &err);
    bool good = n == 1 ? rc == TBY_OK && m == want
                : n    ? rc == TBY_E_SAN_AMBIGUOUS
                       : rc < 0 && rc != TBY_E_SAN_SYNTAX;

    CHECK(good, "%s, %.*s: %zu moves fit, but the answer is %s, %#06x",
          fen_of(p).s, (int)t->n, t->s, n, tby_rc_name(rc), m);
    CHECK(rc == TBY_OK ||
              (err.code == rc && err.at <= t->n && m == TBY_MOVE_NONE),
          "%s, %.*s", fen_of(p).s, (int)t->n, t->s);
}

/* --- the variants of each legal move */

/* What may stand after a move and says nothing about which it is. */
static const char *random_suffix(rng *r)
{
    static const char *const suffixes[] = {"",  "",  "",   "+",  "#",   "++",
                                           "!", "?", "!?", "?!", "+!!", "#!"};

    return suffixes[rng_below(r, LENGTH(suffixes))];
}

static void check_variants(rng *r, const tby_pos *p, const tby_moves *legal,
                           tby_move m)
{
    static const char seps[] = "\0x:-";
    tby_square from = tby_move_from(m);
    char letter = tby_role_char(tby_piece_role(tby_pos_at(p, from)));
    const char pieces[] = {'\0', letter, (char)(letter | 32)};

    for (unsigned i = 0; i < 3 * 2 * 2 * 4; i++) {
        struct spec s = {.piece = pieces[i % 3],
                         .file = i / 3 % 2 ? tby_file(from) : -1,
                         .rank = i / 6 % 2 ? tby_rank(from) : -1,
                         .sep = seps[i / 12],
                         .to = tby_move_to(m),
                         .promotion = tby_move_promotion(m)};
        tby_move want = TBY_MOVE_NONE;
        int figurine = s.piece == letter ? (int)rng_below(r, 3) - 1 : -1;
        size_t n = brute_force(p, legal, &s, &want);
        struct text t =
            write_spec(&s, figurine, rng_below(r, 6), random_suffix(r));
        check_text(p, &t, n, want);
        if (s.piece == letter) /* a capital letter cannot mean another */
            CHECK(n > 1 || want == m || !fits(p, m, &s), "%s, %s", fen_of(p).s,
                  t.s);
    }
}

static void variants_mean_the_move_where_it_is_the_only_one(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 450; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++)
            check_variants(&r, &p, &legal, legal.at[k]);
    }
}

/* Canonical text with signs added, changed and taken away. */
static void signs_do_not_matter(void **state)
{
    static const char *const suffixes[] = {"",   "+",  "#",   "++", "!",
                                           "??", "!?", "+!!", "#?", "+-"};
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 600; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n * LENGTH(suffixes); k++) {
            tby_move m = legal.at[k / LENGTH(suffixes)];
            const char *suffix = suffixes[k % LENGTH(suffixes)];
            struct text t;
            tby_san_write(&p, m, t.s);
            t.n = strcspn(t.s, "+#");
            t.n += (size_t)snprintf(t.s + t.n, sizeof t.s - t.n, "%s", suffix);
            if (strcmp(suffix, "+-") != 0) /* which is a verdict, not a sign */
                check_text(&p, &t, 1, m);
        }
    }
}

/* Both styles of UCI, which is long algebraic without anything. */
static void uci_is_understood(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 1500; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < 2 * legal.n; k++) {
            struct text t;
            t.n = tby_uci_write(&p, legal.at[k / 2],
                                k % 2 ? TBY_UCI_960 : TBY_UCI_ORTHODOX, t.s);
            check_text(&p, &t, 1, legal.at[k / 2]);
        }
    }
}

static void castling_has_many_spellings(void **state)
{
    static const char zeros[] = "O0o";
    rng r = rng_for(__func__);
    unsigned met = 0;

    (void)state;
    for (int i = 0; i < 6000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_move m = legal.at[k];
            if (!tby_pos_is_castling(&p, m))
                continue;
            for (size_t z = 0; z < 3; z++) {
                struct text t;
                bool east = tby_move_to(m) > tby_move_from(m);
                t.n =
                    (size_t)snprintf(t.s, sizeof t.s, "%c-%c%s%.*s%s", zeros[z],
                                     zeros[z], east ? "" : "-", east ? 0 : 1,
                                     &zeros[z], random_suffix(&r));
                check_text(&p, &t, 1, m);
            }
            met++;
        }
    }
    CHECK(met > 100, "only %u", met);
}

static void en_passant_may_be_marked(void **state)
{
    static const char *const marks[] = {"e.p.", "ep", "e.p.+", "ep!"};
    rng r = rng_for(__func__);
    unsigned met = 0;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        if (p.ep == TBY_NO_SQUARE)
            continue;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_square from = tby_move_from(legal.at[k]);
            struct spec s = {.file = tby_file(from),
                             .rank = met % 3 ? -1 : tby_rank(from),
                             .sep = "x:-"[met % 2],
                             .to = p.ep};
            if (tby_piece_role(tby_pos_at(&p, from)) != TBY_PAWN ||
                tby_move_to(legal.at[k]) != p.ep)
                continue;
            struct text t = write_spec(&s, -1, 0, marks[met % 4]);
            check_text(&p, &t, 1, legal.at[k]);
            met++;
        }
    }
    CHECK(met > 50, "only %u", met);
}

static void the_null_move_has_three_spellings(void **state)
{
    static const char *const texts[] = {"--", "Z0", "0000", "--!", "--+"};
    tby_pos p = tby_pos_start();

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        tby_move m = TBY_MOVE_NONE;
        assert_int_equal(
            tby_san_parse(&p, tby_str_of(texts[i]), TBY_SAN_TOLERANT, &m, NULL),
            TBY_OK);
        assert_int_equal(m, TBY_MOVE_NULL);
    }
}

/* --- every text of the grammar */

/* [KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])? to one square, 4,860 texts;
 * `near` are the moves that could fit one of them. */
static void check_texts_to(const tby_pos *p, const tby_moves *near,
                           tby_square to)
{
    static const char pieces[] = "\0KQRBN";
    static const tby_role roles[5] = {TBY_NO_ROLE, TBY_QUEEN, TBY_ROOK,
                                      TBY_BISHOP, TBY_KNIGHT};

    for (unsigned i = 0; i < 6 * 9 * 9 * 2 * 5; i++) {
        struct spec s = {.piece = pieces[i % 6],
                         .file = (int)(i / 6 % 9) - 1,
                         .rank = (int)(i / 54 % 9) - 1,
                         .sep = i / 486 % 2 ? 'x' : '\0',
                         .to = to,
                         .promotion = roles[i / 972]};
        tby_move want = TBY_MOVE_NONE;
        size_t n = brute_force(p, near, &s, &want);
        struct text t = write_spec(&s, -1, 0, "");
        check_text(p, &t, n, want);
    }
}

static void check_grammar(const tby_pos *p)
{
    tby_moves legal, near;

    tby_moves_legal(p, &legal);
    for (tby_square to = 0; to < 64; to++) {
        near.n = 0;
        for (size_t i = 0; i < legal.n; i++)
            if (tby_move_to(legal.at[i]) == to ||
                tby_pos_is_castling(p, legal.at[i]))
                near.at[near.n++] = legal.at[i];
        check_texts_to(p, &near, to);
    }
}

static void every_text_is_taken_exactly_if_one_move_fits(void **state)
{
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
        "4k3/1P6/B7/8/2p2B2/1P1B4/8/2K3R1 w - -",     /* bishops, a promotion */
        "r1k1r3/8/8/2pP4/8/8/8/R1K1R3 w KQkq c6 0 2", /* two castlings, ep */
    };
    rng r = rng_for(__func__);

    (void)state;
    for (size_t i = 0; i < LENGTH(fens); i++) {
        tby_pos p = pos_of(fens[i]);
        check_grammar(&p);
    }
    for (int i = 0; i < 2; i++) {
        tby_pos p = random_position(&r, CHESS960 + i);
        check_grammar(&p);
    }
}

/* --- by hand */

static const struct {
    const char *fen, *text, *uci; /* NULL: ambiguous */
} BY_HAND[] = {
    /* b: a pawn of the b-file, or a bishop */
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "bc4", NULL},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "b-c4", NULL},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "bxc4", "b3c4"},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "b:c4", "b3c4"},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "b3c4", "b3c4"},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "b3xc4", "b3c4"},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "Bc4", "f1c4"},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "Bxc4", "f1c4"},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "bf1c4", "f1c4"},
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "bfxc4", "f1c4"},
    {"4k3/8/8/8/2p5/8/8/4KB2 w - -", "bc4", "f1c4"},
    {"4k3/8/8/8/2p5/8/8/4KB2 w - -", "bxc4", "f1c4"},
    {"4k3/8/8/8/2p5/1P6/8/4K3 w - -", "bc4", "b3c4"},
    {"4k3/8/8/8/8/1P6/8/4KB2 w - -", "b4", "b3b4"},
    {"4k3/8/8/8/8/1P6/8/4KB2 w - -", "bb5", "f1b5"},
    {"4k3/8/8/8/8/1P6/3B4/4K3 w - -", "bb4", NULL}, /* over-disambiguated */
    {"4k3/8/8/8/8/1P6/3B4/4K3 w - -", "b4", "b3b4"},
    {"4kb2/8/8/1p6/2P5/8/8/4K3 b - -", "bc4", "b5c4"},
    {"4kb2/8/1p6/2P5/8/8/8/4K3 b - -", "bc5", NULL},
    {"4kb2/8/1p6/2P5/8/8/8/4K3 b - -", "bxc5", "b6c5"},
    /* two bishops, one of them promoted, and the pawn: three moves fit */
    {"4k3/8/B7/8/2p5/1P1B4/8/4K3 w - -", "bc4", NULL},
    {"4k3/8/B7/8/2p5/1P1B4/8/4K3 w - -", "bxc4", "b3c4"},
    {"4k3/8/B7/8/2p5/3B4/8/4K3 w - -", "bc4", NULL},
    {"4k3/8/B7/8/2p5/3B4/8/4K3 w - -", "bxc4", NULL},
    /* promotions */
    {"7k/1P6/8/8/8/8/8/4K3 w - -", "b8Q", "b7b8q"},
    {"7k/1P6/8/8/8/8/8/4K3 w - -", "b8(Q)", "b7b8q"},
    {"7k/1P6/8/8/8/8/8/4K3 w - -", "b8/Q", "b7b8q"},
    {"7k/1P6/8/8/8/8/8/4K3 w - -", "b8=q", "b7b8q"},
    {"7k/1P6/8/8/8/8/8/4K3 w - -", "b8b", "b7b8b"},
    {"7k/1P6/8/8/8/8/8/4K3 w - -", "b8=♕", "b7b8q"},
    {"7k/1P6/8/8/8/8/8/4K3 w - -", "b8♘", "b7b8n"},
    {"r6k/1P6/8/8/8/8/8/4K3 w - -", "bxa8b", "b7a8b"},
    {"r6k/1P6/8/8/8/8/8/4K3 w - -", "b7xa8=B", "b7a8b"},
    {"r6k/1P6/8/8/8/8/8/4K3 w - -", "ba8N", "b7a8n"},
    /* a missing and a superfluous x, long algebraic */
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "Nd5", "c3d5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "ed5", "e4d5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "e4:d5", "e4d5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "Nc3-d5", "c3d5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "Nxe2", "c3e2"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "Nc3xe2", "c3e2"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "e4-e5", "e4e5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "Pe5", "e4e5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "Pe4xd5", "e4d5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "♘xd5", "c3d5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "♙xd5", "e4d5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "♟e5", "e4e5"},
    {"4k3/8/8/3p4/4P3/2N5/8/4K3 w - -", "kd2", "e1d2"},
    /* castling by the king's squares, and by king takes rook */
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", "Ke1g1", "e1h1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", "Ke1-c1", "e1a1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", "ke1c1", "e1a1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1h1", "e1h1"},
    {"4k3/8/8/8/8/8/8/5K1R w K -", "f1g1", "f1g1"},
    {"4k3/8/8/8/8/8/8/5K1R w K -", "f1h1", "f1h1"},
    {"4k3/8/8/8/8/8/8/5K1R w K -", "Kg1", "f1g1"},
};

static void these_texts_mean_these_moves(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(BY_HAND); i++) {
        tby_pos p = pos_of(BY_HAND[i].fen);
        tby_move m = TBY_MOVE_NONE, want = TBY_MOVE_NONE;
        const char *uci = BY_HAND[i].uci;
        if (uci)
            assert_int_equal(tby_uci_parse(&p, tby_str_of(uci), &want, NULL),
                             TBY_OK);
        tby_rc rc = tby_san_parse(&p, tby_str_of(BY_HAND[i].text),
                                  TBY_SAN_TOLERANT, &m, NULL);
        if (rc == (uci ? TBY_OK : TBY_E_SAN_AMBIGUOUS) && m == want)
            continue;
        print_error("%s, %s: %s, %#06x instead of %s\n", BY_HAND[i].fen,
                    BY_HAND[i].text, tby_rc_name(rc), m,
                    uci ? uci : "ambiguous");
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* --- anything at all */

static void random_text_does_no_harm(void **state)
{
    static const char bytes[] = "KQRBNPkqrbnpabcdefgh12345678x:-=/()+#!?O0oZ."
                                "e.p.\xe2\x99\x94\x9f\xff \t";
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 300; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        for (int k = 0; k < 500; k++) {
            size_t n = rng_below(&r, 9);
            char *text = malloc(n ? n : 1), why[160], san[TBY_SAN_MAX];
            tby_move m = TBY_MOVE_NONE, again = TBY_MOVE_NONE;
            tby_err err = {TBY_OK, 99};
            assert_non_null(text);
            for (size_t j = 0; j < n; j++)
                text[j] = bytes[rng_below(&r, sizeof bytes)];
            tby_str in = {text, n};
            tby_rc rc = tby_san_parse(&p, in, TBY_SAN_TOLERANT, &m, &err);
            if (rc != TBY_OK) {
                CHECK(rc < 0 && err.code == rc && err.at <= n && !m, "%.*s",
                      (int)n, text);
                assert_true(tby_san_explain(&p, in, TBY_SAN_TOLERANT, why,
                                            sizeof why) > 0);
            } else {
                assert_int_equal(tby_pos_judge(&p, m), TBY_OK);
                tby_san_write(&p, m, san);
                assert_int_equal(tby_san_parse(&p, tby_str_of(san),
                                               TBY_SAN_STRICT, &again, NULL),
                                 TBY_OK);
                assert_int_equal(again, m);
            }
            free(text);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_mean_the_move_where_it_is_the_only_one),
        cmocka_unit_test(signs_do_not_matter),
        cmocka_unit_test(uci_is_understood),
        cmocka_unit_test(castling_has_many_spellings),
        cmocka_unit_test(en_passant_may_be_marked),
        cmocka_unit_test(the_null_move_has_three_spellings),
        cmocka_unit_test(every_text_is_taken_exactly_if_one_move_fits),
        cmocka_unit_test(these_texts_mean_these_moves),
        cmocka_unit_test(random_text_does_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
