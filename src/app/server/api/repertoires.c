/* repertoires.c - the files of one folder: repertoires and their cards. */
#include "app/server/http/server.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "tabiya/cards.h"
#include "tabiya/rep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Bytes that some file system or shell has its own idea of. */
static bool is_odd(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f || strchr("/\\:*?\"<>|", c);
}

bool tby__repertoire_name(tby_str name)
{
    static const char CARDS[] = ".cards";
    size_t n = sizeof CARDS - 1;

    if (name.n == 0 || name.n > LIMIT_NAME || name.p[0] == '.' ||
        tby_utf8_validate(name, NULL) != TBY_OK)
        return false;
    for (size_t i = 0; i < name.n; i++)
        if (is_odd(name.p[i]))
            return false;
    return name.n < n || memcmp(name.p + name.n - n, CARDS, n) != 0;
}

/* What a request is about. */
typedef struct subject {
    const char *folder;
    tby_str name;
    bool cards;
    char file[LIMIT_NAME + 16];       /* in the folder */
    char path[PATH_MAX + LIMIT_NAME]; /* with it */
} subject;

static void name_file(subject *s, bool cards)
{
    s->cards = cards;
    (void)snprintf(s->file, sizeof s->file, "%.*s%s", (int)s->name.n, s->name.p,
                   cards ? ".cards.tsv" : ".txt");
    (void)snprintf(s->path, sizeof s->path, "%s/%s", s->folder, s->file);
}

static bool subject_of(request *r, subject *s)
{
    *s = (subject){.folder = r->server->options->repertoires,
                   .name = r->target.segments[3]};
    if (!s->folder)
        return tby__request_refuse(r, REFUSE_NO_FOLDER);
    if (!tby__repertoire_name(s->name))
        return tby__request_refuse_with(r, REFUSE_NOT_FOUND,
                                        "This is no name for a repertoire.");
    name_file(s, r->target.segments_n == 5);
    return tby__request_done(r);
}

/* TBY_DONE: there is no such file.  Free *out in any case. */
static tby_rc load(const subject *s, tby_buf *out, char etag[ETAG_ROOM])
{
    tby_file_info info;

    tby_buf_init(out, NULL, LIMIT_FILE);
    tby_rc rc = tby_safe_path_read(s->folder, tby_str_of(s->file), out, &info);
    if (rc == TBY_OK)
        tby__etag_of(tby_buf_str(out), etag);
    return rc == TBY_E_IO_OPEN ? TBY_DONE : rc;
}

static bool no_file(request *r, const subject *s)
{
    return tby__request_refuse_with(r, REFUSE_NOT_FOUND,
                                    s->cards ? "There are no cards of '%.*s'."
                                             : "There is no repertoire '%.*s'.",
                                    (int)s->name.n, s->name.p);
}

void tby__answer_repertoire_get(request *r)
{
    char etag[ETAG_ROOM];
    subject s;
    tby_buf bytes;

    if (!subject_of(r, &s))
        return;
    tby_rc rc = load(&s, &bytes, etag);
    if (rc == TBY_DONE) {
        no_file(r, &s);
    } else if (rc != TBY_OK) {
        tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
    } else if (!tby__etag_fresh(r, etag)) {
        tby__reply_buf(r, &bytes,
                       s.cards ? "text/tab-separated-values; charset=utf-8"
                               : "text/plain; charset=utf-8",
                       MHD_HTTP_OK);
        tby__reply_header(r, "ETag", etag);
    }
    tby__reply_header(r, "Cache-Control", "no-cache");
    tby_buf_free(&bytes);
}

/* What must hold of the file as it is; refuses what does not. */
static bool check_condition(request *r, const subject *s, bool there,
                            const char *etag)
{
    const char *match = tby__request_header(r, "If-Match");
    const char *none = tby__request_header(r, "If-None-Match");

    if (!match && !none)
        return tby__request_refuse(r, REFUSE_CONDITION);
    if (match && !there)
        return tby__request_refuse_with(r, REFUSE_CHANGED,
                                        "'%.*s' is not there any more.",
                                        (int)s->name.n, s->name.p);
    if (match && !tby__etag_listed(match, etag, false))
        return tby__request_refuse(r, REFUSE_CHANGED);
    if (none && there && tby__etag_listed(none, etag, true))
        return tby__request_refuse(r, REFUSE_EXISTS);
    return true;
}

