/* test_fold.c - texts that must look alike, and what they look like. */
#include "core/base/fold.h"
#include "core/base/utf8.h"
#include "support/check.h"

#include <string.h>

static const char *folded(tby_str text)
{
    static char buf[256];

    CHECK(tby_fold(text, buf, sizeof buf) < sizeof buf, "too long");
    return buf;
}

static const struct {
    const char *text, *want;
} TEXTS[] = {
    {"", ""},
    {"Queen's Gambit", "queen's gambit"},
    {"GR\xC3\x9CNFELD", "grunfeld"},
    {"Gr\xC3\xBCnfeld", "grunfeld"},
    {"Gru\xCC\x88nfeld", "grunfeld"}, /* u and a mark */
    {"Gr\xFCnfeld", "grunfeld"},      /* Latin-1 */
    {"S\xC3\xA4misch", "samisch"},
    {"R\xC3\xA9ti", "reti"},
    {"Mar\xC3\xB3"
     "czy",
     "maroczy"},
    {"M\xC3\xB8ller", "moller"},
    {"\xC3\x86r\xC3\xB8sk\xC3\xB8"
     "bing",
     "aeroskobing"},
    {"Kosti\xC4\x87, \xC4\x8Cigorin", "kostic, cigorin"},
    {"\xC5\x81\xC3\xB3"
     "d\xC5\xBA",
     "lodz"},
    {"\xC8\x98u\xC8\x9B\xC4\x83", "suta"},
    {"Wei\xC3\x9F \xE1\xBA\x9E", "weiss ss"},
    {"\xC5\x92uvre", "oeuvre"},
    {"\xC3\x9E\xC3\xB3r\xC3\xB0", "thord"},
    {"Queen\xE2\x80\x99s \xE2\x80\x98x\xE2\x80\x9B", "queen's 'x'"},
    {"Caro\xE2\x80\x93Kann \xE2\x80\x94 \xE2\x88\x92", "caro-kann - -"},
    {"1\xE2\x80\xA6"
     "d5",
     "1...d5"},
    {"a\xC2\xA0"
     "b\xE2\x80\x89"
     "c\xE3\x80\x80"
     "d",
     "a b c d"},
    {"a\xE2\x80\x8B"
     "b\xC2\xAD"
     "c\xEF\xBB\xBF",
     "abc"},
    {"e\xEF\xAC\x83"
     "cient \xEF\xAC\x81",
     "efficient fi"},
    {"\xEF\xBC\xA1\xEF\xBC\x91", "a1"}, /* as wide as Chinese */
    {"\xD0\xA1\xD0\x98 \xD0\x81\xD0\xB6 \xD0\x84",
     "\xD1\x81\xD0\xB8 \xD0\xB5\xD0\xB6 \xD1\x94"}, /* Cyrillic */
    {"\xCE\x91\xCE\xA9", "\xCE\xB1\xCF\x89"},       /* Greek */
    {"Nguyễn Ngọc Trường Sơn", "nguyen ngoc truong son"},
    {"Lê Quang Liêm, ĐỖ", "le quang liem, do"},
    {"Məmmədov, Əli", "mammadov, ali"},
    {"Ǆ ǅ ǆ Ǉ ǋ Ǽ", "dz dz dz lj nj ae"},
    {"Γιώργος ΆΈΉΊΌΎΏΪΫΐΰ", "γιωργοσ αεηιουωιυιυ"},
    {"Андрей Й ЇҐ Ў", "андреи и іґ у"},
    {"Андрей ї", "андреи і"}, /* decomposed */
    {"Қ Ә Ұ", "қ ә ұ"},
    {"\xE4\xB8\xAD \xF0\x9F\x99\x82 \xC3\x97",
     "\xE4\xB8\xAD \xF0\x9F\x99\x82 \xC3\x97"},
};

static void texts_fold(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(TEXTS); i++) {
        const char *got = folded(tby_str_of(TEXTS[i].text));
        CHECK(strcmp(got, TEXTS[i].want) == 0, "%s: '%s', not '%s'",
              TEXTS[i].text, got, TEXTS[i].want);
    }
}

/* All letters of Latin-1 and Latin Extended-A by the one they are built on, as
 * the Unicode character database decomposes them; letters with a stroke, which
 * it does not, by the letter that has the stroke. */
