/* shortest.c - a move in as few characters as possible.
 *
 * A template is a set of facts that a string names.  The bit of each is its
 * weight in the rule for ties, so that of two templates with equally many bits
 * the smaller number is preferred. */
#include "tabiya/shortest.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/chess/bitboard.h"
#include "core/chess/play.h"
#include "core/notation/text.h"

#include <string.h>

enum {
    KIND_TO_FILE,
    KIND_TO_RANK,
    KIND_PIECE,
    KIND_FROM_FILE,
    KIND_FROM_RANK,
    KIND_CAPTURE, /* x */
    KIND_CAPTURED,
    KIND_BECOMES,  /* the piece of a promotion */
    KIND_PROMOTES, /* = */
    KIND_CHECK,
    KIND_MATE,
    FACT_KINDS
};

enum {
    NAMES_TO_FILE = 1 << KIND_TO_FILE,
    NAMES_TO_RANK = 1 << KIND_TO_RANK,
    NAMES_PIECE = 1 << KIND_PIECE,
    NAMES_FROM_FILE = 1 << KIND_FROM_FILE,
    NAMES_FROM_RANK = 1 << KIND_FROM_RANK,
    NAMES_CAPTURE = 1 << KIND_CAPTURE,
    NAMES_CAPTURED = 1 << KIND_CAPTURED,
    NAMES_BECOMES = 1 << KIND_BECOMES,
    NAMES_PROMOTES = 1 << KIND_PROMOTES,
    NAMES_CHECK = 1 << KIND_CHECK,
    NAMES_MATE = 1 << KIND_MATE,
    NAMES_TARGET = NAMES_TO_FILE | NAMES_TO_RANK,
    NAMES_SQUARES = NAMES_TARGET | NAMES_FROM_FILE | NAMES_FROM_RANK,
    NAMES_PLAIN = NAMES_SQUARES | NAMES_PIECE /* what every move has */
};

/* Where the values of each kind stand in a table's sets.  Those of pieces are
 * multiples of eight with the role added. */
enum {
    VALUE_TO_FILE = 0,
    VALUE_TO_RANK = 8,
    VALUE_PIECE = 16,
    VALUE_FROM_FILE = 24,
    VALUE_FROM_RANK = 32,
    VALUE_CAPTURED = 40,
    VALUE_BECOMES = 48,
    VALUE_CAPTURE = 56,
    VALUE_PROMOTES = 57,
    VALUE_CHECK = 58,
    VALUE_MATE = 59,
    VALUE_ANY = 60 /* there is such a move at all */
};

/* Facts with their values: what a string says, or what holds for a move. */
struct short_facts {
    unsigned names;
    uint8_t value[FACT_KINDS]; /* by kind */
};

/* As many words of each set as the table uses. */
TBY_INLINE size_t short_words(const tby_short_table *t)
{
    return (t->legal.n + 63) / 64;
}

/* One word of the sets of moves that share given facts. */
struct short_sets {
    uint64_t any, of[FACT_KINDS];
    uint64_t becoming[2]; /* what the piece is, what the captured one is */
};

TBY_INLINE void short_sets_of(const tby_short_table *t, size_t w,
                              const struct short_facts *f,
                              struct short_sets *out)
{
    const uint64_t *having = t->having[w];

    out->any = having[VALUE_ANY];
    for (unsigned i = 0; i < FACT_KINDS; i++)
        out->of[i] = having[f->value[i]];
    out->becoming[0] = having[VALUE_BECOMES + (f->value[KIND_PIECE] & 7)];
    out->becoming[1] = having[VALUE_BECOMES + (f->value[KIND_CAPTURED] & 7)];
}

TBY_INLINE uint64_t short_having(const struct short_sets *s, unsigned names)
{
    uint64_t set = s->any;

    for (; names; names &= names - 1)
        set &= s->of[__builtin_ctz(names)];
    return set;
}

/* The moves that a string with these facts fits.  A lone letter counts in both
 * readings: Q is a move of the queen or a promotion to one, xQ takes a queen or
 * becomes one.  Another letter, a coordinate or `=` tells them apart. */
