#include "core/openings/lint.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "tabiya/relations.h"

#include <string.h>

/* Where the row of a record stands. */
typedef struct origin {
    tby_str file;
    tby_place place;
} origin;

struct tby_lint {
    tby_alloc alloc;
    void (*report)(void *ctx, const tby_lint_item *item);
    void *ctx;
    tby_openings *table;         /* the first row of each position */
    tby_buf origins;             /* one for each record */
    tby_arena files;             /* their names */
    tby_str file;                /* the last of them */
    origin roots[TBY_ECO_CODES]; /* the row marked as root; line 0: none */
    bool has_roots;
};

/* A sentence with a name in it; names are at most a thousand bytes. */
enum { SENTENCE = 1200 };

tby_rc tby_lint_open(tby_lint **out, tby_identity identity,
                     void (*report)(void *ctx, const tby_lint_item *item),
                     void *ctx, const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_lint *l = memory.realloc(memory.ctx, NULL, 0, sizeof *l);

    if (!l)
        return TBY_E_NOMEM;
    *l = (tby_lint){.alloc = memory, .report = report, .ctx = ctx};
    tby_buf_init(&l->origins, &memory, SIZE_MAX);
    tby_arena_init(&l->files, &memory);
    tby_rc rc = tby_openings_open(&l->table, identity, &memory);
    if (rc == TBY_OK)
        *out = l;
    else
        tby_lint_close(l);
    return rc;
}

void tby_lint_close(tby_lint *l)
{
    if (!l)
        return;
    tby_openings_close(l->table);
    tby_buf_free(&l->origins);
    tby_arena_free(&l->files);
    l->alloc.realloc(l->alloc.ctx, l, sizeof *l, 0);
}

static origin origin_of(const tby_lint *l, size_t record)
{
    origin out;

    memcpy(&out, l->origins.p + record * sizeof out, sizeof out);
    return out;
}

static void report(const tby_lint *l, tby_lint_kind kind, const origin *where,
                   tby_text *text)
{
    static const struct {
        tby_severity severity;
        const char *name;
    } KINDS[] = {
#define ROW(symbol, severity, name) {severity, name},
        TBY_LINT_MAP(ROW)
#undef ROW
    };

    tby_text_end(text);
    tby_lint_item item = {
        .severity = KINDS[kind].severity,
        .kind = kind,
        .name = KINDS[kind].name,
        .text = text->buf,
    };
    if (where) {
        item.file = where->file;
        item.place = where->place;
    }
    l->report(l->ctx, &item);
}

static void put_origin(tby_text *t, const origin *o)
{
    tby_text_str(t, o->file);
    tby_text_char(t, ':');
    tby_text_u64(t, o->place.line);
}

/* The volume that the name of a file promises: 'A' for ecoA.json and a.tsv, 0
 * for any other. */
static char volume_of(tby_str file)
{
    size_t at = file.n;

    while (at > 0 && file.p[at - 1] != '/')
        at--;
    tby_str name = tby_str_from(file, at);
    if (tby_str_starts(name, TBY_STR("eco")))
        name = tby_str_from(name, 3);
    if (name.n == 0 || (name.n > 1 && name.p[1] != '.'))
        return 0;
    char letter = (char)(name.p[0] & ~32);
    return letter >= 'A' && letter <= 'E' ? letter : 0;
}

static void check_volume(const tby_lint *l, const tby_opening *o,
                         const origin *where)
{
    char volume = volume_of(where->file), buf[SENTENCE];
    tby_text t = {buf, sizeof buf, 0};

    if (!volume || !o->code[0] || o->code[0] == volume)
        return;
    tby_text_join(&t, o->code, " is no code of volume ");
    tby_text_char(&t, volume);
    tby_text_cstr(&t, ", which this file is named after.");
    report(l, TBY_LINT_VOLUME, where, &t);
}

