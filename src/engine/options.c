/* options.c - see options.h. */
#include "engine/options.h"

#include "core/base/num.h"
#include "core/base/str.h"
#include "core/chess/castling.h"

static const char *const NAMES[TBY_ENGINE_OPTIONS] = {
    [TBY_ENGINE_THREADS] = "Threads",
    [TBY_ENGINE_HASH] = "Hash",
    [TBY_ENGINE_MULTIPV] = "MultiPV",
    [TBY_ENGINE_CHESS960] = "UCI_Chess960",
};

/* What an engine does that lacks the option; 0 for as it likes. */
static const uint64_t WITHOUT[TBY_ENGINE_OPTIONS] = {
    [TBY_ENGINE_THREADS] = 1,
    [TBY_ENGINE_MULTIPV] = 1,
};

/* option name Hash type spin default 16 min 1 max 33554432 */
void tby_engine_option_read(tby_engine *e, tby_str line)
{
    tby_engine_option option = {.offered = true, .max = 1};
    tby_str rest = line, word, name, value;
    unsigned which = 0;

    if (!tby_str_word(&rest, &word) || !tby_str_word(&rest, &word) ||
        !tby_str_word(&rest, &name) || !tby_str_word(&rest, &word) ||
        !tby_str_is(word, "type"))
        return; /* of more words than one, or of no form at all */
    while (which < TBY_ENGINE_OPTIONS && !tby_str_is(name, NAMES[which]))
        which++;
    if (which == TBY_ENGINE_OPTIONS)
        return;
    while (tby_str_word(&rest, &word)) {
        bool max = tby_str_is(word, "max");
        if ((max || tby_str_is(word, "min")) && tby_str_word(&rest, &value) &&
            tby_num_u64(value, 0, UINT64_MAX, max ? &option.max : &option.min,
                        NULL) != TBY_OK)
            return;
    }
    e->options[which] = option;
}

/* A check box has no range: it is 1 for true. */
static void write_value(unsigned option, uint64_t value, tby_text *to)
{
    if (option == TBY_ENGINE_CHESS960)
        tby_text_cstr(to, value ? "true" : "false");
    else
        tby_text_u64(to, value);
}

bool tby_engine_option_set(tby_engine *e, unsigned option, uint64_t value,
                           tby_text *to)
{
    tby_engine_option *o = &e->options[option];

    if (!o->offered)
        return value == WITHOUT[option];
    if (value < o->min || value > o->max)
        return false;
    if (o->sent && o->value == value)
        return true;
    o->sent = true;
    o->value = value;
    tby_text_cstr(to, "setoption name ");
    tby_text_cstr(to, NAMES[option]);
    tby_text_cstr(to, " value ");
    write_value(option, value, to);
    tby_text_char(to, '\n');
    return true;
}

bool tby_engine_options_set(tby_engine *e, tby_text *to)
{
    const tby_engine_settings *s = &e->settings;
    unsigned lines = e->limit.lines ? e->limit.lines : 1;

    return (!s->threads ||
            tby_engine_option_set(e, TBY_ENGINE_THREADS, s->threads, to)) &&
           (!s->hash ||
            tby_engine_option_set(e, TBY_ENGINE_HASH, s->hash, to)) &&
           tby_engine_option_set(e, TBY_ENGINE_MULTIPV, lines, to) &&
           tby_engine_option_set(e, TBY_ENGINE_CHESS960,
                                 !tby_castling_is_orthodox(&e->pos), to);
}
