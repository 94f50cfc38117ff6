/* quick.h - runs of moves in standard form, the quick way.
 *
 * Like the move generator this is compiled twice: quick_pext.c for
 * processors with BMI2, quick_portable.c for all. */
#ifndef TBY_CORE_GAME_PGN_QUICK_H
#define TBY_CORE_GAME_PGN_QUICK_H

#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/chess/sources.h"
#include "core/game/pgn/reader.h"
#include "core/game/pgn/scan.h"

/* Nearly every move of every file is written as the standard asks; whatever
 * looks different is left to the tolerant reader of notation/. */

/* Bytes that may be looked at without asking for the end. */
enum { PGN_MOVE_AHEAD = 32 };

/* What the text says; `from` is empty if it is not in the standard form. */
struct pgn_move {
    tby_role role, promotion;
    tby_square to;
    tby_bb from;
};

TBY_INLINE bool is_file(char c)
{
    return (unsigned char)(c - 'a') < 8;
}

TBY_INLINE bool is_rank(char c)
{
    return (unsigned char)(c - '1') < 8;
}

/* The length of the word at p, at least one byte, without its check sign. */
TBY_INLINE size_t unsigned_length(const char *p, size_t n)
{
    return n - ((p[n - 1] & ~('+' ^ '#')) == '#');
}

/* The square whose name ends before p; TBY_NO_SQUARE if it is none. */
TBY_INLINE tby_square square_before(const char *p)
{
    unsigned file = (unsigned char)(p[-2] - 'a');
    unsigned rank = (unsigned char)(p[-1] - '1');

    return TBY_LIKELY((file | rank) < 8) ? (tby_square)(rank * 8 + file)
                                         : TBY_NO_SQUARE;
}

/* Q R B N, or 0. */
TBY_INLINE tby_role promotion_of(char c)
{
    return c == 'Q'   ? TBY_QUEEN
           : c == 'N' ? TBY_KNIGHT
           : c == 'R' ? TBY_ROOK
           : c == 'B' ? TBY_BISHOP
                      : TBY_NO_ROLE;
}

/* e4, exd5, and with =Q after.  Conditions are joined with & so that they are
 * one guess, which is right, instead of several that are not. */
TBY_INLINE struct pgn_move read_pawn_move(const char *p, size_t n)
{
    struct pgn_move m = {.role = TBY_PAWN, .to = TBY_NO_SQUARE};

    if (n >= 4 && p[n - 2] == '=') {
        m.promotion = promotion_of(p[n - 1]);
        n = m.promotion ? n - 2 : 0;
    }
    if ((n == 2) | ((n == 4) & (p[1] == 'x') & (p[2] != p[0]))) {
        m.to = square_before(p + n);
        m.from = tby_pgn_origin[(unsigned char)p[0]];
    }
    return m;
}

/* Between the piece and the target: bx, 1x, b1 or b1x. */
TBY_INLINE bool is_long_origin(const char *p, size_t n)
{
    if (n == 2 && p[1] == 'x')
        return p[0] != 'x';
    return is_file(p[0]) && is_rank(p[1]) && (n == 2 || p[2] == 'x');
}

TBY_INLINE struct pgn_move read_piece_move(const char *p, size_t n,
                                           tby_role role)
{
    struct pgn_move m = {.role = role, .to = TBY_NO_SQUARE};

    if (n < 3 || n > 6 || (n > 4 && !is_long_origin(p + 1, n - 3)))
        return m;
    m.to = square_before(p + n);
    m.from = tby_pgn_origin[n > 3 ? (unsigned char)p[1] : 0];
    if (n > 4)
        m.from &= tby_pgn_origin[(unsigned char)p[2]];
    return m;
}

struct run {
    tby_pos pos[2];     /* by the side to move: the one that is, and the last */
    tby_square king[2]; /* by colour; there is one of each */
    bool checked;       /* the side to move may be in check */
    size_t n, room;     /* moves */
    tby_item *item;     /* where they go */
    tby_ply_info *plies; /* where what they did goes, or NULL */
    uint64_t *key;       /* and the keys after them */
};

/* Takes the move at p; the byte after it, or NULL if it is not in standard
 * form, not legal, or has no room. */
typedef const char *take_fn(struct run *run, const char *p);

/* The sliders of either colour that see a square. */
TBY_INLINE tby_bb sliders_to(const tby_pos *p, tby_square sq, tby_bb occupied)
{
    return (bishop_attacks(sq, occupied) & pos_diagonal(p)) |
           (rook_attacks(sq, occupied) & pos_straight(p));
}

/* After a move of `role` to a square: is the other side, which was not in check
 * before its move, in check now?  So nothing gives it but what has arrived, or
 * a slider. */
