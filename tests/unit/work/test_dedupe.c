/* Games that are there twice in other words: copies of games of a collection
 * are made with random changes, some that leave the game what it is and some
 * that make it another one, and the test knows which. */
#include "unit/work/imported.h"

#include "work/db/dedupe.h"

enum { GAMES = 300, COPIES = 200 };

static const char *const FIRST[] = {"Magnus", "Hikaru", "Anna", "Judit",
                                    "Boris"};
static const char *const LAST[] = {"Carlsen", "Nakamura", "Muzychuk", "Polgar",
                                   "Spassky"};

/* What a game says, in parts that can be written in several ways. */
typedef struct words {
    unsigned player[2], year, month, day; /* day 0: only the year */
    unsigned style[2];                    /* of a name */
    unsigned event;                       /* 0: unknown */
    bool other_words;                     /* for the same event */
} words;

static void write_name(char *to, size_t cap, unsigned player, unsigned style)
{
    const char *first = FIRST[player % 5], *last = LAST[player / 5];

    if (style == 0)
        snprintf(to, cap, "%s, %s", last, first);
    else if (style == 1)
        snprintf(to, cap, "%s %s", first, last);
    else
        snprintf(to, cap, "%s, %c", last, first[0]);
}

static void write_words(const words *w, const tby_game *moves, tby_game *out)
{
    char line[64];

    tby_game_clear(out);
    if (w->event) {
        snprintf(line, sizeof line,
                 w->other_words ? "%u. Grand Masters Prix%u"
                                : "Masters%u, prix%u",
                 w->event, w->event);
        add_tag(out, "Event", line);
    }
    snprintf(line, sizeof line, "%u.%02u.%02u", w->year, w->month, w->day);
    if (!w->day)
        snprintf(line, sizeof line, "%u.??.??", w->year);
    add_tag(out, "Date", line);
    for (int side = 0; side < 2; side++) {
        write_name(line, sizeof line, w->player[side], w->style[side]);
        add_tag(out, side ? "Black" : "White", line);
    }
    must(tby_game_set_result(out, TBY_RESULT_DRAW));
    for (size_t i = 0; i < moves->items_n; i++)
        must(tby_game_add_item(out, moves->items[i]));
}

