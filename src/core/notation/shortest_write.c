/* shortest_write.c - the shortest strings of a move. */
#include "core/base/assert.h"
#include "core/notation/shortest_int.h"

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

/* A move among the others. */
struct candidate {
    struct short_facts facts;
    size_t words;
    struct short_sets sets[TBY_SHORT_WORDS];
};

static void consider(const tby_short_table *t, size_t i, struct candidate *c)
{
    c->facts = tby__short_facts_of(t, i);
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