/* A row that is marked as the root of its code. */
static void check_root(tby_lint *l, const tby_opening *o, const origin *where)
{
    int code = tby_eco_index(o->code);
    char buf[SENTENCE];
    tby_text t = {buf, sizeof buf, 0};

    if (!o->eco_root || code < 0)
        return;
    l->has_roots = true;
    if (!l->roots[code].place.line) {
        l->roots[code] = *where;
        return;
    }
    tby_text_join(&t, o->code, " has its root at ");
    put_origin(&t, &l->roots[code]);
    tby_text_cstr(&t, " already.");
    report(l, TBY_LINT_TWO_ROOTS, where, &t);
}

tby_rc tby_lint_row(tby_lint *l, const tby_opening *o, tby_str file,
                    tby_place place)
{
    /* Keeps the name of a file, once for all its rows. */
    if (!l->file.p || !tby_str_equal(l->file, file)) {
        const char *copy = tby_arena_copy(&l->files, file.p, file.n);
        if (!copy)
            return TBY_E_NOMEM;
        l->file = (tby_str){copy, file.n};
    }
    origin where = {l->file, place};
    size_t first = tby_openings_find(l->table, &o->pos);
    check_volume(l, o, &where);
    check_root(l, o, &where);
    if (first != TBY_OPENINGS_NONE) {
        /* A position that was there before. */
        const tby_opening *before = tby_openings_at(l->table, first);
        origin there = origin_of(l, first);
        bool same = tby_str_equal(o->name, before->name) &&
                    tby_str_is(tby_str_of(o->code), before->code);
        char buf[SENTENCE];
        tby_text t = {buf, sizeof buf, 0};

        tby_text_cstr(&t, "The position is at ");
        put_origin(&t, &there);
        tby_text_cstr(&t, " already");
        if (!same) {
            tby_text_join(&t, ", as ", before->code, " ");
            tby_text_str(&t, before->name);
        }
        tby_text_char(&t, '.');
        report(l, same ? TBY_LINT_REPEAT : TBY_LINT_CONFLICT, &where, &t);
        return TBY_OK;
    }
    tby_buf_add(&l->origins, (tby_str){(const char *)&where, sizeof where});
    return l->origins.rc == TBY_OK ? tby_openings_add(l->table, o)
                                   : l->origins.rc;
}

static void put_code(tby_text *t, int code)
{
    tby_text_char(t, (char)('A' + code / 100));
    tby_text_char(t, (char)('0' + code / 10 % 10));
    tby_text_char(t, (char)('0' + code % 10));
}

void tby_lint_end(tby_lint *l)
{
    size_t roots[TBY_ECO_CODES];

    tby_openings_roots(l->table, roots);
    for (int i = 0; i < TBY_ECO_CODES && l->has_roots; i++)
        if (roots[i] != TBY_OPENINGS_NONE && !l->roots[i].place.line) {
            origin where = origin_of(l, roots[i]);
            char buf[SENTENCE];
            tby_text t = {buf, sizeof buf, 0};

            tby_text_join(&t, "No row is marked as the root of ",
                          tby_openings_at(l->table, roots[i])->code,
                          "; this is the shortest.");
            report(l, TBY_LINT_NO_ROOT, &where, &t);
        }
    for (int i = 0; i < 5; i++) {
        /* The codes without a record of a volume, as "A03, A07-A09". */
        char buf[SENTENCE];
        tby_text t = {buf, sizeof buf, 0};
        int missing = 0, end = 100 * i + 100;

        tby_text_cstr(&t, "There is no row for ");
        for (int code = end - 100; code < end; code++) {
            int from = code;
            while (code < end && roots[code] == TBY_OPENINGS_NONE)
                code++;
            if (code == from)
                continue;
            tby_text_cstr(&t, missing ? ", " : "");
            put_code(&t, from);
            tby_text_cstr(&t, code - from > 1 ? "-" : "");
            if (code - from > 1)
                put_code(&t, code - 1);
            missing += code - from;
        }
        tby_text_char(&t, '.');
        if (missing > 0 && missing < 50) /* more: it is no list of all codes */
            report(l, TBY_LINT_NO_CODE, NULL, &t);
    }
}
