#include "core/game/pgn/warnings.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/chess/castling.h"
#include "core/game/pgn/text.h"
#include "tabiya/fen.h"
#include "tabiya/moves.h"

/* What a game says about its result; TBY_RESULT_NONE is nothing. */
struct verdict {
    tby_result tag, end, board;
    bool has_tag;
    bool bad_tag;     /* the tag says what is no result of PGN */
    bool clear;       /* one result fits all that is said: */
    tby_result truth; /* this, or none */
};

/* Mate and stalemate, TBY_RESULT_NONE for any other position, and where a
 * forgiven one has not two kings. */
static tby_result result_on_board(const tby_pos *p)
{
    tby_bb kings = tby_pos_role(p, TBY_KING);

    if (tby_moves_count(p) || __builtin_popcountll(kings) != 2 ||
        !(kings & tby_pos_color(p, TBY_WHITE)) ||
        !(kings & tby_pos_color(p, TBY_BLACK)))
        return TBY_RESULT_NONE;
    if (!tby_pos_checkers(p))
        return TBY_RESULT_DRAW;
    return p->turn == TBY_WHITE ? TBY_RESULT_BLACK : TBY_RESULT_WHITE;
}

/* Is this value of a Result tag neither a result nor unknown? */
static bool is_bad_result(tby_str tag)
{
    const struct pgn_cursor c = pgn_cursor_at(tag.p, tag.p + tag.n, tag.p);
    int ignored;

    return !tby_str_is(tag, "?") &&
           (tag.n == 0 || tby_pgn_result(&c, &ignored) != tag.n);
}

static struct verdict verdict_of(const tby_game *g, const tby_pos *last)
{
    tby_str tag = tby_game_tag(g, "Result");
    bool bad_tag = tag.p && is_bad_result(tag);
    struct verdict v = {.has_tag = tag.p != NULL,
                        .bad_tag = bad_tag,
                        .tag =
                            bad_tag ? TBY_RESULT_NONE : tby_pgn_result_tag(tag),
                        .end = g->has_result ? g->result : TBY_RESULT_NONE,
                        .board = result_on_board(last)};
    bool conflict = v.tag && v.end && v.tag != v.end;
    tby_result said = v.end ? v.end : v.tag;

    v.truth = said ? said : v.board;
    v.clear = !conflict && (!v.board || v.truth == v.board);
    if (conflict && (v.board == v.tag || v.board == v.end)) {
        v.truth = v.board;
        v.clear = true;
    }
    return v;
}

/* Does a tag say something of the result that can be understood? */
static bool tag_speaks(const struct verdict *v)
{
    return v->has_tag && !v->bad_tag;
}

/* Does the game say another result than its board, or two? */
static bool is_result_odd(const tby_game *g, const struct verdict *v)
{
    bool ends = g->has_result;

    if (v->board)
        return (tag_speaks(v) && v->tag != v->board) ||
               (ends && v->end != v->board);
    return tag_speaks(v) && ends && v->tag != v->end;
}

bool tby_pgn_is_result_odd(const tby_game *g, const tby_pos *last)
{
    const struct verdict v = verdict_of(g, last);

    return is_result_odd(g, &v);
}

/* Is the value of the Result tag to be another? */
static bool is_replaced(const struct verdict *v)
{
    return v->has_tag && !v->bad_tag && v->clear && v->tag != v->truth;
}

/* Reads digits, or question marks, which are 0.  -1: other bytes, or digits and
 * question marks that are mixed, unless a year has them: 19??. */
static int read_part(const char *p, size_t n)
{
    size_t digits = 0, unknown = 0;
    int value = 0;

    for (; digits < n && p[digits] >= '0' && p[digits] <= '9'; digits++)
        value = 10 * value + (p[digits] - '0');
    while (digits + unknown < n && p[digits + unknown] == '?')
        unknown++;
    if (digits + unknown < n || (digits && unknown && n == 2))
        return -1;
    return unknown ? 0 : value ? value : -1;
}

/* 2011.11.20, ????.??.?? and what lies between; nothing and "?" pass too. */
static bool is_date(tby_str s)
{
    if (s.n == 0 || tby_str_is(s, "?") || tby_str_is(s, "????"))
        return true;
    if (s.n != 10 || s.p[4] != '.' || s.p[7] != '.')
        return false;
    int year = read_part(s.p, 4), month = read_part(s.p + 5, 2);
    int day = read_part(s.p + 8, 2);
    return year >= 0 && month >= 0 && month <= 12 && day >= 0 &&
           day <= tby_days_of_month(year, month);
}

struct view {
    const tby_game *g;
    tby_str text;
    const tby_pgn_report *report;
    struct verdict v;
    void (*on_warning)(void *ctx, const tby_pgn_warning *warning);
    void *ctx;
};

