#include "core/openings/names.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/notation/san.h"
#include "core/openings/names_bloom.h"
#include "core/openings/names_layout.h"
#include "tabiya/fen.h"

#include <string.h>

static const struct names_head *head_of(const tby_names *b)
{
    return (const void *)b->base;
}

static const struct names_entry *entry_of(const tby_names *b, uint32_t i)
{
    return (const struct names_entry *)b->entries + i;
}

static bool fits(const struct names_head *h, uint64_t at, uint64_t n,
                 uint64_t size)
{
    return at >= sizeof *h && at % 8 == 0 && at <= h->size &&
           n * size <= h->size - at;
}

/* The text at an offset; false if it is not wholly among the texts. */
static bool read_text(const tby_names *b, uint32_t at, tby_str *out)
{
    const struct names_head *h = head_of(b);
    const unsigned char *p = b->base + h->texts.at;

    if (h->texts.n < 2 || at > h->texts.n - 2)
        return false;
    size_t n = (size_t)(p[at] | p[at + 1] << 8);
    if (n > h->texts.n - 2 - at)
        return false;
    *out = (tby_str){(const char *)p + at + 2, n};
    return true;
}

static bool entries_fit(const tby_names *b)
{
    const struct names_head *h = head_of(b);
    uint32_t bucket = 0;
    tby_str text;

    for (uint32_t i = 0; i < b->count; i++) {
        const struct names_entry *e = entry_of(b, i);
        if (i && e->key < e[-1].key)
            return false;
        for (; bucket <= e->key >> b->shift; bucket++)
            if (b->buckets[bucket] != i)
                return false;
        if (!read_text(b, e->name, &text) || e->source >= h->sources.n ||
            (e->root != NAMES_NO_SOURCE && e->root >= h->sources.n) ||
            e->alias > h->aliases.n || e->aliases_n > h->aliases.n - e->alias)
            return false;
        if (e->codes & NAMES_NO_LINE
                ? !read_text(b, e->line, &text)
                : e->line > h->moves.n || e->plies > h->moves.n - e->line)
            return false;
    }
    for (; bucket <= (uint32_t)1 << (64 - b->shift); bucket++)
        if (b->buckets[bucket] != b->count)
            return false;
    return true;
}

static bool names_fit(const tby_names *b)
{
    const struct names_head *h = head_of(b);
    const uint32_t *sources = (const void *)(b->base + h->sources.at);
    const struct names_alias *aliases = (const void *)(b->base + h->aliases.at);
    tby_str text;

    for (uint32_t i = 0; i < h->sources.n; i++)
        if (!read_text(b, sources[i], &text))
            return false;
    for (uint32_t i = 0; i < h->aliases.n; i++)
        if (aliases[i].source >= h->sources.n ||
            !read_text(b, aliases[i].name, &text))
            return false;
    return true;
}

tby_names tby__names_view(const struct names_head *h)
{
    const unsigned char *base = (const void *)h;

    return (tby_names){.base = base,
                       .n = (size_t)h->size,
                       .count = h->count,
                       .shift = 64 - h->bits,
                       .buckets = (const void *)(base + h->buckets),
                       .entries = base + h->entries};
}

tby_rc tby_names_open(tby_names *b, const void *bytes, size_t n)
{
    const struct names_head *h = bytes;
    const size_t summed = offsetof(struct names_head, size);

    if (n < sizeof *h || (uintptr_t)bytes % 8 != 0 ||
        memcmp(h->magic, NAMES_MAGIC, sizeof h->magic) != 0)
        return TBY_E_NAMES_MAGIC;
    if (h->version != NAMES_VERSION || h->keys != NAMES_KEYS)
        return TBY_E_NAMES_VERSION;
    if (h->size != n ||
        h->checksum !=
            tby_checksum((const unsigned char *)bytes + summed, n - summed))
        return TBY_E_NAMES_CHECKSUM;
    if (h->bits < 1 || h->bits > NAMES_MAX_BITS ||
        h->sources.n >= NAMES_NO_SOURCE ||
        !fits(h, h->buckets, ((uint64_t)1 << h->bits) + 1, 4) ||
        !fits(h, h->entries, h->count, sizeof(struct names_entry)) ||
        !fits(h, h->moves.at, h->moves.n, sizeof(tby_move)) ||
        !fits(h, h->aliases.at, h->aliases.n, sizeof(struct names_alias)) ||
        !fits(h, h->sources.at, h->sources.n, 4) ||
        !fits(h, h->texts.at, h->texts.n, 1))
        return TBY_E_NAMES_DAMAGED;
    tby_names names = tby__names_view(h);
    if (!names_fit(&names) || !entries_fit(&names))
        return TBY_E_NAMES_DAMAGED;
    *b = names;
    return TBY_OK;
}

uint32_t tby_names_find(const tby_names *b, const tby_pos *p)
{
    if (b->count == 0)
        return TBY_NAMES_NONE;
    const uint32_t *bucket = b->buckets + (p->key >> b->shift);
    for (uint32_t i = bucket[0]; i < bucket[1]; i++)
        if (entry_of(b, i)->key == p->key &&
            entry_of(b, i)->check == names_check(p))
            return i;
    return TBY_NAMES_NONE;
}

