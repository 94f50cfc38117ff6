/* test_pgn_read.c - what the world writes and the reader takes: every phrase of
 * the specification has a case here.  Faults are in test_pgn_fault.c. */
#include "support/games.h"

/* --- one sound game, and what it says --------------------------------------
 */

#define E4_E5_NF3 "e2e4 e7e5 g1f3"
#define KNIGHTS   "[FEN \"4k3/4r3/8/1N6/8/8/4N3/4K3 w - - 0 1\"]\n\n"
#define QUEENING  "[FEN \"8/4P3/8/8/8/8/k7/7K w - - 0 1\"]\n\n"

static const struct {
    const char *what, *text, *items;
} SOUND[] = {
    {"numbers, no space", "1.e4 e5 2.Nf3 *", E4_E5_NF3},
    {"numbers, space", "1. e4 e5 2. Nf3 *", E4_E5_NF3},
    {"numbers, no dot", "1 e4 e5 2 Nf3 *", E4_E5_NF3},
    {"numbers, for black", "1. e4 1... e5 2. Nf3 *", E4_E5_NF3},
    {"numbers, for black, no space", "1.e4 1...e5 2.Nf3 *", E4_E5_NF3},
    {"numbers, dots apart", "1. e4 1. ... e5 2. Nf3 *", E4_E5_NF3},
    {"numbers, dots alone", "1. e4 ... e5 2. Nf3 *", E4_E5_NF3},
    {"numbers, two dots", "1. e4 1.. e5 2. Nf3 *", E4_E5_NF3},
    {"numbers, four dots", "1. e4 1.... e5 2. Nf3 *", E4_E5_NF3},
    {"numbers, space before the dot", "1 . e4 e5 2 . Nf3 *", E4_E5_NF3},
    {"numbers, none", "e4 e5 Nf3 *", E4_E5_NF3},
    {"numbers, wrong", "7. e4 9... e5 1. Nf3 *", E4_E5_NF3},
    {"numbers, huge", "99999999999999999999999. e4 e5 2. Nf3 *", E4_E5_NF3},
    {"numbers, at the end", "1. e4 e5 2. Nf3 2... *", E4_E5_NF3},
    {"numbers, on a line of their own", "1.\ne4\ne5\n2.\nNf3\n*", E4_E5_NF3},

    {"result, glued", "1. e4 e5 2. Nf3*", E4_E5_NF3},
    {"result, missing", "1. e4 e5 2. Nf3", E4_E5_NF3},
    {"result, missing, line end", "1. e4 e5 2. Nf3\n", E4_E5_NF3},
    {"result, no moves", "*", ""},

    {"comment", "1. e4 {one} e5 2. Nf3 *", "e2e4 {one} e7e5 g1f3"},
    {"comment, glued", "1. e4{one}e5{two}2. Nf3 *",
     "e2e4 {one} e7e5 {two} g1f3"},
    {"comment, spaces at its ends", "{ \t a  b \n } 1. e4 *", "{a  b} e2e4"},
    {"comment, empty", "1. e4 {} e5 { } *", "e2e4 {} e7e5 {}"},
    {"comment, among the tags",
     "[Event \"a\"]\n; one\n[Site \"b\"]\n{two\n}\n[Round \"1\"]\n\n1. e4 *",
     "{one} {two} e2e4"},
    {"comment, like the rest of a tag",
     "[Event \"a\"]\n\ne4 {x \"]\n[White \"y\"] z} e5 Nf3 *",
     "e2e4 {x \"] [White \"y\"] z} e7e5 g1f3"},
    {"a DOS file", "1. e4 e5 2. Nf3 *\r\n\x1a", E4_E5_NF3},
    {"comment, two", "1. e4 {one} {two} *", "e2e4 {one} {two}"},
    {"comment, lines", "1. e4 {one\ntwo} e5 *", "e2e4 {one two} e7e5"},
    {"comment, signs", "1. e4 {( ) ; % $1 [x] \" \\ {} e5 *",
     "e2e4 {( ) ; % $1 [x] \" \\ {} e7e5"},
    {"comment, a game inside", "1. e4 {1. d4 d5 0-1} e5 *",
     "e2e4 {1. d4 d5 0-1} e7e5"},
    {"comment, escape inside", "1. e4 {one\n% two\n} e5 *",
     "e2e4 {one % two} e7e5"},
    {"comment, behind the result", "1. e4 * {one} ; two\n", "e2e4 {one} {two}"},
    {"comment, to the end of the line", "1. e4 ; one { } (\ne5 *",
     "e2e4 {one { } (} e7e5"},
    {"comment, to the end of the text", "1. e4 e5 ; one", "e2e4 e7e5 {one}"},
    {"comment, commands",
     "1. e4 {[%eval 0.35] [%clk 1:02:03.5] good [%csl Gd4,Re5]} e5 "
     "{[%emt 0:00:01][%cal Ge2e4]} 2. Nf3 {[%eval #-3]} *",
     "e2e4 {[%eval 0.35] [%clk 1:02:03.5] good [%csl Gd4,Re5]} e7e5 "
     "{[%emt 0:00:01][%cal Ge2e4]} g1f3 {[%eval #-3]}"},

    {"escape", "% one { ( [Event \"x\"]\n1. e4\n% two\ne5 *", "e2e4 e7e5"},
    {"escape, the last line", "1. e4 e5 *\n% end", "e2e4 e7e5"},

    {"variation", "1. e4 (1. d4 d5) 1... e5 *", "e2e4 ( d2d4 d7d5 ) e7e5"},
    {"variation, nested", "1. e4 (1. d4 d5 (1... Nf6 2. c4)) e5 *",
     "e2e4 ( d2d4 d7d5 ( g8f6 c2c4 ) ) e7e5"},
    {"variation, two", "1. e4 (1. d4) (1. c4 (1. f4)) 1... e5 *",
     "e2e4 ( d2d4 ) ( c2c4 ( f2f4 ) ) e7e5"},
    {"variation, glued", "1. e4(1. d4)(1. c4)1... e5 *",
     "e2e4 ( d2d4 ) ( c2c4 ) e7e5"},
    {"variation, of black", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *",
     "e2e4 e7e5 ( c7c5 g1f3 ) g1f3"},
    {"variation, comments", "1. e4 ({one} 1. d4 {two}) {three} 1... e5 *",
     "e2e4 ( {one} d2d4 {two} ) {three} e7e5"},
    {"variation, parentheses in a comment", "1. e4 (1. d4 {)} d5) 1... e5 *",
     "e2e4 ( d2d4 {)} d7d5 ) e7e5"},
    {"variation, a result inside", "1. e4 (1. d4 d5 1-0) 1... e5 *",
     "e2e4 ( d2d4 d7d5 ) e7e5"},
    {"variation, an open end inside", "1. e4 (1. d4 d5 *) 1... e5 *",
     "e2e4 ( d2d4 d7d5 ) e7e5"},
    {"variation, empty", "1. e4 () 1... e5 *", "e2e4 ( ) e7e5"},
    {"variation, no move but a comment", "1. e4 ({one}) 1... e5 *",
     "e2e4 ( {one} ) e7e5"},
    {"variation, over lines", "1. e4\n(\n1. d4\n)\n1... e5 *",
     "e2e4 ( d2d4 ) e7e5"},

    {"glyphs", "1. e4 $1 e5 $2 $255 2. Nf3$0 *",
     "e2e4 $1 e7e5 $2 $255 g1f3 $0"},
    {"glyphs, numbers beyond them", "1. e4 $255 $256 e5 $300 (1... c5 $999) *",
     "e2e4 $255 {$256} e7e5 {$300} ( c7c5 {$999} )"},
    {"suffixes", "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *",
     "e2e4 $1 e7e5 $2 g1f3 $3 b8c6 $4 f1b5 $5 a7a6 $6"},
    {"suffixes, apart", "1. e4 ! e5 ?! *", "e2e4 $1 e7e5 $6"},
    {"suffixes behind signs", "1. e4 f5 2. Qh5+! g6 *",
     "e2e4 f7f5 d1h5 $1 g7g6"},
    {"signs", "1. e4 += e5 = 2. Nf3 +- *", "e2e4 $14 e7e5 $10 g1f3 $18"},
    {"novelty", "1. e4 N e5 *", "e2e4 $146 e7e5"},

    {"null move, dashes", "1. e4 -- 2. d4 *", "e2e4 -- d2d4"},
    {"null move, Z0", "1. e4 Z0 2. d4 *", "e2e4 -- d2d4"},
    {"null move, zeros", "1. e4 0000 2. d4 *", "e2e4 -- d2d4"},
    {"null move, variation", "1. e4 e5 (1... -- 2. d4) 2. d4 *",
     "e2e4 e7e5 ( -- d2d4 ) d2d4"},

    {"SAN, long", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Nf3xe5 *",
     "e2e4 e7e5 g1f3 b8c6 f3e5"},
    {"SAN, long, no dash", "1. e2e4 e7e5 2. Ng1f3 Nb8c6 3. Nf3xe5 *",
     "e2e4 e7e5 g1f3 b8c6 f3e5"},
    {"SAN, UCI", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 *",
     "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1h1 f6e4"},
    {"SAN, UCI promotion", QUEENING "e7e8n *", "e7e8n"},
    {"SAN, castling", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *",
     "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8"},
    {"SAN, zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *",
     "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8"},
    {"SAN, small o", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. o-o o-o *",
     "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8"},
    {"SAN, zeros, long side",
     "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 O-O-O *",
     "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1a1 e8a8"},
    {"SAN, zeros and suffix", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0! *",
     "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 $1"},
    {"SAN, no x", "1. e4 d5 2. ed5 Qd5 *", "e2e4 d7d5 e4d5 d8d5"},
    {"SAN, x too much", "1. Nxf3 *", "g1f3"},
    {"SAN, no check sign", "1. e4 e5 2. Qh5 Nc6 3. Qxf7 *",
     "e2e4 e7e5 d1h5 b8c6 h5f7"},
    {"SAN, wrong check signs", "1. e4+ e5# 2. Nf3++ *", E4_E5_NF3},
    {"SAN, mate as check", "1. f3 e5 2. g4 Qh4+ 0-1", "f2f3 e7e5 g2g4 d8h4"},
    {"SAN, mate as double check", "1. f3 e5 2. g4 Qh4++ 0-1",
     "f2f3 e7e5 g2g4 d8h4"},
    {"SAN, file needless", "1. Ngf3 Nbc6 *", "g1f3 b8c6"},
    {"SAN, rank needless", "1. N1f3 N8c6 *", "g1f3 b8c6"},
    {"SAN, square needless", "1. Ng1f3 Nb8c6 *", "g1f3 b8c6"},
    {"SAN, too little, but one is pinned", KNIGHTS "1. Nd4 *", "b5d4"},
    {"SAN, too much, one is pinned", KNIGHTS "1. Nbd4 *", "b5d4"},
    {"SAN, =Q", QUEENING "1. e8=Q *", "e7e8q"},
    {"SAN, Q", QUEENING "1. e8Q *", "e7e8q"},
    {"SAN, (Q)", QUEENING "1. e8(Q) *", "e7e8q"},
    {"SAN, (Q) and a sign", QUEENING "1. e8(Q)+ *", "e7e8q"},
    {"SAN, /Q", QUEENING "1. e8/Q *", "e7e8q"},
    {"SAN, =q", QUEENING "1. e8=q *", "e7e8q"},
    {"SAN, =R+", QUEENING "1. e8=R+! Kb1 *", "e7e8r $1 a2b1"},
    {"SAN, =N", QUEENING "1. e8=N *", "e7e8n"},
    {"SAN, e.p.", "1. e4 a6 2. e5 d5 3. exd6e.p. *",
     "e2e4 a7a6 e4e5 d7d5 e5d6"},
    {"SAN, e.p. apart", "1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 *",
     "e2e4 a7a6 e4e5 d7d5 e5d6 b8c6"},
    {"SAN, small letters", "1. nf3 nf6 *", "g1f3 g8f6"},
    {"SAN, pawn letter", "1. Pe4 Pe7-e5 *", "e2e4 e7e5"},
    {"SAN, figurines",
     "1. \xe2\x99\x98"
     "f3 \xe2\x99\x9e"
     "c6 *",
     "g1f3 b8c6"},

    {"set-up",
     "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
     "1. e4 Kd7 1/2-1/2",
     "e2e4 e8d7"},
    {"set-up, black begins",
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n\n40... Kd7 41. e4 *",
     "e8d7 e2e4"},
    {"set-up, no counters", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e4 *",
     "e2e4"},
    {"set-up, rights that cannot be",
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq e6 0 1\"]\n\n1. e4 *", "e2e4"},
    {"set-up, tags behind it",
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"
     "[White \"x\"]\n\n1. e4 *",
     "e2e4"},

    {"variant, its name", "[Variant \"Standard\"]\n\n1. e4 *", "e2e4"},
    {"variant, From Position",
     "[Variant \"From Position\"]\n"
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
     "e2e4"},
    {"Chess960, X-FEN",
     "[Variant \"Chess960\"]\n[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 "
     "w KQkq - 0 "
     "1\"]\n\n1. O-O O-O-O *",
     "e1g1 e8b8"},
    {"Chess960, X-FEN, the inner rook",
     "[Variant \"fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/4KR1R w F - 0 "
     "1\"]\n\n1. O-O *",
     "e1f1"},
    {"Chess960, Shredder-FEN",
     "[Variant \"Fischer Random\"]\n[FEN "
     "\"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb "
     "- 0 1\"]\n\n1. O-O-O O-O *",
     "e1b1 e8g8"},
    {"Chess960, no variant named",
     "[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1\"]\n\n1. "
     "0-0-0 0-0 *",
     "e1b1 e8g8"},
    {"Chess960, the orthodox start", "[Variant \"chess 960\"]\n\n1. Nf3 *",
     "g1f3"},

    {"no tags", "1. e4 e5 1-0", "e2e4 e7e5"},
    {"tags, no moves", "[Event \"x\"]\n[Site \"y\"]\n", ""},
    {"tags and a result", "[Event \"x\"]\n\n0-1\n", ""},
    {"tags, no empty line", "[Event \"x\"]\n1. e4 *", "e2e4"},
    {"tags, the same line", "[Event \"x\"] 1. e4 *", "e2e4"},
    {"tags, glued", "[Event \"x\"][Site \"y\"]1. e4 *", "e2e4"},
    {"tags and a comment", "[Event \"x\"]\n\n{one} 1. e4 *", "{one} e2e4"},
    {"blank lines everywhere", "\n\n\n1.\n\n\ne4\n\n\ne5\n\n\n*\n\n\n",
     "e2e4 e7e5"},
    {"tabs and form feeds", "\t1.\te4\fe5\v2. Nf3\t*", E4_E5_NF3},
};

