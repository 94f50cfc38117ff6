/* cards.c - see cards.h. */
#include "work/rep/cards.h"
#include "core/base/str.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "work/rep/int.h"

#include <string.h>

/* --- the name -------------------------------------------------------------*/

/* Takes an ending off the name; all of it must not be the ending. */
static bool take_off(tby_str *name, tby_str ending)
{
    if (name->n <= ending.n || name->p[name->n - ending.n - 1] == '/' ||
        memcmp(name->p + name->n - ending.n, ending.p, ending.n) != 0)
        return false;
    name->n -= ending.n;
    return true;
}

tby_rc tby_cards_path(const char *repertoire, tby_buf *out)
{
    static const char *const PACKED[] = {".zst", ".gz", ".bz2", ".zip", ".7z"};
    tby_str name = tby_str_of(repertoire);

    for (size_t i = 0; i < sizeof PACKED / sizeof *PACKED; i++)
        if (take_off(&name, tby_str_of(PACKED[i])))
            break;
    take_off(&name, TBY_STR(".txt"));
    tby_buf_add(out, name);
    tby_buf_add(out, TBY_STR(".cards.tsv\0"));
    return out->rc;
}

/* --- reading --------------------------------------------------------------*/

tby_rc tby_cards_load(tby_cards *c, const char *path,
                      const tby_rep_listener *listener, uint64_t *refused)
{
    tby_file_info info;

    *refused = 0;
    if (tby_file_look(path, &info) == TBY_E_IO_OPEN)
        return TBY_OK;
    return tby_cards_load_copy(c, path, listener, refused);
}

tby_rc tby_cards_load_copy(tby_cards *c, const char *path,
                           const tby_rep_listener *listener, uint64_t *refused)
{
    tby_rep_teller t = {listener, path};
    tby_diag diag = {tby_rep_hear, &t};
    tby_buf bytes;

    *refused = 0;
    tby_buf_init(&bytes, NULL, TBY_CARDS_MAX_BYTES);
    tby_rc rc = tby_rep_read_bytes(&t, path, &bytes, NULL);
    if (rc == TBY_OK) {
        rc = tby_cards_read(c, tby_buf_str(&bytes), &diag, refused);
        if (rc == TBY_E_LIMIT)
            tby_rep_say_refused(&t, rc, NULL);
    }
    tby_buf_free(&bytes);
    return rc;
}

/* --- writing --------------------------------------------------------------*/

static tby_rc put(const tby_cards *c, const char *path, const tby_rep_teller *t)
{
    tby_sink *sink = NULL;
    tby_buf bytes;

    tby_buf_init(&bytes, NULL, TBY_CARDS_MAX_BYTES);
    tby_rc rc = tby_cards_write(c, &bytes);
    if (rc == TBY_OK)
        rc = tby_sink_put(&sink, path, bytes.p, bytes.n);
    if (rc != TBY_OK)
        tby_rep_say_refused(t, rc, sink ? tby_sink_error_text(sink) : NULL);
    tby_sink_close(sink);
    tby_buf_free(&bytes);
    return rc;
}

/* What is in the file, with these on top. */
static tby_rc put_merged(const tby_cards *c, const char *path,
                         const tby_rep_teller *t)
{
    tby_cards *both = NULL;
    uint64_t refused;
    tby_rc rc = tby_cards_open(&both, NULL);

    if (rc != TBY_OK)
        return rc;
    rc = tby_cards_load(both, path, NULL, &refused); /* it was told before */
    if (rc != TBY_OK)
        tby_rep_say_refused(t, rc, NULL);
    for (size_t i = 0; rc == TBY_OK && i < tby_cards_count(c); i++)
        rc = tby_cards_merge(both, tby_cards_at(c, i));
    if (rc == TBY_OK)
        rc = put(both, path, t);
    tby_cards_close(both);
    return rc;
}

tby_rc tby_cards_save(const tby_cards *c, const char *path,
                      const tby_rep_listener *listener)
{
    tby_rep_teller t = {listener, path};
    tby_file_info info;

    if (tby_file_look(path, &info) == TBY_E_IO_OPEN)
        return put(c, path, &t);
    return put_merged(c, path, &t);
}
