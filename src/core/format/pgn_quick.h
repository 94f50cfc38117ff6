/* pgn_quick.h - runs of moves in standard form, the quick way.
 *
 * Like the move generator this is compiled twice: pgn_quick_pext.c for
 * processors with BMI2, pgn_quick_portable.c for all. */
#ifndef TBY_CORE_PGN_QUICK_H
#define TBY_CORE_PGN_QUICK_H

#include "core/format/pgn_move.h"
#include "core/format/pgn_reader.h"

/* A run of moves. */
struct run {
    tby_pos pos;
    tby_pos *before;       /* where the position before a move goes, or NULL */
    tby_item *next, *last; /* where the next move goes, and the room's end */
    tby_did *did;          /* where what it did goes, or NULL */
    uint64_t *key;         /* and the key behind it */
};

/* Takes the move at p; the byte behind it, or NULL if it is not in standard
 * form, not legal, or has no room. */
typedef const char *take_fn(struct run *run, const char *p);

/* Is the other side in check after a move of this one? */
TBY_INLINE bool gives_check(const tby_pos *p, const tby_color color)
{
    tby_square king = royal_square(p, color ^ 1);

    return king != TBY_NO_SQUARE &&
           attackers_to(p, king, color, tby_pos_occupied(p)) &
               tby_pos_color(p, color);
}

/* Of a move that is not played yet: does it take something? */
TBY_INLINE tby_did captures(const tby_pos *p, tby_square to,
                            const tby_role role)
{
    bool takes = (tby_pos_occupied(p) >> to & 1) != 0;

    if (role == TBY_PAWN)
        takes |= to == p->ep;
    return takes ? TBY_DID_CAPTURE : 0;
}

/* Adds a move that is known to be legal and to have room. */
TBY_INLINE void add_move(struct run *run, tby_move move, const tby_role role,
                         const tby_color color, const bool castles)
{
    tby_square from = tby_move_from(move), to = tby_move_to(move);
    tby_did did = castles ? TBY_DID_CASTLE : captures(&run->pos, to, role);

    if (run->before)
        *run->before = run->pos;
    run->pos.turn = color; /* as it is: now the compiler knows again */
    play_role(&run->pos, from, to, tby_move_promotion(move), role, true);
    *run->next++ = (tby_item){.kind = TBY_ITEM_MOVE, .move = move};
    if (!run->did)
        return;
    did |= gives_check(&run->pos, color) ? TBY_DID_CHECK : 0;
    *run->did++ = did | (tby_did)role << TBY_DID_ROLE | move;
    *run->key++ = run->pos.key;
}

/* Role and colour are constants wherever this is inlined, so that the one jump
 * on the first letter is the last that depends on them. */
TBY_INLINE const char *take(struct run *run, const char *p, const tby_role role,
                            const tby_color color)
{
    size_t n = scan_blank(p);
    struct pgn_move m = quick_read(p, unsigned_length(p, n), role);

    run->pos.turn = color;
    tby_square from = n < 8 ? resolve_move(&run->pos, m) : TBY_NO_SQUARE;
    if (from == TBY_NO_SQUARE || run->next == run->last)
        return NULL;
    add_move(run, tby_move_make(from, m.to, m.promotion), role, color, false);
    return p + n;
}

TBY_INLINE const char *take_castling(struct run *run, const char *p,
                                     const tby_color color)
{
    size_t n = scan_blank(p), length = unsigned_length(p, n);

    if ((length != 3 && length != 5) || memcmp(p, "O-O-O", length) != 0)
        return NULL;
    run->pos.turn = color;
    tby_square king = royal_square(&run->pos, color);
    tby_square rook = castling_rook(&run->pos, length == 3);
    if (king == TBY_NO_SQUARE || rook == TBY_NO_SQUARE ||
        castling_refusal(&run->pos, king, rook) != TBY_OK ||
        run->next == run->last)
        return NULL;
    add_move(run, tby_move_make(king, rook, TBY_NO_ROLE), TBY_KING, color,
             true);
    return p + n;
}

#define TAKE(name, role)                                                       \
    static const char *white_##name(struct run *run, const char *p)            \
    {                                                                          \
        return take(run, p, role, TBY_WHITE);                                  \
    }                                                                          \
    static const char *black_##name(struct run *run, const char *p)            \
    {                                                                          \
        return take(run, p, role, TBY_BLACK);                                  \
    }