static void warn(const struct view *w, tby_rc code, size_t at, bool certain,
                 const char *sentence)
{
    TBY_ASSERT(tby_pgn_is_warning(code) && at <= w->text.n);
    const tby_pgn_warning warning = {code, at, certain,
                                     sentence ? sentence : tby_rc_text(code)};

    w->on_warning(w->ctx, &warning);
}

/* Where a tag stands: those of a sound game are the first of its text. */
static size_t place_of(const struct view *w, size_t tag)
{
    tby_tokens tokens = {{w->text.p, w->report->end}, w->report->begin};
    tby_token token;

    while (tby_tokens_next(&tokens, &token) == TBY_OK)
        if (token.kind == TBY_TOKEN_TAG && tag-- == 0)
            return (size_t)(token.text.p - w->text.p);
    return w->report->begin;
}

/* The value as far as there is room. */
static void warn_of_bad_result(const struct view *w, size_t at)
{
    tby_str value = tby_game_tag(w->g, "Result");
    size_t n = value.n < 80 ? value.n : 80;
    char sentence[160];
    tby_text t = {sentence, sizeof sentence, 0};

    while (n && n < value.n && ((unsigned char)value.p[n] & 0xC0) == 0x80)
        n--; /* whole characters */
    tby_text_cstr(&t, "The Result tag \"");
    tby_text_str(&t, (tby_str){value.p, n});
    tby_text_join(&t, n < value.n ? "...\"" : "\"", " is no result of PGN.");
    tby_text_end(&t);
    warn(w, TBY_W_PGN_RESULT_TAG, at, false, sentence);
}

/* "The board has mate: 1-0.  The Result tag says *, the game ends with 0-1." */
static void warn_of_result(const struct view *w, size_t at)
{
    const struct verdict *v = &w->v;
    char sentence[160];
    tby_text t = {sentence, sizeof sentence, 0};

    if (v->board) {
        tby_text_cstr(&t, v->board == TBY_RESULT_DRAW ? "It is stalemate"
                                                      : "It is mate");
        tby_text_join(&t, ", which is ", tby_result_text(v->board), ", but ");
    }
    if (tag_speaks(v)) {
        tby_text_cstr(&t, v->board ? "the Result tag says "
                                   : "The Result tag says ");
        tby_text_cstr(&t, tby_result_text(v->tag));
    }
    if (tag_speaks(v) && w->g->has_result)
        tby_text_cstr(&t, v->board ? " and " : ", but ");
    if (w->g->has_result) {
        tby_text_join(&t, "the game ends with ", tby_result_text(v->end));
    }
    tby_text_char(&t, '.');
    tby_text_end(&t);
    warn(w, v->board ? TBY_W_PGN_BOARD : TBY_W_PGN_RESULT, at, v->clear,
         sentence);
}

static void warn_of_setup(const struct view *w, size_t tag)
{
    const tby_game *g = w->g;
    tby_faults found = 0;
    tby_pos ignored;
    bool said = false;
    char sentence[512];
    tby_text t = {sentence, sizeof sentence, 0};

    (void)tby_pgn_variant(tby_game_tag(g, "Variant"), &said);
    if (!said && !tby_castling_is_orthodox(&g->start))
        warn(w, TBY_W_PGN_CHESS960, place_of(w, tag), false, NULL);
    tby_rc rc = tby_fen_parse_with(tby_game_tag(g, "FEN"), TBY_FAULTS_ALL,
                                   &ignored, &found, NULL);
    if (rc == TBY_OK && !found)
        return;
    tby_text_cstr(&t, "The FEN tag was forgiven: ");
    if (rc != TBY_OK) { /* a short one, which may have other faults */
        tby_pgn_put_reason(&t, tby_rc_text(rc), tby_rc_name(rc));
        (void)!tby_fen_parse_with(tby_game_tag(g, "FEN"),
                                  TBY_FAULTS_ALL | TBY_FEN_SHORT, &ignored,
                                  &found, NULL);
        if (found)
            tby_text_cstr(&t, "; ");
    }
    tby_pgn_list_faults(&t, found);
    tby_text_char(&t, '.');
    tby_text_end(&t);
    warn(w, TBY_W_PGN_SETUP, place_of(w, tag), false, sentence);
}

/* The tag that the game has before this one and by the same name; NULL if there
 * is none. */
static const tby_tag *earlier(const tby_game *g, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (g->tags[k].name.n == g->tags[i].name.n &&
            tby_str_equal(tby_game_text(g, g->tags[k].name),
                          tby_game_text(g, g->tags[i].name)))
            return &g->tags[k];
    return NULL;
}

