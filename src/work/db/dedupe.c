/* dedupe.c - see dedupe.h.
 *
 * Games meet by the hash of their moves: a game looks for those that have just
 * its moves, or its moves without the last, the last two and so on.  Those that
 * meet are compared by what they say.  What fits is not always transitive (a
 * game without a date fits two of different years), so that of all that hang
 * together the best is kept and takes those that fit it, and of the others the
 * best again. */
#include "work/db/dedupe.h"
#include "core/base/assert.h"
#include "core/base/fold.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/game/players.h"

#include <stdlib.h> /* qsort() */
#include <string.h>

typedef struct candidate {
    uint64_t id;
    uint64_t hash[TBY_DEDUPE_MORE + 1]; /* of all moves, all but one ... */
    uint32_t plies, tags, extra;        /* tags that say something; all items */
    uint32_t group;                     /* a game that it hangs together with */
} candidate;

typedef struct entry {
    uint64_t key;
    uint32_t i;
} entry;

typedef struct dedupe {
    const tby_dedupe_job *job;
    candidate *at;
    size_t n, cap;
    entry *sorted; /* all candidates, by hash[0] and then by group */
    tby_surpluses *out;
} dedupe;

/* --- what a game says ------------------------------------------------------*/

enum { TEXTS = 5, TEXT_MOST = 160 }; /* white, black, event, site, round */

typedef struct saying {
    char text[TEXTS][TEXT_MOST];
    char date[12];
    tby_result result;
} saying;

/* "" if it is not known. */
static void keep_text(char to[TEXT_MOST], tby_str from)
{
    tby_str s = tby_str_trim(from);
    size_t n = s.n < TEXT_MOST ? s.n : TEXT_MOST - 1;

    if (s.n && (*s.p == '?' || (*s.p == '-' && s.n == 1)))
        n = 0;
    if (n)
        memcpy(to, s.p, n);
    to[n] = '\0';
}

static tby_rc read_saying(tby_store *s, uint64_t id, saying *out)
{
    tby_game_row r;

    TBY_TRY(tby_store_row(s, id, &r));
    const tby_str texts[TEXTS] = {r.white, r.black, r.event, r.site, r.round};
    for (size_t i = 0; i < TEXTS; i++)
        keep_text(out->text[i], texts[i]);
    memcpy(out->date, r.date, sizeof out->date);
    out->result = r.result;
    return TBY_OK;
}

/* Where one is not known nothing speaks against it. */
static bool names_fit(const char *a, const char *b)
{
    return !*a || !*b || tby_player_is(tby_str_of(a), tby_str_of(b)) ||
           tby_player_is(tby_str_of(b), tby_str_of(a));
}

/* "1998.??.??": parts that are known on both sides are the same. */
static bool dates_fit(const char *a, const char *b)
{
    for (size_t i = 0; a[i] && b[i]; i++)
        if (a[i] != b[i] && a[i] != '?' && b[i] != '?')
            return false;
    return true;
}

static bool is_day(const char *date)
{
    return strlen(date) == 10 && !strchr(date, '?');
}

/* A word of one, of three letters or more, is in the other. */
static bool events_fit(const char *a, const char *b)
{
    char x[3 * TEXT_MOST], y[3 * TEXT_MOST];
    size_t n = tby_fold(tby_str_of(a), x, sizeof x);
    const char *at = x;

    if (!*a || !*b || n >= sizeof x ||
        tby_fold(tby_str_of(b), y, sizeof y) >= sizeof y)
        return !*a || !*b;
    while (*at) {
        char word[3 * TEXT_MOST];
        size_t length = strcspn(at, " .,-/()");
        memcpy(word, at, length);
        word[length] = '\0';
        if (length >= 3 && strstr(y, word))
            return true;
        at += length;
        at += strspn(at, " .,-/()");
    }
    return strcmp(x, y) == 0;
}

static bool sayings_fit(const saying *a, const saying *b)
{
    bool known = (*a->text[0] && *b->text[0]) || (*a->text[1] && *b->text[1]);
    bool day = is_day(a->date) && is_day(b->date);

    return known && names_fit(a->text[0], b->text[0]) &&
           names_fit(a->text[1], b->text[1]) && dates_fit(a->date, b->date) &&
           (day || events_fit(a->text[2], b->text[2]));
}

