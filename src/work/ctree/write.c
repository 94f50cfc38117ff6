/* write.c - see write.h. */
#include "work/ctree/write.h"

#include "core/ctree/ctree_emit.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "work/ctree/write_int.h"

#include <stdio.h>

typedef struct out {
    const tby_ctree_write_job *job;
    tby_ctree_grown grown;
    tby_ctree_net net;
    tby_ctree_emit emit;
    tby_sink *sink;
    tree_folders folders;
    tby_buf text; /* of one node */
    uint64_t bytes;
} out;

/* --- one node -------------------------------------------------------------*/

static tby_rc refuse(const out *o, tby_rc rc, const char *text)
{
    if (o->job->refused && (rc == TBY_E_IO_OPEN || rc == TBY_E_IO_WRITE))
        o->job->refused(o->job->tree.ctx, rc,
                        text && *text ? text : tby_rc_text(rc));
    return rc;
}

static tby_rc put(out *o, uint32_t node)
{
    tby_str text = tby_buf_str(&o->text);

    o->bytes += text.n;
    if (o->job->folders)
        return refuse(o, tree_folders_put(&o->folders, &o->grown, node, text),
                      NULL);
    return refuse(o, tby_sink_write(o->sink, text.p, text.n),
                  tby_sink_error_text(o->sink));
}

static tby_rc tell(const out *o, uint32_t node)
{
    const tby_ctree_grow_job *tree = &o->job->tree;

    if (!tree->progress || node % 1024)
        return TBY_OK;
    return tree->progress(tree->ctx, node, o->grown.n, node);
}

static tby_rc write_nodes(out *o)
{
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; i < o->grown.n && rc == TBY_OK; i++) {
        tby_buf_clear(&o->text);
        rc = tby_ctree_emit_node(&o->emit, i, &o->text);
        if (rc == TBY_OK)
            rc = put(o, i);
        if (rc == TBY_OK)
            rc = tell(o, i);
    }
    return rc;
}

/* --- all of them ----------------------------------------------------------*/

static tby_rc open_out(out *o)
{
    if (o->job->folders)
        return refuse(o, tree_folders_open(&o->folders, o->job), NULL);
    tby_rc rc = tby_sink_open(&o->sink, o->job->path);
    return rc == TBY_OK
               ? rc
               : refuse(o, rc, o->sink ? tby_sink_error_text(o->sink) : NULL);
}

/* The folders are there; what they replace is not gone. */
static tby_rc tell_older(out *o)
{
    char text[4096];

    snprintf(text, sizeof text,
             "It is written, but what was there before cannot be removed: it "
             "is '%s' now.",
             o->folders.temp);
    tby_path_free(o->folders.temp);
    o->folders.temp = NULL;
    return refuse(o, TBY_E_IO_WRITE, text);
}

static tby_rc commit(out *o)
{
    if (o->job->folders) {
        tby_rc rc = tree_folders_commit(&o->folders);
        return rc == TBY_DONE ? tell_older(o) : refuse(o, rc, NULL);
    }
    return refuse(o, tby_sink_commit(o->sink), tby_sink_error_text(o->sink));
}

static tby_rc write_all(out *o)
{
    tby_rc rc = tby_ctree_emit_open(&o->emit, &o->grown, &o->net);

    if (rc == TBY_OK)
        rc = open_out(o);
    if (rc == TBY_OK)
        rc = write_nodes(o);
    if (rc == TBY_OK)
        rc = commit(o);
    tby_sink_close(o->sink);
    if (o->job->folders)
        tree_folders_close(&o->folders);
    return rc;
}

static tby_ctree_write_sum sum_up(const out *o)
{
    tby_ctree_write_sum sum = {.nodes = o->grown.n,
                               .moves = o->emit.moves,
                               .numbers = o->grown.ids.n,
                               .bytes = o->bytes};

    for (uint32_t i = 0; i < o->grown.n; i++) {
        if (o->grown.ply[i] > sum.plies)
            sum.plies = o->grown.ply[i];
        sum.solved += o->net.verdict[i] != TBY_VERDICT_UNKNOWN;
    }
    return sum;
}

tby_rc tby_ctree_write(const tby_ctree_write_job *job, tby_ctree_write_sum *sum)
{
    enum { MAX_NODE = 1 << 30 }; /* more than the comments of a graph */
    out o = {.job = job};

    tby_buf_init(&o.text, NULL, MAX_NODE);
    tby_rc rc = tby_ctree_grow(&o.grown, &job->tree, NULL);
    if (rc == TBY_OK) {
        rc = tby_ctree_net_grown(&o.net, &o.grown);
        if (rc == TBY_OK) {
            rc = write_all(&o);
            if (rc == TBY_OK)
                *sum = sum_up(&o);
            tby_ctree_emit_free(&o.emit);
        }
        tby_ctree_net_free(&o.net);
    }
    tby_ctree_grown_free(&o.grown);
    tby_buf_free(&o.text);
    return rc;
}
