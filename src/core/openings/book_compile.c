/* book_compile.c - a table of openings made into a book. */
#include "core/base/checksum.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/openings/book.h"
#include "core/openings/book_layout.h"
#include "tabiya/fen.h"

#include <string.h>

struct maker {
    const tby_openings *t;
    tby_alloc alloc;
    uint32_t n;
    uint32_t *order;   /* records by key */
    uint32_t *line_at; /* of each record: its first move */
    uint32_t *slots;   /* of texts: offset + 1 by hash, or 0 */
    size_t slots_n;
    tby_buf moves, aliases, sources, texts, entries;
    tby_rc rc;
};

static const tby_opening *record(const struct maker *m, uint32_t i)
{
    return tby_openings_at(m->t, i);
}

static void add_bytes(tby_buf *b, const void *p, size_t n)
{
    tby_buf_add(b, (tby_str){p, n});
}

/* --- texts ----------------------------------------------------------------*/

static uint64_t hash_text(tby_str s)
{
    uint64_t h = s.n;

    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * BOOK_MIX;
    return h ^ h >> 32;
}

static bool is_text(const struct maker *m, uint32_t at, tby_str s)
{
    const unsigned char *p = (const unsigned char *)m->texts.p + at;

    return (size_t)(p[0] | p[1] << 8) == s.n && memcmp(p + 2, s.p, s.n) == 0;
}

/* The place of a text, which is added if it is not there. */
static uint32_t text_place(struct maker *m, tby_str s)
{
    size_t i = (size_t)hash_text(s) & (m->slots_n - 1);
    unsigned char size[2] = {(unsigned char)s.n, (unsigned char)(s.n >> 8)};

    if (s.n > BOOK_MAX_TEXT)
        m->rc = TBY_E_LIMIT;
    if (m->rc != TBY_OK || m->texts.rc != TBY_OK)
        return 0;
    for (; m->slots[i]; i = (i + 1) & (m->slots_n - 1))
        if (is_text(m, m->slots[i] - 1, s))
            return m->slots[i] - 1;
    m->slots[i] = (uint32_t)m->texts.n + 1;
    add_bytes(&m->texts, size, 2);
    tby_buf_add(&m->texts, s);
    return m->slots[i] - 1;
}

static uint8_t source_place(struct maker *m, tby_str source)
{
    uint32_t text = text_place(m, source), known;
    size_t n = m->sources.n / sizeof known;

    for (size_t i = 0; i < n; i++) {
        memcpy(&known, m->sources.p + i * sizeof known, sizeof known);
        if (known == text)
            return (uint8_t)i;
    }
    if (n >= BOOK_NO_SOURCE - 1)
        m->rc = TBY_E_LIMIT;
    add_bytes(&m->sources, &text, sizeof text);
    return (uint8_t)n;
}

/* --- lines ----------------------------------------------------------------*/

static bool line_less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_opening *x = record(ctx, a), *y = record(ctx, b);

    for (size_t i = 0; i < x->plies && i < y->plies; i++)
        if (x->line[i] != y->line[i])
            return x->line[i] < y->line[i];
    return x->plies != y->plies ? x->plies < y->plies : a < b;
}

static bool begins(const tby_opening *longer, const tby_opening *o)
{
    return o->plies <= longer->plies &&
           memcmp(o->line, longer->line, o->plies * sizeof *o->line) == 0;
}

/* In the order of their moves a line stands right before those it begins, so
 * going backwards each needs only a look at the one after it. */
static void add_lines(struct maker *m)
{
    const tby_opening *after = NULL;
    uint32_t at = 0;

    tby_sort(m->order, m->n, line_less, m);
    for (uint32_t i = m->n; i-- > 0;) {
        const tby_opening *o = record(m, m->order[i]);
        if (!o->line)
            continue;
        if (o->plies > BOOK_MAX_PLIES)
            m->rc = TBY_E_LIMIT;
        if (!after || !begins(after, o)) {
            at = (uint32_t)(m->moves.n / sizeof *o->line);
            add_bytes(&m->moves, o->line, o->plies * sizeof *o->line);
        }
        m->line_at[m->order[i]] = at;
        after = o;
    }
}

/* --- entries --------------------------------------------------------------*/

static unsigned code_number(const char *code)
{
    if (code[0] < 'A' || code[0] > 'E' || code[1] < '0' || code[1] > '9' ||
        code[2] < '0' || code[2] > '9')
        return BOOK_NO_CODE;
    return (unsigned)((code[0] - 'A') * 100 + (code[1] - '0') * 10 +
                      (code[2] - '0'));
}