static void check_items(const tby_game *g, bool mainline, const char *want,
                        const char *what)
{
    text got = {NULL, 0, 0};

    dump_items(&got, g, mainline);
    EXPECT(strcmp(text_end(&got), want) == 0, "%s: \"%s\", not \"%s\"", what,
           text_end(&got), want);
    text_free(&got);
}

static void check_sound(tby_str s, const char *items, const char *what)
{
    games all = read_games(s, TBY_PGN_ALL);

    EXPECT(all.n == 1, "%s: %zu games", what, all.n);
    if (all.n == 0)
        return;
    EXPECT(all.errors == 0, "%s: %s at %zu", what,
           tby_rc_name(all.report[0].error.code), all.report[0].error.at);
    check_items(&all.game[0], false, items, what);
    check_round_trip(&all.game[0], what);
    games_free(&all);
}

static void sound_games_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SOUND); i++)
        if (SOUND[i].items)
            check_sound(tby_str_of(SOUND[i].text), SOUND[i].items,
                        SOUND[i].what);
    end_rows();
}

/* Every line feed of s becomes `end`. */
static text with_line_ends(const char *s, const char *end)
{
    text out = {NULL, 0, 0};

    for (; *s; s++)
        if (*s == '\n')
            text_puts(&out, end);
        else
            text_add(&out, s, 1);
    return out;
}

