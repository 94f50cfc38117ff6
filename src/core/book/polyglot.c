#include "tabiya/polyglot.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/chess/bitboard.h"

/* Twelve kinds of pieces on 64 squares, four castling rights, eight files of en
 * passant, and White to move. */
enum { RANDOM_CASTLING = 768, RANDOM_EP = 772, RANDOM_TURN = 780 };
static const uint64_t RANDOM64[781] = {
#include "core/book/random64.inc"
};

tby_square tby_polyglot_passed(const tby_pos *after, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);

    if (tby_piece_role(tby_pos_at(after, to)) != TBY_PAWN || (from ^ to) != 16)
        return TBY_NO_SQUARE;
    return (tby_square)((from + to) / 2);
}

/* Polyglot numbers pieces pawn, knight, bishop, rook, queen, king, the black
 * one of each before the white one. */
static unsigned kind_of(tby_piece piece)
{
    static const uint8_t BY_ROLE[8] = {0, 0, 4, 2, 6, 10, 8, 0};

    return BY_ROLE[tby_piece_role(piece)] +
           (tby_piece_color(piece) == TBY_WHITE ? 1u : 0u);
}

uint64_t tby_polyglot_key(const tby_pos *p, tby_square passed)
{
    /* The four rights; Chess960 has no other numbers, so there a rook counts
     * for the side of the king it stands on. */
    uint64_t key = 0;

    for (tby_bb b = p->castling; b; b = bb_rest(b)) {
        tby_square rook = bb_first(b);
        tby_color color = rook < 32 ? TBY_WHITE : TBY_BLACK;
        tby_bb king = tby_pos_role(p, TBY_KING) & tby_pos_color(p, color);
        unsigned side = king && rook < bb_first(king) ? 1 : 0;
        key ^= RANDOM64[RANDOM_CASTLING + 2u * color + side];
    }

    for (tby_bb b = tby_pos_occupied(p); b; b = bb_rest(b))
        key ^= RANDOM64[64 * kind_of(tby_pos_at(p, bb_first(b))) + bb_first(b)];
    if (passed < 64) {
        /* The pawn that moved stands in front of the square, on rank 4 or 5. */
        tby_square pawn = (tby_square)(passed ^ 8);
        tby_bb beside = 0;
        if (pawn % 8 > 0)
            beside |= (tby_bb)1 << (pawn - 1);
        if (pawn % 8 < 7)
            beside |= (tby_bb)1 << (pawn + 1);
        if (beside & tby_pos_role(p, TBY_PAWN) & tby_pos_color(p, p->turn))
            key ^= RANDOM64[RANDOM_EP + passed % 8];
    }
    if (p->turn == TBY_WHITE)
        key ^= RANDOM64[RANDOM_TURN];
    return key;
}

/* By the number that a book has for what a pawn becomes. */
static const tby_role PROMOTIONS[8] = {TBY_NO_ROLE, TBY_KNIGHT, TBY_BISHOP,
                                       TBY_ROOK, TBY_QUEEN};

uint16_t tby_polyglot_move(tby_move m)
{
    unsigned promotion = 0;

    while (PROMOTIONS[promotion] != tby_move_promotion(m))
        promotion++;
    TBY_ASSERT(promotion < 5);
    return (uint16_t)(promotion << 12 | (unsigned)tby_move_from(m) << 6 |
                      tby_move_to(m));
}

tby_move tby_polyglot_read_move(const tby_pos *p, uint16_t bits)
{
    tby_square to = bits & 63, from = bits >> 6 & 63;
    unsigned promotion = bits >> 12;

    if (promotion > 4)
        return TBY_MOVE_NONE;
    tby_move m = tby_move_make(from, to, PROMOTIONS[promotion]);
    if (m == TBY_MOVE_NULL)
        return TBY_MOVE_NONE;
    if (tby_pos_judge(p, m) == TBY_OK)
        return m;
    if (promotion == 0 && from / 8 == to / 8 && from % 8 == 4 &&
        (to % 8 == 6 || to % 8 == 2) &&
        tby_piece_role(tby_pos_at(p, from)) == TBY_KING) {
        tby_square rook = (tby_square)(to % 8 == 6 ? to + 1 : to - 2);
        m = tby_move_make(from, rook, TBY_NO_ROLE);
        if (tby_pos_judge(p, m) == TBY_OK)
            return m;
    }
    return TBY_MOVE_NONE;
}

