/* etag.c - names of what a body was, so that nobody overwrites what he has not
 * seen, and nobody loads what he has. */
#include "app/server/http/request.h"

#include "core/base/checksum.h"
#include "core/base/str.h"

#include <stdio.h>

void tby__etag_of(tby_str bytes, char out[ETAG_ROOM])
{
    (void)snprintf(out, ETAG_ROOM, "\"%016llx-%zx\"",
                   (unsigned long long)tby_checksum(bytes.p, bytes.n), bytes.n);
}

bool tby__etag_listed(const char *list, const char *etag, bool weak)
{
    tby_str rest = tby_str_of(list), one;

    while (tby_str_field(&rest, ',', &one)) {
        one = tby_str_trim(one);
        if (weak && tby_str_starts(one, TBY_STR("W/")))
            one = tby_str_from(one, 2);
        if (tby_str_is(one, etag) || tby_str_is(one, "*"))
            return true;
    }
    return false;
}

bool tby__etag_fresh(request *r, const char *etag)
{
    const char *seen = tby__request_header(r, "If-None-Match");

    if (!seen || !tby__etag_listed(seen, etag, true))
        return false;
    tby__reply_empty(r, MHD_HTTP_NOT_MODIFIED);
    tby__reply_header(r, "ETag", etag);
    return true;
}
