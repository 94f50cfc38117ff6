#include "tabiya/cards.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "core/rep/drill/cards_int.h"
#include "tabiya/fen.h"
#include "tabiya/key.h"

#include <string.h>

/* Of lines that were refused; a file of more is refused as a whole. */
#define MAX_REFUSED ((size_t)1 << 28)

tby_rc tby_cards_open(tby_cards **out, const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_cards *c = tby_grow_new(&memory, 1, sizeof *c);

    if (!c)
        return TBY_E_NOMEM;
    *c = (tby_cards){.alloc = memory};
    tby_buf_init(&c->refused, &memory, MAX_REFUSED);
    tby_keyset_init(&c->refused_sums, &memory, MAX_REFUSED);
    *out = c;
    return TBY_OK;
}

void tby_cards_close(tby_cards *c)
{
    if (!c)
        return;
    tby_alloc memory = c->alloc;

    tby_buf_free(&c->refused);
    tby_keyset_free(&c->refused_sums);
    tby_grow_free(&memory, c->at, c->cap, sizeof *c->at);
    tby_hashmap_free(&c->map, &memory);
    tby_grow_free(&memory, c, 1, sizeof *c);
}

size_t tby_cards_count(const tby_cards *c)
{
    return c->n;
}

const tby_card *tby_cards_at(const tby_cards *c, size_t i)
{
    return &c->at[i];
}

static tby_card *find(const tby_cards *c, const tby_pos *p)
{
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&c->map, p->key, k)) != TBY_NONE;
         k++)
        if (c->at[i].pos.key == p->key)
            return &c->at[i];
    return NULL;
}

const tby_card *tby_cards_find(const tby_cards *c, const tby_pos *p)
{
    return find(c, p);
}

tby_rc tby_cards_put(tby_cards *c, const tby_card *card)
{
    tby_card *old = find(c, &card->pos);

    if (old) {
        old->memory = card->memory;
        return TBY_OK;
    }
    if (c->n >= TBY_MAX_CARDS)
        return TBY_E_LIMIT;
    TBY_HASHMAP_ROOM(&c->map, &c->alloc, c->n, c->at[i].pos.key);
    TBY_TRY(TBY_GROW(&c->alloc, c->at, c->cap, c->n + 1));
    tby_hashmap_put(&c->map, card->pos.key, (uint32_t)c->n);
    c->at[c->n++] = *card;
    return TBY_OK;
}

static int order(double a, double b)
{
    return (a > b) - (a < b);
}

/* Positive if a counts and not b.  What comes after the time of the review
 * only makes sure that the order of the copies never matters. */
static int compare(const tby_memory *a, const tby_memory *b)
{
    if (a->last != b->last)
        return a->last > b->last ? 1 : -1;
    if (a->reps != b->reps)
        return a->reps > b->reps ? 1 : -1;
    if (a->lapses != b->lapses)
        return a->lapses > b->lapses ? 1 : -1;
    if (a->due != b->due)
        return a->due > b->due ? 1 : -1;
    int stability = order(a->stability, b->stability);
    return stability ? stability : order(a->difficulty, b->difficulty);
}

tby_rc tby_cards_merge(tby_cards *c, const tby_card *card)
{
    const tby_card *old = find(c, &card->pos);

    if (old && compare(&old->memory, &card->memory) >= 0)
        return TBY_OK;
    return tby_cards_put(c, card);
}

enum { DAY = 24 * 60 * 60, DAYS_TO_1970 = 719468 };

uint32_t tby_cards_due(const tby_cards *c, int64_t now)
{
    uint32_t due = 0;

    for (size_t i = 0; i < tby_cards_count(c); i++)
        due += tby_cards_at(c, i)->memory.due <= now;
    return due;
}

void tby_cards_by_day(const tby_cards *c, int64_t end, uint32_t *days, size_t n)
{
    if (!n)
        return;
    memset(days, 0, n * sizeof *days);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        int64_t due = tby_cards_at(c, i)->memory.due;
        uint64_t day =
            due < end ? 0 : ((uint64_t)due - (uint64_t)end) / DAY + 1;
        if (day < n)
            days[day]++;
    }
}