static void line_ends_do_not_matter(void **state)
{
    static const char *const ends[] = {"\r\n", "\r", "\n\r", " \n"};

    (void)state;
    for (size_t i = 0; i < LENGTH(SOUND); i++)
        for (size_t e = 0; SOUND[i].items && e < LENGTH(ends); e++) {
            text s = with_line_ends(SOUND[i].text, ends[e]);
            /* CR LF in a comment is one space, the others two. */
            if (e < 2 || !strstr(SOUND[i].what, "comment"))
                check_sound(text_str(&s), SOUND[i].items, SOUND[i].what);
            text_free(&s);
        }
    end_rows();
}

static void a_byte_order_mark_is_passed(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SOUND); i++) {
        text s = {NULL, 0, 0};
        text_puts(&s, "\xef\xbb\xbf");
        text_puts(&s, SOUND[i].text);
        if (SOUND[i].items)
            check_sound(text_str(&s), SOUND[i].items, SOUND[i].what);
        text_free(&s);
    }
    end_rows();
}

/* The main line of the quick pass is that of the full one, with its tags, its
 * result and its key. */
static void the_quick_pass_gives_the_main_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SOUND); i++) {
        games full = read_games(tby_str_of(SOUND[i].text), TBY_PGN_ALL);
        games quick = read_games(tby_str_of(SOUND[i].text), TBY_PGN_MAINLINE);
        text want = {NULL, 0, 0};
        EXPECT(full.n == quick.n, "%s: %zu and %zu games", SOUND[i].what,
               full.n, quick.n);
        for (size_t k = 0; k < full.n; k++) {
            const tby_game *a = &full.game[k], *b = &quick.game[k];
            want.n = 0;
            dump_items(&want, a, true);
            check_items(b, false, text_end(&want), SOUND[i].what);
            EXPECT(a->plies == b->plies && a->result == b->result &&
                       a->tags_n == b->tags_n &&
                       full.report[k].key == quick.report[k].key &&
                       full.report[k].end == quick.report[k].end &&
                       full.report[k].error.code == quick.report[k].error.code,
                   "%s", SOUND[i].what);
        }
        text_free(&want);
        games_free(&full);
        games_free(&quick);
    }
    end_rows();
}

