/* console.h - what the files of the console share.
 *
 * A console is a tree of moves with a cursor, and commands that change or ask.
 * A command prints to c->out; the line mode points that at standard output, the
 * screen at a text that it shows.  All answers come from core, store and work.
 */
#ifndef TBY_APP_CONSOLE_CONSOLE_H
#define TBY_APP_CONSOLE_CONSOLE_H

#include "app/text/answers.h"
#include "core/base/buf.h"
#include "core/base/str.h"
#include "tabiya/drill.h"
#include "tabiya/search.h"
#include "tabiya/tree.h"
#include "work/console.h"
#include "work/rep/rep.h"

#include <limits.h>

enum {
    CONSOLE_UNDO = 64,           /* steps that can be taken back */
    CONSOLE_CHOICES = 300,       /* moves of a position: more than are legal */
    CONSOLE_TEXT_MOST = 1 << 26, /* bytes of a game as PGN */
    CONSOLE_PAGE = 20,           /* games of a list at once */
    CONSOLE_DBS = 8              /* databases that are open at once */
};

/* The game and the cursor at some moment. */
typedef struct console_moment {
    tby_buf pgn;
    tby_buf way; /* tby_move after tby_move, from the start to the cursor */
} console_moment;

/* Where a move begins in the printed tree. */
typedef struct console_spot {
    size_t at;
    uint32_t move;
} console_spot;

/* What may be played next, and who says so. */
typedef struct console_choice {
    tby_move move;
    bool own, rep;
    double book;     /* percent; negative: not in the book */
    tby_score score; /* of the database; no games: not there */
    char san[TBY_SAN_MAX];
} console_choice;

typedef struct console_choices {
    size_t n;
    console_choice at[CONSOLE_CHOICES];
} console_choices;

typedef struct console_db {
    char path[PATH_MAX];
    tby_store *store;
    tby_position_answer position; /* of the position `asked` */
    uint64_t asked;               /* key; valid if `known` */
    bool known;
} console_db;

typedef struct console console;
typedef struct console_command {
    const char *name, *args, *summary, *about;
    tby_rc (*run)(console *c, tby_str args);
    int n;     /* for a function of several commands */
    bool game; /* it moves the cursor or changes the game: not in a drill */
} console_command;

struct console {
    const tby_console_options *options;
    FILE *out; /* of the command that runs */
    bool flip;
    tby_look look;

    /* the game */
    tby_tree tree;
    uint32_t at; /* the cursor: a move, TBY_NONE: the start */
    console_moment past[CONSOLE_UNDO], future[CONSOLE_UNDO];
    size_t past_n, future_n;
    console_moment now; /* as it was after the last change */
    char *autosave;     /* NULL: nothing is kept */
    int lock;           /* of the place where it is */
    unsigned place;
    bool unsaved;    /* changed since it was loaded or saved */
    size_t shown_at; /* byte of the printed tree where the cursor is */
    tby_buf shown;   /* console_spot of each move of it */

    /* what is asked */
    console_db dbs[CONSOLE_DBS];
    size_t dbs_n, db;    /* db: the one that is asked, if dbs_n */
    store_filter filter; /* of the list of games */
    tby_buf list;        /* tby_move_hit of it that were shown; ply 0: any */
    uint64_t list_total;
    uint64_t lists; /* that were begun */
    size_t list_at; /* of them the one that was chosen */
    char rep_path[PATH_MAX], pgn_path[PATH_MAX];
    tby_rep rep;
    bool has_rep;
    tby_book_file book;
    bool has_book;
    tby_tables *tables;
    tby_search *search; /* of openings; NULL: nothing was searched for */

    /* the engine */
    tby_engine engine;
    char engine_path[PATH_MAX];
    tby_engine_limit limit;
    tby_analysis analysis;
    tby_pos thinking_of;
    bool engine_on, live; /* live: the screen asks it while it thinks */
    bool threat;          /* it is asked what the other side would play */

    tby_drill *drill; /* NULL: none */
    bool drill_due;   /* it asks cards */
    tby_cards *cards;
    tby_buf cards_path;

    tby_buf line, kept; /* what was typed last; and for the list of games */
    tby_str text;       /* the line that is done */

    /* the command that failed last */
    tby_rc rc;
    size_t at_byte; /* of its line */
    char why[600];
    char about[PATH_MAX]; /* a file, instead of a place in the line */
    bool quit;
    char greeting[256];        /* what was said before the screen began */
    atomic_bool *stop;         /* Ctrl-C; or NULL */
    const atomic_bool *hangup; /* the program is to end; or NULL */
    const console_command *command;
};

/* --- the game (game.c) ----------------------------------------------------*/

const tby_pos *tby__con_pos(const console *c);

/* The moves from the start to the cursor, appended as tby_move; how many. */
size_t tby__con_way(const console *c, uint32_t to, tby_buf *out);

/* After each change of the tree: it can be undone, and is kept on the disk. */
TBY_MUST_USE tby_rc tby__con_changed(console *c);

/* Takes a step back (or forward).  TBY_DONE: there is none. */
TBY_MUST_USE tby_rc tby__con_undo(console *c, bool forward);