void tby_cards_by_recall(const tby_cards *c, int64_t now,
                         uint32_t tenths[TBY_CARDS_TENTHS])
{
    memset(tenths, 0, TBY_CARDS_TENTHS * sizeof *tenths);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        double recall = tby_memory_recall(&tby_cards_at(c, i)->memory, now);
        int tenth = (int)(recall * TBY_CARDS_TENTHS);
        tenths[tenth < TBY_CARDS_TENTHS ? tenth : TBY_CARDS_TENTHS - 1]++;
    }
}

void tby_cards_by_stability(const tby_cards *c,
                            uint32_t counts[TBY_CARDS_STABILITIES])
{
    static const double BELOW[TBY_CARDS_STABILITIES - 1] = {1, 7, 30, 90, 365};

    memset(counts, 0, TBY_CARDS_STABILITIES * sizeof *counts);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        double days = tby_cards_at(c, i)->memory.stability;
        size_t at = 0;
        while (at < TBY_CARDS_STABILITIES - 1 && days >= BELOW[at])
            at++;
        counts[at]++;
    }
}

static void put(tby_buf *out, int value, int width, char after)
{
    int scale = 1;

    while (--width > 0)
        scale *= 10;
    for (; scale > 0; scale /= 10)
        tby_buf_char(out, (char)('0' + value / scale % 10));
    tby_buf_char(out, after);
}

void tby_time_write(tby_buf *out, int64_t time)
{
    tby_date d = tby_date_of_days(time / DAY + DAYS_TO_1970);
    int second = (int)(time % DAY);

    put(out, d.year, 4, '-');
    put(out, d.month, 2, '-');
    put(out, d.day, 2, 'T');
    put(out, second / 3600, 2, ':');
    put(out, second / 60 % 60, 2, ':');
    put(out, second % 60, 2, 'Z');
}

/* Takes a number of exactly so many digits and what follows it. */
static bool take(tby_str *text, size_t width, int min, int max, char after,
                 int *out)
{
    uint64_t value;

    if (text->n <= width || text->p[width] != after ||
        tby_num_u64((tby_str){text->p, width}, (uint64_t)min, (uint64_t)max,
                    &value, NULL) != TBY_OK)
        return false;
    *out = (int)value;
    *text = tby_str_from(*text, width + 1);
    return true;
}

bool tby_time_parse(tby_str text, int64_t *out)
{
    tby_date d;
    int hour, minute, second;

    if (!take(&text, 4, 1970, 9999, '-', &d.year) ||
        !take(&text, 2, 1, 12, '-', &d.month) ||
        !take(&text, 2, 1, 31, 'T', &d.day) ||
        !take(&text, 2, 0, 23, ':', &hour) ||
        !take(&text, 2, 0, 59, ':', &minute) ||
        !take(&text, 2, 0, 59, 'Z', &second) || text.n)
        return false;
    int64_t days = tby_date_to_days(d);
    if (tby_date_of_days(days).day != d.day) /* the 31st of a short month */
        return false;
    *out = (days - DAYS_TO_1970) * DAY + ((hour * 60 + minute) * 60 + second);
    return true;
}

enum { KEY, FEN, STABILITY, DIFFICULTY, DUE, LAST, REPS, LAPSES, COLUMNS };

typedef struct reader {
    tby_cards *cards;
    const tby_diag *diag;
    tby_str text;
    size_t line; /* from 1 */
    uint64_t refused;
} reader;

typedef struct fault {
    tby_rc code;
    const char *at;       /* within the line */
    const char *sentence; /* NULL: that of the code */
} fault;

