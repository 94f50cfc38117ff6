/* source_files.c - the files of an archive, one by one: which are wanted? */
#include "io/stream/source_impl.h"

#include <string.h>

enum { PASSED_MAX = 1 << 16 }; /* bytes of names that wait to be told */

/* Remembers a file that is not wanted; those that there is no room for are told
 * as "...". */
static void pass_over(tby_source *s)
{
    size_t room = PASSED_MAX - s->passed.n;

    if (room < 8)
        return;
    tby_buf_cstr(&s->passed, strlen(s->file) + 8 < room ? s->file : "...");
    tby_buf_char(&s->passed, '\0');
}

static void tell_passed(tby_source *s, const tby_source_choice *choice)
{
    for (size_t at = 0; at < s->passed.n; at += strlen(s->passed.p + at) + 1)
        choice->passed(choice->ctx, s->passed.p + at);
    tby_buf_clear(&s->passed);
}

static tby_rc find_wanted(tby_source *s, const tby_source_choice *choice)
{
    tby_rc rc;

    while ((rc = s->codec->next(s)) == TBY_OK) {
        if (s->all || choice->wanted(s->file)) {
            s->any = true;
            return TBY_OK;
        }
        pass_over(s);
    }
    s->file[0] = '\0';
    return rc;
}

tby_rc tby_source_next(tby_source *s, const tby_source_choice *choice)
{
    bool first = !s->split;

    tby_source_begin(s);
    s->split = true;
    if (s->rc < 0)
        return s->rc;
    if (!first && !s->file[0]) /* the last one has ended */
        return TBY_DONE;
    if (!s->codec->next)
        return TBY_OK;
    if (first)
        tby_buf_init(&s->passed, NULL, PASSED_MAX);
    s->rc = find_wanted(s, choice);
    if (!s->any && s->passed.n) { /* none has such a name */
        tby_buf_clear(&s->passed);
        s->all = true;
        s->rc = s->codec->again(s);
        if (s->rc == TBY_OK)
            s->rc = find_wanted(s, choice);
    }
    tell_passed(s, choice);
    return s->rc;
}

const char *tby_source_file(const tby_source *s)
{
    return s->file;
}