static uint32_t codes_of(const tby_opening *o)
{
    unsigned letter = 0, digit = 0;

    if (code_number(o->scid) != BOOK_NO_CODE && o->scid[3] >= 'a' &&
        o->scid[3] <= 'z') {
        letter = (unsigned)(o->scid[3] - 'a' + 1);
        if (o->scid[4] >= '1' && o->scid[4] <= '7')
            digit = (unsigned)(o->scid[4] - '0');
    }
    return code_number(o->code) | code_number(o->scid) << 9 | letter << 18 |
           digit << 23 | (o->eco_root ? (uint32_t)BOOK_ROOT : 0) |
           (o->line ? 0 : (uint32_t)BOOK_NO_LINE);
}

static bool alias_less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_alias *x = (const tby_alias *)ctx + a;
    const tby_alias *y = (const tby_alias *)ctx + b;
    unsigned rank = tby_source_rank(x->source);
    unsigned other = tby_source_rank(y->source);
    int order = tby_str_compare(x->source, y->source);

    if (rank != other)
        return rank < other;
    return order ? order < 0 : tby_str_compare(x->name, y->name) < 0;
}

static void add_aliases(struct maker *m, const tby_opening *o,
                        struct book_entry *e)
{
    uint32_t order[BOOK_MAX_ALIASES];

    e->alias = (uint32_t)(m->aliases.n / sizeof(struct book_alias));
    if (o->aliases_n > BOOK_MAX_ALIASES) {
        m->rc = TBY_E_LIMIT;
        return;
    }
    e->aliases_n = (uint8_t)o->aliases_n;
    for (uint32_t i = 0; i < o->aliases_n; i++)
        order[i] = i;
    tby_sort(order, o->aliases_n, alias_less, o->aliases);
    for (uint32_t i = 0; i < o->aliases_n; i++) {
        const tby_alias *a = &o->aliases[order[i]];
        struct book_alias alias = {source_place(m, a->source),
                                   text_place(m, a->name)};
        add_bytes(&m->aliases, &alias, sizeof alias);
    }
}

static void add_entry(struct maker *m, uint32_t i)
{
    const tby_opening *o = record(m, i);
    struct book_entry e = {.key = o->pos.key,
                           .check = book_check(&o->pos),
                           .name = text_place(m, o->name),
                           .line = m->line_at[i],
                           .codes = codes_of(o),
                           .plies = (uint8_t)o->plies,
                           .source = source_place(m, o->source),
                           .root = BOOK_NO_SOURCE};
    char epd[TBY_FEN_MAX];

    if (o->root_source.n)
        e.root = source_place(m, o->root_source);
    if (!o->line) {
        tby_pos bare = o->pos;
        bare.halfmoves = 0; /* nobody knows them */
        bare.fullmoves = 1;
        e.line = text_place(
            m, (tby_str){epd, tby_fen_write_pos(&bare, epd, sizeof epd)});
        e.plies = 0;
    }
    add_aliases(m, o, &e);
    add_bytes(&m->entries, &e, sizeof e);
}

static bool key_less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_opening *x = record(ctx, a), *y = record(ctx, b);

    if (x->pos.key != y->pos.key)
        return x->pos.key < y->pos.key;
    return book_check(&x->pos) < book_check(&y->pos);
}

/* --- the block ------------------------------------------------------------*/

static void pad(tby_buf *out)
{
    while (out->n % 8 && out->rc == TBY_OK)
        tby_buf_char(out, '\0');
}

static uint32_t place(tby_buf *out, const tby_buf *part)
{
    pad(out);
    uint32_t at = (uint32_t)out->n;
    tby_buf_add(out, tby_buf_str(part));
    return at;
}

/* About one entry in a bucket. */
static unsigned bits_for(uint32_t n)
{
    unsigned bits = 1;

    while (bits < BOOK_MAX_BITS && (uint32_t)1 << bits < n)
        bits++;
    return bits;
}

static uint32_t place_buckets(const struct maker *m, tby_buf *out,
                              unsigned bits)
{
    uint32_t at, entry = 0;

    pad(out);
    at = (uint32_t)out->n;
    for (uint64_t bucket = 0; bucket <= (uint64_t)1 << bits; bucket++) {
        while (entry < m->n &&
               record(m, m->order[entry])->pos.key >> (64 - bits) < bucket)
            entry++;
        add_bytes(out, &entry, sizeof entry);
    }
    return at;
}

static uint32_t length(const tby_buf *b, size_t size)
{
    return (uint32_t)(b->n / size);
}