static const fault SOUND = {TBY_OK, NULL, NULL};

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
    if (f.code != TBY_OK)
        return f;
    tby_memory *m = &out->memory;
    uint64_t reps, lapses;

    if (!read_fixed(at[STABILITY], TBY_STABILITY_MIN, TBY_STABILITY_MAX,
                    &m->stability))
        return (fault){TBY_E_CARD_NUMBER, at[STABILITY].p,
                       "Expected a stability from 0.001 to 36500."};
    if (!read_fixed(at[DIFFICULTY], TBY_DIFFICULTY_MIN, TBY_DIFFICULTY_MAX,
                    &m->difficulty))
        return (fault){TBY_E_CARD_NUMBER, at[DIFFICULTY].p,
                       "Expected a difficulty from 1 to 10."};
    if (!tby_time_parse(at[DUE], &m->due))
        return (fault){TBY_E_CARD_TIME, at[DUE].p, NULL};
    if (!tby_time_parse(at[LAST], &m->last))
        return (fault){TBY_E_CARD_TIME, at[LAST].p, NULL};
    if (m->last > m->due)
        return (fault){TBY_E_CARD_TIME, at[DUE].p,
                       "The card is due before its last review."};
    if (tby_num_u64(at[REPS], 1, UINT32_MAX, &reps, NULL) != TBY_OK)
        return (fault){TBY_E_CARD_NUMBER, at[REPS].p,
                       "Expected the number of reviews."};
    if (tby_num_u64(at[LAPSES], 0, reps - 1, &lapses, NULL) != TBY_OK)
        return (fault){TBY_E_CARD_NUMBER, at[LAPSES].p,
                       "Expected the lapses, fewer than the reviews."};
    m->reps = (uint32_t)reps;
    m->lapses = (uint32_t)lapses;
    return SOUND;
}

static void report(const reader *r, tby_str line, fault f)
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

static tby_rc take_line(reader *r, tby_str line)
{
    tby_card card;
    fault f = read_card(line, &card);

    if (f.code != TBY_OK) {
        report(r, line, f);
        r->refused++;

        /* Keeps a line for writing, once: copies that are merged again and
         * again all have it. */
        tby_cards *c = r->cards;
        uint32_t number;
        bool is_new;
        tby_rc rc = tby_keyset_add(
            &c->refused_sums, tby_checksum(line.p, line.n), &number, &is_new);

        if (rc != TBY_OK || !is_new)
            return rc;
        tby_buf_add(&c->refused, line);
        tby_buf_char(&c->refused, '\n');
        return c->refused.rc;
    }
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
        report(&r, line, (fault){TBY_E_CARDS_VERSION, line.p, NULL});
        return TBY_E_CARDS_VERSION;
    }
    for (; rc == TBY_OK && next_line(&rest, &line);) {
        r.line++;
        if (!(tby_str_trim(line).n == 0 || tby_str_is(line, TBY_CARDS_VERSION)))
            rc = take_line(&r, line);
    }
    *refused = r.refused;
    return rc;
}

/* Sorted by key, so that a file changes only where a card did. */

static bool less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_card *at = ctx;

    return at[a].pos.key < at[b].pos.key;
}

tby_rc tby_cards_write(const tby_cards *c, tby_buf *out)
{
    uint32_t *order = tby_grow_new(&c->alloc, c->n, sizeof *order);

    if (!order)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < c->n; i++)
        order[i] = i;
    tby_sort(order, c->n, less, c->at);
    tby_buf_cstr(out, TBY_CARDS_VERSION "\n");
    for (size_t i = 0; i < c->n; i++) {
        const tby_card *card = &c->at[order[i]];
        const tby_memory *m = &card->memory;
        tby_pos pos = card->pos;
        char key[TBY_KEY_TEXT], fen[TBY_FEN_MAX];

        pos.halfmoves = 0; /* a card is no moment of a game */
        pos.fullmoves = 1;
        tby_key_write(pos.key, key);
        tby_fen_write_pos(&pos, fen, sizeof fen);
        tby_buf_join(out, key, "\t", fen, "\t");
        tby_buf_double(out, m->stability, TBY_CARDS_DECIMALS);
        tby_buf_char(out, '\t');
        tby_buf_double(out, m->difficulty, TBY_CARDS_DECIMALS);
        tby_buf_char(out, '\t');
        tby_time_write(out, m->due);
        tby_buf_char(out, '\t');
        tby_time_write(out, m->last);
        tby_buf_char(out, '\t');
        tby_buf_u64(out, m->reps);
        tby_buf_char(out, '\t');
        tby_buf_u64(out, m->lapses);
        tby_buf_char(out, '\n');
    }
    tby_buf_add(out, tby_buf_str(&c->refused));
    tby_grow_free(&c->alloc, order, c->n, sizeof *order);
    return out->rc;
}
