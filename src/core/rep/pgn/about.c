/* about.c - title and colour of a repertoire, by the tags of games. */
#include "core/base/str.h"
#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/limits.h"

void tby_rep_about_init(tby_rep_about *a, const tby_alloc *alloc)
{
    *a = (tby_rep_about){.differ = false};
    tby_buf_init(&a->event, alloc, TBY_MAX_TAG_BYTES);
}

void tby_rep_about_free(tby_rep_about *a)
{
    tby_buf_free(&a->event);
}

void tby_rep_about_clear(tby_rep_about *a)
{
    tby_buf_clear(&a->event);
    a->differ = a->white = a->black = false;
}

static tby_rc add_event(tby_rep_about *a, tby_str event)
{
    if (!event.n || tby_str_is(event, "?") || a->differ)
        return TBY_OK;
    if (!a->event.n)
        tby_buf_add(&a->event, event);
    else
        a->differ = !tby_str_equal(tby_buf_str(&a->event), event);
    return a->event.rc;
}

tby_rc tby_rep_about_add(tby_rep_about *a, const tby_game *game)
{
    tby_str side = tby_game_tag(game, "Orientation");

    a->white |= tby_str_is(side, "white");
    a->black |= tby_str_is(side, "black");
    return add_event(a, tby_game_tag(game, "Event"));
}

tby_rc tby_rep_about_join(tby_rep_about *a, const tby_rep_about *others)
{
    tby_rc rc = add_event(a, tby_buf_str(&others->event));

    a->differ |= others->differ;
    a->white |= others->white;
    a->black |= others->black;
    return rc;
}

tby_str tby_rep_about_event(const tby_rep_about *a)
{
    return a->differ ? (tby_str){"", 0} : tby_buf_str(&a->event);
}