/* Drops or adds moves at the end. */
static void change_end(rng *r, tby_game *g, uint32_t less, uint32_t more)
{
    tby_game copy;
    tby_pos pos = g->start;
    uint32_t plies = g->plies - less;

    tby_game_init(&copy, NULL);
    for (uint32_t i = 0; i < plies; i++) {
        must(tby_game_add_item(&copy, g->items[i]));
        tby_pos_play(&pos, g->items[i].move);
    }
    while (more > 0) {
        tby_move m = random_move(r, &pos);
        if (m == TBY_MOVE_NONE)
            break;
        must(tby_game_add_item(&copy,
                               (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
        tby_pos_play(&pos, m);
        more--;
    }
    tby_game_free(g);
    *g = copy;
}

/* Changes that leave it what it is; true, or that make another game of it. */
static bool change_words(rng *r, words *w, tby_game *moves)
{
    unsigned kind = rng_below(r, 11);

    for (int side = 0; side < 2; side++)
        w->style[side] = rng_below(r, 3);
    uint32_t plies = moves->plies;
    if (kind != 3 && rng_chance(r, 30))
        change_end(r, moves, rng_below(r, 4), 0);
    if (rng_chance(r, 40))
        w->other_words = true;
    if (rng_chance(r, 20))
        w->event = 0;
    if (rng_chance(r, 30))
        w->day = 0;
    switch (kind) {
    case 0: { /* somebody else */
        unsigned *player = &w->player[rng_below(r, 2)];
        *player = (*player + 5) % 25;
        return true;
    }
    case 1:
        w->year++;
        return true;
    case 2: /* another move in the middle */
        change_end(r, moves, moves->plies / 2, moves->plies);
        return true;
    case 3: /* much longer */
        change_end(r, moves, 0, 11);
        return moves->plies > plies + TBY_DEDUPE_MORE; /* it may end soon */
    case 4:                                            /* another day */
        if (w->day)
            w->month++;
        return w->day != 0;
    case 5: /* another event, and the day does not say it is the same */
        w->event += 100;
        w->other_words = false;
        w->day = 0;
        return true;
    default:
        return false;
    }
}

/* Is this what random changes meant?  By what is written alone, without the
 * store: see test below. */
typedef struct made {
    words w;
    uint32_t original; /* number of the game it is again; 0: none */
} made;

static text many(rng *r, made *all, unsigned *n)
{
    text out = {NULL, 0, 0};
    tby_game game[GAMES], copy, g;
    words of[GAMES];

    tby_game_init(&g, NULL);
    *n = 0;
    for (unsigned i = 0; i < GAMES; i++) {
        of[i] = (words){.player = {rng_below(r, 25), rng_below(r, 25)},
                        .year = 1990 + rng_below(r, 30),
                        .month = 1 + rng_below(r, 11),
                        .day = 1 + rng_below(r, 28),
                        .event = 1 + rng_below(r, 90)};
        tby_game_init(&game[i], NULL);
        do {
            tby_game_clear(&game[i]);
            add_random_line(r, 0, &game[i], tby_pos_start(),
                            24 + rng_below(r, 30), 0);
        } while (game[i].plies < 24);
        write_words(&of[i], &game[i], &g);
        write_game(&out, &g);
        all[(*n)++] = (made){of[i], 0};
    }
    for (unsigned i = 0; i < COPIES; i++) {
        words w = of[i]; /* each once: what fits is then never a chain */
        tby_game_init(&copy, NULL);
        for (size_t k = 0; k < game[i].items_n; k++)
            must(tby_game_add_item(&copy, game[i].items[k]));
        bool other = change_words(r, &w, &copy);
        write_words(&w, &copy, &g);
        write_game(&out, &g);
        all[(*n)++] = (made){w, other ? 0 : i + 1};
        tby_game_free(&copy);
    }
    for (unsigned i = 0; i < GAMES; i++)
        tby_game_free(&game[i]);
    tby_game_free(&g);
    return out;
}

static void copies_are_found_and_nothing_else(void **state)
{
    rng r = rng_for(__func__);
    static made all[GAMES + COPIES];
    store_filter filter;
    unsigned n, wanted = 0;

    (void)state;
    tby__filter_init(&filter);
    for (tby_dedupe_keep keep = TBY_KEEP_LONGEST; keep <= TBY_KEEP_OLDEST;
         keep++) {
        text t = many(&r, all, &n);
        tby_import_options options = {.threads = 1, .keep_duplicates = true};
        tby_surpluses found;
        uint32_t by[GAMES + COPIES + 1] = {0}; /* by the later game */

        put_file("d.pgn", text_str(&t));
        import_with("d.tdb", path_of("d.pgn"), &options);
        tby_store *s = open_store("d.tdb", TBY_STORE_READ);
        tby_dedupe_job job = {.store = s, .filter = &filter, .keep = keep};
        must(tby_dedupe(&job, &found));
        assert_int_equal(found.games, n);
        for (size_t i = 0; i < found.n; i++) {
            const tby_surplus *x = &found.at[i];
            uint64_t late = x->id > x->kept ? x->id : x->kept;
            uint64_t early = x->id > x->kept ? x->kept : x->id;
            CHECK(!by[late], "game %u twice", (unsigned)late);
            by[late] = (uint32_t)early;
            if (keep == TBY_KEEP_OLDEST)
                assert_int_equal(x->kept, early);
            if (keep == TBY_KEEP_LONGEST) {
                tby_game_row a, b;
                must(tby_store_row(s, x->id, &a));
                uint32_t plies = a.plies;
                must(tby_store_row(s, x->kept, &b));
                assert_true(b.plies >= plies);
            }
        }
        wanted = 0;
        for (unsigned i = 0; i < n; i++) {
            wanted += all[i].original != 0;
            tby_game_row row;
            uint32_t id = all[i].original ? all[i].original : by[i + 1];
            if (by[i + 1] != all[i].original)
                for (unsigned k = 0; k < 2; k++) {
                    must(tby_store_row(s, k ? i + 1 : id, &row));
                    print_error("%.*s - %.*s, %.*s, %s, %u plies\n",
                                (int)row.white.n, row.white.p, (int)row.black.n,
                                row.black.p, (int)row.event.n,
                                row.event.p ? row.event.p : "", row.date,
                                row.plies);
                }
            CHECK(by[i + 1] == all[i].original, "game %u: found %u, made of %u",
                  i + 1, by[i + 1], all[i].original);
        }
        assert_int_equal(found.n, wanted);
        assert_int_equal(found.groups, wanted);
        printf("%u of %u copies are the same game\n", wanted, (unsigned)COPIES);
        tby_surpluses_free(&found);
        tby_store_close(s);
        remove_database("d.tdb");
        text_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_are_found_and_nothing_else),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