static bool write_file(request *r, const subject *s)
{
    tby_str bytes = tby_buf_str(&r->body);
    tby_sink *sink = NULL;
    tby_rc rc =
        tby_sink_put_nofollow(&sink, s->path, bytes.n ? bytes.p : "", bytes.n);

    if (rc != TBY_OK)
        tby__request_refuse_rc(r, REFUSE_INTERNAL, rc,
                               tby_sink_error_text(sink));
    tby_sink_close(sink);
    return rc == TBY_OK;
}

static void say_saved(request *r, const subject *s, bool made)
{
    char etag[ETAG_ROOM];
    reply_json j;
    tby_jsonw *w = tby__reply_start(&j);

    tby__etag_of(tby_buf_str(&r->body), etag);
    tby_jsonw_put_str(w, "name", s->name);
    tby_jsonw_put_cstr(w, "etag", etag);
    tby_jsonw_put_u64(w, "bytes", r->body.n);
    tby__reply_end(r, &j, made ? MHD_HTTP_CREATED : MHD_HTTP_OK);
    tby__reply_header(r, "ETag", etag);
}

/* Other servers and the command line write there, too. */
static bool lock_folder(request *r, const subject *s, int *lock)
{
    *lock = -1;
    tby_rc rc = tby_folder_lock(s->path, lock);
    return rc == TBY_OK || tby__request_refuse_rc(r, REFUSE_LOCKED, rc, NULL);
}

static void on_fault(void *ctx, const tby_diag_item *item)
{
    request *r = ctx;
    tby_str text =
        item->detail.n ? item->detail : tby_str_of(tby_rc_text(item->code));

    if (item->severity != TBY_ERROR || r->refused != REFUSE_NONE)
        return; /* the first will do */
    tby__request_refuse_with(r, REFUSE_UNSOUND, "Line %zu: %.*s",
                             (size_t)item->place.line,
                             (int)(text.n < 400 ? text.n : 400), text.p);
    (void)snprintf(r->refused_name, sizeof r->refused_name, "%s",
                   tby_rc_name(item->code));
}

bool tby__repertoire_sound(request *r, bool is_cards)
{
    tby_diag diag = {on_fault, r};
    tby_str body = tby_buf_str(&r->body);
    uint64_t refused = 0;
    tby_cards *cards = NULL;
    tby_rep_report report;
    tby_graph graph;

    tby_graph_init(&graph, NULL);
    tby_rc rc = is_cards ? tby_cards_open(&cards, NULL) : TBY_OK;
    if (rc == TBY_OK)
        rc = is_cards ? tby_cards_read(cards, body, &diag, &refused)
                      : tby_rep_read(&graph, body, &diag, &report);
    tby_cards_close(cards);
    tby_graph_free(&graph);
    if (rc != TBY_OK && r->refused == REFUSE_NONE)
        return tby__request_refuse_rc(r, REFUSE_UNSOUND, rc, NULL);
    return r->refused == REFUSE_NONE;
}