TBY_INLINE bool gives_check(const struct run *run, tby_square to,
                            const tby_role role, const tby_role becomes,
                            const tby_color color)
{
    const tby_pos *p = &run->pos[color ^ 1];
    tby_square king = run->king[color ^ 1];
    tby_bb leaps = 0;

    if (role == TBY_PAWN && !becomes)
        leaps = tby_table_pawn[color ^ 1][king];
    if (role == TBY_KNIGHT || becomes == TBY_KNIGHT)
        leaps = tby_table_knight[king];
    return ((leaps & tby_bit(to)) | (sliders_to(p, king, tby_pos_occupied(p)) &
                                     tby_pos_color(p, color))) != 0;
}

/* May the one piece on `from`, a source, go there?  Who is not in check must
 * only keep the lines closed. */
TBY_INLINE bool is_safe(const struct run *run, tby_bb from, tby_square to,
                        const tby_role role, const tby_color color)
{
    const tby_pos *p = &run->pos[color];
    tby_square king = run->king[color];

    if (role == TBY_KING)
        return king_safe_on(p, king, to);
    if (role == TBY_PAWN && to == p->ep)
        return from & ep_capturers(p, to, color);
    if (run->checked)
        return king_safe_after(p, king, from, tby_bit(to));
    tby_bb occupied = (tby_pos_occupied(p) & ~from) | tby_bit(to);
    tby_bb foe = tby_pos_color(p, color ^ 1) & ~tby_bit(to);
    return !(sliders_to(p, king, occupied) & foe);
}

/* The single source that fits, if the move is legal; TBY_NO_SQUARE if there is
 * none, or several, or a promotion is wrong or missing: the slow way will say
 * why. */
TBY_INLINE tby_square resolve_move(const struct run *run, struct pgn_move m,
                                   const tby_role role, const tby_color color)
{
    const tby_pos *p = &run->pos[color];

    if (m.to == TBY_NO_SQUARE)
        return TBY_NO_SQUARE;
    tby_bb from = sources_pseudo(p, role, m.to) & m.from;
    bool last = tby_bit(m.to) & home_rank(color ^ 1);
    if (role == TBY_PAWN && last != (m.promotion != TBY_NO_ROLE))
        return TBY_NO_SQUARE;
    if (!TBY_LIKELY(from && !bb_several(from))) {
        from = sources_legal(p, role, m.to, from);
        return from && !bb_several(from) ? bb_first(from) : TBY_NO_SQUARE;
    }
    /* The source is known before it is judged. */
    return TBY_LIKELY(is_safe(run, from, m.to, role, color)) ? bb_first(from)
                                                             : TBY_NO_SQUARE;
}

/* Of a move that is not played yet: does it take something? */
TBY_INLINE tby_ply_info captures(const tby_pos *p, tby_square to,
                                 const tby_role role)
{
    bool takes = (tby_pos_occupied(p) >> to & 1) != 0;

    if (role == TBY_PAWN)
        takes |= to == p->ep;
    return takes ? TBY_PLY_CAPTURE : 0;
}

/* Field by field, so that what is changed next is not stored twice. */
TBY_INLINE void copy_pos(tby_pos *to, const tby_pos *from, tby_color turn)
{
    for (int i = 0; i < 4; i++)
        to->plane[i] = from->plane[i];
    to->castling = from->castling;
    to->key = from->key;
    to->halfmoves = from->halfmoves;
    to->fullmoves = from->fullmoves;
    to->ep = from->ep;
    to->turn = turn;
}

/* Adds a move that is known to be legal and to have room. */
TBY_INLINE void add_move(struct run *run, tby_square from, tby_square to,
                         const tby_role becomes, const tby_role role,
                         const tby_color color)
{
    tby_pos *pos = &run->pos[color ^ 1];
    bool castles = role == TBY_KING && /* onto the rook */
                   tby_pos_color(&run->pos[color], color) & tby_bit(to);
    tby_move move = tby_move_make(from, to, becomes);
    tby_ply_info info =
        castles ? TBY_PLY_CASTLE : captures(&run->pos[color], to, role);
    size_t n = run->n++;

    copy_pos(pos, &run->pos[color], color);
    if (pos_kings(pos) & tby_bit(to))
        __builtin_unreachable(); /* take() sees to it */
    play_role(pos, from, to, becomes, role, true);
    if (role == TBY_KING)
        run->king[color] = castles ? royal_square(pos, color) : to;
    if (run->plies) {
        run->checked = gives_check(run, to, role, becomes, color);
        info |= run->checked ? TBY_PLY_CHECK : 0;
        run->plies[n] = info | (tby_ply_info)role << TBY_PLY_ROLE | move;
        run->key[n] = pos->key;
    }
    run->item[n] = (tby_item){.kind = TBY_ITEM_MOVE, .move = move};
}

/* Role and colour are constants wherever this is inlined, so that the one jump
 * on the first letter is the last that depends on them. */
