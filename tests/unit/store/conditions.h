/* conditions.h - conditions on games as they are typed, and what they mean. */
#ifndef TBY_TESTS_UNIT_STORE_CONDITIONS_H
#define TBY_TESTS_UNIT_STORE_CONDITIONS_H

#include "unit/store/known.h"

#include <strings.h>

/* --- conditions -----------------------------------------------------------*/

/* One condition as it is typed, and what it means. */
typedef struct condition {
    char name[16], value[512];
    const known *like; /* the game it was made from */
    uint32_t a, b;
    uint64_t key;
    char board[64]; /* men that must stand there */
} condition;

/* --- the board ------------------------------------------------------------*/

/* How many of each man there are, White's first; or Black's. */
static inline void count_men(const char board[64], bool black, int out[10])
{
    static const char MEN[] = "PNBRQpnbrq";

    memset(out, 0, 10 * sizeof *out);
    for (int i = 0; i < 64; i++) {
        const char *man = board[i] == '.' ? NULL : strchr(MEN, board[i]);
        if (man)
            out[((size_t)(man - MEN) + (black ? 5 : 0)) % 10]++;
    }
}

static inline bool same_men(const char a[64], const char b[64])
{
    int x[10], y[10], z[10];

    count_men(a, false, x);
    count_men(b, false, y);
    count_men(b, true, z);
    return memcmp(x, y, sizeof x) == 0 || memcmp(x, z, sizeof x) == 0;
}

static inline bool men_stand(const char wanted[64], const char board[64])
{
    for (int i = 0; i < 64; i++)
        if (wanted[i] != '.' && wanted[i] != board[i])
            return false;
    return true;
}

static inline bool comes_to(const known *k, const char board[64],
                            bool (*is)(const char wanted[64],
                                       const char board[64]))
{
    for (uint32_t i = 0; i <= k->plies; i++)
        if (is(board, k->boards[i]))
            return true;
    return false;
}

static inline void put_material(condition *c)
{
    static const char MEN[] = "QRBNPqrbnp";
    size_t at = 0;

    for (int side = 0; side < 2; side++) {
        at += (size_t)snprintf(c->value + at, sizeof c->value - at, "%s",
                               side ? "vK" : "K");
        for (int m = 0; m < 5; m++)
            for (int i = 0; i < 64; i++)
                if (c->board[i] == MEN[5 * side + m])
                    c->value[at++] = MEN[m];
    }
    c->value[at] = '\0';
}

/* Some of the men. */
static inline void put_pattern(rng *r, condition *c)
{
    size_t at = 0;

    for (int i = 0; i < 64; i++) {
        if (c->board[i] == '.' || !rng_chance(r, 10)) {
            c->board[i] = '.';
            continue;
        }
        at += (size_t)snprintf(c->value + at, sizeof c->value - at, "%s%c%c%c",
                               at ? " " : "", c->board[i], 'a' + i % 8,
                               '1' + i / 8);
    }
}

static inline bool date_inside(uint32_t date, uint32_t from, uint32_t to)
{
    uint32_t y = date >> 9, m = date >> 5 & 15, d = date & 31;

    if (!y)
        return false;
    return (y << 9 | (m ? m : 1) << 5 | (m && d ? d : 1)) >= from &&
           (y << 9 | (m ? m : 12) << 5 | (m && d ? d : 31)) <= to;
}

/* Is a move what a capture with a sign asks for?  Nbxd7+ is a Nxd7+, too. */
static inline bool san_fits(const char *is, const char *san)
{
    return strcmp(is, san) == 0 ||
           (san[0] >= 'A' && san[0] <= 'Z' && san[1] == 'x' &&
            is[0] == san[0] && strchr(is, 'x') &&
            strcmp(strchr(is, 'x'), san + 1) == 0);
}