/* Brings the game back as it was after the last change. */
TBY_MUST_USE tby_rc tby__con_restore(console *c);

/* Puts a game in place of the one that is there; the cursor is at its end or,
 * if *seek is not NULL and the game has it, at that position, or after so many
 * plies if ply is not 0. */
TBY_MUST_USE tby_rc tby__con_take_game(console *c, const tby_game *g,
                                       const tby_pos *seek, uint32_t ply);

/* Begins with an empty board; takes over what was kept, and says so. */
TBY_MUST_USE tby_rc tby__con_game_open(console *c, bool keep);
void tby__con_game_close(console *c);

/* "12. Nf3", "12... Nf6"; buf has room for TBY_SAN_MAX + 16. */
void tby__con_move_text(const console *c, uint32_t move, char *buf, size_t cap);

/* --- commands (commands.c) ------------------------------------------------*/

/* Each file has a table of its own; a name of NULL ends it. */
extern const console_command tby__con_walk[], tby__con_look[], tby__con_ask[],
    tby__con_files[], tby__con_drill[];

/* Does what a line says: a command, or moves.  *c has why it failed. */
tby_rc tby__con_run(console *c, tby_str line);

/* Reports a failure; gives rc back.  The byte is found from a part of the line
 * that is to blame; p NULL: the line itself. */
__attribute__((format(printf, 4, 5))) tby_rc
tby__con_fail(console *c, tby_rc rc, tby_str blame, const char *format, ...);
tby_rc tby__con_refuse(console *c, tby_rc rc); /* in the words of the code */
tby_rc tby__con_fail_file(console *c, const char *path, tby_rc rc,
                          const char *why);

/* A number from 1 on; one if there is none.  False after a failure. */
bool tby__con_number(console *c, tby_str args, uint64_t most, uint64_t *out);

/* Completes what a line ends with: `text` is to stand there from byte *from on.
 * Returns how many may; they go to the list, too. */
enum { CONSOLE_MORE = 256, CONSOLE_OFFERS = 40 };
size_t tby__con_complete(console *c, tby_str line, size_t *from, FILE *list,
                         char text[CONSOLE_MORE]);

/* --- questions (ask.c, panel.c, files.c, drill.c) --------------------------*/

/* Says where the cursor is; plays the moves of a line; begins a game. */
tby_rc tby__con_where(console *c);
tby_rc tby__con_play(console *c, tby_str line);
tby_rc tby__con_clear(console *c, tby_str args);

void tby__con_choices_of(console *c, console_choices *out);
void tby__con_print_status(console *c, FILE *out);
void tby__con_print_name(console *c, FILE *out);
void tby__con_print_choices(console *c, FILE *out, bool wide);
void tby__con_print_glyphs(const console *c, uint32_t move, FILE *out);
void tby__con_print_tree(console *c, FILE *out);

/* Goes to the move that has a byte of the tree as it was printed last. */
void tby__con_go_to_shown(console *c, size_t byte);

/* What a person reads of a comment, arrows and squares too; `all`: clocks and
 * evaluations as well.  False: there is no such thing. */
struct tby_command;
bool tby__con_is_arrows(const struct tby_command *mark);
bool tby__con_print_comment(FILE *out, const char *before, tby_str comment,
                            bool all);
void tby__con_print_engine(console *c, FILE *out);

/* The database that is asked; NULL: none is open. */
console_db *tby__con_db(console *c);

/* Asks a database about the position unless that is known.  NULL: there is no
 * database, or it failed. */
const tby_position_answer *tby__con_position(console *c, console_db *db);

tby_move_hit tby__con_listed(const console *c, size_t i);
void tby__con_choose_db(console *c, size_t n);
void tby__con_print_dbs(console *c, FILE *out);

/* The openings that fit what was typed best; how many. */
size_t tby__con_find_openings(console *c, tby_str text, tby_search_hit *out,
                              size_t room);

/* Opens what the options name.  TBY_OK, or what was reported. */
TBY_MUST_USE tby_rc tby__con_open_files(console *c);

/* The first game of a PGN, *games in all, or, if it has no tags, moves to
 * play. */
tby_rc tby__con_paste(console *c, tby_str text, size_t *games);

/* The engine, while the screen goes on: starts, follows the cursor, reads what
 * has come.  True if there is something new. */
bool tby__con_engine_poll(console *c);

/* The position that the engine is asked about: that of the cursor or, for
 * threats, with the other side to move. */
tby_pos tby__con_engine_pos(const console *c);

/* A move in a drill: right or wrong. */
tby_rc tby__con_drill_move(console *c, tby_move m, tby_str word);

/* --- the two faces --------------------------------------------------------*/

typedef struct console_history console_history;
console_history *tby__con_history_open(bool keep);
void tby__con_history_close(console_history *h);
void tby__con_history_add(console_history *h, const char *line);
/* The line so many before the next one, from 1; NULL: there is none. */
const char *tby__con_history_get(console_history *h, int back);

/* The table of keys, for `help keys`. */
void tby__con_print_keys(FILE *out);

tby_rc tby__con_screen(console *c);

#endif