TBY_INLINE const char *take(struct run *run, const char *p, const tby_role role,
                            const tby_color color)
{
    size_t n = scan_space(p);
    size_t length = unsigned_length(p, n);
    struct pgn_move m = role == TBY_PAWN ? read_pawn_move(p, length)
                                         : read_piece_move(p, length, role);

    run->pos[color].turn = color; /* as it is: now the compiler knows */
    if (n == 8 || m.to == run->king[color ^ 1])
        return NULL;
    tby_square from = resolve_move(run, m, role, color);
    if (from == TBY_NO_SQUARE || run->n == run->room)
        return NULL;
    if (role == TBY_PAWN && m.promotion) /* for all others it is a constant */
        add_move(run, from, m.to, m.promotion, role, color);
    else
        add_move(run, from, m.to, TBY_NO_ROLE, role, color);
    return p + n;
}

TBY_INLINE const char *take_castling(struct run *run, const char *p,
                                     const tby_color color)
{
    const tby_pos *pos = &run->pos[color];
    size_t n = scan_space(p), length = unsigned_length(p, n);

    if ((length != 3 && length != 5) || memcmp(p, "O-O-O", length) != 0)
        return NULL;
    tby_square king = run->king[color];
    tby_square rook = castling_rook(pos, length == 3);
    if (rook == TBY_NO_SQUARE || castling_refusal(pos, king, rook) != TBY_OK ||
        run->n == run->room)
        return NULL;
    add_move(run, king, rook, TBY_NO_ROLE, TBY_KING, color);
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

TBY_INLINE bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r';
}

/* At most two: a line may end with CR and LF. */
TBY_INLINE const char *skip_spaces(const char *p)
{
    if (TBY_LIKELY(is_space(*p)))
        p++;
    return p + is_space(*p);
}

/* After a number of up to three digits and its dots; p if there is none, or
 * if it is a 1 after moves, because that may be the next game's. */
TBY_INLINE const char *skip_number(const char *p, const char *from)
{
    size_t n = 1;

    if (!tby_is_digit(p[0]) || p[0] == '0') /* 0-0 is a move */
        return p;
    if (memcmp(p, "1.", 2) == 0 && p > from)
        return p;
    n += tby_is_digit(p[n]);
    n += tby_is_digit(p[n]);
    if (p[n] != '.')
        return p;
    n++;
    if (p[n] == '.' && p[n + 1] == '.')
        n += 2;
    return skip_spaces(p + n);
}

TBY_INLINE bool is_attacked(const tby_pos *p, tby_square king, tby_color color)
{
    return attackers_to(p, king, color ^ 1, tby_pos_occupied(p)) &
           tby_pos_color(p, color ^ 1);
}

/* False where kings are not as they should be: the slow way knows what to do.
 * Whether a king is attacked matters only to a record. */
static bool see_kings(struct run *run, tby_color us)
{
    const tby_pos *p = &run->pos[us];
    tby_square white = royal_square(p, TBY_WHITE);
    tby_square black = royal_square(p, TBY_BLACK);

    if (white == TBY_NO_SQUARE || black == TBY_NO_SQUARE)
        return false;
    run->king[TBY_WHITE] = white;
    run->king[TBY_BLACK] = black;
    run->checked = !run->plies || is_attacked(p, run->king[us], us);
    return !run->plies || !is_attacked(p, run->king[us ^ 1], us ^ 1);
}

/* `watched` is known where this is inlined: nothing else pays for it. */
TBY_INLINE void read_run(struct reader *r, const bool watched)
{
    if (r->c.end - r->c.p <= PGN_MOVE_AHEAD ||
        r->game->items_n == r->game->items_cap)
        return; /* the slow way makes room */
    const char *stop = r->c.end - PGN_MOVE_AHEAD, *from = r->c.p, *p = from;
    tby_game *g = r->game;
    tby_record *record = r->depth == 0 ? r->record : NULL;
    tby_color turn = r->line.pos.turn;
    uint32_t ply = r->line.plies;
    size_t room = g->items_cap - g->items_n, plies = TBY_MAX_PLIES - ply;
    bool enough = false;
    struct run run;

    run.pos[turn] = r->line.pos;
    run.pos[turn ^ 1] = r->line.before;
    run.n = 0;
    run.room = room < plies ? room : plies;
    run.item = g->items + g->items_n;
    run.plies = record ? record->plies + record->n : NULL;
    run.key = record ? record->keys + record->n + 1 : NULL;
    if (!see_kings(&run, turn))
        return;
    while (p < stop && !enough) {
        const char *word = skip_number(skip_spaces(p), from);
        take_fn *take_word = takers[turn][(unsigned char)*word];
        const char *end = take_word ? take_word(&run, word) : NULL;
        if (!end)
            break;
        p = end;
        turn ^= 1;
        if (watched && r->watch &&
            !r->watch(r->watch_ctx, &run.pos[turn], ++ply)) {
            r->watch = NULL;
            enough = true;
        }
    }
    r->c.p = p;
    r->line.pos = run.pos[turn];
    r->line.before = run.pos[turn ^ 1];
    r->line.plies += (uint32_t)run.n;
    g->items_n += run.n;
    if (record)
        record->n += (uint32_t)run.n;
    TBY_ASSERT(run.n <= run.room && p <= r->c.end);
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
