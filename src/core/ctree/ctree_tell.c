/* ctree_tell.c - sentences about what is wrong with a line of a tree. */
#include "core/base/utf8.h"
#include "core/ctree/ctree_int.h"

static void report(const tby_ctree_reader *r, bool warning, tby_rc code,
                   tby_str line, size_t at, const char *text)
{
    if (!r->listener.fault)
        return;
    r->listener.fault(
        r->listener.ctx,
        &(tby_ctree_fault){.warning = warning,
                           .code = code,
                           .file = r->node.file,
                           .line = r->line,
                           .column = tby_utf8_count((tby_str){line.p, at}) + 1,
                           .node = r->state == TREE_START ? TBY_NO_NODE
                                                          : r->node.id,
                           .text = text ? text : tby_rc_text(code)});
}

void tby__ctree_report(const tby_ctree_reader *r, tby_rc code, tby_str line,
                       size_t at, const char *text)
{
    report(r, false, code, line, at, text);
}

void tby__ctree_warn(const tby_ctree_reader *r, tby_rc code, tby_str line,
                     size_t at, const char *text)
{
    report(r, true, code, line, at, text);
}
