/* test_search_shared.c - searches in all names of lichess. */
#include "unit/openings/search_names.h"

#include "support/data.h"

static library lib;
static bool present;

static int open_lichess(void **state)
{
    static const char *const files[] = {"a", "b", "c", "d", "e"};
    tby_openings *t = NULL;

    (void)state;
    assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL),
                     TBY_OK);
    for (size_t i = 0; i < LENGTH(files); i++) {
        char name[64];
        snprintf(name, sizeof name, "openings/lichess/%s.tsv", files[i]);
        bytes text = shared_file(name);
        present = text.p != NULL;
        if (present)
            add_tsv(t, "eco_tsv", str_of(text));
        free(text.p);
    }
    open_library(&lib, t);
    return 0;
}

static int close_lichess(void **state)
{
    (void)state;
    close_library(&lib);
    return 0;
}

static const typed TYPED[] = {
    {"sicilian", "B20", "Sicilian Defense"},
    {"Sicilian Najdorf", "B90", "Sicilian Defense: Najdorf Variation"},
    {"najdorf", "B90", "Sicilian Defense: Najdorf Variation"},
    {"najdorf english attack", "B90",
     "Sicilian Defense: Najdorf Variation, English Attack"},
    {"dragon", "B70", "Sicilian Defense: Dragon Variation"},
    {"accelerated dragon", "B32", "Sicilian Defense: Accelerated Dragon"},
    {"sicilian dragon yugoslav", "B76",
     "Sicilian Defense: Dragon Variation, Yugoslav Attack"},
    {"sveshnikov", "B33",
     "Sicilian Defense: Lasker-Pelikan Variation, Sveshnikov Variation"},
    {"taimanov", "B44", "Sicilian Defense: Taimanov Variation"},
    {"scheveningen", "B80", "Sicilian Defense: Scheveningen Variation"},
    {"rossolimo", "B30", "Sicilian Defense: Nyezhmetdinov-Rossolimo Attack"},
    {"smith morra", "B21", "Sicilian Defense: Smith-Morra Gambit"},
    {"morra gambit", "B21", "Sicilian Defense: Smith-Morra Gambit"},
    {"c3 sicilian", "B22", "Sicilian Defense: Alapin Variation"},
    {"sicilian kan", "B41", "Sicilian Defense: Kan Variation"},
    {"grand prix", "B23", "Sicilian Defense: Grand Prix Attack"},
    {"Gruenfeld", "D80", "Grünfeld Defense"},
    {"Grunfeld Defence", "D80", "Grünfeld Defense"},
    {"grünfeld exchange", "D85", "Grünfeld Defense: Exchange Variation"},
    {"russian variation", "D96", "Grünfeld Defense: Russian Variation"},
    {"neogruenfeld exchange", "D71",
     "Neo-Grünfeld Defense: Exchange Variation"},
    {"petrov", "C42", "Petrov's Defense"},
    {"Petroff Defence", "C42", "Petrov's Defense"},
    {"russian game", "C42", "Petrov's Defense"},
    {"stafford", "C42", "Petrov's Defense: Stafford Gambit"},
    {"alekhine", "B02", "Alekhine Defense"},
    {"Aljechin", "B02", "Alekhine Defense"},
    {"Alekhin's defence", "B02", "Alekhine Defense"},
    {"nimzowitsch", "B00", "Nimzowitsch Defense"},
    {"nimzovich defence", "B00", "Nimzowitsch Defense"},
    {"nimzo indian", "E20", "Nimzo-Indian Defense"},
    {"nimzo", "E20", "Nimzo-Indian Defense"},
    {"NID", "E20", "Nimzo-Indian Defense"},
    {"nimzo larsen", "A01", "Nimzo-Larsen Attack"},
    {"caro kann", "B10", "Caro-Kann Defense"},
    {"Caro-Kann Advance", "B12", "Caro-Kann Defense: Advance Variation"},
    {"panov", "B13", "Caro-Kann Defense: Panov Attack"},
    {"pirc", "B00", "Pirc Defense"},
    {"austrian attack", "B09", "Pirc Defense: Austrian Attack"},
    {"philidor's defence", "C41", "Philidor Defense"},
    {"Philidors", "C41", "Philidor Defense"},
    {"ruy lopez", "C60", "Ruy Lopez"},
    {"spanish", "C60", "Ruy Lopez"},
    {"Spanish Game", "C60", "Ruy Lopez"},
    {"spanish exchange", "C68", "Ruy Lopez: Exchange Variation"},
    {"berlin defence", "C65", "Ruy Lopez: Berlin Defense"},
    {"marshall attack", "C89", "Ruy Lopez: Marshall Attack"},
    {"schliemann", "C63", "Ruy Lopez: Schliemann Defense"},
    {"spanish jaenisch", "C63", "Ruy Lopez: Schliemann Defense"},
    {"italian", "C50", "Italian Game"},
    {"giuoco piano", "C50", "Italian Game: Giuoco Piano"},
    {"evans gambit", "C51", "Italian Game: Evans Gambit"},
    {"two knights", "C55", "Italian Game: Two Knights Defense"},
    {"fried liver", "C57",
     "Italian Game: Two Knights Defense, Fried Liver Attack"},
    {"traxler", "C57",
     "Italian Game: Two Knights Defense, Traxler Counterattack"},
    {"scotch", "C44", "Scotch Game"},
    {"scotch gambit", "C44", "Scotch Game: Scotch Gambit"},
    {"four knights", "C47", "Four Knights Game"},
    {"4 knights", "C47", "Four Knights Game"},
    {"halloween gambit", "C47", "Four Knights Game: Halloween Gambit"},
    {"vienna", "C25", "Vienna Game"},
    {"kings gambit", "C30", "King's Gambit"},
    {"KGA", "C33", "King's Gambit Accepted"},
    {"falkbeer", "C31", "King's Gambit Declined: Falkbeer Countergambit"},
    {"damiano", "C40", "King's Pawn Game: Damiano Defense"},
    {"french", "C00", "French Defense"},
    {"winawer", "C15", "French Defense: Winawer Variation"},
    {"french tarrasch", "C03", "French Defense: Tarrasch Variation"},
    {"french advance", "C02", "French Defense: Advance Variation"},
    {"mccutcheon", "C12", "French Defense: McCutcheon Variation"},
    {"scandinavian", "B01", "Scandinavian Defense"},
    {"centre counter", "B01", "Scandinavian Defense"},
    {"Queens Gambit", "D06", "Queen's Gambit"},
    {"Queen's Gambit Declined", "D30", "Queen's Gambit Declined"},
    {"QGD", "D30", "Queen's Gambit Declined"},
    {"qga", "D20", "Queen's Gambit Accepted"},
    {"qgd exchange", "D35", "Queen's Gambit Declined: Exchange Variation"},
    {"albin", "D08", "Queen's Gambit Declined: Albin Countergambit"},
    {"tarrasch", "D32", "Tarrasch Defense"},
    {"tchigorin defence", "D07", "Queen's Gambit Declined: Chigorin Defense"},
    {"slav", "D10", "Slav Defense"},
    {"chebanenko", "D15", "Slav Defense: Chebanenko Variation"},
    {"semislav", "D43", "Semi-Slav Defense"},
    {"meran", "D47", "Semi-Slav Defense: Meran Variation"},
    {"catalan", "E00", "Catalan Opening"},
    {"bogo indian", "E11", "Bogo-Indian Defense"},
    {"QID", "E12", "Queen's Indian Defense"},
    {"kings indian", "E61", "King's Indian Defense"},
    {"KID", "E61", "King's Indian Defense"},
    {"kid saemisch", "E80", "King's Indian Defense: Sämisch Variation"},
    {"KIA", "A07", "King's Indian Attack"},
    {"benko", "A57", "Benko Gambit"},
    {"volga gambit", "A57", "Benko Gambit"},
    {"modern benoni", "A60", "Benoni Defense: Modern Variation"},
    {"dutch stonewall", "A92", "Dutch Defense: Stonewall Variation"},
    {"leningrad dutch", "A86", "Dutch Defense: Leningrad Variation"},
    {"english", "A10", "English Opening"},
    {"english defence", "A40", "English Defense"},
    {"reti", "A09", "Réti Opening"},
    {"bird", "A02", "Bird Opening"},
    {"london", "A48", "London System"},
    {"trompovsky", "A45", "Trompowsky Attack"},
    {"torre", "A46", "Torre Attack: Classical Defense"},
    {"budapest", "A51", "Indian Defense: Budapest Gambit"},
    {"BDG", "D00", "Blackmar-Diemer Gambit"},
    {"QPG", "A40", "Queen's Pawn Game"},
    {"latvian", "C40", "Latvian Gambit"},
    {"wuerzburger", "C29", "Vienna Game: Vienna Gambit, Wurzburger Trap"},
    {"fianchetto", "E60", "King's Indian Defense: Fianchetto Variation"},
    {"bongcloud", "C20", "Bongcloud Attack"},
    {"grob", "A00", "Grob Opening"},
    {"sokolsky", "A00", "Polish Opening"},
    {"siciliann defnse", "B20", "Sicilian Defense"},
    {"quens gambit", "D06", "Queen's Gambit"},
    {"B90", "B90", "Sicilian Defense: Najdorf Variation"},
    {"E70-E99", "E70", "King's Indian Defense: Normal Variation"},
    {"e4 e5", "", ""},
    {"1. e4 e5 2. Nf3", "", ""},
};

static void the_meant_one_comes_first(void **state)
{
    (void)state;
    if (!present)
        skip_without_shared(5);
    for (size_t i = 0; i < LENGTH(TYPED); i++)
        check_first(&lib, &TYPED[i], 0);
}

/* All of them would take the sanitizers a quarter of a minute. */
static void names_find_themselves(void **state)
{
    enum { STEP = 16 };
    rng r = rng_for(__func__);

    (void)state;
    if (!present)
        skip_without_shared(5);
    check_names_find_themselves(&lib, rng_below(&r, STEP), STEP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_meant_one_comes_first),
        cmocka_unit_test(names_find_themselves),
    };
    return cmocka_run_group_tests(tests, open_lichess, close_lichess);
}
