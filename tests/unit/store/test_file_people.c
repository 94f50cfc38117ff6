/* test_file_people.c - spellings that are one person, in any order of joining,
 * splitting and taking back, next to a plain list. */
#include "store/filter/filter.h"
#include "store/sqlite/file_int.h"
#include "store/store.h"
#include "unit/store/made.h"

enum { GAMES = 1500, NAMES = 12, TURNS = 60 };

/* What the log should come to: whose each spelling is. */
typedef struct model {
    uint32_t ids[NAMES]; /* of "Name i of 0" */
    uint32_t person[NAMES];
    uint32_t before[TURNS][NAMES];
    size_t changes;
} model;

#define same(got, wanted) assert_int_equal(got, wanted)

static uint32_t place(const model *m, uint32_t id)
{
    uint32_t i = 0;

    while (i < NAMES && m->ids[i] != id)
        i++;
    return i;
}

static void join(model *m, uint32_t i, uint32_t k)
{
    uint32_t old = m->person[i];

    for (uint32_t x = 0; x < NAMES; x++)
        if (m->person[x] == old)
            m->person[x] = m->person[k];
}

/* The others get the name of the first by number. */
static void split(model *m, uint32_t i)
{
    uint32_t old = m->person[i], first = 0;

    m->person[i] = m->ids[i];
    if (old != m->ids[i])
        return;
    for (uint32_t x = 0; x < NAMES; x++)
        if (x != i && m->person[x] == old && (!first || m->ids[x] < first))
            first = m->ids[x];
    for (uint32_t x = 0; x < NAMES; x++)
        if (x != i && m->person[x] == old)
            m->person[x] = first;
}

static uint32_t value(store_file *f, store_column c, uint32_t game)
{
    uint32_t v = 0;

    MUST(f, tby__rows_value(f, c, game, &v));
    return v;
}

static uint64_t count(store_file *f, const char *player, const char *against,
                      store_side as)
{
    tby_games_answer found;
    store_filter filter;

    tby__filter_init(&filter);
    filter.player = tby_str_of(player);
    if (against)
        filter.against = tby_str_of(against);
    filter.as = as;
    MUST(f, tby_store_find(&f->base, &filter, TBY_BY_ID, 0, 1, &found));
    uint64_t total = found.total;
    tby_games_free(&found);
    return total;
}

/* Every name, and some pairs of them, next to the columns of all games. */
static void check_all(store_file *f, rng *r, const model *m)
{
    uint64_t white[NAMES] = {0}, black[NAMES] = {0}, either[NAMES] = {0};
    uint64_t met = 0;
    uint32_t a = rng_below(r, NAMES), b = rng_below(r, NAMES);

    MUST(f, tby_store_hold(&f->base));
    for (uint32_t game = 1; game <= GAMES; game++) {
        uint32_t w = place(m, value(f, STORE_WHITE, game));
        uint32_t l = place(m, value(f, STORE_BLACK, game));
        uint32_t pw = w < NAMES ? m->person[w] : 0;
        uint32_t pb = l < NAMES ? m->person[l] : 0;
        for (uint32_t i = 0; i < NAMES; i++) {
            white[i] += pw == m->person[i];
            black[i] += pb == m->person[i];
            either[i] += pw == m->person[i] || pb == m->person[i];
        }
        met += (pw == m->person[a] && pb == m->person[b]) ||
               (pb == m->person[a] && pw == m->person[b]);
    }
    for (uint32_t i = 0; i < NAMES; i++) {
        char name[MADE_NAME];
        tby_players_answer found;

        snprintf(name, sizeof name, "Name %u of 0", i);
        same(tby__rows_person(f, m->ids[i]), m->person[i]);
        same(count(f, name, NULL, STORE_EITHER), either[i]);
        same(count(f, name, NULL, STORE_AS_WHITE), white[i]);
        MUST(f,
             tby_store_players(&f->base, tby_str_of(name), NULL, 0, 0, &found));
        size_t row = 0; /* others may be meant as well */
        while (row < found.n && !found.rows[row].meant)
            row++;
        assert_true(row < found.n || !either[i]);
        if (either[i]) {
            same(found.rows[row].id, m->person[i]);
            same(found.rows[row].white.games, white[i]);
            same(found.rows[row].black.games, black[i]);
        }
        tby_players_free(&found);
    }
    char one[MADE_NAME], other[MADE_NAME];
    snprintf(one, sizeof one, "Name %u of 0", a);
    snprintf(other, sizeof other, "Name %u of 0", b);
    same(count(f, one, other, STORE_EITHER), met);
    tby_store_release(&f->base);
}

static void joins_are_what_a_list_says(void **state)
{
    rng r = rng_for(__func__);
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    model m = {.changes = 0};

    (void)state;
    add_games(f, 1, GAMES);
    index_all(f);
    for (uint32_t i = 0; i < NAMES; i++) {
        char name[MADE_NAME];
        snprintf(name, sizeof name, "Name %u of 0", i);
        MUST(f, tby_store_hold(&f->base));
        MUST(f, tby__rows_find(f, STORE_PLAYER, tby_str_of(name), &m.ids[i]));
        tby_store_release(&f->base);
        m.person[i] = m.ids[i];
    }
    for (int turn = 0; turn < TURNS; turn++) {
        uint32_t i = rng_below(&r, NAMES), k = rng_below(&r, NAMES), old[NAMES];
        bool undo = rng_chance(&r, 25);
        tby_person_change c = {.spelling = m.ids[i], .person = m.ids[k]};

        memcpy(old, m.person, sizeof old);
        if (undo && m.changes)
            memcpy(m.person, m.before[--m.changes], sizeof old);
        else if (!undo)
            i == k ? split(&m, i) : join(&m, i, k);
        bool changed = memcmp(old, m.person, sizeof old) != 0;
        if (!undo && changed)
            memcpy(m.before[m.changes++], old, sizeof old);
        tby_rc rc = tby_store_change_people(&f->base, undo ? NULL : &c, !undo);
        assert_int_equal(rc, changed ? TBY_OK : TBY_DONE);
        if (rng_chance(&r, 30)) { /* as the file has it */
            tby_store_close(&f->base);
            f = open_file(&p, TBY_STORE_CHANGE);
        }
        check_all(f, &r, &m);
    }
    tby_store_close(&f->base);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joins_are_what_a_list_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
