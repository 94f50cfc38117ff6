/* query.h - the questions of ops.h, answered from the rows of a database: what
 * a backend that has rows puts into its table. */
#ifndef TBY_STORE_QUERY_QUERY_H
#define TBY_STORE_QUERY_QUERY_H

#include "store/rows.h"

TBY_MUST_USE tby_rc tby__query_position(tby_store *s, const tby_pos *pos,
                                        const tby_filter *filter,
                                        const tby_position_wanted *wanted,
                                        tby_position_answer *out);
TBY_MUST_USE tby_rc tby__query_find(tby_store *s, const tby_filter *filter,
                                    tby_games_order order, uint64_t offset,
                                    uint64_t limit, tby_games_answer *out);
TBY_MUST_USE tby_rc tby__query_moves(tby_store *s, const tby_filter *filter,
                                     uint64_t offset, uint64_t limit,
                                     tby_moves_answer *out);
TBY_MUST_USE tby_rc tby__query_players(tby_store *s, tby_str name,
                                       const tby_filter *filter,
                                       uint64_t offset, uint64_t limit,
                                       tby_players_answer *out);
TBY_MUST_USE tby_rc tby__query_spellings(tby_store *s, tby_str name,
                                         tby_players_answer *out);

#endif