/* --- tags ------------------------------------------------------------------
 */

static const struct {
    const char *text, *tags;
} TAGS[] = {
    {"[Event \"a\"]\n[Site \"b\"]\n\n*", "Event=a|Site=b"},
    {"[Site \"b\"]\n[Zzz \"c\"]\n[Event \"a\"]\n\n*", "Site=b|Zzz=c|Event=a"},
    {"[Event \"a\"][Site \"b\"] [Date \"c\"]*", "Event=a|Site=b|Date=c"},
    {"[ Event  \"a\" ]\n\t[Site\t\"b\"\t]\n[Date\"c\"]\n*",
     "Event=a|Site=b|Date=c"},
    {"[Event \"a \\\"b\\\" c\"]\n*", "Event=a \"b\" c"},
    {"[Event \"a \"b\" c\"]\n*", "Event=a \"b\" c"},
    {"[Event \"\"b\"\"]\n*", "Event=\"b\""},
    {"[Event \"a\\\\b\"]\n*", "Event=a\\b"},
    {"[Event \"a\\b\"]\n*", "Event=a\\b"},
    {"[Event \"a\\\\\"]\n[Site \"b\"]\n*", "Event=a\\|Site=b"},
    {"[Event \"a\\\"]\n[Site \"b\"]\n*", "Event=a\\|Site=b"},
    {"[Event \"a [b] c\"]\n*", "Event=a [b] c"},
    {"[Event \"[b]\"]\n*", "Event=[b]"},
    {"[Event \"a] [Site \"]\n*", "Event=a] [Site "},
    {"[Event \"{a} (b) ; % $1 *\"]\n*", "Event={a} (b) ; % $1 *"},
    {"[Event \"\"]\n[Site \"\"]\n*", "Event=|Site="},
    {"[Event \" a  b \"]\n*", "Event= a  b "},
    {"[event \"a\"]\n[WHITE \"b\"]\n*", "event=a|WHITE=b"},
    {"[A_1 \"a\"]\n[2b \"b\"]\n*", "A_1=a|2b=b"},
    {"[White-Team \"a\"]\n[x:y+z=#1 \"b\"]\n*", "White-Team=a|x:y+z=#1=b"},
    {"[Event \"a\"]\n[Site \"b\"]\n[Site \"c\"]\n*", "Event=a|Site=b|Site=c"},
    {"[Event \"a\"]\n\n[Site \"b\"]\n\n\n[Date \"c\"]\n\n*",
     "Event=a|Site=b|Date=c"},
    {"[Event \"a\"]\n% escape [x\n[Site \"b\"]\n*", "Event=a|Site=b"},
    {"[Event \"K\xc3\xb6ln\"]\n*", "Event=K\xc3\xb6ln"},
};

