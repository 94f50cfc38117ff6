/* filter.c - conditions by name. */
#include "store/filter/int.h"

#include "core/base/str.h"
#include "tabiya/game.h"
#include "tabiya/line.h"

#include <string.h>

/* Sets one condition from its value. */
typedef tby_rc setter(store_filter *f, tby_str value, tby_err *err);

static const char *const sides[] = {"either", "white", "black", NULL};
static const char *const classes[] = {
    "", "bullet", "blitz", "rapid", "classical", "correspondence", NULL};
static const char *const endings[] = {
#define FILTER_ENDING(symbol, number, name) [number] = (name),
    STORE_CATEGORY_MAP(FILTER_ENDING)
#undef FILTER_ENDING
        [STORE_CATEGORIES] = NULL};

/* --- texts ----------------------------------------------------------------*/

static tby_rc set_text(tby_str *out, tby_str value, tby_err *err)
{
    value = tby_str_trim(value);
    if (!value.n)
        return filter_refuse(err, 0);
    *out = value;
    return TBY_OK;
}

static tby_rc set_player(store_filter *f, tby_str value, tby_err *err)
{
    return set_text(&f->player, value, err);
}

static tby_rc set_white(store_filter *f, tby_str value, tby_err *err)
{
    return set_text(&f->white, value, err);
}

static tby_rc set_black(store_filter *f, tby_str value, tby_err *err)
{
    return set_text(&f->black, value, err);
}

static tby_rc set_opening(store_filter *f, tby_str value, tby_err *err)
{
    return set_text(&f->opening, value, err);
}

static tby_rc set_event(store_filter *f, tby_str value, tby_err *err)
{
    return set_text(&f->event, value, err);
}

/* --- words and numbers ----------------------------------------------------*/

static tby_rc set_side(store_side *out, tby_str value, tby_err *err)
{
    for (size_t i = 0; sides[i]; i++)
        if (tby_str_is(value, sides[i])) {
            *out = (store_side)i;
            return TBY_OK;
        }
    return filter_refuse(err, 0);
}

static tby_rc set_as(store_filter *f, tby_str value, tby_err *err)
{
    return set_side(&f->as, value, err);
}

static tby_rc set_by(store_filter *f, tby_str value, tby_err *err)
{
    return set_side(&f->by, value, err);
}

static tby_rc set_elo(store_filter *f, tby_str value, tby_err *err)
{
    return filter_range(value, &f->elo, err);
}

static tby_rc set_elo_average(store_filter *f, tby_str value, tby_err *err)
{
    return filter_range(value, &f->elo_average, err);
}

static tby_rc set_plies(store_filter *f, tby_str value, tby_err *err)
{
    return filter_range(value, &f->plies, err);
}

static tby_rc set_date(store_filter *f, tby_str value, tby_err *err)
{
    return filter_dates(value, &f->date, err);
}

/* In letters of any case. */
static bool is_word(tby_str s, const char *word)
{
    size_t i = 0;

    for (; i < s.n && word[i]; i++) {
        char c = s.p[i];
        if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != word[i])
            return false;
    }
    return i == s.n && !word[i];
}

static tby_rc set_result(store_filter *f, tby_str value, tby_err *err)
{
    static const struct {
        const char *word;
        unsigned result; /* or else: */
        bool won, lost;
    } WORDS[] = {
        {"1-0", TBY_RESULT_WHITE, false, false},
        {"white", TBY_RESULT_WHITE, false, false},
        {"0-1", TBY_RESULT_BLACK, false, false},
        {"black", TBY_RESULT_BLACK, false, false},
        {"1/2-1/2", TBY_RESULT_DRAW, false, false},
        {"1/2", TBY_RESULT_DRAW, false, false},
        {"=", TBY_RESULT_DRAW, false, false},
        {"draw", TBY_RESULT_DRAW, false, false},
        {"\xc2\xbd-\xc2\xbd", TBY_RESULT_DRAW, false, false}, /* one half */
        {"\xc2\xbd", TBY_RESULT_DRAW, false, false},
        {"*", TBY_RESULT_NONE, false, false},
        {"win", 0, true, false},
        {"loss", 0, false, true},
    };
    enum { N = sizeof WORDS / sizeof *WORDS };
    tby_str rest = value, word;
    uint32_t bits = 0;
    bool won = false, lost = false;

    if (!value.n)
        return filter_refuse(err, 0);
    while (tby_str_field(&rest, ',', &word)) {
        size_t at = (size_t)(word.p - value.p), i = 0;
        word = tby_str_trim(word);
        while (i < N && !is_word(word, WORDS[i].word))
            i++;
        if (i == N)
            return filter_refuse(err, at);
        won |= WORDS[i].won;
        lost |= WORDS[i].lost;
        if (!WORDS[i].won && !WORDS[i].lost)
            bits |= UINT32_C(1) << WORDS[i].result;
    }
    f->results = bits;
    f->won = won;
    f->lost = lost;
    return TBY_OK;
}

