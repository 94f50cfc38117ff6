/* cmd_eco_near.c - named positions one move before and behind a position. */
#include "app/cli/cmd_eco_list.h"
#include "core/base/str.h"

#include <stdlib.h>
#include <string.h>

static bool grow(tby_eco_near *l)
{
    size_t cap = l->cap ? 2 * l->cap : 64;
    tby_eco_step *at =
        tby_cli_resize(l->at, l->cap * sizeof *at, cap * sizeof *at);

    if (!at)
        return false;
    l->at = at;
    l->cap = cap;
    return true;
}

static int by_code(const void *a, const void *b)
{
    const tby_eco_step *x = a, *y = b;
    int order = strcmp(x->opening->code, y->opening->code);

    if (order == 0)
        order = tby_str_compare(x->opening->name, y->opening->name);
    return order ? order : strcmp(x->uci, y->uci);
}

bool tby_eco_near_find(tby_eco_near *l, const tby_openings *t, const tby_pos *p,
                       bool back)
{
    static tby_steps c; /* large, and there is one */
    tby_step step;

    *l = (tby_eco_near){.n = 0};
    if (back)
        tby_steps_into(&c, t, p);
    else
        tby_steps_from(&c, t, p);
    while (tby_steps_next(&c, &step)) {
        if (l->n == l->cap && !grow(l))
            return false;
        tby_eco_step *s = &l->at[l->n++];
        s->opening = tby_openings_at(t, back ? step.from : step.to);
        const tby_pos *before = back ? &s->opening->pos : p;
        tby_san_write(before, step.move, s->san);
        tby_uci_write(before, step.move, TBY_UCI_ORTHODOX, s->uci);
    }
    if (l->n)
        qsort(l->at, l->n, sizeof *l->at, by_code);
    return true;
}

void tby_eco_near_free(tby_eco_near *l)
{
    tby_cli_resize(l->at, l->cap * sizeof *l->at, 0);
    *l = (tby_eco_near){.n = 0};
}

void tby_eco_json_near(tby_jsonw *w, const char *key, const tby_eco_near *l)
{
    tby_jsonw_key(w, key);
    tby_jsonw_array(w);
    for (size_t i = 0; i < l->n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "move", l->at[i].san);
        tby_jsonw_put_cstr(w, "move_uci", l->at[i].uci);
        tby_eco_json_opening(w, l->at[i].opening);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}
