#include "work/engine/profiles.h"
#include "core/base/assert.h"

#include "core/base/json.h"
#include "core/base/str.h"

#include <string.h>

/* Reads a text, and keeps it with a NUL. */
static tby_rc read_text(tby_profiles *p, tby_json *j, tby_str *out)
{
    tby_str text;

    TBY_TRY(tby_json_string(j, &j->scratch, &text));
    char *copy = tby_arena_take(&p->memory, text.n + 1);
    if (!copy)
        return TBY_E_NOMEM;
    if (text.n)
        memcpy(copy, text.p, text.n);
    copy[text.n] = '\0';
    *out = (tby_str){copy, text.n};
    return TBY_OK;
}

/* A text, or a number or a truth as it is written. */
static tby_rc read_value(tby_profiles *p, tby_json *j, tby_str *out)
{
    char first = tby_json_peek(j);
    size_t from = j->at;
    uint64_t number;
    bool yes;

    if (first == '"')
        return read_text(p, j, out);
    tby_rc rc = first == 't' || first == 'f'
                    ? tby_json_bool(j, &yes)
                    : tby_json_uint(j, UINT64_MAX, &number);
    if (rc != TBY_OK) {
        p->why = rc == TBY_E_JSON_FIELD
                     ? "The value of an option is a text, a whole number, true "
                       "or false."
                     : NULL;
        return rc;
    }
    out->n = j->at - from;
    out->p = tby_arena_copy(&p->memory, j->text.p + from, out->n);
    return out->p ? TBY_OK : TBY_E_NOMEM;
}

static tby_rc read_options(tby_profiles *p, tby_json *j, tby_profile *out)
{
    tby_engine_choice all[TBY_PROFILE_OPTIONS];
    bool first = true, more = true;
    tby_str name;
    size_t n = 0;
    tby_rc rc = tby_json_open(j, '{');

    while (rc == TBY_OK &&
           (rc = tby_json_element(j, '}', &first, &more)) == TBY_OK && more) {
        if (n == TBY_PROFILE_OPTIONS)
            return TBY_E_LIMIT;
        rc = tby_json_name(j, &name);
        if (rc != TBY_OK)
            break;
        all[n].name.n = name.n;
        all[n].name.p = tby_arena_copy(&p->memory, name.p, name.n);
        rc = all[n].name.p ? read_value(p, j, &all[n].value) : TBY_E_NOMEM;
        n++;
    }
    if (rc != TBY_OK || n == 0)
        return rc;
    out->options = tby_arena_copy(&p->memory, all, n * sizeof *all);
    out->options_n = n;
    return out->options ? TBY_OK : TBY_E_NOMEM;
}

static tby_rc read_profile(tby_profiles *p, tby_json *j)
{
    static const char *const NAMES[] = {"name", "path", "options"};
    size_t places[3], from;
    tby_profile one = {.options_n = 0};
    tby_str text;

    tby_json_peek(j);
    from = j->at;
    TBY_TRY(tby_json_object(j, NAMES, places, 3));
    size_t end = j->at;
    for (int i = 0; i < 2; i++) {
        j->at = places[i] ? places[i] : from;
        p->why = "An engine needs a name and a path, which are texts.";
        TBY_TRY(places[i] ? read_text(p, j, &text) : TBY_E_JSON_FIELD);
        if (text.n == 0 || strlen(text.p) != text.n) {
            j->at = places[i];
            return TBY_E_JSON_FIELD;
        }
        *(i == 0 ? &one.name : &one.path) = text.p;
    }
    p->why = "Another engine has this name.";
    j->at = places[0];
    if (tby_profiles_find(p, one.name))
        return TBY_E_JSON_FIELD;
    p->why = NULL;
    j->at = places[2];
    if (places[2])
        TBY_TRY(read_options(p, j, &one));
    j->at = end;
    if (p->n == TBY_PROFILES)
        return TBY_E_LIMIT;
    p->at[p->n++] = one;
    return TBY_OK;
}

static tby_rc read_all(tby_profiles *p, tby_json *j)
{
    static const char *const NAMES[] = {"engines"};
    bool first = true, more = true;
    size_t at, end;

    TBY_TRY(tby_json_object(j, NAMES, &at, 1));
    TBY_TRY(tby_json_end(j));
    end = j->at;
    j->at = at;
    p->why = "There is no list \"engines\".";
    TBY_TRY(at ? tby_json_open(j, '[') : TBY_E_JSON_FIELD);
    p->why = NULL;
    for (;;) {
        TBY_TRY(tby_json_element(j, ']', &first, &more));
        if (!more)
            break;
        TBY_TRY(read_profile(p, j));
    }
    j->at = end;
    return TBY_OK;
}

tby_rc tby_profiles_read(tby_profiles *out)
{
    tby_file_info info;
    tby_map map;

    *out = (tby_profiles){.file = tby_config_path("engines.json")};
    tby_arena_init(&out->memory, NULL);
    if (!out->file || tby_file_look(out->file, &info) == TBY_E_IO_OPEN)
        return TBY_OK;
    TBY_TRY(tby_map_open(&map, out->file));
    tby_json j = {.text = {map.p, map.n}};
    tby_buf_init(&j.scratch, NULL, TBY_PROFILES_BYTES);
    tby_rc rc = map.n > TBY_PROFILES_BYTES ? TBY_E_LIMIT : read_all(out, &j);
    if (rc != TBY_OK)
        out->place = tby_json_place(&j);
    tby_buf_free(&j.scratch);
    tby_map_close(&map);
    return rc;
}

void tby_profiles_free(tby_profiles *p)
{
    tby_path_free(p->file);
    tby_arena_free(&p->memory);
    p->file = NULL;
    p->n = 0;
}

const tby_profile *tby_profiles_find(const tby_profiles *p, const char *name)
{
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->at[i].name, name) == 0)
            return &p->at[i];
    return NULL;
}