static uint64_t big_endian(const uint8_t *p, unsigned n)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < n; i++)
        value = value << 8 | p[i];
    return value;
}

static uint64_t key_at(const tby_polyglot *book, size_t i)
{
    TBY_ASSERT(i < book->n);
    return big_endian(book->bytes + TBY_POLYGLOT_ENTRY * i, 8);
}

tby_polyglot_entry tby_polyglot_at(const tby_polyglot *book, size_t i)
{
    const uint8_t *p = book->bytes + TBY_POLYGLOT_ENTRY * i;

    return (tby_polyglot_entry){
        .key = key_at(book, i),
        .move = (uint16_t)big_endian(p + 8, 2),
        .weight = (uint16_t)big_endian(p + 10, 2),
        .learn = (uint32_t)big_endian(p + 12, 4),
    };
}

tby_rc tby_polyglot_open(tby_polyglot *book, const void *bytes, size_t n,
                         tby_err *err)
{
    tby_polyglot b = {.bytes = bytes, .n = n / TBY_POLYGLOT_ENTRY};
    tby_err at = {TBY_OK, 0};

    for (size_t i = 1; i < b.n && at.code == TBY_OK; i++)
        if (key_at(&b, i) < key_at(&b, i - 1))
            at = (tby_err){TBY_E_POLYGLOT_ORDER, TBY_POLYGLOT_ENTRY * i};
        else if (i >= TBY_POLYGLOT_MOVES &&
                 key_at(&b, i) == key_at(&b, i - TBY_POLYGLOT_MOVES))
            at = (tby_err){TBY_E_POLYGLOT_CROWD, TBY_POLYGLOT_ENTRY * i};
    if (at.code == TBY_OK && n % TBY_POLYGLOT_ENTRY != 0)
        at = (tby_err){TBY_E_POLYGLOT_SIZE, TBY_POLYGLOT_ENTRY * b.n};
    if (at.code != TBY_OK) {
        if (err)
            *err = at;
        return at.code;
    }
    *book = b;
    return TBY_OK;
}

size_t tby_polyglot_find(const tby_polyglot *book, uint64_t key, size_t *first)
{
    size_t low = 0, high = book->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key_at(book, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (high < book->n && key_at(book, high) == key)
        high++;
    return high - low;
}

/* A position that is reached by the book's moves, and waits for its own. */
typedef struct waiting {
    tby_pos pos;
    tby_square passed;
    uint16_t depth;
} waiting;

typedef struct walk {
    const tby_polyglot *book;
    tby_alloc alloc;
    uint8_t *seen; /* by the first entry of a position */
    waiting *queue;
    size_t n, cap;
} walk;

/* Notes that a position is reached; one that the book lacks, or that was
 * reached before, is none of ours. */
static tby_rc reach(walk *w, const tby_pos *pos, tby_square passed,
                    unsigned depth)
{
    size_t first = 0;

    if (tby_polyglot_find(w->book, tby_polyglot_key(pos, passed), &first) == 0)
        return TBY_OK;
    if (w->seen[first])
        return TBY_OK;
    TBY_TRY(TBY_GROW(&w->alloc, w->queue, w->cap, w->n + 1));
    w->seen[first] = 1;
    w->queue[w->n++] = (waiting){*pos, passed, (uint16_t)depth};
    return TBY_OK;
}

static tby_rc play_entries(walk *w, size_t i, tby_polyglot_facts *out)
{
    waiting at = w->queue[i]; /* the queue may move */
    size_t first = 0;
    size_t n = tby_polyglot_find(w->book, tby_polyglot_key(&at.pos, at.passed),
                                 &first);

    out->reached++;
    out->reached_entries += n;
    if (at.depth > out->depth)
        out->depth = at.depth;
    for (size_t k = first; k < first + n; k++) {
        tby_move m =
            tby_polyglot_read_move(&at.pos, tby_polyglot_at(w->book, k).move);
        if (m == TBY_MOVE_NONE) {
            out->illegal++;
            continue;
        }
        tby_pos child = at.pos;
        tby_pos_play(&child, m);
        TBY_TRY(reach(w, &child, tby_polyglot_passed(&child, m),
                      at.depth < UINT16_MAX ? at.depth + 1u : at.depth));
    }
    return TBY_OK;
}

tby_rc tby_polyglot_judge(const tby_polyglot *book, const tby_alloc *alloc,
                          tby_polyglot_facts *out)
{
    walk w = {.book = book, .alloc = alloc ? *alloc : tby_alloc_libc()};
    tby_polyglot_facts facts = {.entries = book->n};
    tby_pos start = tby_pos_start();

    for (size_t i = 0; i < book->n; i++) {
        tby_polyglot_entry e = tby_polyglot_at(book, i);
        facts.positions += i == 0 || key_at(book, i - 1) != e.key;
        facts.learned += e.learn != 0;
        if (e.weight > facts.weight_max)
            facts.weight_max = e.weight;
    }
    if (book->n > 0 && !(w.seen = tby_grow_new(&w.alloc, book->n, 1)))
        return TBY_E_NOMEM;
    for (size_t i = 0; i < book->n; i++)
        w.seen[i] = 0;
    tby_rc rc = reach(&w, &start, TBY_NO_SQUARE, 0);
    for (size_t i = 0; i < w.n && rc == TBY_OK; i++)
        rc = play_entries(&w, i, &facts);
    tby_grow_free(&w.alloc, w.queue, w.cap, sizeof *w.queue);
    tby_grow_free(&w.alloc, w.seen, book->n, 1);
    if (rc == TBY_OK)
        *out = facts;
    return rc;
}

void tby_polyglot_write(const tby_polyglot_entry *entry,
                        uint8_t out[TBY_POLYGLOT_ENTRY])
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (uint8_t)(entry->key >> (56 - 8 * i));
    for (unsigned i = 0; i < 2; i++) {
        out[8 + i] = (uint8_t)(entry->move >> (8 - 8 * i));
        out[10 + i] = (uint8_t)(entry->weight >> (8 - 8 * i));
    }
    for (unsigned i = 0; i < 4; i++)
        out[12 + i] = (uint8_t)(entry->learn >> (24 - 8 * i));
}

