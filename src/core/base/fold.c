#include "core/base/fold.h"
#include "core/base/assert.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

/* U+00C0 to U+024F by their letter; '*' is in SPECIAL below, '=' is itself. */
static const char LATIN[] = "aaaaaa*ceeeeiiii" /* 00C0 */
                            "dnooooo=ouuuuy**" /* 00D0 */
                            "aaaaaa*ceeeeiiii" /* 00E0 */
                            "dnooooo=ouuuuy*y" /* 00F0 */
                            "aaaaaaccccccccdd" /* 0100 */
                            "ddeeeeeeeeeegggg" /* 0110 */
                            "gggghhhhiiiiiiii" /* 0120 */
                            "ii**jjkkklllllll" /* 0130 */
                            "lllnnnnnn***oooo" /* 0140 */
                            "oo**rrrrrrssssss" /* 0150 */
                            "ssttttttuuuuuuuu" /* 0160 */
                            "uuuuwwyyyzzzzzzs" /* 0170 */
                            "bbbb===ccdddd=aa" /* 0180 */
                            "=ffg===ikkl==nno" /* 0190 */
                            "oo==pp=====ttttu" /* 01A0 */
                            "u=vyyzz=========" /* 01B0 */
                            "====*********aai" /* 01C0 */
                            "ioouuuuuuuuuuaaa" /* 01D0 */
                            "aa**ggggkkoooo==" /* 01E0 */
                            "j***gg==nnaa**oo" /* 01F0 */
                            "aaaaeeeeiiiioooo" /* 0200 */
                            "rrrruuuusstt==hh" /* 0210 */
                            "nd==zzaaeeoooooo" /* 0220 */
                            "ooyylntj==acclts" /* 0230 */
                            "z==bu=eejj==rryy" /* 0240 */;

/* U+1E00 to U+1EFF likewise: Vietnamese, Welsh, and scholars. */
static const char MORE_LATIN[] = "aabbbbbbccdddddd" /* 1E00 */
                                 "ddddeeeeeeeeeeff" /* 1E10 */
                                 "gghhhhhhhhhhiiii" /* 1E20 */
                                 "kkkkkkllllllllmm" /* 1E30 */
                                 "mmmmnnnnnnnnoooo" /* 1E40 */
                                 "oooopppprrrrrrrr" /* 1E50 */
                                 "sssssssssstttttt" /* 1E60 */
                                 "ttuuuuuuuuuuvvvv" /* 1E70 */
                                 "wwwwwwwwwwxxxxyy" /* 1E80 */
                                 "zzzzzzhtwyasss*=" /* 1E90 */
                                 "aaaaaaaaaaaaaaaa" /* 1EA0 */
                                 "aaaaaaaaeeeeeeee" /* 1EB0 */
                                 "eeeeeeeeiiiioooo" /* 1EC0 */
                                 "oooooooooooooooo" /* 1ED0 */
                                 "oooouuuuuuuuuuuu" /* 1EE0 */
                                 "uuyyyyyyyy**vvyy" /* 1EF0 */;

typedef struct special {
    uint16_t point;
    char text[TBY_FOLD_MAX];
} special;