TBY_INLINE uint64_t short_fitting(const struct short_sets *s, unsigned names)
{
    const unsigned clear = NAMES_SQUARES | NAMES_PROMOTES | NAMES_BECOMES;
    bool after_x = names & NAMES_CAPTURE;
    unsigned letter = after_x ? NAMES_CAPTURED : NAMES_PIECE;
    uint64_t set = short_having(s, names);

    if (!(names & clear) && names & letter)
        set |= short_having(s, names ^ letter) & s->becoming[after_x];
    return set;
}

/* What the moves of the side to move do to the other king, as far as it can be
 * found without playing them. */
struct watch {
    tby_bb
        seen_from[8]; /* by role, the squares that it would be attacked from */
    tby_bb unclear;   /* pieces whose moves have to be played */
};

static struct watch watch_king(const tby_pos *p)
{
    struct watch w = {.unclear = 0};
    tby_square king = royal_square(p, p->turn ^ 1);
    tby_bb own = tby_pos_color(p, p->turn), occupied = tby_pos_occupied(p);

    if (king == TBY_NO_SQUARE)
        return w;
    w.seen_from[TBY_PAWN] = tby_table_pawn[p->turn ^ 1][king];
    w.seen_from[TBY_KNIGHT] = tby_table_knight[king];
    w.seen_from[TBY_KING] = tby_table_king[king];
    w.seen_from[TBY_BISHOP] = bishop_attacks(king, occupied);
    w.seen_from[TBY_ROOK] = rook_attacks(king, occupied);
    w.seen_from[TBY_QUEEN] = w.seen_from[TBY_BISHOP] | w.seen_from[TBY_ROOK];
    /* A king that could be taken: only where that fault was forgiven. */
    if (attackers_to(p, king, p->turn, occupied) & own)
        w.unclear = BB_ALL;
    else {
        /* Pieces that stand alone between a slider of their own side and the
         * king. */
        tby_bb sliders = ((tby_table_bishop[king] & pos_diagonal(p)) |
                          (tby_table_rook[king] & pos_straight(p))) &
                         own;
        tby_bb out = 0;
        for (; sliders; sliders = bb_rest(sliders)) {
            tby_bb between =
                bb_between(king, bb_first(sliders)) & tby_pos_occupied(p);
            if (!bb_several(between))
                out |= between & own;
        }
        w.unclear = out;
    }
    return w;
}

static bool is_castling(const tby_pos *p, tby_move m)
{
    return tby_pos_color(p, p->turn) & tby_bit(tby_move_to(m));
}

/* Where the move itself is not all that changes lines: promotion, en passant,
 * castling, a piece that stood in the way. */
static bool must_be_played(const tby_pos *p, const struct watch *w, tby_move m,
                           tby_role piece)
{
    return w->unclear & tby_bit(tby_move_from(m)) || tby_move_promotion(m) ||
           (piece == TBY_PAWN && tby_move_to(m) == p->ep) || is_castling(p, m);
}

static uint8_t check_by(const tby_pos *p, const struct watch *w, tby_move m,
                        tby_role piece)
{
    bool certain = !must_be_played(p, w, m, piece);

    if (certain && !(w->seen_from[piece] & tby_bit(tby_move_to(m))))
        return 0;
    tby_pos after = *p;
    play(&after, m, false);
    if (!certain && !tby_pos_checkers(&after))
        return 0;
    return tby_moves_count(&after) ? 1 : 3;
}

/* All that can be said about move number i. */
static struct short_facts facts_of(const tby_short_table *t, size_t i)
{
    TBY_ASSERT(i < t->legal.n);
    const tby_short_facts *f = &t->facts[i];
    tby_square from = tby_move_from(t->legal.at[i]);
    tby_role becomes = tby_move_promotion(t->legal.at[i]);
    unsigned names = NAMES_SQUARES | NAMES_PIECE;

    if (f->captured)
        names |= NAMES_CAPTURE | NAMES_CAPTURED;
    if (becomes)
        names |= NAMES_BECOMES | NAMES_PROMOTES;
    if (f->check)
        names |= f->check == 1 ? NAMES_CHECK : NAMES_CHECK | NAMES_MATE;
    return (struct short_facts){
        names,
        {[KIND_TO_FILE] = (uint8_t)(VALUE_TO_FILE + tby_file(f->to)),
         [KIND_TO_RANK] = (uint8_t)(VALUE_TO_RANK + tby_rank(f->to)),
         [KIND_PIECE] = (uint8_t)(VALUE_PIECE + f->piece),
         [KIND_FROM_FILE] = (uint8_t)(VALUE_FROM_FILE + tby_file(from)),
         [KIND_FROM_RANK] = (uint8_t)(VALUE_FROM_RANK + tby_rank(from)),
         [KIND_CAPTURE] = VALUE_CAPTURE,
         [KIND_CAPTURED] = (uint8_t)(VALUE_CAPTURED + f->captured),
         [KIND_BECOMES] = (uint8_t)(VALUE_BECOMES + becomes),
         [KIND_PROMOTES] = VALUE_PROMOTES,
         [KIND_CHECK] = VALUE_CHECK,
         [KIND_MATE] = VALUE_MATE}};
}