static void tags_are_kept_as_they_stand(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(TAGS); i++) {
        games all = read_games(tby_str_of(TAGS[i].text), TBY_PGN_ALL);
        text got = {NULL, 0, 0};
        EXPECT(all.n == 1 && all.errors == 0, "%s: %zu games, %zu errors",
               TAGS[i].text, all.n, all.errors);
        dump_tags(&got, &all.game[0]);
        EXPECT(strcmp(text_end(&got), TAGS[i].tags) == 0, "%s: %s",
               TAGS[i].text, text_end(&got));
        check_round_trip(&all.game[0], TAGS[i].text);
        text_free(&got);
        games_free(&all);
    }
    end_rows();
}

/* --- results ---------------------------------------------------------------
 */

static const struct {
    const char *text;
    tby_result result;
    bool in_movetext;
} RESULTS[] = {
    {"1. e4 1-0", TBY_RESULT_WHITE, true},
    {"1. e4 0-1", TBY_RESULT_BLACK, true},
    {"1. e4 1/2-1/2", TBY_RESULT_DRAW, true},
    {"1. e4 1/2", TBY_RESULT_DRAW, true},
    {"1. e4 *", TBY_RESULT_NONE, true},
    {"1. e4", TBY_RESULT_NONE, false},
    {"1-0", TBY_RESULT_WHITE, true},
    {"1. e4 1-0{end}", TBY_RESULT_WHITE, true},
    {"1. e4 1-0;end", TBY_RESULT_WHITE, true},
    {"1. e4 {one} 0-1\n\n\n", TBY_RESULT_BLACK, true},
    {"[Result \"1-0\"]\n\n1. e4", TBY_RESULT_WHITE, false},
    {"[Result \"0-1\"]\n\n1. e4", TBY_RESULT_BLACK, false},
    {"[Result \"1/2-1/2\"]\n\n1. e4", TBY_RESULT_DRAW, false},
    {"[Result \"1/2\"]\n\n1. e4", TBY_RESULT_DRAW, false},
    {"[Result \"*\"]\n\n1. e4", TBY_RESULT_NONE, false},
    {"[Result \"?\"]\n\n1. e4", TBY_RESULT_NONE, false},
    {"[Result \"\"]\n\n1. e4", TBY_RESULT_NONE, false},
    {"[Result \"1-0\"]\n\n1. e4 0-1", TBY_RESULT_BLACK, true},
    {"[Result \"1-0\"]\n\n1. e4 *", TBY_RESULT_NONE, true},
    {"[Result \"1-0\"]\n\n", TBY_RESULT_WHITE, false},
};

