/* conditions.h - conditions on games as they are typed, and what they mean. */
#ifndef TBY_TESTS_UNIT_STORE_CONDITIONS_H
#define TBY_TESTS_UNIT_STORE_CONDITIONS_H

#include "core/game/players.h"
#include "unit/store/asked.h"

#include <ctype.h>
#include <strings.h>

/* --- conditions -----------------------------------------------------------*/

typedef struct condition condition;

/* One condition as it is typed, and what it means. */
struct condition {
    char name[16], value[512];
    bool (*holds)(const condition *c, const known *k);
    const char *side;    /* of "player" and "move": "white", "black", or NULL */
    const char *outcome; /* of "player": what --result says of it, or NULL */
    const known *like;   /* the game it was made from */
    uint32_t a, b;
    char other[8]; /* one more code */
    uint64_t key;
    char board[64]; /* men that must stand there */
    uint64_t men;
    asked asked;
};

/* --- names ----------------------------------------------------------------*/

/* Small letters, and those with an accent that the made-up games have without
 * it. */
static inline void plain_text(const char *in, char *out, size_t cap)
{
    size_t n = 0;

    for (; *in && n + 1 < cap; in++) {
        if (strncmp(in, "\xc3\xbc", 2) == 0 ||
            strncmp(in, "\xc3\xa9", 2) == 0) {
            out[n++] = in[1] == '\xbc' ? 'u' : 'e';
            in++;
        } else {
            out[n++] = (char)tolower((unsigned char)*in);
        }
    }
    out[n] = '\0';
}

static inline tby_player_fit judged_name(const char *name, const char *wanted)
{
    tby_player_wanted w;

    tby_player_want(&w, tby_str_of(wanted));
    return tby_player_judge(&w, tby_str_of(name));
}

/* The whole name, or its words after one that ends with ', .-', or "Carl*".
 * Somebody is called as a name that is asked for here, so that others who only
 * resemble it are not meant. */
static inline bool fits_name(const char *name, const char *wanted)
{
    char x[96], y[96];
    size_t n;

    plain_text(name, x, sizeof x);
    plain_text(wanted, y, sizeof y);
    n = strlen(y);
    if (n && y[n - 1] == '*')
        return strncmp(x, y, n - 1) == 0;
    tby_player_wanted w;
    tby_player_want(&w, tby_str_of(name));
    bool parted = w.words.n && w.words.word[0].at == 0 &&
                  strchr(", .-", w.words.text[w.words.word[0].n]);
    return strcmp(x, y) == 0 ||
           (parted && judged_name(name, wanted) == TBY_PLAYER_SAME);
}

/* A name as it is, in capital letters, or its beginning. */
static inline void put_name(rng *r, char *out, size_t cap, const char *name)
{
    unsigned how = rng_below(r, 5);
    int n = how == 0 ? 1 + (int)rng_below(r, 5) : (int)strlen(name);

    while (how == 0 && ((unsigned char)name[n] & 0xc0) == 0x80)
        n++; /* whole letters */
    snprintf(out, cap, "%.*s%s", n, name, how == 0 ? "*" : "");
    for (size_t i = 0; how == 1 && out[i]; i++)
        out[i] = (char)toupper((unsigned char)out[i]);
}

/* Of the side that wins with this result. */
static inline bool has_outcome(const condition *c, const known *k,
                               tby_result won)
{
    if (!c->outcome)
        return true;
    if (k->result == TBY_RESULT_NONE)
        return false;
    return strstr(c->outcome, k->result == TBY_RESULT_DRAW ? "draw"
                              : k->result == won           ? "win"
                                                           : "loss") != NULL;
}

static inline bool has_player(const condition *c, const known *k)
{
    bool white = !c->side || strcmp(c->side, "white") == 0;
    bool black = !c->side || strcmp(c->side, "black") == 0;

    return (white && fits_name(k->white, c->value) &&
            has_outcome(c, k, TBY_RESULT_WHITE)) ||
           (black && fits_name(k->black, c->value) &&
            has_outcome(c, k, TBY_RESULT_BLACK));
}

/* --- the board ------------------------------------------------------------*/

/* Either side may be the first one. */
static inline bool has_material(const condition *c, const known *k)
{
    uint64_t half = (UINT64_C(1) << 20) - 1;
    uint64_t turned = c->men >> 20 | (c->men & half) << 20;

    for (uint32_t i = 0; i <= k->plies; i++)
        if (k->men[i] == c->men || k->men[i] == turned)
            return true;
    return false;
}