static inline bool has_san(const known *k, const char *san)
{
    for (uint32_t i = 0; i < k->plies; i++)
        if (san_fits(k->san[i], san))
            return true;
    return false;
}

/* Case does not matter, as the filter has it. */
static inline bool has_text(const char *all, const char *part)
{
    size_t n = strlen(part);

    while (*all && strncasecmp(all, part, n) != 0)
        all++;
    return *all != '\0';
}

/* Is it one of the words with commas between them? */
static inline bool has_word(const char *all, const char *word)
{
    size_t n = strlen(word);

    while (n && all) {
        if (strncmp(all, word, n) == 0 && (all[n] == ',' || !all[n]))
            return true;
        all = strchr(all, ',');
        all += all != NULL;
    }
    return false;
}

static inline bool holds(const condition *c, const known *k)
{
    if (strcmp(c->name, "player") == 0)
        return !strcmp(k->white, c->value) || !strcmp(k->black, c->value);
    if (strcmp(c->name, "white") == 0)
        return !strcmp(k->white, c->value);
    if (strcmp(c->name, "black") == 0)
        return !strcmp(k->black, c->value);
    if (strcmp(c->name, "elo") == 0)
        return k->elo[0] && k->elo[1] && k->elo[0] >= c->a &&
               k->elo[0] <= c->b && k->elo[1] >= c->a && k->elo[1] <= c->b;
    if (strcmp(c->name, "elo-avg") == 0)
        return k->elo[0] && k->elo[1] && k->elo[0] + k->elo[1] >= 2 * c->a &&
               k->elo[0] + k->elo[1] <= 2 * c->b;
    if (strcmp(c->name, "date") == 0)
        return date_inside(k->date, c->a << 9 | 1 << 5 | 1,
                           c->b << 9 | 12 << 5 | 31);
    if (strcmp(c->name, "result") == 0)
        return strstr(c->value, tby_result_text(k->result)) != NULL;
    if (strcmp(c->name, "eco") == 0)
        return strlen(k->eco) == 3 && k->eco[0] == c->value[0] &&
               (uint32_t)atoi(k->eco + 1) >= c->a &&
               (uint32_t)atoi(k->eco + 1) <= c->b;
    if (strcmp(c->name, "event") == 0)
        return has_text(k->event, c->value);
    if (strcmp(c->name, "plies") == 0)
        return k->plies >= c->a && k->plies <= c->b;
    if (strcmp(c->name, "move") == 0)
        return has_san(k, c->value);
    if (strcmp(c->name, "moves") == 0) {
        if (k->plies < c->a)
            return false;
        for (uint32_t i = 0; i < c->a; i++)
            if (strcmp(k->san[i], c->like->san[i]) != 0)
                return false;
        return true;
    }
    if (strcmp(c->name, "material") == 0)
        return comes_to(k, c->board, same_men);
    if (strcmp(c->name, "pattern") == 0)
        return comes_to(k, c->board, men_stand);
    if (strcmp(c->name, "position") == 0)
        return first_visit(k, c->key) >= 0;
    if (strcmp(c->name, "ended") == 0)
        return has_word(c->value, k->ending);
    if (strcmp(c->name, "time-class") == 0)
        return has_word(c->value, k->time_class);
    if (strcmp(c->name, "opening") == 0)
        return has_text(k->opening, c->value);
    fail();
    return false;
}

static inline void put_range(condition *c, uint32_t a, uint32_t b)
{
    c->a = a < b ? a : b;
    c->b = a < b ? b : a;
    snprintf(c->value, sizeof c->value, "%u-%u", c->a, c->b);
}

/* A capture with a sign, whose SAN says all: other signs are other moves.
 * Rhxh2+ is also asked for where Rxh2+ was enough to say it. */
static inline bool says_all(const char *san)
{
    return strpbrk(san, "+#") && strchr(san, 'x') &&
           (san[1] == 'x' || strchr("abcdefgh", san[0]));
}