void tby_short_table_init(tby_short_table *t, const tby_pos *p)
{
    struct watch w = watch_king(p);

    tby_moves_legal(p, &t->legal);
    TBY_ASSERT(short_words(t) <= TBY_SHORT_WORDS);
    memset(t->having, 0, short_words(t) * sizeof *t->having);
    for (size_t i = 0; i < t->legal.n; i++) {
        tby_move m = t->legal.at[i];
        tby_square from = tby_move_from(m), to = tby_move_to(m);
        tby_role piece = tby_piece_role(tby_pos_at(p, from));
        tby_short_facts seen = {.to = to,
                                .piece = piece,
                                .captured = tby_piece_role(tby_pos_at(p, to)),
                                .check = check_by(p, &w, m, piece)};
        if (is_castling(p, m)) {
            seen.captured = TBY_NO_ROLE;
            if (castling_is_clear(from, to))
                seen.to = castling_end(p->turn, to > from).king;
        } else if (piece == TBY_PAWN && to == p->ep) {
            seen.captured = TBY_PAWN;
        }
        t->facts[i] = seen;
        struct short_facts f = facts_of(t, i);
        uint64_t bit = (uint64_t)1 << (i & 63), *having = t->having[i / 64];

        having[VALUE_ANY] |= bit;
        having[f.value[KIND_TO_FILE]] |= bit;
        having[f.value[KIND_TO_RANK]] |= bit;
        having[f.value[KIND_PIECE]] |= bit;
        having[f.value[KIND_FROM_FILE]] |= bit;
        having[f.value[KIND_FROM_RANK]] |= bit;
        for (unsigned rest = f.names & ~(unsigned)NAMES_PLAIN; rest;
             rest &= rest - 1)
            having[f.value[__builtin_ctz(rest)]] |= bit;
    }
}

static void name(cursor *c, struct short_facts *f, unsigned kind, int value)
{
    f->names |= 1u << kind;
    f->value[kind] = (uint8_t)value;
    c->at++;
}

static void take_sign(cursor *c, struct short_facts *f, int sign, unsigned kind,
                      int value)
{
    if (peek(c) == sign)
        name(c, f, kind, value);
}

static void take_letter(cursor *c, struct short_facts *f, unsigned kind,
                        int first)
{
    int ch = peek(c);
    tby_piece piece =
        ch >= 'A' && ch <= 'Z' ? tby_piece_from_char((char)ch) : TBY_NO_PIECE;

    if (piece && (kind != KIND_BECOMES || (ch != 'P' && ch != 'K')))
        name(c, f, kind, first + piece);
}

/* Which coordinates a run of files and ranks gives.  A run is counted as a
 * binary number: 1, then 0 for each file and 1 for each rank.  Whatever a run
 * that means something begins with means something too. */
static const struct {
    bool known;
    uint8_t kinds[4];
} RUNS[] = {
    [1] = {true, {0}},
    [2] = {true, {KIND_TO_FILE}},
    [3] = {true, {KIND_TO_RANK}},
    [4] = {true, {KIND_FROM_FILE, KIND_TO_FILE}},
    [5] = {true, {KIND_TO_FILE, KIND_TO_RANK}},
    [6] = {true, {KIND_FROM_RANK, KIND_TO_FILE}},
    [7] = {true, {KIND_FROM_RANK, KIND_TO_RANK}},
    [9] = {true, {KIND_FROM_FILE, KIND_TO_FILE, KIND_TO_RANK}},
    [10] = {true, {KIND_FROM_FILE, KIND_FROM_RANK, KIND_TO_FILE}},
    [13] = {true, {KIND_FROM_RANK, KIND_TO_FILE, KIND_TO_RANK}},
    [21] = {true, {KIND_FROM_FILE, KIND_FROM_RANK, KIND_TO_FILE, KIND_TO_RANK}},
};

