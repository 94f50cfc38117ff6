/* ctree_check_tell.c - sentences about what is wrong with a tree. */
#include "core/ctree/ctree_check_int.h"

static void tell(tree_check *c, const tby_ctree_node *node, bool warning,
                 size_t line, size_t column, tby_rc code, const char *text)
{
    c->told++;
    if (c->listener && c->listener->fault)
        c->listener->fault(
            c->listener->ctx,
            &(tby_ctree_fault){.warning = warning,
                               .code = code,
                               .file = node ? node->file : 0,
                               .line = line,
                               .column = column,
                               .node = node ? node->id : TBY_NO_NODE,
                               .text = text ? text : tby_rc_text(code)});
}

void tby__ctree_check_report(tree_check *c, const tby_ctree_node *node,
                             size_t line, size_t column, tby_rc code,
                             const char *text)
{
    tell(c, node, false, line, column, code, text);
}

void tby__ctree_check_warn(tree_check *c, const tby_ctree_node *node,
                           size_t line, size_t column, tby_rc code,
                           const char *text)
{
    tell(c, node, true, line, column, code, text);
}

void tby__ctree_check_report_item(tree_check *c, const tby_ctree_node *node,
                                  uint32_t item, tby_rc code, const char *text)
{
    size_t line, column;

    tby_ctree_place(c->tree, node, item, &line, &column);
    tby__ctree_check_report(c, node, line, column, code, text);
}

const char *tby__ctree_check_id_text(check_say *s, const char *before,
                                     uint32_t id, const char *after)
{
    s->text = (tby_text){s->buf, sizeof s->buf, 0};
    tby_text_cstr(&s->text, before);
    tby_text_char(&s->text, '#');
    tby_text_u64(&s->text, id);
    tby_text_cstr(&s->text, after);
    tby_text_end(&s->text);
    return s->buf;
}
