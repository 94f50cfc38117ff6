/* known.h - games as a test knows them, without the database. */
#ifndef TBY_TESTS_UNIT_STORE_KNOWN_H
#define TBY_TESTS_UNIT_STORE_KNOWN_H

#include "support/games.h"

#include "store/store.h"

#include <stdio.h>

enum { SAN_MAX = 12, PLIES_MAX = 600, BATCHES = 3 };

/* A game as the truth knows it. */
typedef struct known {
    uint64_t *keys;     /* plies + 1 */
    uint64_t *men;      /* likewise: count_men() */
    char (*boards)[64]; /* likewise: letters, '.' is empty; a1, b1 ... */
    char (*san)[SAN_MAX];
    const tby_item *items; /* the moves */
    uint32_t plies;
    char white[64], black[64], event[96], eco[8], opening[96];
    const char *time_class, *ending; /* as they are asked for, or "" */
    uint32_t elo[2], date;
    tby_result result;
} known;

/* A ply of a game at which it has some position. */
typedef struct visit {
    uint32_t game; /* from 0 */
    uint32_t ply;
    uint32_t next; /* of those that may have the same key; 0: none, else + 1 */
} visit;

/* A player and what he did in the games that are asked about. */
typedef struct person {
    char name[64];
    tby_score score[2];
    uint32_t elo, first, last;
} person;

enum { HEADS = 1 << 20 };

typedef struct world {
    const games *all;
    known *games;
    uint32_t n;
    visit *visits;
    uint32_t *heads; /* by key: the first of them, + 1 */
    person *people;
    size_t people_n;
    tby_store *store;
    char path[128];
} world;

/* --- the truth ------------------------------------------------------------*/

static inline void copy_tag(const tby_game *g, const char *name, char *out,
                            size_t cap)
{
    tby_str value = tby_game_tag(g, name);

    assert_true(value.n < cap);
    if (value.n)
        memcpy(out, value.p, value.n);
    out[value.n] = '\0';
}

static inline uint32_t number_tag(const tby_game *g, const char *name)
{
    char value[64];

    copy_tag(g, name, value, sizeof value);
    return (uint32_t)strtoul(value, NULL, 10);
}

static inline uint32_t date_tag(const tby_game *g)
{
    char value[96];

    copy_tag(g, "Date", value, sizeof value);
    if (strlen(value) != 10)
        return 0;
    return (uint32_t)(strtoul(value, NULL, 10) << 9 |
                      strtoul(value + 5, NULL, 10) << 5 |
                      strtoul(value + 8, NULL, 10));
}

/* As a FEN has it. */
static inline void learn_board(const tby_pos *p, char board[64])
{
    struct fen_text fen = fen_of(p);
    const char *c = fen.s;

    for (int rank = 7; rank >= 0; rank--, c++)
        for (int file = 0; file < 8; c++) {
            int n = *c >= '1' && *c <= '8' ? *c - '0' : 1;
            memset(board + 8 * rank + file, n > 1 || *c == '1' ? '.' : *c,
                   (size_t)n);
            file += n;
        }
}

/* How many there are of each man, four bits each: pawns, knights, bishops,
 * rooks and queens, White's and then Black's. */
static inline uint64_t count_men(const char board[64])
{
    static const char MEN[] = "PNBRQpnbrq";
    uint64_t n = 0;

    for (int i = 0; i < 64; i++) {
        const char *man = board[i] == '.' ? NULL : strchr(MEN, board[i]);
        if (man)
            n += UINT64_C(1) << 4 * (man - MEN);
    }
    return n;
}

/* The board after a move: only what the move changed is looked at. */
static inline void change_board(const tby_pos *before, const tby_pos *after,
                                char board[64])
{
    tby_bb changed = 0;

    for (int i = 0; i < 4; i++)
        changed |= before->plane[i] ^ after->plane[i];
    for (; changed; changed &= changed - 1) {
        tby_square sq = (tby_square)__builtin_ctzll(changed);
        tby_piece piece = tby_pos_at(after, sq);
        board[sq] = '.';
        if (piece)
            board[sq] = tby_piece_char(piece);
    }
}

/* --- what tags mean -------------------------------------------------------*/

typedef struct meaning {
    const char *tag, *means;
} meaning;

static const meaning CONTROLS[] = {
    {"60+0", "bullet"},
    {"179", "bullet"},
    {"60+3", "blitz"}, /* 60 + 40 x 3 */
    {"180+2", "blitz"},
    {"479", "blitz"},
    {"480", "rapid"},
    {"15+15", "rapid"},
    {"1499+0", "rapid"},
    {"600+30", "classical"},
    {"40/7200:20/3600:900+30", "classical"},
    {"1/86400", "correspondence"},
    {"-", ""},
    {"?", ""},
    {"", ""},
};

