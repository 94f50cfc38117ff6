/* names_file.c - one source: which files it is, and what they are written in.
 */
#include "work/openings/names_int.h"

#include "core/base/str.h"
#include "core/openings/lists/read.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "work/games/kind.h"

#include <string.h>

static const tby_place NOWHERE = {0, 0};

/* Refuses the whole file. */
static tby_rc refuse(names_load *l, tby_rc code, const char *text)
{
    names_tell(l, TBY_ERROR, code, NOWHERE, text);
    return code;
}

/* --- the formats ----------------------------------------------------------*/

static void hear(void *ctx, const tby_diag_item *item)
{
    char text[256];
    size_t n = item->detail.n < sizeof text ? item->detail.n : sizeof text - 1;

    memcpy(text, item->detail.p, n);
    text[n] = '\0';
    names_tell(ctx, item->severity, item->code, item->place, text);
}

static tby_rc read_rows(names_load *l, tby_openings_format format, tby_str text,
                        bool overlay)
{
    tby_opening_reader r;
    tby_opening o;
    tby_rc rc;

    tby_opening_reader_init(&r, format, text, NULL);
    r.diag = (tby_diag){hear, l};
    if (overlay)
        r.source = TBY_STR("overlay");
    while ((rc = tby_opening_next(&r, &o)) == TBY_OK) {
        tby_place place = l->job->row ? tby_opening_reader_place(&r) : NOWHERE;
        rc = names_take(l, &o, place);
        if (rc != TBY_OK)
            break;
    }
    l->sum->rows += r.rows;
    l->sum->refused += r.refused;
    tby_opening_reader_free(&r);
    return rc == TBY_DONE ? TBY_OK : rc;
}

tby_rc names_read_book(names_load *l, const tby_book *book)
{
    tby_alias aliases[TBY_OPENING_ALIASES];
    tby_rc rc = TBY_OK;

    l->sum->rows += book->count;
    for (uint32_t i = 0; i < book->count && rc == TBY_OK; i++) {
        tby_opening o;
        tby_book_get(book, i, &o);
        o.aliases_n = tby_book_aliases(book, i, aliases, TBY_OPENING_ALIASES);
        o.aliases = aliases;
        rc = names_take(l, &o, NOWHERE);
    }
    return rc;
}

static tby_rc read_text(names_load *l, tby_str text, bool overlay)
{
    tby_openings_format format = tby_openings_guess(text);
    tby_book book;
    tby_rc rc = tby_book_open(&book, text.p, text.n);
    const char *other = tby_kind_refusal(TBY_WANT_OPENINGS, text);

    if (other)
        return refuse(l, TBY_E_FILE_KIND, other);
    if (overlay)
        return read_rows(l, TBY_OPENINGS_TSV, text, true);
    if (rc == TBY_OK)
        return names_read_book(l, &book);
    if (rc != TBY_E_BOOK_MAGIC)
        return refuse(l, rc, NULL);
    if (format == TBY_OPENINGS_JSON)
        return names_read_json(l, text);
    if (format == TBY_OPENINGS_UNKNOWN)
        return refuse(l, TBY_E_OPENING_FORMAT, NULL);
    return read_rows(l, format, text, false);
}

/* --- files ----------------------------------------------------------------*/

static tby_rc read_file(names_load *l, const char *path, bool overlay)
{
    tby_source *s = NULL;
    tby_buf bytes;
    tby_rc rc = tby_source_open(&s, path);

    l->file = strcmp(path, "-") == 0 ? "stdin" : path;
    tby_buf_init(&bytes, NULL, NAMES_MAX_BYTES);
    if (rc == TBY_OK)
        rc = tby_source_read_all(s, &bytes);
    if (rc != TBY_OK)
        refuse(l, rc, tby_source_error_text(s));
    tby_source_close(s);
    if (rc == TBY_OK)
        rc = read_text(l, tby_buf_str(&bytes), overlay);
    tby_buf_free(&bytes);
    return rc;
}

/* --- folders --------------------------------------------------------------*/

/* ecoA.json to ecoE.json.  What is derived from them is no source: the
 * interpolated records are read when they are named, the pairs never. */
static bool is_eco_json(const char *name)
{
    return strlen(name) == 9 && strncmp(name, "eco", 3) == 0 &&
           name[3] >= 'A' && name[3] <= 'E' && strcmp(name + 4, ".json") == 0;
}

static bool is_tsv(const char *name)
{
    size_t n = strlen(name);

    return n > 4 && strcmp(name + n - 4, ".tsv") == 0;
}

tby_rc names_list_folder(tby_folder *out, const char *folder)
{
    tby_rc rc = tby_folder_list(out, folder, is_eco_json);

    if (rc != TBY_OK || out->n)
        return rc;
    tby_folder_free(out);
    return tby_folder_list(out, folder, is_tsv);
}

static tby_rc read_folder(names_load *l, const char *path)
{
    tby_folder files = {.n = 0};
    tby_rc rc = names_list_folder(&files, path);

    l->file = path;
    if (rc != TBY_OK)
        return refuse(l, rc, "The folder cannot be read.");
    if (files.n == 0)
        rc = refuse(l, TBY_E_OPENING_FORMAT,
                    "There is neither ecoA.json to ecoE.json nor a file .tsv "
                    "in the folder.");
    for (size_t i = 0; i < files.n && rc == TBY_OK; i++)
        rc = read_file(l, files.paths[i], false);
    tby_folder_free(&files);
    return rc;
}

tby_rc names_read_path(names_load *l, const char *path, bool overlay)
{
    tby_file_info info;

    if (tby_file_look(path, &info) == TBY_OK && info.folder && !overlay)
        return read_folder(l, path);
    return read_file(l, path, overlay);
}