/* The number of the run with one more character, 0 if that is none. */
static size_t run_on(size_t run, int ch)
{
    bool file = ch >= 'a' && ch <= 'h', rank = ch >= '1' && ch <= '8';
    size_t next = 2 * run + rank;

    return (file || rank) && next < sizeof RUNS / sizeof *RUNS &&
                   RUNS[next].known
               ? next
               : 0;
}

struct fitting {
    size_t n, last; /* how many moves fit, and one of them */
};

static struct fitting count_fitting(const tby_short_table *t,
                                    const struct short_facts *f)
{
    struct fitting found = {0, 0};

    for (size_t w = 0; w < short_words(t); w++) {
        struct short_sets sets;
        short_sets_of(t, w, f, &sets);
        uint64_t set = short_fitting(&sets, f->names);
        found.n += bb_count(set);
        if (set)
            found.last = 64 * w + bb_first(set);
    }
    return found;
}

tby_rc tby_short_table_parse(const tby_short_table *t, tby_str text,
                             tby_move *out, bool *legacy, tby_err *err)
{
    struct short_facts f = {.names = 0};

    /* A lone letter is taken for a piece here; short_fitting() knows what else
     * it may be. */
    cursor c = {.in = text};

    take_letter(&c, &f, KIND_PIECE, VALUE_PIECE);
    take_sign(&c, &f, 'x', KIND_CAPTURE, VALUE_CAPTURE);
    if (f.names & NAMES_CAPTURE)
        take_letter(&c, &f, KIND_CAPTURED, VALUE_CAPTURED);
    static const uint8_t first[] = {[KIND_TO_FILE] = VALUE_TO_FILE,
                                    [KIND_TO_RANK] = VALUE_TO_RANK,
                                    [KIND_FROM_FILE] = VALUE_FROM_FILE,
                                    [KIND_FROM_RANK] = VALUE_FROM_RANK};
    size_t run = 1, next;
    cursor end = c;
    for (; (next = run_on(run, peek(&end))) != 0; end.at++)
        run = next;
    for (size_t i = 0; c.at < end.at; i++) {
        TBY_ASSERT(i < sizeof RUNS[run].kinds);
        unsigned kind = RUNS[run].kinds[i];
        int ch = peek(&c);
        name(&c, &f, kind, first[kind] + (ch >= 'a' ? ch - 'a' : ch - '1'));
    }
    take_sign(&c, &f, '=', KIND_PROMOTES, VALUE_PROMOTES);
    if (!(f.names & NAMES_PROMOTES))
        take_letter(&c, &f, KIND_BECOMES, VALUE_BECOMES);
    take_sign(&c, &f, '+', KIND_CHECK, VALUE_CHECK);
    take_sign(&c, &f, '#', KIND_MATE, VALUE_MATE);
    if (c.at < text.n)
        return tby_fail(err, TBY_E_SHORT_SYNTAX, c.at);
    struct fitting found = count_fitting(t, &f);
    bool several = found.n > 1;
    if (several && f.names == NAMES_TARGET) {
        f.names |= NAMES_PIECE;
        f.value[KIND_PIECE] = VALUE_PIECE + TBY_PAWN;
        found = count_fitting(t, &f);
    }
    if (!several && !found.n)
        return tby_fail(err, TBY_E_SHORT_NO_MOVE, 0);
    if (found.n != 1)
        return tby_fail(err, TBY_E_SHORT_AMBIGUOUS, 0);
    TBY_ASSERT(found.last < t->legal.n);
    *out = t->legal.at[found.last];
    if (legacy)
        *legacy = several;
    return TBY_OK;
}

tby_rc tby_short_parse(const tby_pos *p, tby_str text, tby_move *out,
                       bool *legacy, tby_err *err)
{
    tby_short_table t;

    tby_short_table_init(&t, p);
    return tby_short_table_parse(&t, text, out, legacy, err);
}

/* Every template that can be a shortest one, by length and then by weight.
 * Left out: what is no production of the grammar; mate together with check,
 * which says no more than mate alone; and what a pawn becomes where a reader
 * would first take that letter for the piece that moves or is captured. */
