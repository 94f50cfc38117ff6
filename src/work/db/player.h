/* player.h - what a player has played in a database: scores by colour, year,
 * strength of the opponents and opening. */
#ifndef TBY_WORK_DB_PLAYER_H
#define TBY_WORK_DB_PLAYER_H

#include "store/store.h"

/* Some of the games, seen from the player. */
typedef struct tby_player_part {
    char name[32];  /* "2013", "2600-2699", "B90", "1. e4 c5"; "?": unknown */
    uint32_t order; /* among the parts of a group */
    uint64_t games, won, drawn, lost; /* the rest has no result */
    /* Games with a result and a rated opponent: how many, half points, and the
     * ratings together. */
    uint64_t rated, halves, ratings;
} tby_player_part;

typedef enum tby_player_group {
    TBY_PLAYER_COLORS,
    TBY_PLAYER_YEARS,
    TBY_PLAYER_BANDS,     /* opponents, by a hundred points of rating */
    TBY_PLAYER_WHITE,     /* openings with White, by first move */
    TBY_PLAYER_WHITE_ECO, /* and by code, most games first */
    TBY_PLAYER_BLACK,     /* with Black, by the first two moves */
    TBY_PLAYER_BLACK_ECO,
    TBY_PLAYER_GROUPS
} tby_player_group;

typedef struct tby_player_report {
    tby_player_part all;
    struct {
        tby_player_part *at;
        size_t n, cap;
    } groups[TBY_PLAYER_GROUPS];
} tby_player_report;

/* Of the games that fit a filter, which has a player.  What asking gives, or
 * TBY_E_NOMEM.  Free it in any case. */
TBY_MUST_USE tby_rc tby_player_report_open(tby_player_report *p, tby_store *s,
                                           const store_filter *filter);
void tby_player_report_free(tby_player_report *p);

/* The mean rating of rated opponents and, 800 points from it at most, the
 * rating at which the score against these would be expected; 0: none was. */
double tby_player_opponents(const tby_player_part *p);
double tby_player_performance(const tby_player_part *p);

#endif
