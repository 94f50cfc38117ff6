/* block.h - what the two kinds of rows share. */
#ifndef TBY_STORE_RECORD_BLOCK_H
#define TBY_STORE_RECORD_BLOCK_H

#include "store/record/pack.h"

/* All offsets fit 32 bits: 256 extras of STORE_EXTRA_MAX bytes do. */
#define BLOCK_ROW_MAX ((size_t)UINT32_MAX)

#endif