static const meaning TERMINATIONS[] = {
    {"", ""},
    {"Normal", ""},
    {"?", ""},
    {"Time forfeit", "time"},
    {"time forfeit", "time"},
    {"Abandoned", "abandoned"},
    {"Rules infraction", "rules_infraction"},
    {"Unterminated", "unterminated"},
    {"Elm won by resignation", "resignation"},
    {"Elm won by checkmate", "checkmate"},
    {"Game drawn by agreement", "agreement"},
    {"Game drawn by repetition", "repetition"},
    {"Game drawn by stalemate", "stalemate"},
    {"Game drawn by 50-move rule", "fifty_moves"},
    {"Game drawn by insufficient material", "insufficient_material"},
    {"Game drawn by timeout vs insufficient material", "time_insufficient"},
    {"emergency", "unknown"},
};

static inline const char *meaning_of(const tby_game *g, const char *name,
                                     const meaning *all, size_t n)
{
    tby_str value = tby_game_tag(g, name);

    for (size_t i = 0; i < n; i++)
        if (value.n == strlen(all[i].tag) &&
            (!value.n || memcmp(value.p, all[i].tag, value.n) == 0))
            return all[i].means;
    fail_msg("%s \"%.*s\"", name, (int)value.n, value.p);
    return "";
}

/* --- how it ended ---------------------------------------------------------*/

/* Men besides the kings that are not on `idle`. */
static inline unsigned count_others(const char board[64], const char *idle)
{
    unsigned n = 0;

    for (int i = 0; i < 64; i++)
        n += board[i] != '.' && !strchr("Kk", board[i]) &&
             !strchr(idle, board[i]);
    return n;
}

/* Bishops on dark squares and on light ones. */
static inline bool has_both_bishops(const char board[64])
{
    unsigned seen = 0;

    for (int i = 0; i < 64; i++)
        if (board[i] == 'B' || board[i] == 'b')
            seen |= 1u << ((i / 8 + i % 8) & 1);
    return seen == 3;
}

static inline bool is_insufficient(const char board[64])
{
    return count_others(board, "") == 0 ||
           (count_others(board, "") == 1 && count_others(board, "Nn") == 0) ||
           (count_others(board, "Bb") == 0 && !has_both_bishops(board));
}

/* Plies without a capture or a move of a pawn, at the end. */
static inline uint32_t count_quiet(const known *k)
{
    uint32_t n = 0;

    while (n < k->plies && !strchr(k->san[k->plies - 1 - n], 'x') &&
           !strchr("abcdefgh", k->san[k->plies - 1 - n][0]))
        n++;
    return n;
}

static inline const char *ending_of_draw(const known *k, const tby_pos *end)
{
    uint32_t times = 0;

    if (is_insufficient(k->boards[k->plies]))
        return "insufficient_material";
    if (tby_pos_dead_quick(end)) /* proved elsewhere */
        return "dead_position";
    for (uint32_t i = 0; i <= k->plies; i++)
        times += k->keys[i] == k->keys[k->plies];
    if (times >= 3)
        return "repetition";
    return count_quiet(k) >= 100 ? "fifty_moves" : "";
}

/* The board comes first, then the tag, then a draw by the board. */
static inline const char *ending_of(const known *k, const tby_game *g,
                                    const tby_pos *end)
{
    const char *said =
        meaning_of(g, "Termination", TERMINATIONS, LENGTH(TERMINATIONS));
    bool silent = !*said || strcmp(said, "unknown") == 0;
    bool draw = k->result == TBY_RESULT_DRAW;
    const char *board = draw ? ending_of_draw(k, end) : "";

    if (tby_moves_count(end) == 0)
        return tby_pos_checkers(end) ? "checkmate" : "stalemate";
    if (strcmp(said, "time") == 0 && *board &&
        (!strcmp(board, "insufficient_material") ||
         !strcmp(board, "dead_position")))
        return "time_insufficient";
    if (silent && *board)
        return board;
    if (*said || k->result == TBY_RESULT_NONE)
        return *said ? said : "unknown";
    return draw ? "agreement" : "resignation";
}

