/* drill.h - what the files of tabiya rep drill share. */
#ifndef TBY_APP_CLI_REP_DRILL_H
#define TBY_APP_CLI_REP_DRILL_H

#include "app/cli/rep/cmd_rep.h"
#include "core/rep/line_text.h"
#include "io/system/lines.h"
#include "work/rep/rep.h"

#include <stdatomic.h>

typedef struct tby_drill_session {
    const tby_cli_call *call;
    const char *file;
    tby_rep rep;
    const tby_graph *graph; /* of rep */
    tby_drill_options options;
    tby_drill *drill;
    tby_line_text trail; /* ways to its positions */
    tby_buf cards_path;  /* with --mode due */
    tby_look look;
    tby_lines input;
    bool echo; /* what is read does not show by itself */
    const atomic_bool *interrupted;
    tby_pos pos;   /* on the board, with the counters of the way to it */
    tby_move last; /* the move that led there */
    bool retrying; /* this round asks only positions of mistakes */
    bool board;    /* it is to be drawn before the next question */
    int code;      /* exit code */
} tby_drill_session;

/* Something that is shown, as text or as JSON. */
typedef enum tby_drill_event {
    TBY_SHOW_BEGIN,   /* what is going to be asked */
    TBY_SHOW_LINE,    /* a line begins at s->pos */
    TBY_SHOW_ASK,     /* it is the player's turn */
    TBY_SHOW_REPLY,   /* the other side moved */
    TBY_SHOW_RIGHT,   /* the player did */
    TBY_SHOW_WRONG,   /* a legal move that is not in the repertoire */
    TBY_SHOW_ILLEGAL, /* no move at all */
    TBY_SHOW_HINT,    /* the right moves */
    TBY_SHOW_LINE_END,
    TBY_SHOW_SUMMARY,
    TBY_SHOW_ONCE_MORE /* what may come after it */
} tby_drill_event;

typedef struct tby_drill_news {
    tby_drill_event event;
    tby_pos before; /* of a move */
    tby_move move;
    uint32_t edge;  /* REPLY, RIGHT: the move in the repertoire */
    bool more_owed; /* RIGHT: another move will be asked for again */
    tby_str typed;  /* ILLEGAL */
} tby_drill_news;

/* Shows it as the call wants it (drill_show.c). */
void tby_drill_show(const tby_drill_session *s, tby_drill_news n);

#endif