static tby_rc set_class(store_filter *f, tby_str value, tby_err *err)
{
    return filter_words(value, classes, &f->classes, err);
}

static tby_rc set_ended(store_filter *f, tby_str value, tby_err *err)
{
    return filter_words(value, endings, &f->endings, err);
}

static tby_rc set_eco(store_filter *f, tby_str value, tby_err *err)
{
    tby_rc rc = filter_eco(value, f->eco, err);

    f->has_eco |= rc == TBY_OK;
    return rc;
}

/* --- moves and positions --------------------------------------------------*/

static tby_rc set_position(store_filter *f, tby_str value, tby_err *err)
{
    tby_line line;
    tby_rc rc = tby_line_parse(value, NULL, &line, NULL, err);

    if (rc != TBY_OK)
        return rc;
    f->position = line.pos;
    f->has_position = true;
    tby_line_free(&line);
    return TBY_OK;
}

static void take_prefix(store_filter *f, const tby_line *line)
{
    tby_pos pos = tby_pos_start();

    for (size_t i = 0; i < line->plies; i++) {
        f->prefix[i] = store_code_of(&pos, line->moves[i]) & STORE_CODE;
        tby_pos_play(&pos, line->moves[i]);
    }
    f->prefix_n = (uint32_t)line->plies;
    f->prefix_end = pos;
    f->has_prefix = true;
}

static tby_rc set_moves(store_filter *f, tby_str value, tby_err *err)
{
    tby_line line;
    tby_pos start = tby_pos_start();
    tby_rc rc = tby_line_parse(value, NULL, &line, NULL, err);

    if (rc != TBY_OK)
        return rc;
    /* A FEN is no order of moves. */
    if (line.plies > STORE_PREFIX_MAX ||
        (!line.plies && !tby_pos_same(&line.pos, &start)))
        rc = filter_refuse(err, 0);
    else
        take_prefix(f, &line);
    tby_line_free(&line);
    return rc;
}

static tby_rc set_move(store_filter *f, tby_str value, tby_err *err)
{
    return filter_move(value, &f->move, err);
}

static tby_rc set_material(store_filter *f, tby_str value, tby_err *err)
{
    return filter_material(value, &f->material, err);
}

static tby_rc set_pattern(store_filter *f, tby_str value, tby_err *err)
{
    tby_rc rc = filter_pattern(value, f->pattern, err);

    f->has_pattern |= rc == TBY_OK;
    return rc;
}

/* --- the table ------------------------------------------------------------*/

static const struct {
    const char *name, *form;
    setter *set;
} conditions[] = {
#define CONDITION(symbol, name, value, help, form)                             \
    {                                                                          \
        name, form, set_##symbol                                               \
    }
    STORE_HEADER_CONDITIONS(CONDITION),
    STORE_MOVES_CONDITIONS(CONDITION),
    STORE_OTHER_CONDITIONS(CONDITION),
#undef CONDITION
};
enum { CONDITIONS = sizeof conditions / sizeof *conditions };

void store_filter_init(store_filter *f)
{
    memset(f, 0, sizeof *f);
}

const char *store_filter_name(size_t i)
{
    return i < CONDITIONS ? conditions[i].name : NULL;
}

const char *store_filter_form(size_t i)
{
    return i < CONDITIONS ? conditions[i].form : NULL;
}

tby_rc store_filter_set(store_filter *f, tby_str name, tby_str value,
                        tby_err *err)
{
    for (size_t i = 0; i < CONDITIONS; i++)
        if (tby_str_is(name, conditions[i].name))
            return conditions[i].set(f, value, err);
    return TBY_DONE;
}

bool store_filter_winner(const store_filter *f)
{
    return !(f->won || f->lost) || f->player.p || !f->white.p != !f->black.p;
}

bool store_filter_moves(const store_filter *f)
{
    return f->has_prefix || f->has_position || f->move.on || f->material.on ||
           f->has_pattern;
}

bool store_filter_empty(const store_filter *f)
{
    return !store_filter_moves(f) && !f->player.p && !f->white.p &&
           !f->black.p && !f->opening.p && !f->event.p && !f->elo.on &&
           !f->elo_average.on && !f->plies.on && !f->date.on && !f->results &&
           !f->won && !f->lost && !f->classes && !f->endings && !f->has_eco;
}