void tby__answer_repertoire_put(request *r)
{
    subject s;
    int lock;

    if (!subject_of(r, &s) || !tby__repertoire_sound(r, s.cards))
        return;
    if (lock_folder(r, &s, &lock)) {
        /* With the folder locked. */
        char etag[ETAG_ROOM];
        tby_buf old;
        tby_rc rc = load(&s, &old, etag);

        tby_buf_free(&old);
        /* what cannot be read (a link, a folder) is not written over */
        if (rc == TBY_DONE &&
            faccessat(AT_FDCWD, s.path, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            rc = TBY_E_IO_OPEN;
        if (rc != TBY_OK && rc != TBY_DONE)
            tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
        else if (check_condition(r, &s, rc == TBY_OK, etag) &&
                 write_file(r, &s))
            say_saved(r, &s, rc == TBY_DONE);
    }
    tby_folder_unlock(lock);
}

/* What is not there need not be removed. */
static bool remove_file(request *r, const subject *s)
{
    char reason[128] = "";

    if (unlink(s->path) == 0 || errno == ENOENT) {
        tby_folder_sync(s->path);
        return true;
    }
    (void)strerror_r(errno, reason, sizeof reason);
    return tby__request_refuse_with(
        r, REFUSE_INTERNAL, "%s cannot be removed: %s.", s->file, reason);
}

void tby__answer_repertoire_delete(request *r)
{
    subject s;
    int lock;

    if (!subject_of(r, &s))
        return;
    if (lock_folder(r, &s, &lock)) {
        /* With the folder locked. */
        char etag[ETAG_ROOM];
        tby_buf old;
        tby_rc rc = load(&s, &old, etag);

        tby_buf_free(&old);
        if (rc == TBY_DONE) {
            no_file(r, &s);
        } else if (rc != TBY_OK) {
            tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
        } else if (check_condition(r, &s, true, etag) && remove_file(r, &s)) {
            /* the cards of a repertoire that is gone would be found by another
             * one of its name */
            bool cards = s.cards;
            name_file(&s, true);
            if (cards || remove_file(r, &s))
                tby__reply_empty(r, MHD_HTTP_NO_CONTENT);
        }
    }
    tby_folder_unlock(lock);
}

static bool is_repertoire(const char *name)
{
    size_t n = strlen(name);

    return n > 4 && strcmp(name + n - 4, ".txt") == 0 &&
           tby__repertoire_name((tby_str){name, n - 4});
}

static void put_title(tby_jsonw *w, tby_str bytes)
{
    tby_rep_report report;
    tby_graph g;

    tby_graph_init(&g, NULL);
    bool read = tby_rep_read(&g, bytes, NULL, &report) == TBY_OK;
    if (tby_jsonw_known(w, "title", read))
        tby_jsonw_str(w, tby_graph_text(&g, g.title));
    tby_jsonw_put_cstr(w, "color",
                       !read || !g.has_color  ? NULL
                       : g.color == TBY_WHITE ? "white"
                                              : "black");
    tby_graph_free(&g);
}

static bool has_cards(const char *folder, tby_str name)
{
    char file[LIMIT_NAME + 16];
    tby_file_info info;
    int fd;

    (void)snprintf(file, sizeof file, "%.*s.cards.tsv", (int)name.n, name.p);
    if (tby_safe_path_open(folder, tby_str_of(file), &fd, &info) != TBY_OK)
        return false;
    tby_safe_path_close(fd);
    return true;
}

void tby__answer_repertoires(request *r)
{
    const char *folder = r->server->options->repertoires;
    tby_folder files;
    reply_json j;

    if (!tby__request_done(r))
        return;
    if (!folder) {
        tby__request_refuse(r, REFUSE_NO_FOLDER);
        return;
    }
    tby_rc rc = tby_folder_list(&files, folder, is_repertoire);
    if (rc != TBY_OK) {
        tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
        return;
    }
    tby_jsonw *w = tby__reply_start(&j);
    tby_jsonw_put_array(w, "repertoires");
    for (size_t i = 0; i < files.n && i < LIMIT_REPERTOIRES; i++) {
        const char *slash = strrchr(files.paths[i], '/');

        /* What cannot be read at all is left out. */
        const char *file = slash ? slash + 1 : files.paths[i];
        tby_str name = {file, strlen(file) - 4};
        char etag[ETAG_ROOM];
        tby_file_info info;
        tby_buf bytes;

        tby_buf_init(&bytes, NULL, LIMIT_FILE);
        if (tby_safe_path_read(folder, tby_str_of(file), &bytes, &info) ==
            TBY_OK) {
            tby__etag_of(tby_buf_str(&bytes), etag);
            tby_jsonw_object(w);
            tby_jsonw_put_str(w, "name", name);
            put_title(w, tby_buf_str(&bytes));
            tby_jsonw_put_u64(w, "bytes", info.size);
            time_t seconds = (time_t)(info.changed / 1000000000);
            struct tm parts;
            char text[32] = "";

            if (gmtime_r(&seconds, &parts))
                (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
            tby_jsonw_put_cstr(w, "changed", text);
            tby_jsonw_put_cstr(w, "etag", etag);
            tby_jsonw_put_bool(w, "cards", has_cards(folder, name));
            tby_jsonw_object_end(w);
        }
        tby_buf_free(&bytes);
    }
    tby_jsonw_array_end(w);
    tby_folder_free(&files);
    tby__reply_end(r, &j, MHD_HTTP_OK);
}