TAKE(pawn, TBY_PAWN)
TAKE(knight, TBY_KNIGHT)
TAKE(bishop, TBY_BISHOP)
TAKE(rook, TBY_ROOK)
TAKE(queen, TBY_QUEEN)
TAKE(king, TBY_KING)
#undef TAKE

static const char *white_castling(struct run *run, const char *p)
{
    return take_castling(run, p, TBY_WHITE);
}

static const char *black_castling(struct run *run, const char *p)
{
    return take_castling(run, p, TBY_BLACK);
}

/* By colour and by the first letter; nothing where no move begins. */
#define TAKERS(color)                                                          \
    {                                                                          \
        ['a'] = color##_pawn, ['b'] = color##_pawn, ['c'] = color##_pawn,      \
        ['d'] = color##_pawn, ['e'] = color##_pawn, ['f'] = color##_pawn,      \
        ['g'] = color##_pawn, ['h'] = color##_pawn, ['N'] = color##_knight,    \
        ['B'] = color##_bishop, ['R'] = color##_rook, ['Q'] = color##_queen,   \
        ['K'] = color##_king, ['O'] = color##_castling,                        \
    }
static take_fn *const takers[2][256] = {TAKERS(white), TAKERS(black)};
#undef TAKERS

TBY_INLINE bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r';
}

/* At most two: a line may end with CR and LF. */
TBY_INLINE const char *skip_blanks(const char *p)
{
    if (TBY_LIKELY(is_blank(*p)))
        p++;
    return p + is_blank(*p);
}

/* Behind a number of up to three digits and its dots; p if there is none, or
 * if it is a 1 behind moves, because that may be the next game's. */
TBY_INLINE const char *skip_number(const char *p, const char *from)
{
    size_t n = 1;

    if (!is_digit(p[0]) || p[0] == '0') /* 0-0 is a move */
        return p;
    if (memcmp(p, "1.", 2) == 0 && p > from)
        return p;
    n += is_digit(p[n]);
    n += is_digit(p[n]);
    if (p[n] != '.')
        return p;
    n++;
    if (p[n] == '.' && p[n + 1] == '.')
        n += 2;
    return skip_blanks(p + n);
}

static struct run begin_run(struct reader *r)
{
    tby_game *g = r->game;
    size_t room = g->items_cap - g->items_n;
    size_t plies = TBY_MAX_PLIES - r->line.plies;
    tby_item *next = g->items + g->items_n;
    tby_record *record = r->depth == 0 ? r->record : NULL;

    return (struct run){r->line.pos,
                        r->keep ? &r->line.before : NULL,
                        next,
                        next + (room < plies ? room : plies),
                        record ? record->did + record->n : NULL,
                        record ? record->keys + record->n + 1 : NULL};
}

static void end_run(struct reader *r, const struct run *run)
{
    size_t n = (size_t)(run->next - (r->game->items + r->game->items_n));

    r->line.pos = run->pos;
    if (run->did)
        r->record->n += (uint32_t)n;
    r->line.plies += (uint32_t)n;
    r->game->items_n += n;
}

/* `watched` is known where this is inlined: nothing else pays for it. */
TBY_INLINE void read_run(struct reader *r, const bool watched)
{
    if (r->c.end - r->c.p <= PGN_MOVE_AHEAD ||
        r->game->items_n == r->game->items_cap)
        return; /* the slow way makes room */
    const char *stop = r->c.end - PGN_MOVE_AHEAD, *from = r->c.p, *p = from;
    struct run run = begin_run(r);
    tby_color turn = run.pos.turn;
    uint32_t ply = r->line.plies;
    bool enough = false;
    while (p < stop && !enough) {
        const char *word = skip_number(skip_blanks(p), from);
        take_fn *take_word = takers[turn][(unsigned char)*word];
        const char *end = take_word ? take_word(&run, word) : NULL;
        if (!end)
            break;
        p = end;
        turn ^= 1;
        if (watched && r->watch && !r->watch(r->watch_ctx, &run.pos, ++ply)) {
            r->watch = NULL;
            enough = true;
        }
    }
    r->c.p = p;
    end_run(r, &run);
    if (enough)
        tby_pgn_pass_rest(r);
}

static void read_quickly(struct reader *r)
{
    if (tby_pgn_is_watched(r))
        read_run(r, true);
    else
        read_run(r, false);
}

#endif
