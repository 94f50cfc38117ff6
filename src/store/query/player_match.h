/* player_match.h - the players that a name fits. */
#ifndef TBY_STORE_QUERY_PLAYER_MATCH_H
#define TBY_STORE_QUERY_PLAYER_MATCH_H

#include "store/rows.h"

/* Every player whose name store_name_fits() what is asked for, until each() is
 * not TBY_OK, which is the outcome then. */
TBY_MUST_USE tby_rc store_player_match(store_file *f, tby_str wanted,
                                       tby_rc (*each)(void *ctx, uint32_t id),
                                       void *ctx);

#endif
