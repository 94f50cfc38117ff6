/* import_aliases.c - see import.h. */
#include "work/db/import.h"

#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/base/str.h"
#include "io/stream/source.h"
#include "work/games/int.h"
#include "work/games/kind.h"

typedef struct alias {
    tby_str spelling, name; /* in text */
} alias;

struct tby_aliases {
    tby_buf text; /* the file */
    alias *at;
    size_t n, cap;
    tby_hashmap map; /* by spelling */
};

static uint64_t hash_of(tby_str spelling)
{
    return tby_checksum(spelling.p, spelling.n);
}

static const alias *find(const tby_aliases *a, tby_str spelling)
{
    uint64_t hash = hash_of(spelling);
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&a->map, hash, k)) != TBY_NONE; k++)
        if (tby_str_equal(a->at[i].spelling, spelling))
            return &a->at[i];
    return NULL;
}

tby_str tby_aliases_name(const tby_aliases *a, tby_str spelling)
{
    const alias *known = find(a, spelling);

    return known ? known->name : spelling;
}

static void report(const tby_diag *diag, tby_rc code, tby_place place,
                   const char *text)
{
    tby_diag_item item = {.severity = TBY_ERROR,
                          .code = code,
                          .place = place,
                          .detail = tby_str_of(text)};

    tby_diag_report(diag, &item);
}

/* TBY_DONE: another name was given for it. */
static tby_rc add(tby_aliases *a, alias one)
{
    const alias *known = find(a, one.spelling);

    if (known)
        return tby_str_equal(known->name, one.name) ? TBY_OK : TBY_DONE;
    TBY_TRY(TBY_GROW(NULL, a->at, a->cap, a->n + 1));
    TBY_HASHMAP_ROOM(&a->map, NULL, a->n, hash_of(a->at[i].spelling));
    tby_hashmap_put(&a->map, hash_of(one.spelling), (uint32_t)a->n);
    a->at[a->n++] = one;
    return TBY_OK;
}

/* One line without its end.  TBY_E_ALIASES: it was refused. */
static tby_rc read_line(tby_aliases *a, tby_str line, size_t number,
                        const tby_diag *diag)
{
    tby_str rest = line, spelling, name;
    tby_place place = {number, 1};

    if (tby_str_trim(line).n == 0 || *line.p == '#')
        return TBY_OK;
    tby_str_field(&rest, '\t', &spelling);
    if (!rest.p || !tby_str_field(&rest, '\t', &name) || rest.p ||
        tby_str_trim(spelling).n == 0 || tby_str_trim(name).n == 0) {
        report(diag, TBY_E_ALIASES, place, tby_rc_text(TBY_E_ALIASES));
        return TBY_E_ALIASES;
    }
    tby_rc rc = add(a, (alias){tby_str_trim(spelling), tby_str_trim(name)});
    if (rc != TBY_DONE)
        return rc;
    report(diag, TBY_E_ALIASES, place,
           "An earlier line gives another name for this spelling.");
    return TBY_E_ALIASES;
}

static tby_rc read_file(tby_aliases *a, const char *path, const tby_diag *diag)
{
    tby_source *source = NULL;
    tby_rc rc = tby_source_open(&source, path);

    if (rc == TBY_OK)
        rc = tby_source_read_all(source, &a->text);
    const char *other =
        rc == TBY_OK ? tby_kind_refusal(TBY_WANT_TEXT, tby_buf_str(&a->text))
                     : NULL;
    if (other) {
        rc = TBY_E_FILE_KIND;
        report(diag, rc, (tby_place){0, 0}, other);
    } else if (rc != TBY_OK && rc != TBY_E_NOMEM) {
        const char *text = tby_source_error_text(source);
        report(diag, rc, (tby_place){0, 0}, *text ? text : tby_rc_text(rc));
    }
    tby_source_close(source);
    if (rc != TBY_OK)
        return rc;
    tby_str rest = tby_buf_str(&a->text), line;
    tby_rc worst = TBY_OK;
    if (tby_str_starts(rest, TBY_STR("\xef\xbb\xbf")))
        rest = tby_str_from(rest, 3);
    for (size_t n = 1; rest.p && tby_str_field(&rest, '\n', &line); n++) {
        rc = read_line(a, line, n, diag);
        if (rc == TBY_E_NOMEM)
            return rc;
        worst = rc != TBY_OK ? rc : worst;
    }
    return worst;
}

tby_rc tby_aliases_read(tby_aliases **out, const char *path,
                        const tby_diag *diag)
{
    tby_aliases *a = games_resize(NULL, 0, sizeof *a);

    *out = NULL;
    if (!a)
        return TBY_E_NOMEM;
    *a = (tby_aliases){.n = 0};
    tby_buf_init(&a->text, NULL, TBY_ALIASES_BYTES);
    tby_rc rc = read_file(a, path, diag);
    if (rc == TBY_OK)
        *out = a;
    else
        tby_aliases_close(a);
    return rc;
}

void tby_aliases_close(tby_aliases *a)
{
    if (!a)
        return;
    tby_buf_free(&a->text);
    tby_grow_free(NULL, a->at, a->cap, sizeof *a->at);
    tby_hashmap_free(&a->map, NULL);
    games_free(a, sizeof *a);
}
