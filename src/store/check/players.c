/* players.c - players: found by name, and with the games of theirs. */
#include "store/check/check.h"

#include <stdio.h>
#include <string.h>

/* --- by name --------------------------------------------------------------*/

typedef struct finding {
    store_check *c;
    uint32_t id;
    bool found;
} finding;

static tby_rc compare_player(void *ctx, uint32_t id)
{
    finding *x = ctx;

    x->found = x->found || id == x->id;
    return TBY_OK;
}

static tby_rc find_player(void *ctx, uint32_t id, tby_str name)
{
    finding x = {.c = ctx, .id = id};
    char folded[STORE_FOLD];
    size_t n = store_fold(name, folded);
    check_row row = {.part = "names"};
    tby_rc rc = TBY_OK;
    tby_rc got = store_file_folds(x.c->f, (tby_str){folded, n}, false,
                                  compare_player, &x);

    snprintf(row.what, sizeof row.what, "Player %u", id);
    if (store_check_read(x.c, got, &row, &rc) && !x.found)
        store_check_tell(x.c, row.part, 0, 0, "%s is not found by name.",
                         row.what);
    return rc;
}

static tby_rc count_player(void *ctx, uint32_t id)
{
    (void)id;
    ++*(uint32_t *)ctx;
    return TBY_OK;
}

/* Each under its name, and nothing else. */
tby_rc store_check_folds(store_check *c)
{
    uint32_t names = store_file_names_n(c->f, STORE_PLAYER), n = 0;
    check_row row = {.part = "names", .what = "Players by name"};
    tby_rc rc = TBY_OK;
    tby_rc got =
        store_file_folds(c->f, (tby_str){NULL, 0}, true, count_player, &n);

    if (store_check_read(c, got, &row, &rc) && n != names)
        store_check_tell(c, row.part, 0, 0, "%s: %u instead of %u.", row.what,
                         n, names);
    c->out->rows += n;
    return rc == TBY_OK ? store_file_names(c->f, STORE_PLAYER, find_player, c)
                        : rc;
}

/* --- their games ----------------------------------------------------------*/

/* The next row is what the games give, and so is what is behind the last. */
typedef struct remade {
    store_check *c;
    const run_head *head;
    size_t run;
    uint32_t next; /* player */
    tby_rc rc;
} remade;

static tby_rc compare_players(void *ctx, uint32_t last, tby_str made)
{
    remade *r = ctx;
    check_row place = {.part = "index",
                       .first = r->head->first,
                       .last = r->head->first + r->head->games - 1};
    tby_str stored = {"", 0};
    uint32_t found = 0;
    tby_rc got =
        store_file_player_row(r->c->f, r->run, r->next, &found, &stored);

    r->c->out->rows++;
    r->next = last + 1;
    snprintf(place.what, sizeof place.what, "Run %zu, players up to %u",
             r->run + 1, last);
    if (store_check_read(r->c, got, &place, &r->rc) &&
        (found != last || stored.n != made.n ||
         memcmp(stored.p, made.p, made.n) != 0))
        store_check_tell(r->c, place.part, place.first, place.last,
                         "%s: they are not what its games give.", place.what);
    return r->rc;
}

tby_rc store_check_players(store_check *c, size_t run, const run_head *head)
{
    remade r = {.c = c, .head = head, .run = run, .next = 1};
    run_players players = {.ctx = &r, .put = compare_players};
    uint32_t first = head->first, last = first + head->games - 1, found;
    tby_str row;
    tby_rc rc = store_file_make_players(c->f, first, head->games,
                                        c->job->work.memory, &players);

    run_players_free(&players);
    if (rc == TBY_E_STORE_DAMAGED && r.rc == TBY_OK) {
        store_check_tell(c, "index", first, last,
                         "Run %zu: its players cannot be compared, the columns "
                         "of its games are damaged.",
                         run + 1);
        return TBY_OK;
    }
    if (rc != TBY_OK)
        return rc;
    rc = store_file_player_row(c->f, run, r.next, &found, &row);
    if (rc == TBY_OK)
        store_check_tell(c, "index", first, last,
                         "Run %zu has players that are not in its games.",
                         run + 1);
    return rc == TBY_DONE || rc == TBY_E_STORE_DAMAGED ? TBY_OK : rc;
}