static inline void learn_moves(known *k, const tby_game *g, tby_pos *p)
{
    char last[64];

    k->keys = malloc((g->plies + 1) * sizeof *k->keys);
    k->men = malloc((g->plies + 1) * sizeof *k->men);
    k->boards = malloc((g->plies + 1) * sizeof *k->boards);
    k->san = calloc(g->plies + 1, sizeof *k->san);
    k->items = g->items;
    assert_true(k->keys && k->men && k->san && k->boards);
    k->keys[0] = p->key;
    learn_board(p, k->boards[0]);
    k->men[0] = count_men(k->boards[0]);
    for (uint32_t i = 0; i < g->items_n; i++) {
        tby_pos before = *p;

        assert_int_equal(g->items[i].kind, TBY_ITEM_MOVE);
        tby_san_write(p, g->items[i].move, k->san[i]);
        tby_pos_play(p, g->items[i].move);
        k->keys[i + 1] = p->key;
        memcpy(k->boards[i + 1], k->boards[i], sizeof *k->boards);
        change_board(&before, p, k->boards[i + 1]);
        k->men[i + 1] =
            strpbrk(k->san[i], "x=") ? count_men(k->boards[i + 1]) : k->men[i];
    }
    k->plies = g->plies;
    assert_int_equal(k->plies, g->items_n);
    learn_board(p, last);
    assert_memory_equal(last, k->boards[k->plies], sizeof last);
}

static inline void learn(known *k, const tby_game *g)
{
    tby_pos p = g->start;

    learn_moves(k, g, &p);
    copy_tag(g, "White", k->white, sizeof k->white);
    copy_tag(g, "Black", k->black, sizeof k->black);
    copy_tag(g, "Event", k->event, sizeof k->event);
    copy_tag(g, "ECO", k->eco, sizeof k->eco);
    copy_tag(g, "Opening", k->opening, sizeof k->opening);
    k->time_class = meaning_of(g, "TimeControl", CONTROLS, LENGTH(CONTROLS));
    k->elo[0] = number_tag(g, "WhiteElo");
    k->elo[1] = number_tag(g, "BlackElo");
    k->date = date_tag(g);
    k->result = g->result;
    k->ending = ending_of(k, g, &p);
}

/* --- who comes to a position ----------------------------------------------*/

static inline uint64_t key_of(const world *w, const visit *v)
{
    return w->games[v->game].keys[v->ply];
}

/* From the last ply of the last game to the first one, so that the lists go the
 * other way. */
static inline void learn_visits(world *w)
{
    uint32_t n = 0;

    for (uint32_t g = 0; g < w->n; g++)
        n += w->games[g].plies + 1;
    w->visits = malloc(n * sizeof *w->visits);
    w->heads = calloc(HEADS, sizeof *w->heads);
    assert_true(w->visits && w->heads);
    n = 0;
    for (uint32_t g = w->n; g-- > 0;)
        for (uint32_t ply = w->games[g].plies + 1; ply-- > 0;) {
            uint32_t *head = &w->heads[w->games[g].keys[ply] % HEADS];

            w->visits[n] = (visit){g, ply, *head};
            *head = ++n;
        }
}

/* The first visit of the next game that comes to a position; last NULL: of the
 * first one.  NULL: none. */
static inline const visit *next_visit(const world *w, const visit *last,
                                      uint64_t key)
{
    uint32_t at = last ? last->next : w->heads[key % HEADS];

    for (; at; at = w->visits[at - 1].next) {
        const visit *v = &w->visits[at - 1];

        if (key_of(w, v) == key && !(last && last->game == v->game))
            return v;
    }
    return NULL;
}

/* Does a game come to a position?  Asked without the lists. */
static inline bool visits(const known *k, uint64_t key)
{
    for (uint32_t i = 0; i <= k->plies; i++)
        if (k->keys[i] == key)
            return true;
    return false;
}

/* --- who played -----------------------------------------------------------*/

static inline int compare_people(const void *a, const void *b)
{
    return strcmp(((const person *)a)->name, ((const person *)b)->name);
}

static inline person *find_person(const world *w, const char *name)
{
    person wanted = {.elo = 0};

    snprintf(wanted.name, sizeof wanted.name, "%s", name);
    return bsearch(&wanted, w->people, w->people_n, sizeof wanted,
                   compare_people);
}

static inline void learn_people(world *w)
{
    size_t n = 0;

    w->people = calloc(2 * (size_t)w->n + 1, sizeof *w->people);
    assert_non_null(w->people);
    for (uint32_t i = 0; i < w->n; i++) {
        memcpy(w->people[2 * i].name, w->games[i].white, 64);
        memcpy(w->people[2 * i + 1].name, w->games[i].black, 64);
    }
    qsort(w->people, 2 * (size_t)w->n, sizeof *w->people, compare_people);
    for (size_t i = 0; i < 2 * (size_t)w->n; i++)
        if (!n || compare_people(&w->people[n - 1], &w->people[i]) != 0)
            w->people[n++] = w->people[i];
    w->people_n = n;
}

#endif