/* clang-format off */
static const uint16_t TEMPLATES[] = {
    /* 0 */
    0,
    /* 1 */
    1, 2, 4, 32, 256, 512, 1024,
    /* 2 */
    3, 5, 6, 9, 17, 18, 33, 34, 36, 96, 129, 130, 132, 257, 258, 260, 288, 513,
    514, 516, 544, 768, 1025, 1026, 1028, 1056, 1280,
    /* 3 */
    7, 11, 13, 19, 21, 22, 25, 35, 37, 38, 41, 49, 50, 97, 98, 100, 131, 133,
    134, 137, 145, 146, 161, 162, 224, 259, 261, 262, 265, 273, 274, 289, 290,
    292, 352, 515, 517, 518, 521, 529, 530, 545, 546, 548, 608, 641, 642, 644,
    769, 770, 772, 800, 1027, 1029, 1030, 1033, 1041, 1042, 1057, 1058, 1060,
    1120, 1153, 1154, 1156, 1281, 1282, 1284, 1312,
    /* 4 */
    15, 23, 27, 29, 39, 43, 45, 51, 53, 54, 57, 99, 101, 102, 105, 113, 114,
    135, 139, 141, 147, 149, 150, 153, 163, 165, 166, 169, 177, 178, 225, 226,
    228, 263, 267, 269, 275, 277, 278, 281, 291, 293, 294, 297, 305, 306, 353,
    354, 356, 519, 523, 525, 531, 533, 534, 537, 547, 549, 550, 553, 561, 562,
    609, 610, 612, 643, 645, 646, 649, 657, 658, 673, 674, 736, 771, 773, 774,
    777, 785, 786, 801, 802, 804, 864, 1031, 1035, 1037, 1043, 1045, 1046, 1049,
    1059, 1061, 1062, 1065, 1073, 1074, 1121, 1122, 1124, 1155, 1157, 1158,
    1161, 1169, 1170, 1185, 1186, 1248, 1283, 1285, 1286, 1289, 1297, 1298,
    1313, 1314, 1316, 1376,
};
/* clang-format on */

/* Where the templates of each length begin, and the end. */
static const uint8_t FIRST[] = {0, 1, 8, 35, 104, 223};

/* The order of kinds of facts in a string, and the characters of values. */
static const uint8_t ORDER[FACT_KINDS] = {
    KIND_PIECE,     KIND_CAPTURE, KIND_CAPTURED, KIND_FROM_FILE,
    KIND_FROM_RANK, KIND_TO_FILE, KIND_TO_RANK,  KIND_PROMOTES,
    KIND_BECOMES,   KIND_CHECK,   KIND_MATE};
static const char LETTERS[] =
    "abcdefgh12345678?PBNRKQ?abcdefgh12345678?PBNRKQ??PBNRKQ?x=+#";

static size_t spell(const struct short_facts *f, unsigned names,
                    char out[TBY_SHORT_MAX])
{
    size_t n = 0;

    for (size_t i = 0; names; i++)
        if (names >> ORDER[i] & 1) {
            out[n++] = LETTERS[f->value[ORDER[i]]];
            names ^= 1u << ORDER[i];
        }
    TBY_ASSERT(n < TBY_SHORT_MAX);
    out[n] = '\0';
    return n;
}

struct candidate {
    struct short_facts facts;
    size_t words;
    struct short_sets sets[TBY_SHORT_WORDS];
};

static void consider(const tby_short_table *t, size_t i, struct candidate *c)
{
    c->facts = facts_of(t, i);
    c->words = short_words(t);
    for (size_t w = 0; w < c->words; w++)
        short_sets_of(t, w, &c->facts, &c->sets[w]);
}

/* True if the string of these facts of the move fits no other: the move itself
 * is in one of the words, so another one stands beside it or in another word.
 */
TBY_INLINE bool is_clear(const struct candidate *c, unsigned names)
{
    uint64_t set = short_fitting(&c->sets[0], names);

    if (c->words == 1 || bb_several(set))
        return !bb_several(set);
    for (size_t w = 1; w < c->words; w++) {
        uint64_t more = short_fitting(&c->sets[w], names);
        if (bb_several(more) || (set && more))
            return false;
        set |= more;
    }
    return true;
}

/* Goes on to the next clear template of its length from number *i; false if
 * there is none.  A template that is larger than all facts together names one
 * that the move does not have, and so do all after it. */
