/* rep.c - see rep.h: reading. */
#include "io/stream/source.h"
#include "work/games/kind.h"
#include "work/rep/int.h"

#include <string.h>

/* --- telling --------------------------------------------------------------*/

void tby_rep_say(const tby_rep_teller *t, tby_rep_fault fault)
{
    fault.file = t->file;
    if (!fault.text || !*fault.text)
        fault.text = tby_rc_text(fault.code);
    if (t->listener && t->listener->fault)
        t->listener->fault(t->listener->ctx, &fault);
}

tby_rc tby_rep_say_refused(const tby_rep_teller *t, tby_rc rc, const char *text)
{
    if (rc != TBY_E_NOMEM)
        tby_rep_say(t, (tby_rep_fault){TBY_ERROR, rc, NULL, {0, 0}, text});
    return rc;
}

void tby_rep_hear(void *teller, const tby_diag_item *item)
{
    char text[1024];
    size_t n = item->detail.n < sizeof text ? item->detail.n : sizeof text - 1;

    memcpy(text, item->detail.p ? item->detail.p : "", n);
    text[n] = '\0';
    tby_rep_say(teller, (tby_rep_fault){item->severity, item->code, NULL,
                                        item->place, text});
}

/* --- reading --------------------------------------------------------------*/

/* What a sink can pack again, see sink.h. */
static bool can_be_written(const char *format)
{
    static const char *const FORMATS[] = {"plain", "gzip", "zstd"};

    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (strcmp(format, FORMATS[i]) == 0)
            return true;
    return false;
}

tby_rc tby_rep_read_bytes(const tby_rep_teller *t, const char *path,
                          tby_buf *bytes, bool *archived)
{
    tby_source *s = NULL;
    tby_rc rc = tby_source_open(&s, path);

    if (rc == TBY_OK)
        rc = tby_source_read_all(s, bytes);
    if (rc != TBY_OK)
        tby_rep_say_refused(t, rc, s ? tby_source_error_text(s) : NULL);
    else if (archived)
        *archived = !can_be_written(tby_source_format(s));
    tby_source_close(s);
    return rc;
}

static tby_rc read_text(tby_rep_teller *t, tby_str text, tby_rep *r)
{
    const char *other = tby_kind_refusal(TBY_WANT_REPERTOIRE, text);
    tby_diag diag = {tby_rep_hear, t};

    if (other)
        return tby_rep_say_refused(t, TBY_E_FILE_KIND, other);
    *r = (tby_rep){.report = {.version = 0}};
    tby_graph_init(&r->graph, NULL);
    tby_rc rc = tby_rep_read(&r->graph, text, &diag, &r->report);
    if (rc == TBY_E_LIMIT && !r->report.errors)
        tby_rep_say_refused(t, rc, NULL);
    if (rc != TBY_OK)
        tby_graph_free(&r->graph);
    return rc;
}

tby_rc tby_rep_load(tby_rep *r, const char *path,
                    const tby_rep_listener *listener)
{
    tby_rep_teller t = {listener, strcmp(path, "-") == 0 ? "stdin" : path};
    tby_file_info seen;
    tby_buf bytes;
    bool archived = false;

    /* before the first byte: what is written later counts as a change */
    if (tby_file_look(path, &seen) != TBY_OK)
        seen = (tby_file_info){.size = 0};
    tby_buf_init(&bytes, NULL, TBY_REP_MAX_BYTES);
    tby_rc rc = tby_rep_read_bytes(&t, path, &bytes, &archived);
    if (rc == TBY_OK)
        rc = read_text(&t, tby_buf_str(&bytes), r);
    if (rc == TBY_OK) {
        r->seen = seen;
        r->archived = archived;
    }
    tby_buf_free(&bytes);
    return rc;
}

void tby_rep_free(tby_rep *r)
{
    tby_graph_free(&r->graph);
}
