/* players_query.h - players.c within a moment of the file. */
#ifndef TBY_STORE_QUERY_PLAYERS_QUERY_H
#define TBY_STORE_QUERY_PLAYERS_QUERY_H

#include "store/rows.h"
#include "store/store.h"

/* tby_store_players() without asking for a moment. */
TBY_MUST_USE tby_rc store_players_query(store_file *f, tby_str name,
                                        const store_filter *filter,
                                        uint64_t offset, uint64_t limit,
                                        tby_players_answer *out);

#endif