TBY_INLINE bool next_clear(const struct candidate *c, size_t length, size_t *i)
{
    unsigned names = c->facts.names;

    for (; *i < FIRST[length + 1] && TEMPLATES[*i] <= names; ++*i)
        if (!(TEMPLATES[*i] & ~names) && is_clear(c, TEMPLATES[*i]))
            return true;
    return false;
}

/* The number and the length of the preferred template. */
static size_t find_shortest(const struct candidate *c, size_t *length)
{
    for (*length = 0; *length < TBY_SHORT_MAX; ++*length) {
        size_t i = FIRST[*length];
        if (next_clear(c, *length, &i))
            return i;
    }
    TBY_ASSERT(false); /* four characters name every move: see TBY_SHORT_MAX */
    return 0;
}

/* names: a part of NAMES_PLAIN. */
TBY_INLINE bool is_clear_plain(const struct short_sets *s, const unsigned names)
{
    uint64_t set = s->any;

    if (names & NAMES_TO_FILE)
        set &= s->of[KIND_TO_FILE];
    if (names & NAMES_TO_RANK)
        set &= s->of[KIND_TO_RANK];
    if (names & NAMES_PIECE)
        set &= s->of[KIND_PIECE];
    if (names & NAMES_FROM_FILE)
        set &= s->of[KIND_FROM_FILE];
    if (names & NAMES_FROM_RANK)
        set &= s->of[KIND_FROM_RANK];
    if (names == NAMES_PIECE)
        set |= s->becoming[0];
    return !bb_several(set);
}

/* find_shortest() where nothing but squares and piece can be said and one word
 * is enough, which is nearly always: the compiler knows the templates and turns
 * each into an AND or two, which saves a fifth of the time of all. */
static unsigned find_plain(const struct short_sets *s)
{
#define TRY(names)                                                             \
    if (is_clear_plain(s, names))                                              \
        return names;
    /* clang-format off */
    TRY(0) TRY(1) TRY(2) TRY(4)
    TRY(3) TRY(5) TRY(6) TRY(9) TRY(17) TRY(18)
    TRY(7) TRY(11) TRY(13) TRY(19) TRY(21) TRY(22) TRY(25)
    TRY(15) TRY(23)
    return NAMES_SQUARES;
    /* clang-format on */
#undef TRY
}

static unsigned find_names(const struct candidate *c)
{
    size_t length;

    if (c->facts.names == NAMES_PLAIN && c->words == 1)
        return find_plain(&c->sets[0]);
    return TEMPLATES[find_shortest(c, &length)];
}

/* The number of a move in the table; legal.n if it is not legal. */
static size_t find_move(const tby_short_table *t, tby_move m)
{
    size_t i = 0;

    while (i < t->legal.n && t->legal.at[i] != m)
        i++;
    return i;
}

/* In the legacy style a square alone means a pawn. */
static bool is_legacy(const struct candidate *c)
{
    size_t pawns = 0;

    if (c->facts.value[KIND_PIECE] != VALUE_PIECE + TBY_PAWN)
        return false;
    for (size_t w = 0; w < c->words; w++)
        pawns +=
            bb_count(short_having(&c->sets[w], NAMES_TARGET | NAMES_PIECE));
    return pawns == 1;
}

size_t tby_short_table_write(const tby_short_table *t, tby_move m,
                             tby_short_style style, char out[TBY_SHORT_MAX])
{
    size_t at = find_move(t, m);
    struct candidate c;

    out[0] = '\0';
    if (at == t->legal.n)
        return 0;
    consider(t, at, &c);
    unsigned names = find_names(&c);
    if (style == TBY_SHORT_LEGACY && bb_count(names) > 2 && is_legacy(&c))
        names = NAMES_TARGET;
    return spell(&c.facts, names, out);
}

size_t tby_short_all(const tby_short_table *t, tby_move m,
                     char out[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX])
{
    size_t at = find_move(t, m), length, n = 0;
    struct candidate c;

    if (at == t->legal.n)
        return 0;
    consider(t, at, &c);
    for (size_t i = find_shortest(&c, &length); next_clear(&c, length, &i); i++)
        spell(&c.facts, TEMPLATES[i], out[n++]);
    return n;
}

size_t tby_short_write(const tby_pos *p, tby_move m, tby_short_style style,
                       char out[TBY_SHORT_MAX])
{
    tby_short_table t;

    tby_short_table_init(&t, p);
    return tby_short_table_write(&t, m, style, out);
}
