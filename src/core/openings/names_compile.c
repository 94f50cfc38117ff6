#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/openings/names.h"
#include "core/openings/names_layout.h"
#include "tabiya/fen.h"

#include <string.h>

struct maker {
    const tby_openings *t;
    tby_alloc alloc;
    uint32_t n;
    tby_arena arena;   /* of the arrays */
    uint32_t *order;   /* records by key */
    uint32_t *line_at; /* of each record: its first move */
    uint32_t *text_at; /* places of texts, as they were added */
    uint32_t texts_n;
    tby_hashmap text_map;
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

/* The place of a text, which is added if it is not there. */
static uint32_t text_place(struct maker *m, tby_str s)
{
    uint64_t hash = tby_hash_bytes(s);
    uint32_t i;
    unsigned char size[2] = {(unsigned char)s.n, (unsigned char)(s.n >> 8)};

    if (s.n > NAMES_MAX_TEXT)
        m->rc = TBY_E_LIMIT;
    if (m->rc != TBY_OK || m->texts.rc != TBY_OK)
        return 0;
    for (size_t k = 0; (i = tby_hashmap_at(&m->text_map, hash, k)) != TBY_NONE;
         k++) {
        const unsigned char *p =
            (const unsigned char *)m->texts.p + m->text_at[i];
        if ((size_t)(p[0] | p[1] << 8) == s.n && memcmp(p + 2, s.p, s.n) == 0)
            return m->text_at[i];
    }
    i = m->texts_n++;
    m->text_at[i] = (uint32_t)m->texts.n;
    tby_hashmap_put(&m->text_map, hash, i);
    add_bytes(&m->texts, size, 2);
    tby_buf_add(&m->texts, s);
    return m->text_at[i];
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
    if (n >= NAMES_NO_SOURCE - 1)
        m->rc = TBY_E_LIMIT;
    add_bytes(&m->sources, &text, sizeof text);
    return (uint8_t)n;
}

static bool line_less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_opening *x = record(ctx, a), *y = record(ctx, b);

    for (size_t i = 0; i < x->plies && i < y->plies; i++)
        if (x->line[i] != y->line[i])
            return x->line[i] < y->line[i];
    return x->plies != y->plies ? x->plies < y->plies : a < b;
}

static unsigned code_number(const char *code)
{
    if (code[0] < 'A' || code[0] > 'E' || code[1] < '0' || code[1] > '9' ||
        code[2] < '0' || code[2] > '9')
        return NAMES_NO_CODE;
    return (unsigned)((code[0] - 'A') * 100 + (code[1] - '0') * 10 +
                      (code[2] - '0'));
}

static uint32_t codes_of(const tby_opening *o)
{
    unsigned letter = 0, digit = 0;

    if (code_number(o->scid) != NAMES_NO_CODE && o->scid[3] >= 'a' &&
        o->scid[3] <= 'z') {
        letter = (unsigned)(o->scid[3] - 'a' + 1);
        if (o->scid[4] >= '1' && o->scid[4] <= '7')
            digit = (unsigned)(o->scid[4] - '0');
    }
    return code_number(o->code) | code_number(o->scid) << 9 | letter << 18 |
           digit << 23 | (o->eco_root ? (uint32_t)NAMES_ROOT : 0) |
           (o->line ? 0 : (uint32_t)NAMES_NO_LINE);
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
                        struct names_entry *e)
{
    uint32_t order[NAMES_MAX_ALIASES];

    e->alias = (uint32_t)(m->aliases.n / sizeof(struct names_alias));
    if (o->aliases_n > NAMES_MAX_ALIASES) {
        m->rc = TBY_E_LIMIT;
        return;
    }
    e->aliases_n = (uint8_t)o->aliases_n;
    for (uint32_t i = 0; i < o->aliases_n; i++)
        order[i] = i;
    tby_sort(order, o->aliases_n, alias_less, o->aliases);
    for (uint32_t i = 0; i < o->aliases_n; i++) {
        const tby_alias *a = &o->aliases[order[i]];
        struct names_alias alias = {source_place(m, a->source),
                                    text_place(m, a->name)};
        add_bytes(&m->aliases, &alias, sizeof alias);
    }
}

static void add_entry(struct maker *m, uint32_t i)
{
    const tby_opening *o = record(m, i);
    struct names_entry e = {.key = o->pos.key,
                            .check = names_check(&o->pos),
                            .name = text_place(m, o->name),
                            .line = m->line_at[i],
                            .codes = codes_of(o),
                            .plies = (uint8_t)o->plies,
                            .source = source_place(m, o->source),
                            .root = NAMES_NO_SOURCE};
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
    return names_check(&x->pos) < names_check(&y->pos);
}

static void pad(tby_buf *out)
{
    while (out->n % 8 && out->rc == TBY_OK)
        tby_buf_char(out, '\0');
}

static struct names_section place(tby_buf *out, const tby_buf *part,
                                  size_t size)
{
    pad(out);
    uint32_t at = (uint32_t)out->n;
    tby_buf_add(out, tby_buf_str(part));
    return (struct names_section){at, (uint32_t)(part->n / size)};
}