/* The entries of one position, of several books. */
typedef struct crowd {
    tby_polyglot_entry at[TBY_POLYGLOT_BOOKS * TBY_POLYGLOT_MOVES];
    uint32_t weight[TBY_POLYGLOT_BOOKS * TBY_POLYGLOT_MOVES];
    size_t n;
} crowd;

tby_rc
tby_polyglot_merge(const tby_polyglot *books, size_t n, const tby_alloc *alloc,
                   tby_rc (*take)(void *ctx, const tby_polyglot_entry *entry),
                   void *ctx)
{
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();
    size_t next[TBY_POLYGLOT_BOOKS] = {0};
    crowd *c = tby_grow_new(&a, 1, sizeof *c);
    tby_rc rc = c ? TBY_OK : TBY_E_NOMEM;
    bool more = true;

    TBY_ASSERT(n <= TBY_POLYGLOT_BOOKS);
    while (rc == TBY_OK && more) {
        uint64_t key = UINT64_MAX;
        more = false;
        for (size_t i = 0; i < n; i++)
            if (next[i] < books[i].n) {
                uint64_t other = key_at(&books[i], next[i]);
                key = other < key ? other : key;
                more = true;
            }
        c->n = 0;
        for (size_t i = 0; i < n; i++)
            while (next[i] < books[i].n && key_at(&books[i], next[i]) == key) {
                tby_polyglot_entry e = tby_polyglot_at(&books[i], next[i]++);
                size_t at = 0;
                while (at < c->n && c->at[at].move != e.move)
                    at++;
                if (at == c->n) {
                    TBY_ASSERT(c->n < TBY_POLYGLOT_BOOKS * TBY_POLYGLOT_MOVES);
                    c->at[c->n] = e;
                    c->weight[c->n++] = 0;
                }
                c->weight[at] += e.weight;
            }

        /* Gives each entry its weight, the heaviest first. */
        uint32_t most = 0;

        for (size_t i = 0; i < c->n; i++)
            if (c->weight[i] > most)
                most = c->weight[i];
        for (size_t i = 0; i < c->n; i++) {
            uint64_t weight = c->weight[i];
            tby_polyglot_entry e = c->at[i];
            size_t k = i;

            if (most > UINT16_MAX && weight > 0) {
                weight = weight * UINT16_MAX / most;
                weight = weight ? weight : 1;
            }
            e.weight = (uint16_t)weight;
            for (; k > 0 && c->at[k - 1].weight < e.weight; k--)
                c->at[k] = c->at[k - 1];
            c->at[k] = e;
        }

        for (size_t i = 0; i < c->n && rc == TBY_OK; i++)
            rc = take(ctx, &c->at[i]);
    }
    tby_grow_free(&a, c, 1, sizeof *c);
    return rc;
}