static uint32_t differences(const candidate *a, const saying *x,
                            const candidate *b, const saying *y)
{
    static const tby_dedupe_field FIELDS[TEXTS] = {
        TBY_DEDUPE_WHITE, TBY_DEDUPE_BLACK, TBY_DEDUPE_EVENT, TBY_DEDUPE_SITE,
        TBY_DEDUPE_ROUND};
    uint32_t bits = (a->hash[0] != b->hash[0] ? 1u : 0u) << TBY_DEDUPE_MOVES;

    for (size_t i = 0; i < TEXTS; i++)
        bits |= (strcmp(x->text[i], y->text[i]) != 0 ? 1u : 0u) << FIELDS[i];
    bits |= (strcmp(x->date, y->date) != 0 ? 1u : 0u) << TBY_DEDUPE_DATE;
    return bits | (x->result != y->result ? 1u : 0u) << TBY_DEDUPE_RESULT;
}

/* --- its moves -------------------------------------------------------------*/

static void hash_moves(candidate *c, uint64_t start, const store_code *codes)
{
    uint64_t h = start;

    for (uint32_t ply = 0; ply <= c->plies; ply++) {
        uint32_t left = c->plies - ply;
        if (left <= TBY_DEDUPE_MORE)
            c->hash[left] = h;
        if (left) {
            h = (h ^ (codes[ply] & STORE_CODE)) * UINT64_C(0x9fb21c651e98df25);
            h ^= h >> 29;
        }
    }
}

static uint32_t count_tags(const tby_game *g)
{
    uint32_t n = 0;

    for (size_t i = 0; i < g->tags_n; i++) {
        tby_str value = tby_game_text(g, g->tags[i].value);
        n += value.n && *value.p != '?' && *value.p != '*';
    }
    return n;
}

static tby_rc take_game(dedupe *d, uint64_t id, tby_game *g)
{
    candidate c = {.id = id};
    tby_rc rc = tby_store_game(d->job->store, id, g);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_OK : rc;
    d->out->games++;
    if (g->plies < TBY_DEDUPE_PLIES)
        return TBY_OK;
    c.plies = g->plies;
    c.tags = count_tags(g);
    c.extra = (uint32_t)g->items_n;
    c.group = (uint32_t)d->n;
    hash_moves(&c, g->start.key, tby_store_game_codes(d->job->store));
    return TBY_APPEND(NULL, *d, c);
}

/* --- who hangs together ----------------------------------------------------*/

static uint32_t group_of(dedupe *d, uint32_t i)
{
    while (d->at[i].group != i)
        i = d->at[i].group = d->at[d->at[i].group].group;
    return i;
}

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->i > y->i) - (x->i < y->i);
}

static size_t first_with(const dedupe *d, uint64_t hash)
{
    size_t low = 0, high = d->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->sorted[middle].key < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* By moves alone. */
static void join_games(dedupe *d)
{
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t k = 0;
             k <= TBY_DEDUPE_MORE && d->at[i].plies - k >= TBY_DEDUPE_PLIES;
             k++) {
            size_t first = first_with(d, d->at[i].hash[k]);
            if (first == d->n || d->sorted[first].key != d->at[i].hash[k])
                continue;
            /* all of that hash meet here, by the first of them */
            uint32_t x = group_of(d, d->sorted[first].i), y = group_of(d, i);
            d->at[x > y ? x : y].group = x > y ? y : x;
        }
}

/* Has one the moves of the other, and few more? */
static bool moves_fit(const candidate *a, const candidate *b)
{
    const candidate *longer = a->plies >= b->plies ? a : b;
    uint32_t more = longer->plies - (longer == a ? b : a)->plies;

    return more <= TBY_DEDUPE_MORE &&
           longer->hash[more] == (longer == a ? b : a)->hash[0];
}

static bool is_better(tby_dedupe_keep keep, const candidate *a,
                      const candidate *b)
{
    const uint32_t x[3] = {keep == TBY_KEEP_MOST_TAGS ? a->tags : a->plies,
                           keep == TBY_KEEP_MOST_TAGS ? a->plies : a->extra,
                           keep == TBY_KEEP_MOST_TAGS ? a->extra : a->tags};
    const uint32_t y[3] = {keep == TBY_KEEP_MOST_TAGS ? b->tags : b->plies,
                           keep == TBY_KEEP_MOST_TAGS ? b->plies : b->extra,
                           keep == TBY_KEEP_MOST_TAGS ? b->extra : b->tags};

    for (size_t i = 0; keep != TBY_KEEP_OLDEST && i < 3; i++)
        if (x[i] != y[i])
            return x[i] > y[i];
    return a->id < b->id;
}

/* Games that hang together: the best is kept, and so on with those that do not
 * fit it. */
