/* pack.h - bytes in memory, packed. */
#ifndef TBY_IO_STREAM_PACK_H
#define TBY_IO_STREAM_PACK_H

#include "core/base/buf.h"

/* Appends the bytes as a gzip file, as small as it gets.  TBY_E_NOMEM,
 * TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_pack_gzip(tby_str bytes, tby_buf *out);

/* The same as one zstd frame with its own sum. */
TBY_MUST_USE tby_rc tby_pack_zstd(tby_str bytes, int level, tby_buf *out);

#endif
