/* pgn_quick.c - runs of moves in standard form, the quick way. */
#include "core/chess/castling.h"
#include "core/format/pgn_move.h"
#include "core/format/pgn_reader.h"

/* Behind a number and its dots; NULL if it is something else or goes on to
 * `stop`. */
TBY_INLINE const char *skip_number(const char *p, const char *stop)
{
    while (p < stop && pgn_class_of(*p) == PGN_DIGIT)
        p++;
    if (*p != '.')
        return NULL;
    while (p < stop && *p == '.')
        p++;
    return p;
}

/* A run of moves.  It has its own copy of the position, which nothing else
 * points to, so that the compiler can keep it in registers. */
struct run {
    tby_pos pos;
    tby_item *next, *last; /* where the next move goes, and the room's end */
};

static struct run begin_run(const struct reader *r)
{
    tby_game *g = r->game;
    size_t room = g->items_cap - g->items_n;
    size_t plies = TBY_MAX_PLIES - r->line.plies;
    tby_item *next = g->items + g->items_n;

    return (struct run){r->line.pos, next,
                        next + (room < plies ? room : plies)};
}

static void end_run(struct reader *r, const tby_pos *pos, const tby_item *next)
{
    size_t n = (size_t)(next - (r->game->items + r->game->items_n));

    r->line.pos = *pos;
    r->line.plies += (uint32_t)n;
    r->game->items_n += n;
}

/* Adds a move that is known to be legal; false if there is no room. */
TBY_INLINE bool take_move(struct run *run, tby_pos *before, tby_move m,
                          const tby_role role)
{
    if (run->next == run->last)
        return false;
    if (before)
        *before = run->pos;
    play_role(&run->pos, m, role, true);
    *run->next++ = (tby_item){.kind = TBY_ITEM_MOVE, .move = m};
    return true;
}

/* The length of the word at p without its check sign. */
TBY_INLINE size_t unsigned_length(const char *p, size_t n)
{
    return n - (n && (p[n - 1] == '+' || p[n - 1] == '#'));
}

/* Takes the move of a piece at p if it is in standard form; NULL if not.  The
 * role is a constant wherever this is inlined, so that the one jump on the
 * first letter is the last that depends on it. */
TBY_INLINE const char *quick_move(struct run *run, tby_pos *before,
                                  const char *p, const tby_role role)
{
    size_t n = scan_blank(p);
    struct pgn_move m = quick_read(p, unsigned_length(p, n), role);
    tby_move move = n < 8 ? resolve_move(&run->pos, m) : TBY_MOVE_NONE;

    return move && take_move(run, before, move, role) ? p + n : NULL;
}

/* The castling at p, if it is legal; TBY_MOVE_NONE if not.  *n is its length.
 */
static tby_move castling_at(const tby_pos *pos, const char *p, size_t *n)
{
    *n = scan_word(p);
    size_t length = unsigned_length(p, *n);
    tby_square rook = tby_castling_rook(pos, length == 3);
    tby_square king = royal_square(pos, pos->turn);

    if ((length != 3 && length != 5) || memcmp(p, "O-O-O", length) != 0 ||
        rook == TBY_NO_SQUARE || king == TBY_NO_SQUARE || p[*n] == '(')
        return TBY_MOVE_NONE;
    tby_move m = tby_move_make(king, rook, TBY_NO_ROLE);
    return tby_pos_judge(pos, m) == TBY_OK ? m : TBY_MOVE_NONE;
}

TBY_INLINE const char *quick_castling(struct run *run, tby_pos *before,
                                      const char *p)
{
    tby_pos pos = run->pos; /* the function may have this one's address */
    size_t n;
    tby_move m = castling_at(&pos, p, &n);

    return m && take_move(run, before, m, TBY_KING) ? p + n : NULL;
}

void tby_pgn_read_quickly(struct reader *r)
{
    if (r->c.end - r->c.p <= PGN_MOVE_AHEAD ||
        r->game->items_n == r->game->items_cap)
        return; /* the slow way makes room */
    tby_pos *before = r->keep ? &r->line.before : NULL;
    struct run run = begin_run(r);
    const char *stop = r->c.end - PGN_MOVE_AHEAD, *p = r->c.p, *done = p;
    while (p && p < stop) {
        if (TBY_LIKELY(*p == ' '))
            p++;
        done = p;
        switch (*p) {
        case ' ':
        case '\n':
        case '\r':
            p++;
            break;
        case 'a':
        case 'b':
        case 'c':
        case 'd':
        case 'e':
        case 'f':
        case 'g':
        case 'h':
            p = quick_move(&run, before, p, TBY_PAWN);
            break;
        case 'N':
            p = quick_move(&run, before, p, TBY_KNIGHT);
            break;
        case 'B':
            p = quick_move(&run, before, p, TBY_BISHOP);
            break;
        case 'R':
            p = quick_move(&run, before, p, TBY_ROOK);
            break;
        case 'Q':
            p = quick_move(&run, before, p, TBY_QUEEN);
            break;
        case 'K':
            p = quick_move(&run, before, p, TBY_KING);
            break;
        case 'O':
            p = quick_castling(&run, before, p);
            break;
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9':
            p = skip_number(p, stop);
            break;
        default:
            p = NULL;
        }
    }
    r->c.p = p ? p : done;
    tby_pos pos = run.pos;
    end_run(r, &pos, run.next);
}