static inline void put_move(rng *r, condition *c, const known *k)
{
    uint32_t from = k->plies ? rng_below(r, k->plies) : 0;

    snprintf(c->name, sizeof c->name, "plies");
    put_range(c, 10, 60);
    for (uint32_t i = from; i < k->plies; i++)
        if (says_all(k->san[i])) {
            snprintf(c->name, sizeof c->name, "move");
            snprintf(c->value, sizeof c->value, "%s", k->san[i]);
            return;
        }
}

/* A position of some game, most often an early one. */
static inline tby_pos some_position(rng *r, const games *all)
{
    const tby_game *g = &all->game[rng_below(r, (unsigned)all->n)];
    uint32_t plies = rng_below(r, 2) ? g->plies : g->plies < 12 ? g->plies : 12;
    uint32_t ply = rng_below(r, plies + 1);
    tby_pos p = g->start;

    for (uint32_t i = 0; i < ply; i++)
        tby_pos_play(&p, g->items[i].move);
    return p;
}

/* Six bytes of a text, but whole characters. */
static inline void put_part(rng *r, condition *c, const char *all)
{
    size_t n = strlen(all), from = n > 6 ? rng_below(r, (unsigned)n - 6) : 0;
    size_t to = from + 6 < n ? from + 6 : n;

    while ((all[from] & 0xc0) == 0x80)
        from++;
    while ((all[to] & 0xc0) == 0x80)
        to++;
    snprintf(c->value, sizeof c->value, "%.*s", (int)(to - from), all + from);
}

/* One word, or two of them. */
static inline void put_words(rng *r, condition *c, const char *a, const char *b)
{
    bool both = *a && *b && strcmp(a, b) != 0 && rng_chance(r, 50);

    snprintf(c->value, sizeof c->value, "%s%s%s", a, both ? "," : "",
             both ? b : "");
}

static inline void random_condition(rng *r, const world *w, condition *c)
{
    const known *k = &w->games[rng_below(r, w->n)];
    const known *o = &w->games[rng_below(r, w->n)];
    static const char *const NAMES[] = {
        "player",   "white",   "black",    "elo",   "elo-avg", "date",
        "result",   "eco",     "event",    "plies", "move",    "moves",
        "material", "pattern", "position", "ended", "opening", "time-class"};
    static const char *const RESULTS[] = {"1-0", "0-1",     "1/2-1/2",
                                          "*",   "1-0,0-1", "0-1,1/2-1/2"};

    *c = (condition){.like = k};
    snprintf(c->name, sizeof c->name, "%s", NAMES[rng_below(r, LENGTH(NAMES))]);
    if (strcmp(c->name, "player") == 0 || strcmp(c->name, "white") == 0)
        snprintf(c->value, sizeof c->value, "%s", k->white);
    else if (strcmp(c->name, "black") == 0)
        snprintf(c->value, sizeof c->value, "%s", k->black);
    else if (strcmp(c->name, "elo") == 0 || strcmp(c->name, "elo-avg") == 0)
        put_range(c, k->elo[0] > 100 ? k->elo[0] - 100 : 0, o->elo[1] + 200);
    else if (strcmp(c->name, "plies") == 0)
        put_range(c, k->plies, o->plies);
    else if (strcmp(c->name, "result") == 0)
        snprintf(c->value, sizeof c->value, "%s",
                 RESULTS[rng_below(r, LENGTH(RESULTS))]);
    else if (strcmp(c->name, "date") == 0) {
        put_range(c, (k->date >> 9) + !(k->date >> 9), (o->date >> 9) + 1);
        snprintf(c->value, sizeof c->value, "%u..%u", c->a, c->b);
    } else if (strcmp(c->name, "eco") == 0) {
        put_range(c, (uint32_t)rng_below(r, 100), (uint32_t)rng_below(r, 100));
        snprintf(c->value, sizeof c->value, "%c%02u-%c%02u",
                 k->eco[0] ? k->eco[0] : 'A', c->a, k->eco[0] ? k->eco[0] : 'A',
                 c->b);
    } else if (strcmp(c->name, "event") == 0) {
        put_part(r, c, k->event);
    } else if (strcmp(c->name, "move") == 0) {
        put_move(r, c, k);
    } else if (strcmp(c->name, "material") == 0) {
        memcpy(c->board, k->boards[k->plies - rng_below(r, k->plies / 2 + 1)],
               sizeof c->board);
        put_material(c);
    } else if (strcmp(c->name, "pattern") == 0) {
        memcpy(c->board, k->boards[rng_below(r, k->plies + 1)],
               sizeof c->board);
        put_pattern(r, c);
    } else if (strcmp(c->name, "position") == 0) {
        tby_pos pos = some_position(r, w->all);
        c->key = pos.key;
        snprintf(c->value, sizeof c->value, "%s", fen_of(&pos).s);
    } else if (strcmp(c->name, "ended") == 0) {
        put_words(r, c, k->ending, o->ending);
    } else if (strcmp(c->name, "time-class") == 0) {
        put_words(r, c, k->time_class, o->time_class);
    } else if (strcmp(c->name, "opening") == 0) {
        put_part(r, c, k->opening);
    } else {
        size_t at = 0;

        c->a = 1 + rng_below(r, 12);
        if (c->a > k->plies)
            c->a = k->plies;
        for (uint32_t i = 0; i < c->a; i++)
            at += (size_t)snprintf(c->value + at, sizeof c->value - at, "%s%s",
                                   i ? " " : "", k->san[i]);
    }
    /* What cannot be typed is another condition. */
    if (!c->value[0] || c->value[0] == ' ' ||
        c->value[strlen(c->value) - 1] == ' ' ||
        c->value[strlen(c->value) - 1] == '*' || c->a > 100000) {
        snprintf(c->name, sizeof c->name, "plies");
        put_range(c, 20, 80);
    }
}