static void warn_of_tag(const struct view *w, size_t i)
{
    const tby_game *g = w->g;
    tby_str name = tby_game_text(g, g->tags[i].name);
    tby_str value = tby_game_text(g, g->tags[i].value);
    const tby_tag *first = earlier(g, i);

    if (first) {
        bool equal = tby_str_equal(tby_game_text(g, first->value), value);
        bool becomes = tby_str_is(name, "Result") && is_replaced(&w->v) &&
                       tby_str_is(value, tby_result_text(w->v.truth));
        warn(w, TBY_W_PGN_TAG_TWICE, place_of(w, i), equal || becomes,
             equal ? NULL : "The tag is there already, with another value.");
        return;
    }
    switch (*name.p) { /* most tags are none of these */
    case 'D':
    case 'E':
    case 'U':
        if ((tby_str_is(name, "Date") || tby_str_is(name, "EventDate") ||
             tby_str_is(name, "UTCDate")) &&
            !is_date(value))
            warn(w, TBY_W_PGN_DATE, place_of(w, i), false, NULL);
        break;
    case 'F':
        if (tby_str_is(name, "FEN"))
            warn_of_setup(w, i);
        break;
    case 'R':
        if (!tby_str_is(name, "Result"))
            break;
        if (w->v.bad_tag)
            warn_of_bad_result(w, place_of(w, i));
        if (is_result_odd(g, &w->v))
            warn_of_result(w, place_of(w, i));
        break;
    default:
        break;
    }
}

bool tby_pgn_is_stray(tby_str text, const tby_pgn_report *report)
{
    struct pgn_cursor c = pgn_cursor_at(
        text.p + report->begin, text.p + report->end, text.p + report->begin);
    int ignored;
    size_t n = tby_pgn_result(&c, &ignored);

    c.p += n;
    pgn_skip_space(&c);
    return n && c.p == c.end && report->error.code == TBY_OK;
}

void tby_pgn_warn(const tby_game *g, tby_str text, const tby_pgn_report *report,
                  void (*on_warning)(void *ctx, const tby_pgn_warning *warning),
                  void *ctx)
{
    const struct view w = {.g = g,
                           .text = text,
                           .report = report,
                           .v = verdict_of(g, &report->last),
                           .on_warning = on_warning,
                           .ctx = ctx};

    if (tby_pgn_is_stray(text, report)) {
        warn(&w, TBY_W_PGN_STRAY, report->begin, false, NULL);
        return;
    }
    if (g->tags_n && !w.v.has_tag)
        warn(&w, TBY_W_PGN_NO_RESULT, report->begin, w.v.clear, NULL);
    for (size_t i = 0; i < g->tags_n; i++)
        warn_of_tag(&w, i);
    if (!w.v.has_tag && is_result_odd(g, &w.v)) {
        /* Where the result stands that the game ends with. */
        tby_tokens tokens = {{w.text.p, w.report->end}, w.report->begin};
        size_t place = w.report->begin;
        tby_token token;
        while (tby_tokens_next(&tokens, &token) == TBY_OK)
            if (token.kind == TBY_TOKEN_RESULT)
                place = (size_t)(token.text.p - w.text.p);
        warn_of_result(&w, place);
    }
    if (!g->has_result) {
        /* The byte after the last that is no space. */
        size_t place = w.report->end;
        while (place > w.report->begin &&
               pgn_class_of(w.text.p[place - 1]) == PGN_SPACE)
            place--;
        warn(&w, TBY_W_PGN_NO_END, place, true, NULL);
    }
}

static void drop_equal_tags(tby_game *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->tags_n; i++) {
        const tby_tag *first = earlier(g, i);
        if (first && tby_str_equal(tby_game_text(g, first->value),
                                   tby_game_text(g, g->tags[i].value)))
            continue;
        g->tags[n++] = g->tags[i];
    }
    TBY_ASSERT(n <= g->tags_n);
    g->tags_n = n;
}

tby_rc tby_pgn_repair(tby_game *g, const tby_pos *last)
{
    const struct verdict v = verdict_of(g, last);

    drop_equal_tags(g);
    g->has_result = true;
    if (!v.clear)
        return TBY_OK;
    g->result = v.truth;
    if (!g->tags_n || (v.has_tag && !is_replaced(&v)))
        return TBY_OK;
    const char *text = tby_result_text(v.truth);
    TBY_TRY(tby_game_add_tag(g, tby_str_of("Result"), tby_str_of(text)));
    if (!v.has_tag)
        return TBY_OK;
    tby_tag added = g->tags[--g->tags_n]; /* takes the place of the first */
    for (size_t i = 0; i < g->tags_n; i++)
        if (tby_str_is(tby_game_text(g, g->tags[i].name), "Result")) {
            g->tags[i].value = added.value;
            break;
        }
    drop_equal_tags(g); /* another may have said so before */
    return TBY_OK;
}
