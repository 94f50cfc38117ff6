/* repertoires_read.c - what is in the files: are they sound, and what a list of
 * them says. */
#include "app/server/api/repertoires.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"

#include "core/base/str.h"
#include "io/system/safe_path.h"
#include "tabiya/cards.h"
#include "tabiya/rep.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

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

static tby_rc read_repertoire(request *r, const tby_diag *diag)
{
    tby_rep_report report;
    tby_graph graph;

    tby_graph_init(&graph, NULL);
    tby_rc rc = tby_rep_read(&graph, tby_buf_str(&r->body), diag, &report);
    tby_graph_free(&graph);
    return rc;
}

static tby_rc read_cards(request *r, const tby_diag *diag)
{
    uint64_t refused = 0;
    tby_cards *cards = NULL;
    tby_rc rc = tby_cards_open(&cards, NULL);

    if (rc == TBY_OK)
        rc = tby_cards_read(cards, tby_buf_str(&r->body), diag, &refused);
    tby_cards_close(cards);
    return rc;
}

bool tby__repertoire_sound(request *r, bool cards)
{
    tby_diag diag = {on_fault, r};
    tby_rc rc = cards ? read_cards(r, &diag) : read_repertoire(r, &diag);

    if (rc != TBY_OK && r->refused == REFUSE_NONE)
        return tby__request_refuse_rc(r, REFUSE_UNSOUND, rc, NULL);
    return r->refused == REFUSE_NONE;
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
    tby_jsonw_key(w, "title");
    if (read)
        tby_jsonw_str(w, tby_graph_text(&g, g.title));
    else
        tby_jsonw_null(w);
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
    tby_jsonw *w = tby__reply_json_start(&j);
    tby_jsonw_object(w);
    tby_jsonw_key(w, "repertoires");
    tby_jsonw_array(w);
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
            tby_jsonw_key(w, "name");
            tby_jsonw_str(w, name);
            put_title(w, tby_buf_str(&bytes));
            tby_jsonw_put_u64(w, "bytes", info.size);
            const char *key = "changed";
            time_t seconds = (time_t)(info.changed / 1000000000);
            struct tm parts;
            char text[32] = "";

            if (gmtime_r(&seconds, &parts))
                (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
            tby_jsonw_put_cstr(w, key, text);
            tby_jsonw_put_cstr(w, "etag", etag);
            tby_jsonw_put_bool(w, "cards", has_cards(folder, name));
            tby_jsonw_object_end(w);
        }
        tby_buf_free(&bytes);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    tby_folder_free(&files);
    tby__reply_json_end(r, &j, MHD_HTTP_OK);
}