static tby_rc judge_group(dedupe *d, const entry *of, size_t n)
{
    saying *says = tby_grow_new(NULL, n, sizeof *says);
    bool *done = tby_grow_new(NULL, n, sizeof *done);
    tby_rc rc = says && done ? TBY_OK : TBY_E_NOMEM;

    for (size_t i = 0; rc == TBY_OK && i < n; i++) {
        done[i] = false;
        rc = read_saying(d->job->store, d->at[of[i].i].id, &says[i]);
    }
    for (size_t round = 0; rc == TBY_OK && round < n; round++) {
        size_t best = n, found = 0;
        for (size_t i = 0; i < n; i++)
            if (!done[i] &&
                (best == n ||
                 is_better(d->job->keep, &d->at[of[i].i], &d->at[of[best].i])))
                best = i;
        if (best == n)
            break;
        const candidate *kept = &d->at[of[best].i];
        done[best] = true;
        for (size_t i = 0; rc == TBY_OK && i < n; i++) {
            const candidate *c = &d->at[of[i].i];
            if (done[i] || !moves_fit(c, kept) ||
                !sayings_fit(&says[i], &says[best]))
                continue;
            tby_surplus s = {c->id, kept->id,
                             differences(c, &says[i], kept, &says[best])};
            done[i] = true;
            found++;
            rc = TBY_APPEND(NULL, *d->out, s);
        }
        d->out->groups += found > 0;
    }
    tby_grow_free(NULL, says, n, sizeof *says);
    tby_grow_free(NULL, done, n, sizeof *done);
    return rc;
}

static int by_kept(const void *a, const void *b)
{
    const tby_surplus *x = a, *y = b;

    if (x->kept != y->kept)
        return x->kept < y->kept ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static tby_rc judge_groups(dedupe *d)
{
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; i < d->n; i++)
        d->sorted[i] = (entry){group_of(d, i), i};
    qsort(d->sorted, d->n, sizeof *d->sorted, compare_entries);
    for (size_t i = 0, end; rc == TBY_OK && i < d->n; i = end) {
        for (end = i + 1; end < d->n && d->sorted[end].key == d->sorted[i].key;)
            end++;
        if (end - i > 1)
            rc = judge_group(d, d->sorted + i, end - i);
    }
    if (d->out->n)
        qsort(d->out->at, d->out->n, sizeof *d->out->at, by_kept);
    return rc;
}

static tby_rc compare_games(dedupe *d)
{
    tby_games_answer found;
    tby_game game;
    tby_rc rc =
        tby_store_find(d->job->store, d->job->filter, TBY_BY_ID, 0, 0, &found);

    if (rc != TBY_OK)
        return rc;
    tby_game_init(&game, NULL);
    for (size_t i = 0; rc == TBY_OK && i < found.n; i++) {
        rc = take_game(d, found.ids[i], &game);
        if (d->job->progress && i % 256 == 0)
            d->job->progress(d->job->ctx, i, found.n);
    }
    tby_game_free(&game);
    tby_games_free(&found);
    if (rc != TBY_OK || !d->n)
        return rc;
    d->sorted = tby_grow_new(NULL, d->n, sizeof *d->sorted);
    if (!d->sorted)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < d->n; i++)
        d->sorted[i] = (entry){d->at[i].hash[0], i};
    qsort(d->sorted, d->n, sizeof *d->sorted, compare_entries);
    join_games(d);
    return judge_groups(d);
}

tby_rc tby_dedupe(const tby_dedupe_job *job, tby_surpluses *out)
{
    dedupe d = {.job = job, .out = out};

    *out = (tby_surpluses){.n = 0};
    tby_rc rc = tby_store_hold(job->store);
    if (rc == TBY_OK) {
        rc = compare_games(&d);
        tby_store_release(job->store);
    }
    tby_grow_free(NULL, d.sorted, d.n, sizeof *d.sorted);
    tby_grow_free(NULL, d.at, d.cap, sizeof *d.at);
    return rc;
}

void tby_surpluses_free(tby_surpluses *s)
{
    tby_grow_free(NULL, s->at, s->cap, sizeof *s->at);
    *s = (tby_surpluses){.n = 0};
}

const char *tby_dedupe_name(tby_dedupe_field field)
{
    static const char *const NAMES[] = {
#define TBY_DEDUPE_NAME(symbol, name) name,
        TBY_DEDUPE_MAP(TBY_DEDUPE_NAME)
#undef TBY_DEDUPE_NAME
    };

    TBY_ASSERT(field < TBY_DEDUPE_FIELDS);
    return NAMES[field];
}