/* Sorted. */
static const special SPECIAL[] = {
    {0x00A0, " "},   {0x00B4, "'"},  {0x00C6, "ae"}, {0x00DE, "th"},
    {0x00DF, "ss"},  {0x00E6, "ae"}, {0x00FE, "th"}, {0x0132, "ij"},
    {0x0133, "ij"},  {0x0149, "n"},  {0x014A, "ng"}, {0x014B, "ng"},
    {0x0152, "oe"},  {0x0153, "oe"}, {0x01C4, "dz"}, {0x01C5, "dz"},
    {0x01C6, "dz"},  {0x01C7, "lj"}, {0x01C8, "lj"}, {0x01C9, "lj"},
    {0x01CA, "nj"},  {0x01CB, "nj"}, {0x01CC, "nj"}, {0x01E2, "ae"},
    {0x01E3, "ae"},  {0x01F1, "dz"}, {0x01F2, "dz"}, {0x01F3, "dz"},
    {0x01FC, "ae"},  {0x01FD, "ae"}, {0x0259, "a"},  {0x02BC, "'"},
    {0x0386, "α"},   {0x0388, "ε"},  {0x0389, "η"},  {0x038A, "ι"},
    {0x038C, "ο"},   {0x038E, "υ"},  {0x038F, "ω"},  {0x0390, "ι"},
    {0x03AA, "ι"},   {0x03AB, "υ"},  {0x03AC, "α"},  {0x03AD, "ε"},
    {0x03AE, "η"},   {0x03AF, "ι"},  {0x03B0, "υ"},  {0x03C2, "σ"},
    {0x03CA, "ι"},   {0x03CB, "υ"},  {0x03CC, "ο"},  {0x03CD, "υ"},
    {0x03CE, "ω"},   {0x0400, "е"},  {0x0401, "е"},  {0x0403, "г"},
    {0x0407, "і"},   {0x040C, "к"},  {0x040D, "и"},  {0x040E, "у"},
    {0x0419, "и"},   {0x0439, "и"},  {0x0450, "е"},  {0x0451, "е"},
    {0x0453, "г"},   {0x0457, "і"},  {0x045C, "к"},  {0x045D, "и"},
    {0x045E, "у"},   {0x1E9E, "ss"}, {0x1EFA, "ll"}, {0x1EFB, "ll"},
    {0x2018, "'"},   {0x2019, "'"},  {0x201A, "'"},  {0x201B, "'"},
    {0x201C, "\""},  {0x201D, "\""}, {0x201E, "\""}, {0x2026, "..."},
    {0x202F, " "},   {0x2032, "'"},  {0x2212, "-"},  {0x3000, " "},
    {0xFB00, "ff"},  {0xFB01, "fi"}, {0xFB02, "fl"}, {0xFB03, "ffi"},
    {0xFB04, "ffl"}, {0xFB05, "st"}, {0xFB06, "st"},
};

static bool is_within(uint32_t point, uint32_t from, uint32_t to)
{
    return point >= from && point <= to;
}

static uint32_t lower(uint32_t point)
{
    if (is_within(point, 'A', 'Z'))
        return point + 32;
    if (is_within(point, 0x0391, 0x03A1) || is_within(point, 0x03A3, 0x03A9) ||
        is_within(point, 0x0410, 0x042F))
        return point + 32;
    if (is_within(point, 0x0400, 0x040F))
        return point + 80;
    if (is_within(point, 0x0460, 0x0481) || is_within(point, 0x048A, 0x04BF) ||
        is_within(point, 0x04D0, 0x052F))
        return point | 1; /* in pairs */
    return point;
}

static uint32_t by_letter(char c, uint32_t point)
{
    return c == '=' ? point : (unsigned char)c;
}

/* One character for another, where that is enough. */
static uint32_t simple(uint32_t point)
{
    if (is_within(point, 0x00C0, 0x024F))
        return by_letter(LATIN[point - 0x00C0], point);
    if (is_within(point, 0x1E00, 0x1EFF))
        return by_letter(MORE_LATIN[point - 0x1E00], point);
    if (is_within(point, 0x2000, 0x200A))
        return ' ';
    if (is_within(point, 0x2010, 0x2015))
        return '-';
    if (is_within(point, 0xFF01, 0xFF5E)) /* as wide as Chinese */
        point -= 0xFEE0;
    return lower(point);
}

size_t tby_fold_next(tby_str *rest, char out[TBY_FOLD_MAX])
{
    TBY_ASSERT(rest->n > 0);
    /* Takes a character off the text; one that is no UTF-8 is a byte. */
    uint32_t point = (unsigned char)rest->p[0];
    size_t n = point < 0x80 ? 1 : tby_utf8_decode(*rest, &point);
    n = n ? n : 1;
    *rest = (tby_str){rest->p + n, rest->n - n};
    n = 0;
    if (point < 0x80) {
        out[0] = (char)lower(point);
        return 1;
    }
    if (is_within(point, 0x0300, 0x036F) || point == 0x00AD ||
        is_within(point, 0x200B, 0x200F) || point == 0xFEFF)
        return 0;
    size_t from = 0, to = sizeof SPECIAL / sizeof *SPECIAL;

    while (from < to) {
        size_t middle = (from + to) / 2;
        if (SPECIAL[middle].point < point)
            from = middle + 1;
        else
            to = middle;
    }
    const char *text =
        from < sizeof SPECIAL / sizeof *SPECIAL && SPECIAL[from].point == point
            ? SPECIAL[from].text
            : NULL;
    if (!text)
        return tby_utf8_encode(simple(point), out);
    for (; n < TBY_FOLD_MAX && text[n]; n++)
        out[n] = text[n];
    return n;
}

size_t tby_fold(tby_str text, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};
    char part[TBY_FOLD_MAX];

    while (text.n) {
        size_t n = tby_fold_next(&text, part);
        tby_text_str(&t, (tby_str){part, n});
    }
    return tby_text_end(&t);
}