static inline bool has_pattern(const condition *c, const known *k)
{
    const char *board = c->board;
    int squares[64], n = 0;

    for (int i = 0; i < 64; i++)
        if (board[i] != '.')
            squares[n++] = i;
    for (uint32_t i = 0; i <= k->plies; i++) {
        int at = 0;

        while (at < n && k->boards[i][squares[at]] == board[squares[at]])
            at++;
        if (at == n)
            return true;
    }
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

static inline bool has_asked(const condition *c, const known *k)
{
    for (uint32_t i = 0; i < k->plies; i++)
        if (fits_asked(&c->asked, k, i))
            return true;
    return false;
}

/* The same moves in the same order. */
static inline bool has_order(const condition *c, const known *k)
{
    bool same = k->plies >= c->a;

    for (uint32_t i = 0; same && i < c->a; i++)
        same = strcmp(k->san[i], c->like->san[i]) == 0;
    return same;
}

static inline bool has_eco(const condition *c, const known *k)
{
    uint32_t number = strlen(k->eco) == 3 ? (uint32_t)atoi(k->eco + 1) : 100;

    return (k->eco[0] == c->value[0] && number >= c->a && number <= c->b) ||
           (c->other[0] && strcmp(k->eco, c->other) == 0);
}

/* Case does not matter, nor do accents. */
static inline bool has_text(const char *all, const char *part)
{
    char x[128], y[128];

    plain_text(all, x, sizeof x);
    plain_text(part, y, sizeof y);
    return strstr(x, y) != NULL;
}

/* Is it one of the words with commas between them? */
static inline bool has_word(const char *all, const char *word)
{
    size_t n = strlen(word);

    while (n && all) {
        if (strncmp(all, word, n) == 0 && (all[n] == ',' || !all[n]))
            return true;
        all = strchr(all, ',');
        if (all)
            all++;
    }
    return false;
}

static inline bool has_white(const condition *c, const known *k)
{
    return fits_name(k->white, c->value);
}

static inline bool has_black(const condition *c, const known *k)
{
    return fits_name(k->black, c->value);
}

static inline bool has_elo(const condition *c, const known *k)
{
    return k->elo[0] && k->elo[1] && k->elo[0] >= c->a && k->elo[0] <= c->b &&
           k->elo[1] >= c->a && k->elo[1] <= c->b;
}

static inline bool has_mean(const condition *c, const known *k)
{
    return k->elo[0] && k->elo[1] && k->elo[0] + k->elo[1] >= 2 * c->a &&
           k->elo[0] + k->elo[1] <= 2 * c->b;
}

static inline bool has_date(const condition *c, const known *k)
{
    return date_inside(k->date, c->a, c->b);
}

static inline bool has_result(const condition *c, const known *k)
{
    return strstr(c->value, tby_result_text(k->result)) != NULL;
}

static inline bool has_event(const condition *c, const known *k)
{
    return has_text(k->event, c->value);
}

static inline bool has_opening(const condition *c, const known *k)
{
    return has_text(k->opening, c->value);
}

static inline bool has_plies(const condition *c, const known *k)
{
    return k->plies >= c->a && k->plies <= c->b;
}

static inline bool has_ending(const condition *c, const known *k)
{
    return has_word(c->value, k->ending);
}

static inline bool has_class(const condition *c, const known *k)
{
    return has_word(c->value, k->time_class);
}

static inline bool has_position(const condition *c, const known *k)
{
    return visits(k, c->key);
}

static const struct {
    const char *name;
    bool (*holds)(const condition *c, const known *k);
} CONDITIONS[] = {
    {"player", has_player},     {"white", has_white},
    {"black", has_black},       {"elo", has_elo},
    {"elo-avg", has_mean},      {"date", has_date},
    {"result", has_result},     {"eco", has_eco},
    {"event", has_event},       {"plies", has_plies},
    {"move", has_asked},        {"moves", has_order},
    {"material", has_material}, {"pattern", has_pattern},
    {"position", has_position}, {"ended", has_ending},
    {"opening", has_opening},   {"time-class", has_class},
};

static inline void name_condition(condition *c, const char *name)
{
    snprintf(c->name, sizeof c->name, "%s", name);
    c->holds = NULL;
    for (size_t i = 0; i < LENGTH(CONDITIONS); i++)
        if (strcmp(CONDITIONS[i].name, name) == 0)
            c->holds = CONDITIONS[i].holds;
    assert_true(c->holds);
}

/* Both ends, or one of them. */
static inline void put_range(rng *r, condition *c, uint32_t a, uint32_t b)
{
    unsigned how = rng_below(r, 6);

    c->a = a < b ? a : b;
    c->b = a < b ? b : a;
    if (how == 0) {
        c->a = 0;
        snprintf(c->value, sizeof c->value, "-%u", c->b);
    } else if (how == 1) {
        snprintf(c->value, sizeof c->value, "%u-", c->a);
        c->b = 100000;
    } else {
        snprintf(c->value, sizeof c->value, "%u-%u", c->a, c->b);
    }
}

/* A year, a month or a day; its first day, or its last. */
static inline uint32_t put_date(rng *r, char *out, size_t cap, uint32_t date,
                                bool last)
{
    uint32_t y = date >> 9, m = date >> 5 & 15, d = date & 31;
    unsigned how = rng_below(r, 3);

    if (how == 0 || !m) {
        snprintf(out, cap, "%u", y);
        return last ? y << 9 | 12 << 5 | 31 : y << 9 | 1 << 5 | 1;
    }
    if (how == 1 || !d || d > 27) {
        snprintf(out, cap, "%u.%02u", y, m);
        return y << 9 | m << 5 | (last ? 31 : 1);
    }
    snprintf(out, cap, "%u-%02u-%02u", y, m, d);
    return date;
}

static inline void put_dates(rng *r, condition *c, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    char from[16], to[16];
    unsigned how = rng_below(r, 6);

    if (!(low >> 9))
        low = 1 << 9;
    if (!(high >> 9))
        high = 2024 << 9;
    c->a = put_date(r, from, sizeof from, low, false);
    c->b = put_date(r, to, sizeof to, high, true);
    if (how == 0)
        c->a = 0;
    if (how == 1)
        c->b = UINT32_MAX;
    snprintf(c->value, sizeof c->value, "%s..%s", how == 0 ? "" : from,
             how == 1 ? "" : to);
}

/* Codes of one letter, and one more. */
static inline void put_eco(rng *r, condition *c, const known *k, const known *o)
{
    uint32_t a = rng_below(r, 100), b = rng_below(r, 100);
    char letter = k->eco[0];
    size_t n;

    c->a = a < b ? a : b;
    c->b = a < b ? b : a;
    if (!letter)
        letter = 'A';
    n = (size_t)snprintf(c->value, sizeof c->value, "%c%02u-%c%02u", letter,
                         c->a, letter, c->b);
    if (!o->eco[0] || rng_chance(r, 50))
        return;
    snprintf(c->other, sizeof c->other, "%s", o->eco);
    snprintf(c->value + n, sizeof c->value - n, ",%s", c->other);
}

/* The first moves, with numbers or without. */
static inline void put_order(rng *r, condition *c, const known *k)
{
    bool numbers = rng_chance(r, 50);
    size_t at = 0;

    c->a = 1 + rng_below(r, rng_chance(r, 80) ? 12 : 40);
    if (c->a > k->plies)
        c->a = k->plies;
    for (uint32_t i = 0; i < c->a; i++) {
        if (numbers && i % 2 == 0)
            at += (size_t)snprintf(c->value + at, sizeof c->value - at, "%s%u.",
                                   i ? " " : "", i / 2 + 1);
        at += (size_t)snprintf(c->value + at, sizeof c->value - at, "%s%s",
                               at ? " " : "", k->san[i]);
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

/* What looks at the moves. */
static inline void put_board(rng *r, const world *w, const known *k,
                             condition *c)
{
    if (strcmp(c->name, "move") == 0) {
        random_asked(r, k, &c->asked);
        c->side = c->asked.by;
        snprintf(c->value, sizeof c->value, "%s", c->asked.text);
    } else if (strcmp(c->name, "moves") == 0) {
        put_order(r, c, k);
    } else if (strcmp(c->name, "material") == 0) {
        uint32_t ply = k->plies - rng_below(r, k->plies / 2 + 1);

        memcpy(c->board, k->boards[ply], sizeof c->board);
        c->men = k->men[ply];
        put_material(c);
    } else if (strcmp(c->name, "pattern") == 0) {
        memcpy(c->board, k->boards[rng_below(r, k->plies + 1)],
               sizeof c->board);
        put_pattern(r, c);
    } else {
        tby_pos pos = some_position(r, w->all);
        c->key = pos.key;
        snprintf(c->value, sizeof c->value, "%s", fen_of(&pos).s);
    }
}

static inline void put_header(rng *r, const known *k, const known *o,
                              condition *c)
{
    static const char *const RESULTS[] = {"1-0", "0-1",     "1/2-1/2",
                                          "*",   "1-0,0-1", "0-1,1/2-1/2"};

    if (strcmp(c->name, "player") == 0) {
        put_name(r, c->value, sizeof c->value, k->white);
        if (rng_chance(r, 50))
            c->side = rng_chance(r, 50) ? "white" : "black";
    } else if (strcmp(c->name, "white") == 0)
        put_name(r, c->value, sizeof c->value, k->white);
    else if (strcmp(c->name, "black") == 0)
        put_name(r, c->value, sizeof c->value, k->black);
    else if (strcmp(c->name, "elo") == 0 || strcmp(c->name, "elo-avg") == 0)
        put_range(r, c, k->elo[0] > 100 ? k->elo[0] - 100 : 0, o->elo[1] + 200);
    else if (strcmp(c->name, "plies") == 0)
        put_range(r, c, k->plies, o->plies);
    else if (strcmp(c->name, "result") == 0)
        snprintf(c->value, sizeof c->value, "%s",
                 RESULTS[rng_below(r, LENGTH(RESULTS))]);
    else if (strcmp(c->name, "date") == 0)
        put_dates(r, c, k->date, o->date);
    else if (strcmp(c->name, "eco") == 0)
        put_eco(r, c, k, o);
    else if (strcmp(c->name, "event") == 0)
        put_part(r, c, k->event);
    else if (strcmp(c->name, "ended") == 0)
        put_words(r, c, k->ending, o->ending);
    else if (strcmp(c->name, "time-class") == 0)
        put_words(r, c, k->time_class, o->time_class);
    else if (strcmp(c->name, "opening") == 0)
        put_part(r, c, k->opening);
}

static inline void random_condition(rng *r, const world *w, const char *kind,
                                    condition *c)
{
    const known *k = &w->games[rng_below(r, w->n)];
    const known *o = &w->games[rng_below(r, w->n)];

    *c = (condition){.like = k};
    name_condition(c, kind);
    put_header(r, k, o, c);
    if (has_word("move,moves,material,pattern,position", kind))
        put_board(r, w, k, c);
    /* What cannot be typed is another condition. */
    if (!c->value[0] || c->value[0] == ' ' ||
        c->value[strlen(c->value) - 1] == ' ') {
        name_condition(c, "plies");
        c->side = NULL;
        put_range(r, c, 20, 80);
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
        if (!cs->at[i].holds(&cs->at[i], k))
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

static inline void set_condition(conditions *cs, const condition *c)
{
    tby_err err = {TBY_OK, 0};

    CHECK(tby__filter_set(&cs->filter, tby_str_of(c->name),
                          tby_str_of(c->value), &err) == TBY_OK,
          "--%s '%s' at %zu", c->name, c->value, err.at);
    if (c->side)
        must(tby__filter_set(&cs->filter,
                             tby_str_of(c->name[0] == 'p' ? "as" : "by"),
                             tby_str_of(c->side), NULL));
    if (c->outcome)
        must(tby__filter_set(&cs->filter, tby_str_of("result"),
                             tby_str_of(c->outcome), NULL));
}

/* None, one or two; the first is of the kind that is asked for. */
static inline void random_conditions(rng *r, const world *w, const char *kind,
                                     conditions *cs)
{
    static const char *const OUTCOMES[] = {"win", "loss", "win,draw",
                                           "draw, loss", "win,loss"};

    cs->n = rng_below(r, 7) ? 1 + rng_below(r, 2) : 0;
    tby__filter_init(&cs->filter);
    for (size_t i = 0; i < cs->n; i++) {
        do
            random_condition(
                r, w,
                i ? CONDITIONS[rng_below(r, LENGTH(CONDITIONS))].name : kind,
                &cs->at[i]);
        while (i && strcmp(cs->at[0].name, cs->at[i].name) == 0);
        if (cs->n == 1 && strcmp(cs->at[i].name, "player") == 0 &&
            rng_chance(r, 50))
            cs->at[i].outcome = OUTCOMES[rng_below(r, LENGTH(OUTCOMES))];
        set_condition(cs, &cs->at[i]);
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
    size_t at = 0;

    value[0] = '\0';
    for (size_t i = 0; i < cs->n; i++)
        at += (size_t)snprintf(value + at, sizeof value - at, "%s=%s %s %s ",
                               cs->at[i].name, cs->at[i].value,
                               cs->at[i].side ? cs->at[i].side : "",
                               cs->at[i].outcome ? cs->at[i].outcome : "");
    return value;
}

#endif
