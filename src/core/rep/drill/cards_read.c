/* cards_read.c - see cards.h. */
#include "core/base/checksum.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/rep/drill/cards_int.h"
#include "tabiya/fen.h"
#include "tabiya/key.h"

#include <string.h>

enum { KEY, FEN, STABILITY, DIFFICULTY, DUE, LAST, REPS, LAPSES, COLUMNS };

typedef struct reader {
    tby_cards *cards;
    const tby_diag *diag;
    tby_str text;
    size_t line; /* from 1 */
    uint64_t refused;
} reader;

/* What is wrong with a line. */
typedef struct fault {
    tby_rc code;
    const char *at;       /* within the line */
    const char *sentence; /* NULL: that of the code */
} fault;

static const fault SOUND = {TBY_OK, NULL, NULL};

/* --- columns --------------------------------------------------------------*/

/* A fraction with at most eight decimals, between two others. */
static bool read_fixed(tby_str text, double min, double max, double *out)
{
    const double scale = 1e8;
    const char *point = text.n ? memchr(text.p, '.', text.n) : NULL;
    tby_str whole = {text.p, point ? (size_t)(point - text.p) : text.n};
    tby_str part = point ? tby_str_from(text, whole.n + 1) : (tby_str){"0", 1};
    uint64_t units, parts;

    if (part.n > TBY_CARDS_DECIMALS ||
        tby_num_u64(whole, 0, 1000000, &units, NULL) != TBY_OK ||
        tby_num_u64(part, 0, UINT64_MAX, &parts, NULL) != TBY_OK)
        return false;
    for (size_t i = part.n; i < TBY_CARDS_DECIMALS; i++)
        parts *= 10;
    /* one division of whole numbers, so that what was written comes back */
    double value = ((double)units * scale + (double)parts) / scale;
    if (value < min || value > max)
        return false;
    *out = value;
    return true;
}

static fault read_position(const tby_str at[COLUMNS], tby_pos *out)
{
    static const char *const CODE =
        "The key is not that of the position beside it.";
    tby_err err;
    uint64_t key;

    if (tby_key_parse(at[KEY], &key, &err) != TBY_OK)
        return (fault){TBY_E_CARD_KEY, at[KEY].p,
                       "Expected a key of sixteen hex digits."};
    if (tby_fen_parse_pos(at[FEN], out, NULL, &err) != TBY_OK)
        return (fault){err.code, at[FEN].p + err.at, NULL};
    if (out->key != key)
        return (fault){TBY_E_CARD_KEY, at[KEY].p, CODE};
    return SOUND;
}

static fault bad_number(tby_str column, const char *sentence)
{
    return (fault){TBY_E_CARD_NUMBER, column.p, sentence};
}

static fault bad_time(tby_str column, const char *sentence)
{
    return (fault){TBY_E_CARD_TIME, column.p, sentence};
}

static fault read_memory(const tby_str at[COLUMNS], tby_memory *m)
{
    uint64_t reps, lapses;

    if (!read_fixed(at[STABILITY], TBY_STABILITY_MIN, TBY_STABILITY_MAX,
                    &m->stability))
        return bad_number(at[STABILITY],
                          "Expected a stability from 0.001 to 36500.");
    if (!read_fixed(at[DIFFICULTY], TBY_DIFFICULTY_MIN, TBY_DIFFICULTY_MAX,
                    &m->difficulty))
        return bad_number(at[DIFFICULTY],
                          "Expected a difficulty from 1 to 10.");
    if (!tby_time_parse(at[DUE], &m->due))
        return bad_time(at[DUE], NULL);
    if (!tby_time_parse(at[LAST], &m->last))
        return bad_time(at[LAST], NULL);
    if (m->last > m->due)
        return bad_time(at[DUE], "The card is due before its last review.");
    if (tby_num_u64(at[REPS], 1, UINT32_MAX, &reps, NULL) != TBY_OK)
        return bad_number(at[REPS], "Expected the number of reviews.");
    if (tby_num_u64(at[LAPSES], 0, reps - 1, &lapses, NULL) != TBY_OK)
        return bad_number(at[LAPSES],
                          "Expected the lapses, fewer than the reviews.");
    m->reps = (uint32_t)reps;
    m->lapses = (uint32_t)lapses;
    return SOUND;
}