static void the_result_is_that_of_the_movetext_or_the_tag(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(RESULTS); i++) {
        games all = read_games(tby_str_of(RESULTS[i].text), TBY_PGN_ALL);
        EXPECT(all.n == 1 && all.errors == 0, "%s", RESULTS[i].text);
        EXPECT(all.game[0].result == RESULTS[i].result, "%s: %s",
               RESULTS[i].text, tby_result_text(all.game[0].result));
        EXPECT(all.game[0].has_result == RESULTS[i].in_movetext, "%s",
               RESULTS[i].text);
        check_round_trip(&all.game[0], RESULTS[i].text);
        games_free(&all);
    }
    end_rows();
}

/* --- encodings -------------------------------------------------------------
 */

static void latin1_is_converted_and_counted(void **state)
{
    static const char s[] = "[White \"M\xfcller\"]\n[Black \"K\xc3\xb6ln\"]\n"
                            "[Site \"\x80 \x93x\x94\"]\n\n"
                            "{sch\xf6n} 1. e4 {sch\xc3\xb6n} e5 ; \xe9\n*";

    (void)state;
    games all = read_games(tby_str_of(s), TBY_PGN_ALL);
    text got = {NULL, 0, 0};
    assert_int_equal(all.n, 1);
    assert_int_equal(all.errors, 0);
    assert_int_equal(all.report[0].latin1, 4);
    dump_tags(&got, &all.game[0]);
    assert_string_equal(text_end(&got),
                        "White=M\xc3\xbcller|Black=K\xc3\xb6ln|Site=\xe2\x82"
                        "\xac \xe2\x80\x9cx\xe2\x80\x9d");
    check_items(&all.game[0], false,
                "{sch\xc3\xb6n} e2e4 {sch\xc3\xb6n} e7e5 {\xc3\xa9}", "latin1");
    check_round_trip(&all.game[0], "latin1");
    games_free(&all);
    all = read_games(tby_str_of(s), TBY_PGN_MAINLINE);
    assert_int_equal(all.report[0].latin1, 2); /* the tags */
    games_free(&all);
    text_free(&got);
    end_rows();
}

/* No byte makes an invalid text, and all that is kept is UTF-8. */
static void every_byte_in_a_tag_and_a_comment(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        text s = {NULL, 0, 0};
        char b = (char)byte;
        text_puts(&s, "[White \"a");
        text_add(&s, &b, 1);
        text_puts(&s, "b\"]\n\n1. e4 {c");
        text_add(&s, &b, 1);
        text_puts(&s, "d} e5 *");
        games all = read_games(text_str(&s), TBY_PGN_ALL);
        bool breaks_tag = b == '\n' || b == '\r';
        if (!breaks_tag && b != '}') {
            EXPECT(all.n == 1 && all.errors == 0, "byte %u: %zu games, %s",
                   byte, all.n, tby_rc_name(all.report[0].error.code));
            assert_int_equal(all.report[0].latin1, byte >= 128 ? 2 : 0);
            assert_int_equal(all.game[0].plies, 2);
            check_round_trip(&all.game[0], "a byte");
        }
        games_free(&all);
        text_free(&s);
    }
    end_rows();
}

