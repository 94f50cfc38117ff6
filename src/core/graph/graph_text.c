/* graph_text.c - titles, annotations and glyphs of a graph.
 *
 * Texts are only ever appended: an older one stays for whoever may want it
 * back. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/graph.h"
#include "tabiya/limits.h"

#include <string.h>

/* Room for n bytes more, to be made of `source`, which may itself be a text of
 * the graph and then moves with the others. */
static tby_rc reserve_text(tby_graph *g, size_t n, tby_str *source)
{
    uintptr_t at = (uintptr_t)source->p - (uintptr_t)g->text;
    void *p = g->text;

    if (n > TBY_MAX_GRAPH_TEXT - g->text_n)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&g->alloc, &p, &g->text_cap, g->text_n + n, 1);
    if (rc == TBY_OK && g->text && at < g->text_n)
        source->p = (const char *)p + at;
    g->text = p;
    return rc;
}

/* Takes the white space off the front of *rest; true if a line ends in it. */
static bool take_space(tby_str *rest)
{
    bool broken = false;
    size_t i = 0;

    for (; i < rest->n && (tby_is_space(rest->p[i]) || !rest->p[i]); i++)
        broken |= !rest->p[i] || (rest->p[i] >= '\n' && rest->p[i] <= '\r');
    *rest = tby_str_from(*rest, i);
    return broken;
}

/* Copies s to the end of the text as one line; the room is reserved. */
static tby_span keep_line(tby_graph *g, tby_str s)
{
    tby_span out = {(uint32_t)g->text_n, 0};

    take_space(&s);
    while (s.n) {
        tby_str rest = s;

        if (!tby_is_space(*s.p) && *s.p) {
            g->text[g->text_n++] = *s.p;
            s = tby_str_from(s, 1);
            continue;
        }
        bool broken = take_space(&rest);
        if (!rest.n)
            break;
        if (broken) {
            g->text[g->text_n++] = ' ';
        } else {
            memcpy(g->text + g->text_n, s.p, s.n - rest.n);
            g->text_n += s.n - rest.n;
        }
        s = rest;
    }
    TBY_ASSERT(g->text_n <= g->text_cap);
    out.n = (uint32_t)(g->text_n - out.at);
    return out;
}

static tby_rc set_line(tby_graph *g, tby_span *where, tby_str text)
{
    TBY_TRY(text.n > TBY_MAX_NOTE_BYTES ? TBY_E_LIMIT
                                        : reserve_text(g, text.n, &text));
    *where = keep_line(g, text);
    return TBY_OK;
}

tby_rc tby_graph_set_title(tby_graph *g, tby_str title)
{
    return set_line(g, &g->title, title);
}

tby_rc tby_graph_set_note(tby_graph *g, uint32_t edge, tby_str text)
{
    TBY_TRY(set_line(g, &g->edges[edge].note, text));
    g->edges[edge].note_room = 0;
    return TBY_OK;
}

void tby_graph_restore_note(tby_graph *g, uint32_t edge, tby_span note)
{
    g->edges[edge].note = note;
    g->edges[edge].note_room = 0;
}

tby_rc tby_graph_add_loose(tby_graph *g, tby_str text)
{
    TBY_TRY(TBY_GROW(&g->alloc, g->loose, g->loose_cap, g->loose_n + 1));
    TBY_TRY(set_line(g, &g->loose[g->loose_n], text));
    if (g->loose[g->loose_n].n)
        g->loose_n++;
    return TBY_OK;
}

/* Takes the part up to the next separator off *rest: false after the last. */
static bool take_part(tby_str *rest, tby_str separator, tby_str *part)
{
    size_t i = 0;

    if (!rest->p)
        return false;
    while (i < rest->n && !tby_str_starts(tby_str_from(*rest, i), separator)) {
        const char *p = memchr(rest->p + i + 1, *separator.p, rest->n - i - 1);
        i = p ? (size_t)(p - rest->p) : rest->n;
    }
    *part = tby_str_trim((tby_str){rest->p, i});
    *rest =
        i < rest->n ? tby_str_from(*rest, i + separator.n) : (tby_str){NULL, 0};
    return true;
}

