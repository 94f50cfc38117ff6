/* tree.c - see tabiya/tree.h: moves and texts. */
#include "tabiya/tree.h"

#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/limits.h"

#include <string.h>

void tby_tree_init(tby_tree *t, const tby_pos *start, const tby_alloc *alloc)
{
    *t = (tby_tree){.alloc = alloc ? *alloc : tby_alloc_libc(),
                    .first = TBY_NONE,
                    .last = TBY_NONE};
    tby_game_init(&t->head, &t->alloc);
    t->head.start = *start;
}

void tby_tree_free(tby_tree *t)
{
    tby_game_free(&t->head);
    tby_grow_free(&t->alloc, t->moves, t->cap, sizeof *t->moves);
    tby_grow_free(&t->alloc, t->text, t->text_cap, 1);
    tby_tree_init(t, &t->head.start, &t->alloc);
}

const tby_pos *tby_tree_pos(const tby_tree *t, uint32_t move)
{
    return move == TBY_NONE ? &t->head.start : &t->moves[move].pos;
}

/* --- moves ----------------------------------------------------------------*/

static uint32_t *first_of(tby_tree *t, uint32_t parent)
{
    return parent == TBY_NONE ? &t->first : &t->moves[parent].first;
}

static uint32_t *last_of(tby_tree *t, uint32_t parent)
{
    return parent == TBY_NONE ? &t->last : &t->moves[parent].last;
}

static uint32_t find(tby_tree *t, uint32_t parent, tby_move move)
{
    uint32_t i = *first_of(t, parent);

    while (i != TBY_NONE && t->moves[i].move != move)
        i = t->moves[i].next;
    return i;
}

/* Puts a move that stands nowhere behind another of the same parent, or, if
 * that is TBY_NONE, before all. */
static void link(tby_tree *t, uint32_t move, uint32_t behind)
{
    tby_tree_move *m = &t->moves[move];
    uint32_t *first = first_of(t, m->parent), *last = last_of(t, m->parent);

    m->prev = behind;
    m->next = behind == TBY_NONE ? *first : t->moves[behind].next;
    *(behind == TBY_NONE ? first : &t->moves[behind].next) = move;
    *(m->next == TBY_NONE ? last : &t->moves[m->next].prev) = move;
}

static void unlink(tby_tree *t, uint32_t move)
{
    const tby_tree_move *m = &t->moves[move];

    *(m->prev == TBY_NONE ? first_of(t, m->parent) : &t->moves[m->prev].next) =
        m->next;
    *(m->next == TBY_NONE ? last_of(t, m->parent) : &t->moves[m->next].prev) =
        m->prev;
}

tby_rc tby_tree_add(tby_tree *t, uint32_t parent, tby_move move, uint32_t *out)
{
    uint32_t found = find(t, parent, move);
    void *p = t->moves;

    if (found != TBY_NONE) {
        *out = found;
        return TBY_OK;
    }
    if (t->n >= TBY_MAX_NODES)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&t->alloc, &p, &t->cap, t->n + 1, sizeof *t->moves);
    t->moves = p;
    if (rc != TBY_OK)
        return rc;
    *out = (uint32_t)t->n++;
    tby_tree_move *m = &t->moves[*out];
    *m = (tby_tree_move){.parent = parent,
                         .first = TBY_NONE,
                         .last = TBY_NONE,
                         .move = move,
                         .alive = true,
                         .pos = *tby_tree_pos(t, parent)};
    tby_pos_play(&m->pos, move);
    link(t, *out, *last_of(t, parent));
    return TBY_OK;
}

/* Parents have smaller numbers, so that one pass finds all that follow. */
void tby_tree_remove(tby_tree *t, uint32_t move)
{
    if (!t->moves[move].alive)
        return;
    unlink(t, move);
    t->moves[move].alive = false;
    for (size_t i = (size_t)move + 1; i < t->n; i++) {
        uint32_t parent = t->moves[i].parent;
        if (parent != TBY_NONE && !t->moves[parent].alive)
            t->moves[i].alive = false;
    }
}

void tby_tree_promote(tby_tree *t, uint32_t move)
{
    unlink(t, move);
    link(t, move, TBY_NONE);
}

/* --- texts ----------------------------------------------------------------*/

/* Keeps a text; those that were there before are not given back. */
static tby_rc keep(tby_tree *t, tby_str text, tby_span *out)
{
    void *p = t->text;

    if (text.n > TBY_MAX_COMMENT_BYTES ||
        text.n > TBY_MAX_GRAPH_TEXT - t->text_n)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&t->alloc, &p, &t->text_cap, t->text_n + text.n, 1);
    t->text = p;
    if (rc != TBY_OK)
        return rc;
    if (text.n)
        memcpy(t->text + t->text_n, text.p, text.n);
    *out = (tby_span){(uint32_t)t->text_n, (uint32_t)text.n};
    t->text_n += text.n;
    return TBY_OK;
}

tby_rc tby_tree_set_comment(tby_tree *t, uint32_t move, tby_str text)
{
    return keep(t, tby_str_trim(text),
                move == TBY_NONE ? &t->comment : &t->moves[move].comment);
}

tby_rc tby_tree_set_nags(tby_tree *t, uint32_t move, tby_str nags)
{
    if (nags.n > TBY_MAX_NAGS)
        return TBY_E_LIMIT;
    return keep(t, nags, &t->moves[move].nags);
}

/* --- tags -----------------------------------------------------------------*/

static void set_result(tby_game *g, tby_str text)
{
    for (tby_result r = TBY_RESULT_NONE; r <= TBY_RESULT_DRAW; r++)
        if (tby_str_is(text, tby_result_text(r))) {
            g->result = r;
            g->has_result = true;
        }
}

/* The tags once more, one of them with another value. */
static tby_rc copy_tags(tby_game *to, const tby_game *from, tby_str name,
                        tby_str value)
{
    tby_rc rc = TBY_OK;
    bool found = false;

    for (size_t i = 0; i < from->tags_n && rc == TBY_OK; i++) {
        tby_str tag = tby_game_text(from, from->tags[i].name);
        bool is = !found && tby_str_equal(tag, name);
        tby_str old = tby_game_text(from, from->tags[i].value);
        rc = tby_game_add_tag(to, tag, is ? value : old);
        found |= is;
    }
    return rc == TBY_OK && !found ? tby_game_add_tag(to, name, value) : rc;
}

tby_rc tby_tree_set_tag(tby_tree *t, tby_str name, tby_str value)
{
    tby_game head;

    tby_game_init(&head, &t->alloc);
    tby_rc rc = copy_tags(&head, &t->head, name, value);
    if (rc != TBY_OK) {
        tby_game_free(&head);
        return rc;
    }
    head.start = t->head.start;
    head.setup = t->head.setup;
    head.chess960 = t->head.chess960;
    head.result = t->head.result;
    head.has_result = t->head.has_result;
    if (tby_str_is(name, "Result"))
        set_result(&head, value);
    tby_game_free(&t->head);
    t->head = head;
    return TBY_OK;
}