static void nul_bytes_are_spaces(void **state)
{
    static const char s[] = "\0\0[Event \"a\0b\"]\0\n\0\n1.\0e4\0\0e5\0{c\0d}"
                            "\0*\0\0[Event \"z\"]\n\n1. d4 *\0";

    (void)state;
    games all = read_games((tby_str){s, sizeof s}, TBY_PGN_ALL);
    text got = {NULL, 0, 0};
    assert_int_equal(all.n, 2);
    assert_int_equal(all.errors, 0);
    dump_tags(&got, &all.game[0]);
    assert_string_equal(text_end(&got), "Event=a b");
    check_items(&all.game[0], false, "e2e4 e7e5 {c d}", "NUL");
    check_items(&all.game[1], false, "d2d4", "NUL");
    text_free(&got);
    games_free(&all);
    end_rows();
}

/* --- several games ---------------------------------------------------------
 */

static const struct {
    const char *text, *games; /* "tags:items" of each, with / between */
} SEVERAL[] = {
    {"", ""},
    {" \n\t\r\n", ""},
    {"%\n", ""},
    {"\xef\xbb\xbf", ""},
    {"1. e4 * 1. d4 *", ":e2e4/:d2d4"},
    {"1. e4 *\n\n1. d4 *\n", ":e2e4/:d2d4"},
    {"*\n*\n*\n", ":/:/:"},
    {"[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *", "A=1:e2e4/A=2:d2d4"},
    {"[A \"1\"] 1. e4 1-0 [A \"2\"] 1. d4 0-1", "A=1:e2e4/A=2:d2d4"},
    {"[A \"1\"]1. e4 1-0[A \"2\"]1. d4 0-1", "A=1:e2e4/A=2:d2d4"},
    /* no result: the tag ends the game */
    {"[A \"1\"]\n\n1. e4\n\n[A \"2\"]\n\n1. d4", "A=1:e2e4/A=2:d2d4"},
    {"[A \"1\"]\n1. e4\n[A \"2\"]\n1. d4", "A=1:e2e4/A=2:d2d4"},
    /* no moves either */
    {"[A \"1\"]\n\n[A \"2\"]\n\n1. d4 *", "A=1:/A=2:d2d4"},
    {"[A \"1\"]\n\n*\n\n[A \"2\"]\n\n1. d4 *", "A=1:/A=2:d2d4"},
    {"[Event \"1\"]\n[B \"b\"]\n\n\n[Event \"2\"]\n\n*",
     "Event=1|B=b:/Event=2:"},
    /* comments after a result belong to the game before */
    {"1. e4 * {one}\n\n[A \"2\"]\n\n{two} 1. d4 *",
     ":e2e4 {one}/A=2:{two} d2d4"},
    {"1. e4 *\n% x\n1. d4 *", ":e2e4/:d2d4"},
};

static void games_follow_each_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SEVERAL); i++) {
        games all = read_games(tby_str_of(SEVERAL[i].text), TBY_PGN_ALL);
        text got = {NULL, 0, 0};
        for (size_t k = 0; k < all.n; k++) {
            text items = {NULL, 0, 0};
            text_puts(&got, k ? "/" : "");
            dump_tags(&got, &all.game[k]);
            dump_items(&items, &all.game[k], false);
            text_puts(&got, ":");
            text_puts(&got, text_end(&items));
            text_free(&items);
        }
        EXPECT(strcmp(text_end(&got), SEVERAL[i].games) == 0, "%s: %s, not %s",
               SEVERAL[i].text, text_end(&got), SEVERAL[i].games);
        assert_int_equal(all.errors, 0);
        text_free(&got);
        games_free(&all);
    }
    end_rows();
}

/* Files that were put together each bring their mark. */
static void a_mark_between_games_is_passed(void **state)
{
    static const char s[] = "\xef\xbb\xbf[A \"1\"]\n\n1. e4 *\n\n"
                            "\xef\xbb\xbf[A \"2\"]\n\n1. d4 *\n";

    (void)state;
    games all = read_games(tby_str_of(s), TBY_PGN_ALL);
    assert_int_equal(all.n, 2);
    assert_int_equal(all.errors, 0);
    games_free(&all);
    end_rows();
}

/* --- the rest of the report ------------------------------------------------
 */

static void the_report_says_where_the_game_is(void **state)
{
    static const char s[] = "\n\n[A \"1\"]\n\n1. e4 *\n\n\n1. d4 d5 1-0\n";

    (void)state;
    games all = read_games(tby_str_of(s), TBY_PGN_ALL);
    assert_int_equal(all.n, 2);
    assert_int_equal(all.report[0].begin, 2);
    assert_memory_equal(s + all.report[1].begin, "1. d4", 5);
    for (size_t i = 0; i < 2; i++) {
        tby_pos p = tby_pos_start();
        for (size_t k = 0; k < all.game[i].items_n; k++)
            tby_pos_play(&p, all.game[i].items[k].move);
        assert_true(all.report[i].key == p.key);
    }
    games_free(&all);
    end_rows();
}