uint32_t tby_names_find_key(const tby_names *b, uint64_t key)
{
    if (b->count == 0)
        return TBY_NAMES_NONE;
    const uint32_t *bucket = b->buckets + (key >> b->shift);
    for (uint32_t i = bucket[0]; i < bucket[1]; i++)
        if (entry_of(b, i)->key == key)
            return i;
    return TBY_NAMES_NONE;
}

static tby_str text_at(const tby_names *b, uint32_t at)
{
    tby_str text = {"", 0};

    read_text(b, at, &text); /* it fits: the names were checked */
    return text;
}

static tby_str source_at(const tby_names *b, uint32_t i)
{
    const uint32_t *sources = (const void *)(b->base + head_of(b)->sources.at);

    return i == NAMES_NO_SOURCE ? (tby_str){"", 0} : text_at(b, sources[i]);
}

/* Writes a code of letter x 100 + number. */
static size_t write_code(char *out, unsigned code)
{
    if (code >= 500)
        return 0;
    out[0] = (char)('A' + code / 100);
    out[1] = (char)('0' + code / 10 % 10);
    out[2] = (char)('0' + code % 10);
    return 3;
}

void tby_names_peek(const tby_names *b, uint32_t i, tby_opening *out)
{
    const struct names_entry *e = entry_of(b, i);
    const tby_move *moves = (const void *)(b->base + head_of(b)->moves.at);

    *out = (tby_opening){.name = text_at(b, e->name),
                         .source = source_at(b, e->source),
                         .root_source = source_at(b, e->root),
                         .eco_root = (e->codes & NAMES_ROOT) != 0};
    unsigned letter = e->codes >> 18 & 31, digit = e->codes >> 23 & 7;

    write_code(out->code, e->codes & 511);
    size_t n = write_code(out->scid, e->codes >> 9 & 511);
    if (n && letter)
        out->scid[n++] = (char)('a' + letter - 1);
    if (n && letter && digit)
        out->scid[n] = (char)('0' + digit);
    if (e->codes & NAMES_NO_LINE)
        return;
    out->line = moves + e->line;
    out->plies = e->plies;
}

void tby_names_get(const tby_names *b, uint32_t i, tby_opening *out)
{
    tby_names_peek(b, i, out);
    out->pos = tby_pos_start();
    if (!out->line && tby_fen_parse_pos(text_at(b, entry_of(b, i)->line),
                                        &out->pos, NULL, NULL) != TBY_OK)
        out->pos = tby_pos_start();
    /* a list that was made elsewhere may hold anything */
    for (size_t k = 0; k < out->plies; k++) {
        if (tby_pos_judge(&out->pos, out->line[k]) != TBY_OK)
            break;
        tby_pos_play(&out->pos, out->line[k]);
    }
}

size_t tby_names_aliases(const tby_names *b, uint32_t i, tby_alias *out,
                         size_t room)
{
    const struct names_entry *e = entry_of(b, i);
    const struct names_alias *a =
        (const void *)(b->base + head_of(b)->aliases.at);

    for (size_t k = 0; k < e->aliases_n && k < room; k++) {
        out[k].source = source_at(b, a[e->alias + k].source);
        out[k].name = text_at(b, a[e->alias + k].name);
    }
    return e->aliases_n;
}

tby_rc tby_names_unpack(const tby_names *b, tby_openings *t)
{
    tby_alias aliases[NAMES_MAX_ALIASES];

    for (uint32_t i = 0; i < b->count; i++) {
        tby_opening o;
        tby_names_get(b, i, &o);
        o.aliases_n = tby_names_aliases(b, i, aliases, NAMES_MAX_ALIASES);
        o.aliases = aliases;
        TBY_TRY(tby_openings_add(t, &o));
    }
    return TBY_OK;
}

void tby__names_bloom_fill(names_bloom *s, const tby_names *b)
{
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < b->count; i++) {
        uint64_t key = entry_of(b, i)->key;
        s->words[key >> (64 - NAMES_BLOOM_BITS)] |= names_bloom_bits(key);
    }
}

tby_last_named tby_names_last_named(const tby_names *b, const tby_pos *from,
                                    const tby_move *moves, size_t n)
{
    tby_last_named last = {.entry = tby_names_find(b, from), .pos = *from};
    tby_pos pos = *from;

    for (size_t i = 0; i < n; i++) {
        tby_pos_play(&pos, moves[i]);
        uint32_t entry = tby_names_find(b, &pos);
        if (entry == TBY_NAMES_NONE)
            continue;
        last.entry = entry;
        last.ply = i + 1;
        last.pos = pos;
    }
    last.then_n = n - last.ply;
    last.then = last.then_n ? moves + last.ply : NULL;
    return last;
}

void tby_last_named_then(const tby_last_named *l, tby_buf *out)
{
    TBY_ASSERT(l->entry != TBY_NAMES_NONE);
    tby_numbered_write(&l->pos, l->then, l->then_n, out);
}

void tby_last_named_json(tby_jsonw *w, const tby_last_named *l)
{
    bool inherited = tby_last_named_inherited(l);
    tby_buf then;

    tby_jsonw_put_bool(w, "inherited", inherited);
    if (!tby_jsonw_known(w, "then", inherited))
        return;
    tby_buf_init(&then, &w->buf->alloc, w->buf->max);
    tby_last_named_then(l, &then);
    tby_jsonw_buf(w, &then);
    tby_buf_free(&then);
}
