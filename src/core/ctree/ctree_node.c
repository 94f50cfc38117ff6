/* ctree_node.c - the number and the position of a node. */
#include "core/base/num.h"
#include "core/ctree/ctree_int.h"
#include "core/ctree/ctree_write.h"

size_t tby__ctree_number(tby_str s, uint32_t *out)
{
    size_t n = 0;
    uint64_t value = 0;

    while (n < s.n && tby_is_digit(s.p[n]))
        n++;
    if (tby_num_u64((tby_str){s.p, n}, 0, TBY_NO_NODE - 1, &value, NULL) !=
        TBY_OK)
        return 0;
    *out = (uint32_t)value;
    return n;
}

bool tby__ctree_read_id(const tby_ctree_reader *r, tby_str line, size_t at,
                        uint32_t *id)
{
    size_t n = 0;

    if (at < line.n && line.p[at] == '#')
        n = tby__ctree_number(tby_str_from(line, at + 1), id);
    if (n && at + 1 + n == line.n && (line.p[at + 1] != '0' || n == 1))
        return true;
    tby__ctree_report(r, TBY_E_TREE_ID, line, n ? at + 1 + n : at, NULL);
    return n > 0;
}

/* --- the position ---------------------------------------------------------*/

static unsigned count_fields(tby_str line)
{
    tby_str word;
    unsigned n = 0;

    while (tby_str_word(&line, &word))
        n++;
    return n;
}

static void tell_form(const tby_ctree_reader *r, tby_str line, unsigned fields)
{
    char fen[TBY_FEN_MAX];
    tree_say s = {.text = {s.buf, sizeof s.buf, 0}};
    size_t n = fields == 5 ? tby_ctree_fen(&r->node.pos, fen)
                           : tby_fen_write_pos(&r->node.pos, fen, sizeof fen);

    if (tby_str_equal(line, (tby_str){fen, n}))
        return;
    tby_text_cstr(&s.text, "Expected '");
    tby_text_cstr(&s.text, fen);
    tby_text_cstr(&s.text, "'.");
    tby_text_end(&s.text);
    tby__ctree_report(r, TBY_E_TREE_FEN, line, 0, s.buf);
}

/* The square is dropped where nobody can capture; told by its own code. */
static bool ep_dropped(const tby_ctree_reader *r, const tby_setup *setup)
{
    return setup->ep != TBY_NO_SQUARE && r->node.pos.ep == TBY_NO_SQUARE;
}

static size_t ep_place(tby_str line)
{
    size_t at = 0;

    for (unsigned blanks = 0; at < line.n && blanks < 3; at++)
        blanks += line.p[at] == ' ';
    return at;
}

void tby__ctree_read_fen(tby_ctree_reader *r, tby_str line, unsigned fields)
{
    tby_setup setup;
    tby_faults faults = 0;
    tby_err err = {TBY_OK, 0};
    tby_rc rc = tby_fen_parse(line, &setup, &err);

    r->node.lost = true;
    r->node.fen = (uint32_t)r->line;
    if (rc != TBY_OK) {
        tby__ctree_report(r, TBY_E_TREE_FEN, line, err.at, tby_rc_text(rc));
        return;
    }
    if (tby_pos_from_setup(&setup, 0, &r->node.pos, &faults) != TBY_OK) {
        tby__ctree_report(r, TBY_E_TREE_FEN, line, 0, tby_fault_text(faults));
        return;
    }
    r->node.lost = false;
    if (ep_dropped(r, &setup))
        tby__ctree_report(r, TBY_E_TREE_EP, line, ep_place(line), NULL);
    else if (count_fields(line) != fields)
        tby__ctree_report(r, TBY_E_TREE_FEN, line, 0,
                          fields == 5
                              ? "Expected five fields, the half-move clock "
                                "the last."
                              : "Expected six fields.");
    else
        tell_form(r, line, fields);
}
