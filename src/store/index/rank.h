/* rank.h - what games are ranked by: larger first, and of two alike the smaller
 * id.  A rating that is not known counts 0. */
#ifndef TBY_STORE_INDEX_RANK_H
#define TBY_STORE_INDEX_RANK_H

#include "tabiya/base.h"

/* By mean rating, then date. */
static inline uint64_t store_rank_elo(uint32_t white, uint32_t black,
                                      uint32_t date)
{
    return (uint64_t)(white + black) << 32 | date;
}

/* By date, then mean rating. */
static inline uint64_t store_rank_date(uint32_t white, uint32_t black,
                                       uint32_t date)
{
    return (uint64_t)date << 32 | (white + black);
}

#endif
