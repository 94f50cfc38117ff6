/* import_aliases.c - see import_aliases.h. */
#include "work/db/import_aliases.h"

#include "core/base/buf.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "io/stream/source.h"
#include "work/games/int.h"
#include "work/games/kind.h"

#include <string.h>

typedef struct alias {
    tby_str spelling, name; /* in text */
} alias;

struct tby_aliases {
    tby_buf text; /* the file */
    alias *at;
    size_t n, cap;
    uint32_t *slots; /* 1 + index of an alias; 0: none */
    size_t slots_n;  /* a power of two, at least twice n */
};

/* --- looking up -----------------------------------------------------------*/

static uint32_t *find_slot(const tby_aliases *a, tby_str spelling)
{
    size_t mask = a->slots_n - 1;
    size_t i = (size_t)tby_checksum(spelling.p, spelling.n) & mask;

    while (a->slots[i] &&
           !tby_str_equal(a->at[a->slots[i] - 1].spelling, spelling))
        i = (i + 1) & mask;
    return &a->slots[i];
}

tby_str tby_aliases_name(const tby_aliases *a, tby_str spelling)
{
    uint32_t slot = a->n ? *find_slot(a, spelling) : 0;

    return slot ? a->at[slot - 1].name : spelling;
}

size_t tby_aliases_n(const tby_aliases *a)
{
    return a->n;
}

/* --- reading --------------------------------------------------------------*/

static void tell(const tby_diag *diag, tby_rc code, tby_place place,
                 const char *text)
{
    tby_diag_item item = {.severity = TBY_ERROR,
                          .code = code,
                          .place = place,
                          .detail = tby_str_of(text)};

    tby_diag_report(diag, &item);
}

static tby_rc resize_slots(tby_aliases *a)
{
    size_t n = a->slots_n ? 2 * a->slots_n : 64;
    uint32_t *slots = games_resize(NULL, 0, n * sizeof *slots);

    if (!slots)
        return TBY_E_NOMEM;
    memset(slots, 0, n * sizeof *slots);
    games_resize(a->slots, a->slots_n * sizeof *slots, 0);
    a->slots = slots;
    a->slots_n = n;
    for (uint32_t i = 0; i < a->n; i++)
        *find_slot(a, a->at[i].spelling) = i + 1;
    return TBY_OK;
}

/* TBY_DONE: another name was given for it. */
static tby_rc add(tby_aliases *a, alias one)
{
    tby_alloc alloc = tby_alloc_libc();
    void *at = a->at;
    tby_rc rc = TBY_OK;

    if (2 * (a->n + 1) > a->slots_n)
        rc = resize_slots(a);
    if (rc != TBY_OK)
        return rc;
    uint32_t *slot = find_slot(a, one.spelling);
    if (*slot)
        return tby_str_equal(a->at[*slot - 1].name, one.name) ? TBY_OK
                                                              : TBY_DONE;
    rc = tby_grow(&alloc, &at, &a->cap, a->n + 1, sizeof *a->at);
    if (rc != TBY_OK)
        return rc;
    a->at = at;
    a->at[a->n++] = one;
    *slot = (uint32_t)a->n;
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
        tell(diag, TBY_E_ALIASES, place, tby_rc_text(TBY_E_ALIASES));
        return TBY_E_ALIASES;
    }
    tby_rc rc = add(a, (alias){tby_str_trim(spelling), tby_str_trim(name)});
    if (rc != TBY_DONE)
        return rc;
    tell(diag, TBY_E_ALIASES, place,
         "An earlier line gives another name for this spelling.");
    return TBY_E_ALIASES;
}

static tby_rc read_text(tby_aliases *a, const tby_diag *diag)
{
    tby_str rest = tby_buf_str(&a->text), line;
    tby_rc worst = TBY_OK;

    if (tby_str_starts(rest, TBY_STR("\xef\xbb\xbf")))
        rest = tby_str_from(rest, 3);
    for (size_t n = 1; rest.p && tby_str_field(&rest, '\n', &line); n++) {
        tby_rc rc = read_line(a, line, n, diag);
        if (rc == TBY_E_NOMEM)
            return rc;
        worst = rc != TBY_OK ? rc : worst;
    }
    return worst;
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
        tell(diag, rc, (tby_place){0, 0}, other);
    } else if (rc != TBY_OK && rc != TBY_E_NOMEM) {
        const char *text = tby_source_error_text(source);
        tell(diag, rc, (tby_place){0, 0}, *text ? text : tby_rc_text(rc));
    }
    tby_source_close(source);
    return rc == TBY_OK ? read_text(a, diag) : rc;
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
    tby_alloc alloc = tby_alloc_libc();

    if (!a)
        return;
    tby_buf_free(&a->text);
    tby_grow_free(&alloc, a->at, a->cap, sizeof *a->at);
    games_resize(a->slots, a->slots_n * sizeof *a->slots, 0);
    games_resize(a, sizeof *a, 0);
}