typedef struct conditions {
    size_t n;
    condition at[2];
    store_filter filter;
    const known *games;
    bool *fits; /* by game, since that is asked again and again */
} conditions;

static inline bool all_hold(const conditions *cs, const known *k)
{
    for (size_t i = 0; i < cs->n; i++)
        if (!holds(&cs->at[i], k))
            return false;
    return true;
}

static inline void find_out(conditions *cs, const world *w)
{
    cs->games = w->games;
    cs->fits = realloc(cs->fits, w->n * sizeof *cs->fits);
    assert_non_null(cs->fits);
    for (uint32_t i = 0; i < w->n; i++)
        cs->fits[i] = all_hold(cs, &w->games[i]);
}

static inline void random_conditions(rng *r, const world *w, conditions *cs)
{
    cs->n = rng_below(r, 3);
    store_filter_init(&cs->filter);
    for (size_t i = 0; i < cs->n; i++) {
        tby_err err = {TBY_OK, 0};

        do
            random_condition(r, w, &cs->at[i]);
        while (i && strcmp(cs->at[0].name, cs->at[i].name) == 0);
        CHECK(store_filter_set(&cs->filter, tby_str_of(cs->at[i].name),
                               tby_str_of(cs->at[i].value), &err) == TBY_OK,
              "--%s '%s' at %zu", cs->at[i].name, cs->at[i].value, err.at);
    }
    find_out(cs, w);
}

static inline bool wanted(const conditions *cs, const known *k)
{
    return cs->fits[k - cs->games];
}

static const char *spelled(const conditions *cs)
{
    static char value[1200];

    snprintf(value, sizeof value, "%s=%s %s=%s", cs->n ? cs->at[0].name : "",
             cs->n ? cs->at[0].value : "", cs->n > 1 ? cs->at[1].name : "",
             cs->n > 1 ? cs->at[1].value : "");
    return value;
}

#endif