static void write_block(const struct maker *m, tby_buf *out)
{
    struct book_head h = {.magic = BOOK_MAGIC,
                          .version = BOOK_VERSION,
                          .keys = BOOK_KEYS,
                          .count = m->n,
                          .bits = bits_for(m->n)};
    const size_t summed = offsetof(struct book_head, size);

    add_bytes(out, &h, sizeof h);
    h.buckets = place_buckets(m, out, h.bits);
    h.entries = place(out, &m->entries);
    h.moves = (struct book_section){place(out, &m->moves),
                                    length(&m->moves, sizeof(tby_move))};
    h.aliases =
        (struct book_section){place(out, &m->aliases),
                              length(&m->aliases, sizeof(struct book_alias))};
    h.sources =
        (struct book_section){place(out, &m->sources), length(&m->sources, 4)};
    h.texts =
        (struct book_section){place(out, &m->texts), length(&m->texts, 1)};
    pad(out);
    if (out->rc != TBY_OK)
        return;
    h.size = out->n;
    memcpy(out->p, &h, sizeof h);
    h.checksum =
        tby_checksum((const unsigned char *)out->p + summed, out->n - summed);
    memcpy(out->p, &h, sizeof h);
}

/* --- the maker ------------------------------------------------------------*/

static uint32_t *numbers(struct maker *m, size_t n)
{
    uint32_t *p = m->alloc.realloc(m->alloc.ctx, NULL, 0, n * sizeof *p);

    if (p)
        memset(p, 0, n * sizeof *p);
    else
        m->rc = TBY_E_NOMEM;
    return p;
}

static void drop(struct maker *m, uint32_t *p, size_t n)
{
    if (p)
        m->alloc.realloc(m->alloc.ctx, p, n * sizeof *p, 0);
}

static size_t count_texts(const struct maker *m)
{
    size_t n = 256; /* sources */

    for (uint32_t i = 0; i < m->n; i++)
        n += 2 + record(m, i)->aliases_n;
    return n;
}

enum { PARTS = 5 };

static tby_buf *part(struct maker *m, size_t i)
{
    tby_buf *const parts[PARTS] = {&m->moves, &m->aliases, &m->sources,
                                   &m->texts, &m->entries};

    return parts[i];
}

static void begin(struct maker *m)
{
    for (size_t i = 0; i < PARTS; i++)
        tby_buf_init(part(m, i), &m->alloc, UINT32_MAX / 4);
    m->slots_n = 1024;
    while (m->slots_n < 2 * count_texts(m))
        m->slots_n *= 2;
    m->order = numbers(m, (size_t)m->n + 1);
    m->line_at = numbers(m, (size_t)m->n + 1);
    m->slots = numbers(m, m->slots_n);
    for (uint32_t i = 0; m->order && i < m->n; i++)
        m->order[i] = i;
}

static void fill(struct maker *m)
{
    add_lines(m);
    tby_sort(m->order, m->n, key_less, m);
    for (uint32_t i = 0; i < m->n; i++)
        add_entry(m, m->order[i]);
    for (size_t i = 0; i < PARTS && m->rc == TBY_OK; i++)
        m->rc = part(m, i)->rc;
}

static void end(struct maker *m)
{
    for (size_t i = 0; i < PARTS; i++)
        tby_buf_free(part(m, i));
    drop(m, m->order, (size_t)m->n + 1);
    drop(m, m->line_at, (size_t)m->n + 1);
    drop(m, m->slots, m->slots_n);
}

static tby_rc compile(const tby_openings *t, tby_buf *out)
{
    struct maker m = {.t = t, .alloc = out->alloc};

    if (tby_openings_count(t) > UINT32_MAX / 256)
        return TBY_E_LIMIT;
    m.n = (uint32_t)tby_openings_count(t);
    begin(&m);
    if (m.rc == TBY_OK)
        fill(&m);
    if (m.rc == TBY_OK)
        write_block(&m, out);
    end(&m);
    if (m.rc == TBY_OK)
        m.rc = out->rc;
    if (m.rc != TBY_OK)
        tby_buf_clear(out);
    return m.rc;
}

/* A book knows positions only, so a table that tells counters apart is joined
 * first. */
tby_rc tby_book_compile(const tby_openings *t, tby_buf *out)
{
    tby_openings *joined = NULL;
    tby_rc rc = TBY_OK;

    if (tby_openings_identity(t) == TBY_IDENTITY_POSITION)
        return compile(t, out);
    rc = tby_openings_open(&joined, TBY_IDENTITY_POSITION, &out->alloc);
    for (size_t i = 0; i < tby_openings_count(t) && rc == TBY_OK; i++)
        rc = tby_openings_add(joined, tby_openings_at(t, i));
    if (rc == TBY_OK)
        rc = compile(joined, out);
    tby_openings_close(joined);
    return rc;
}
