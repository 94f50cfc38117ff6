#include "io/stream/pack.h"

#include <limits.h>
#include <zlib.h>
#include <zstd.h>

enum { GZIP = 16, MEMORY = 9 }; /* as zlib has it */

static tby_rc pack(z_stream *z, tby_str bytes, tby_buf *out)
{
    size_t most = deflateBound(z, (uLong)bytes.n);
    char *room = most <= UINT_MAX ? tby_buf_room(out, most) : NULL;
    union {
        const char *given;
        Bytef *p;
    } in = {bytes.p};

    if (!room)
        return out->rc != TBY_OK ? out->rc : TBY_E_LIMIT;
    z->next_in = in.p;
    z->avail_in = (uInt)bytes.n;
    z->next_out = (Bytef *)room;
    z->avail_out = (uInt)most;
    if (deflate(z, Z_FINISH) != Z_STREAM_END)
        return TBY_E_LIMIT;
    out->n += most - z->avail_out;
    return TBY_OK;
}

tby_rc tby_pack_gzip(tby_str bytes, tby_buf *out)
{
    z_stream z = {.opaque = Z_NULL};

    if (bytes.n > UINT_MAX)
        return TBY_E_LIMIT;
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP + MAX_WBITS,
                     MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return TBY_E_NOMEM;
    tby_rc rc = pack(&z, bytes, out);
    deflateEnd(&z);
    return rc;
}

tby_rc tby_pack_zstd(tby_str bytes, int level, tby_buf *out)
{
    size_t most = ZSTD_compressBound(bytes.n);
    char *room = tby_buf_room(out, most);
    ZSTD_CCtx *z = room ? ZSTD_createCCtx() : NULL;

    if (!z)
        return out->rc != TBY_OK ? out->rc : TBY_E_NOMEM;
    ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
    size_t n = ZSTD_compress2(z, room, most, bytes.p, bytes.n);
    ZSTD_freeCCtx(z);
    if (ZSTD_isError(n))
        return TBY_E_NOMEM;
    out->n += n;
    return TBY_OK;
}