static const struct letter {
    char letter;
    const char *forms;
} LETTERS[] = {
    {'a', "ÀÁÂÃÄÅàáâãäåĀāĂăĄą"},
    {'c', "ÇçĆćĈĉĊċČč"},
    {'d', "ĎďĐđÐð"},
    {'e', "ÈÉÊËèéêëĒēĔĕĖėĘęĚě"},
    {'g', "ĜĝĞğĠġĢģ"},
    {'h', "ĤĥĦħ"},
    {'i', "ÌÍÎÏìíîïĨĩĪīĬĭĮįİı"},
    {'j', "Ĵĵ"},
    {'k', "Ķķĸ"},
    {'l', "ĹĺĻļĽľĿŀŁł"},
    {'n', "ÑñŃńŅņŇňŉ"},
    {'o', "ÒÓÔÕÖØòóôõöøŌōŎŏŐő"},
    {'r', "ŔŕŖŗŘř"},
    {'s', "ŚśŜŝŞşŠšſ"},
    {'t', "ŢţŤťŦŧ"},
    {'u', "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų"},
    {'w', "Ŵŵ"},
    {'y', "ÝýÿŶŷŸ"},
    {'z', "ŹźŻżŽž"},
};

/* Those after U+017F that names of people have: Vietnamese, Pinyin, Welsh,
 * Romanian. */
static const struct letter MORE_LETTERS[] = {
    {'a', "ẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặǍǎ"},
    {'e', "ẸẹẺẻẼẽẾếỀềỂểỄễỆệ"},
    {'i', "ỈỉỊịǏǐ"},
    {'o', "ỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợƠơǑǒ"},
    {'u', "ỤụỦủỨứỪừỬửỮữỰựƯưǓǔǕǖǗǘǙǚǛǜ"},
    {'y', "ỲỳỴỵỶỷỸỹ"},
    {'w', "ẀẁẂẃẄẅ"},
    {'s', "ȘșṢṣ"},
    {'t', "ȚțṬṭ"},
    {'h', "ḤḥḪḫ"},
};

static size_t count_forms(const struct letter *letters, size_t n)
{
    size_t forms = 0;

    for (size_t i = 0; i < n; i++) {
        tby_str rest = tby_str_of(letters[i].forms);
        while (rest.n) {
            char out[TBY_FOLD_MAX];
            const char *at = rest.p;
            size_t size = tby_fold_next(&rest, out);
            CHECK(size == 1 && out[0] == letters[i].letter, "%.3s", at);
            forms++;
        }
    }
    return forms;
}

static void letters_lose_their_marks(void **state)
{
    (void)state;
    /* 192 code points less two signs, AE OE IJ TH NG twice each, sharp s */
    assert_int_equal(count_forms(LETTERS, LENGTH(LETTERS)), 192 - 2 - 10 - 1);
    assert_int_equal(count_forms(MORE_LETTERS, LENGTH(MORE_LETTERS)), 128);
}

static void any_bytes_fold_once(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[32], once[256], twice[256];
        size_t n = rng_below(&r, sizeof text);
        for (size_t k = 0; k < n; k++)
            text[k] = (char)(rng_chance(&r, 50) ? 0xC0 + rng_below(&r, 64)
                                                : rng_below(&r, 256));
        size_t once_n = tby_fold((tby_str){text, n}, once, sizeof once);
        size_t twice_n = tby_fold((tby_str){once, once_n}, twice, sizeof twice);
        CHECK(tby_utf8_validate((tby_str){once, once_n}, NULL) == TBY_OK,
              "not UTF-8");
        CHECK(once_n == twice_n && memcmp(once, twice, once_n) == 0,
              "folding '%s' again gives '%s'", once, twice);
    }
}

static void room_is_respected(void **state)
{
    char buf[4] = "xxx";

    (void)state;
    assert_int_equal(tby_fold(tby_str_of("ABCDE"), buf, 3), 5);
    assert_memory_equal(buf, "ab\0", 4);
    assert_int_equal(tby_fold(tby_str_of("ABCDE"), NULL, 0), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_fold),
        cmocka_unit_test(letters_lose_their_marks),
        cmocka_unit_test(any_bytes_fold_once),
        cmocka_unit_test(room_is_respected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