static void write_block(const struct maker *m, tby_buf *out)
{
    struct names_head h = {.magic = NAMES_MAGIC,
                           .version = NAMES_VERSION,
                           .keys = NAMES_KEYS,
                           .count = m->n,
                           .bits = 1};
    const size_t summed = offsetof(struct names_head, size);
    uint32_t entry = 0;

    while (h.bits < NAMES_MAX_BITS && (uint32_t)1 << h.bits < m->n)
        h.bits++; /* about one entry in a bucket */
    add_bytes(out, &h, sizeof h);
    pad(out);
    h.buckets = (uint32_t)out->n;
    for (uint64_t bucket = 0; bucket <= (uint64_t)1 << h.bits; bucket++) {
        while (entry < m->n &&
               record(m, m->order[entry])->pos.key >> (64 - h.bits) < bucket)
            entry++;
        add_bytes(out, &entry, sizeof entry);
    }
    h.entries = place(out, &m->entries, 1).at;
    h.moves = place(out, &m->moves, sizeof(tby_move));
    h.aliases = place(out, &m->aliases, sizeof(struct names_alias));
    h.sources = place(out, &m->sources, 4);
    h.texts = place(out, &m->texts, 1);
    pad(out);
    if (out->rc != TBY_OK)
        return;
    h.size = out->n;
    memcpy(out->p, &h, sizeof h);
    h.checksum =
        tby_checksum((const unsigned char *)out->p + summed, out->n - summed);
    memcpy(out->p, &h, sizeof h);
}

enum { PARTS = 5 };

static tby_buf *part(struct maker *m, size_t i)
{
    tby_buf *const parts[PARTS] = {&m->moves, &m->aliases, &m->sources,
                                   &m->texts, &m->entries};

    return parts[i];
}

static tby_rc compile(const tby_openings *t, tby_buf *out)
{
    struct maker m = {.t = t, .alloc = out->alloc};
    bool grown;

    if (tby_openings_count(t) > UINT32_MAX / 256)
        return TBY_E_LIMIT;
    m.n = (uint32_t)tby_openings_count(t);
    for (size_t i = 0; i < PARTS; i++)
        tby_buf_init(part(&m, i), &m.alloc, UINT32_MAX / 4);
    size_t texts = 256; /* sources; more than there are */
    for (uint32_t i = 0; i < m.n; i++)
        texts += 2 + record(&m, i)->aliases_n;
    tby_arena_init(&m.arena, &m.alloc);
    m.order = tby_arena_take(&m.arena, m.n * sizeof *m.order);
    m.line_at = tby_arena_take(&m.arena, m.n * sizeof *m.line_at);
    m.text_at = tby_arena_take(&m.arena, texts * sizeof *m.text_at);
    m.rc = m.order && m.line_at && m.text_at
               ? tby_hashmap_reserve(&m.text_map, &m.alloc, texts, &grown)
               : TBY_E_NOMEM;
    if (m.rc == TBY_OK) {
        /* in the order of their moves a line stands right before those it
         * begins, so going backwards each needs only a look at the one after it
         */
        const tby_opening *after = NULL;
        uint32_t at = 0;

        memset(m.line_at, 0, m.n * sizeof *m.line_at);
        for (uint32_t i = 0; i < m.n; i++)
            m.order[i] = i;
        tby_sort(m.order, m.n, line_less, &m);
        for (uint32_t i = m.n; i-- > 0;) {
            const tby_opening *o = record(&m, m.order[i]);
            if (!o->line)
                continue;
            if (o->plies > NAMES_MAX_PLIES)
                m.rc = TBY_E_LIMIT;
            if (!after || !(o->plies <= after->plies &&
                            memcmp(o->line, after->line,
                                   o->plies * sizeof *o->line) == 0)) {
                at = (uint32_t)(m.moves.n / sizeof *o->line);
                add_bytes(&m.moves, o->line, o->plies * sizeof *o->line);
            }
            m.line_at[m.order[i]] = at;
            after = o;
        }
        tby_sort(m.order, m.n, key_less, &m);
        for (uint32_t i = 0; i < m.n; i++)
            add_entry(&m, m.order[i]);
        for (size_t i = 0; i < PARTS && m.rc == TBY_OK; i++)
            m.rc = part(&m, i)->rc;
    }
    if (m.rc == TBY_OK)
        write_block(&m, out);
    for (size_t i = 0; i < PARTS; i++)
        tby_buf_free(part(&m, i));
    tby_arena_free(&m.arena);
    tby_hashmap_free(&m.text_map, &m.alloc);
    if (m.rc == TBY_OK)
        m.rc = out->rc;
    if (m.rc != TBY_OK)
        tby_buf_clear(out);
    return m.rc;
}

/* A list of names knows positions only, so a table that keeps counters apart is
 * joined first. */
tby_rc tby_names_compile(const tby_openings *t, tby_buf *out)
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