static bool has_part(tby_str whole, tby_str separator, tby_str wanted)
{
    tby_str part;

    while (take_part(&whole, separator, &part))
        if (tby_str_equal(part, wanted))
            return true;
    return false;
}

/* True if every part of `line` is a part of `whole`. */
static bool has_parts(tby_str whole, tby_str separator, tby_str line)
{
    tby_str part;

    while (take_part(&line, separator, &part))
        if (part.n && !has_part(whole, separator, part))
            return false;
    return true;
}

/* Adds to a text the parts of `line` that it lacks; there is room after it. */
static void add_parts(tby_graph *g, tby_span *where, tby_str line,
                      tby_str separator)
{
    tby_str part;

    while (take_part(&line, separator, &part)) {
        if (!part.n || has_part(tby_graph_text(g, *where), separator, part))
            continue;
        char *end = g->text + where->at + where->n;
        memcpy(end, separator.p, separator.n);
        memcpy(end + separator.n, part.p, part.n);
        where->n += (uint32_t)(separator.n + part.n);
    }
}

/* A text that is joined to again and again moves to where it has twice the
 * room, so that n texts cost memory for n and not for n squared. */
static tby_rc join_line(tby_graph *g, tby_span *where, uint32_t *room,
                        tby_str text, tby_str separator)
{
    if (!where->n) {
        *room = 0;
        return set_line(g, where, text);
    }
    /* what is added is at most the text and one separator: parts of the text
       have their own */
    size_t most = where->n + text.n + separator.n;
    TBY_TRY(reserve_text(g, text.n + 2 * most, &text));
    tby_span line = keep_line(g, text);
    bool known = has_parts(tby_graph_text(g, *where), separator,
                           tby_graph_text(g, line));
    if (known || most > TBY_MAX_NOTE_BYTES) {
        g->text_n = line.at;
        return known ? TBY_OK : TBY_E_LIMIT;
    }
    if (most > *room) {
        *room = (uint32_t)(2 * most);
        /* Copies a text to the end, with room to grow; that is reserved. */
        TBY_ASSERT(where->n <= *room && g->text_n + *room <= g->text_cap);
        memcpy(g->text + g->text_n, g->text + where->at, where->n);
        memset(g->text + g->text_n + where->n, ' ', *room - where->n);
        where->at = (uint32_t)g->text_n;
        g->text_n += *room;
        add_parts(g, where, tby_graph_text(g, line), separator);
        return TBY_OK;
    }
    add_parts(g, where, tby_graph_text(g, line), separator);
    g->text_n = line.at; /* the line was copied */
    return TBY_OK;
}

tby_rc tby_graph_join_note(tby_graph *g, uint32_t edge, tby_str text,
                           tby_str separator)
{
    tby_edge *e = &g->edges[edge];

    return join_line(g, &e->note, &e->note_room, text, separator);
}

tby_rc tby_graph_join_title(tby_graph *g, tby_str text, tby_str separator)
{
    uint32_t room = 0;

    return join_line(g, &g->title, &room, text, separator);
}

tby_rc tby_graph_set_nags(tby_graph *g, uint32_t edge, tby_str nags)
{
    if (nags.n > TBY_MAX_NAGS)
        return TBY_E_LIMIT;
    TBY_TRY(reserve_text(g, nags.n, &nags));
    g->edges[edge].nags = (tby_span){(uint32_t)g->text_n, (uint32_t)nags.n};
    if (nags.n)
        memcpy(g->text + g->text_n, nags.p, nags.n);
    g->text_n += nags.n;
    return TBY_OK;
}

tby_rc tby_graph_add_nag(tby_graph *g, uint32_t edge, uint8_t nag)
{
    tby_str old = tby_graph_text(g, g->edges[edge].nags);
    char all[TBY_MAX_NAGS];

    if (!nag || memchr(old.p, nag, old.n))
        return TBY_OK;
    if (old.n >= TBY_MAX_NAGS)
        return TBY_E_LIMIT;
    memcpy(all, old.p, old.n);
    all[old.n] = (char)nag;
    return tby_graph_set_nags(g, edge, (tby_str){all, old.n + 1});
}