static const struct {
    const char *tags;
    bool setup, chess960;
} STARTS[] = {
    {"", false, false},
    {"[Variant \"Chess960\"]", false, true},
    {"[Variant \"Standard\"]", false, false},
    {"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]", true,
     false},
    {"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]", true, false},
    {"[FEN \"4k3/8/8/8/8/8/8/4K2R w H - 3 9\"]", true, false},
    {"[FEN \"4k3/8/8/8/8/8/8/4K1R1 w G - 3 9\"]", true, true},
    {"[FEN \"4k3/8/8/8/8/8/8/3K3R w H - 3 9\"]", true, true},
    {"[FEN \"3k3r/8/8/8/8/8/8/4K3 w h - 3 9\"]", true, true},
    /* the other king on the same rank is no matter */
    {"[FEN \"8/8/2P5/8/8/8/8/R1k1K3 b Q - 74 134\"]", true, false},
    {"[FEN \"rk2K3/1p6/8/8/8/4p3/8/8 w q - 28 11\"]", true, true},
    {"[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]", true,
     true},
};

static void the_start_is_what_the_tags_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(STARTS); i++) {
        text s = {NULL, 0, 0};
        text_puts(&s, STARTS[i].tags);
        text_puts(&s, "\n\n*");
        games all = read_games(text_str(&s), TBY_PGN_ALL);
        assert_int_equal(all.n, 1);
        EXPECT(all.game[0].setup == STARTS[i].setup &&
                   all.game[0].chess960 == STARTS[i].chess960,
               "%s: set-up %d, Chess960 %d", STARTS[i].tags, all.game[0].setup,
               all.game[0].chess960);
        games_free(&all);
        text_free(&s);
    }
    games all =
        read_games(tby_str_of("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 9\"]\n\n*"),
                   TBY_PGN_ALL);
    tby_pos want = pos_of("4k3/8/8/8/8/8/8/4K2R b K - 3 9");
    assert_true(tby_pos_same(&all.game[0].start, &want));
    assert_int_equal(all.game[0].start.halfmoves, 3);
    assert_int_equal(all.game[0].start.fullmoves, 9);
    games_free(&all);
    end_rows();
}

/* --- cut texts -------------------------------------------------------------
 */

/* Whatever is missing at the end, what is there is kept: tags and moves are
 * those of the whole, but for the last one. */
static void a_cut_text_keeps_what_is_there(void **state)
{
    static const char s[] =
        "[Event \"a\"]\n[Site \"b \\\"c\\\"\"]\n[Result \"1-0\"]\n\n"
        "{first} 1. e4 $1 e5 {[%clk 0:01:00]} 2. Nf3 (2. d4 exd4 (2... d6)) "
        "2... Nc6!? 3. Bb5 ; Ruy\na6 1-0 {end}\n";

    (void)state;
    games whole = read_games(tby_str_of(s), TBY_PGN_ALL);
    for (size_t n = 0; n < sizeof s; n++) {
        games cut = read_games((tby_str){s, n}, TBY_PGN_ALL);
        EXPECT(cut.n <= 1, "%zu games in %zu bytes", cut.n, n);
        for (size_t i = 0; cut.n && i + 1 < cut.game[0].items_n; i++) {
            const tby_item *a = &whole.game[0].items[i];
            const tby_item *b = &cut.game[0].items[i];
            EXPECT(a->kind == b->kind && a->move == b->move && a->nag == b->nag,
                   "item %zu of the first %zu bytes", i, n);
        }
        if (cut.n)
            assert_true(cut.game[0].plies <= whole.game[0].plies);
        games_free(&cut);
    }
    games_free(&whole);
    end_rows();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_games_are_read),
        cmocka_unit_test(line_ends_do_not_matter),
        cmocka_unit_test(a_byte_order_mark_is_passed),
        cmocka_unit_test(the_quick_pass_gives_the_main_line),
        cmocka_unit_test(tags_are_kept_as_they_stand),
        cmocka_unit_test(the_result_is_that_of_the_movetext_or_the_tag),
        cmocka_unit_test(latin1_is_converted_and_counted),
        cmocka_unit_test(every_byte_in_a_tag_and_a_comment),
        cmocka_unit_test(nul_bytes_are_spaces),
        cmocka_unit_test(games_follow_each_other),
        cmocka_unit_test(a_mark_between_games_is_passed),
        cmocka_unit_test(the_report_says_where_the_game_is),
        cmocka_unit_test(the_start_is_what_the_tags_say),
        cmocka_unit_test(a_cut_text_keeps_what_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
