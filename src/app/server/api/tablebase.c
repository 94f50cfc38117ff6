/* tablebase.c - what endgame tables say of a position and of its moves. */
#include "app/server/api/params.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"

#include <stdio.h>
#include <string.h>

/* A damaged table is named, but not the folder that it is in. */
static void refuse(request *r, tby_rc rc, const char *fault)
{
    bool none = rc == TBY_E_TABLE_MEN || rc == TBY_E_TABLE_MISSING;
    const char *slash = strrchr(fault, '/');
    char sentence[400];

    (void)snprintf(sentence, sizeof sentence, "%.200s: %s",
                   slash ? slash + 1 : fault, tby_rc_text(rc));
    tby__request_refuse_rc(r, none ? REFUSE_NOT_FOUND : REFUSE_INTERNAL, rc,
                           *fault ? sentence : NULL);
}

void tby__answer_tablebase(request *r)
{
    char fault[TBY_TABLES_FAULT];
    tby_tables *t = r->server->tables;
    tby_tables_answer a;
    tby_line line;
    reply_json j;

    if (!tby__params_line(r, &line))
        return;
    if (tby__request_done(r)) {
        tby_rc rc = tby_tables_probe(t, &line.pos, &a, fault);
        if (rc == TBY_OK) {
            tby_jsonw *w = tby__reply_json_start(&j);
            tby_jsonw_object(w);
            tby_tables_json(w, t, &line.pos, &a);
            tby_jsonw_object_end(w);
            tby__reply_json_end(r, &j, MHD_HTTP_OK);
        } else {
            refuse(r, rc, fault);
        }
    }
    tby_line_free(&line);
}
