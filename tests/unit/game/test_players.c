/* test_players.c - names of players, as tags and people write them. */
#include "core/game/players.h"
#include "support/check.h"

#include <string.h>

static const struct {
    const char *tag, *wanted;
    bool same;
} NAMES[] = {
    {"Carlsen, Magnus", "Carlsen, Magnus", true},
    {"Carlsen, Magnus", "magnus carlsen", true},
    {"Carlsen,M", "Magnus Carlsen", true},
    {"Carlsen, Magnus", "M. Carlsen", true},
    {"Carlsen, M.", "m carlsen", true},
    {"Carlsen, Magnus", "Carlsen", true},
    {"GM Carlsen, Magnus (NOR)", "Magnus Carlsen", true},
    {"Carlsen, Henrik", "Magnus Carlsen", false},
    {"Carlsen, H", "Magnus Carlsen", false},
    {"Carlsen", "Magnus Carlsen", false},
    {"Carlsson, Magnus", "Magnus Carlsen", false},
    {"Smithson, A", "Smith", false},
    {"M, C", "Magnus Carlsen", false},
    {"Grünfeld, Ernst", "ernst grunfeld", true},
    {"MÜLLER, Karsten", "Karsten Muller", true},
    {"O'Kelly de Galway, Alberic", "Alberic O’Kelly de Galway", true},
    {"Vachier-Lagrave, Maxime", "maxime vachier lagrave", true},
    {"DrNykterstein", "drnykterstein", true},
    {"DrNykterstein2", "drnykterstein", false},
    {"under_score", "under_score", true},
    {"under_score", "score", false},
    {"Алехин, Александр", "александр алехин", true},
    {"Karpov,An", "Anatoly Karpov", true},
    {"Karpov, Anatoly", "karpov an", true},
    {"Karpov,Al", "Anatoly Karpov", false},
    {"Li, Li", "Li Li", true},
    {"Li, Chao", "Li Li", false},
    {"X", "x", true},
    {"?", "?", false},
    {"", "", false},
    {"Carlsen, Magnus", "", false},
    {"", "Carlsen", false},
};

static void names_are_compared(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(NAMES); i++)
        CHECK(tby_player_is(tby_str_of(NAMES[i].tag),
                            tby_str_of(NAMES[i].wanted)) == NAMES[i].same,
              "'%s' and '%s'", NAMES[i].tag, NAMES[i].wanted);
}

static const struct {
    const char *tag, *wanted;
    tby_player_fit fit;
} FITS[] = {
    {"Carlsen, Magnus", "Magnus  CARLSEN", TBY_PLAYER_SAME},
    {"Carlsen,M", "carlsen m.", TBY_PLAYER_SAME},
    {"Carlsen, Magnus", "carlsen m", TBY_PLAYER_FITS},
    {"Carlsen, Sven Magnus", "Carlsen, Magnus", TBY_PLAYER_FITS},
    {"Carlsen,M", "Carlsen, Magnus", TBY_PLAYER_SHORT},
    {"Mueller, Karsten", "Karsten Müller", TBY_PLAYER_SOUNDS},
    {"Müller,K", "mueller karsten", TBY_PLAYER_SOUNDS},
    {"Yusupov, Artur", "jussupow", TBY_PLAYER_SOUNDS},
    {"Khalifman,A", "Halifman", TBY_PLAYER_SOUNDS},
    {"Alekseev, Evgeny", "Yevgeny Alexeyev", TBY_PLAYER_SOUNDS},
    {"Kasparov, Garry", "Каспаров", TBY_PLAYER_SOUNDS},
    {"Чигорин, Михаил", "Tschigorin", TBY_PLAYER_SOUNDS},
    {"Алёхин, А", "alehin", TBY_PLAYER_SOUNDS},
    {"Щербаков", "Shcherbakov", TBY_PLAYER_SOUNDS},
    {"Karpov, Anatoly", "Kasparov", TBY_PLAYER_NO},
    {"Geller,E", "ye", TBY_PLAYER_NO}, /* sounds like a letter */
    {"Ye Jiangchuan", "ye", TBY_PLAYER_FITS},
    {"Delebarre,X", "xxxx", TBY_PLAYER_NO},
    {"Delebarre,X", "x", TBY_PLAYER_FITS},
    {"", "Kasparov", TBY_PLAYER_NO},
};

static void names_fit_more_or_less(void **state)
{
    tby_player_wanted w;

    (void)state;
    for (size_t i = 0; i < LENGTH(FITS); i++) {
        tby_player_want(&w, tby_str_of(FITS[i].wanted));
        tby_player_fit fit = tby_player_judge(&w, tby_str_of(FITS[i].tag));
        CHECK(fit == FITS[i].fit, "'%s' and '%s': %d", FITS[i].tag,
              FITS[i].wanted, (int)fit);
    }
}

/* More than fits is cut, not written past its end. */
static void long_names_are_harmless(void **state)
{
    char name[5000];

    (void)state;
    memset(name, 'a', sizeof name);
    tby_str all = {name, sizeof name};
    assert_true(tby_player_is(all, all));
    for (size_t i = 1; i < sizeof name; i += 2)
        name[i] = ' ';
    assert_false(tby_player_is(all, all)); /* initials alone */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_compared),
        cmocka_unit_test(names_fit_more_or_less),
        cmocka_unit_test(long_names_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
