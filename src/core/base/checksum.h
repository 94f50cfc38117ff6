/* checksum.h - a number that tells damaged bytes from sound ones.
 *
 * Four independent lanes take the bytes as words of eight, so that it costs
 * less than reading the bytes from memory does.  It is part of file formats:
 * docs/formats/names.md says how it is computed. */
#ifndef TBY_CORE_BASE_CHECKSUM_H
#define TBY_CORE_BASE_CHECKSUM_H

#include "tabiya/base.h"

/* Any change within eight aligned bytes changes the 64 bits; where 32 are
 * enough, take the lower ones. */
uint64_t tby_checksum(const void *bytes, size_t n);

#endif