static fault read_card(tby_str line, tby_card *out)
{
    tby_str rest = line, at[COLUMNS], field;
    size_t n = 0;

    for (; tby_str_field(&rest, '\t', &field); n++) {
        if (n == COLUMNS)
            return (fault){TBY_E_CARD_FIELDS, field.p, NULL};
        at[n] = field;
    }
    if (n < COLUMNS)
        return (fault){TBY_E_CARD_FIELDS, line.p + line.n, NULL};
    fault f = read_position(at, &out->pos);
    return f.code == TBY_OK ? read_memory(at, &out->memory) : f;
}

/* --- lines ----------------------------------------------------------------*/

static void tell(const reader *r, tby_str line, fault f)
{
    size_t before = (size_t)(f.at - line.p);

    tby_diag_report(
        r->diag,
        &(tby_diag_item){
            .severity = TBY_ERROR,
            .code = f.code,
            .offset = (size_t)(f.at - r->text.p),
            .place = {r->line, 1 + tby_utf8_count((tby_str){line.p, before})},
            .detail =
                tby_str_of(f.sentence ? f.sentence : tby_rc_text(f.code))});
}

/* Keeps a line for writing, once: copies that are merged again and again all
 * have it. */
static tby_rc keep(tby_cards *c, tby_str line)
{
    uint32_t number;
    bool is_new;
    tby_rc rc = tby_keyset_add(&c->refused_sums, tby_checksum(line.p, line.n),
                               &number, &is_new);

    if (rc != TBY_OK || !is_new)
        return rc;
    tby_buf_add(&c->refused, line);
    tby_buf_char(&c->refused, '\n');
    return c->refused.rc;
}

static tby_rc refuse(reader *r, tby_str line, fault f)
{
    tell(r, line, f);
    r->refused++;
    return keep(r->cards, line);
}

static tby_rc take_line(reader *r, tby_str line)
{
    tby_card card;
    fault f = read_card(line, &card);

    if (f.code != TBY_OK)
        return refuse(r, line, f);
    return tby_cards_merge(r->cards, &card);
}

/* Takes the next line off *rest, without what ends it: every CR, because a line
 * that is refused must look the same when it was written and is read again. */
static bool next_line(tby_str *rest, tby_str *line)
{
    if (!tby_str_field(rest, '\n', line))
        return false;
    while (line->n && line->p[line->n - 1] == '\r')
        line->n--;
    return true;
}

/* A version line further down is where a second file was appended. */
static bool says_nothing(tby_str line)
{
    return tby_str_trim(line).n == 0 || tby_str_is(line, TBY_CARDS_VERSION);
}

tby_rc tby_cards_read(tby_cards *c, tby_str text, const tby_diag *diag,
                      uint64_t *refused)
{
    bool mark = tby_str_starts(text, TBY_STR("\xEF\xBB\xBF"));
    reader r = {.cards = c, .diag = diag, .text = text, .line = 1};
    tby_str rest = tby_str_from(text, mark ? 3 : 0), line;
    tby_rc rc = TBY_OK;

    *refused = 0;
    if (tby_str_trim(rest).n == 0)
        return TBY_OK;
    next_line(&rest, &line);
    if (!tby_str_is(line, TBY_CARDS_VERSION)) {
        tell(&r, line, (fault){TBY_E_CARDS_VERSION, line.p, NULL});
        return TBY_E_CARDS_VERSION;
    }
    for (; rc == TBY_OK && next_line(&rest, &line);) {
        r.line++;
        if (!says_nothing(line))
            rc = take_line(&r, line);
    }
    *refused = r.refused;
    return rc;
}
