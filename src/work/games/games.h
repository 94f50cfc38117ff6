/* games.h - the games of a file, however it is compressed and however large.
 *
 * The text is read in blocks; each block is cut where a game begins and read
 * on some thread, and what comes out is handed to the caller in the order of
 * the file.  Places, counts and order do not depend on the size of the blocks
 * or the number of threads.
 *
 * What the games are written in shows in the first bytes: PGN, .cdb or .jsonl.
 * A file in UTF-16 is read as the same in UTF-8, whose bytes are counted then.
 * What is no file of games at all gives no games but one fault: TBY_E_FILE_KIND
 * if it is known to be something else (see kind.h), TBY_E_NO_GAME if it is text
 * of at most 64 KiB in which nothing belongs to a game.
 *
 * The files of an archive are read one by one, each for itself: no game goes on
 * in the next.  Those whose names are not those of games are passed over,
 * unless all are such.
 *
 * A compressed file is decompressed on the caller's thread while others read
 * games: several, of which the caller's is one when nothing is left to unpack,
 * or the single one that was asked for.
 *
 * Memory: about 20 MB; for one game as much as limits.h allows, and for a
 * packed file what source.h says. */
#ifndef TBY_WORK_GAMES_GAMES_H
#define TBY_WORK_GAMES_GAMES_H

#include "core/base/buf.h"
#include "core/base/diag.h"
#include "tabiya/pgn.h"

typedef enum tby_games_format {
    TBY_GAMES_PGN,
    TBY_GAMES_CDB,
    TBY_GAMES_JSONL
} tby_games_format;

enum { TBY_GAMES_FORMATS = TBY_GAMES_JSONL + 1 };

/* The format that a file has by its name, which may end with .gz or .zst after
 * it.  False if it is no name for games; *out may be NULL. */
bool tby_games_format_named(const char *path, tby_games_format *out);

/* --- what is reported while reading ----------------------------------------*/

typedef struct tby_games_fault {
    tby_rc code;
    tby_severity severity; /* TBY_ERROR, or TBY_WARNING of a sound game */
    const char *member;    /* which file of an archive, "" outside of one: it is
                            * what offset and place are counted in */
    uint64_t game;    /* its number in the file, from 1; 0: the file itself */
    uint64_t offset;  /* byte of the decompressed file */
    tby_place place;  /* line 0 if the format has no lines, or none was read */
    const char *text; /* a sentence, valid during the call */
} tby_games_fault;

/* One game on its way through a visitor. */
typedef struct tby_games_item {
    tby_game *game;  /* may be changed */
    uint64_t id;     /* in a database; 0: it is one of a file */
    tby_rc error;    /* TBY_OK, or why the rest of it could not be read */
    uint32_t latin1; /* texts that were not UTF-8 */
    tby_str text;    /* of PGN its bytes, of other formats none */
    const uint16_t
        *facts; /* of its main line, see core/game/pgn/write.h; or NULL */
    /* May be set for a sound game that cannot be used: it is reported as a
     * fault at the game's first byte, and counted as refused. */
    tby_rc refusal;
    const char *why; /* NULL, or a better sentence than its own; static */
} tby_games_item;

/* Callbacks that get the games.  Any function may be NULL.
 *
 * A part holds what is wanted of the games of one block.  There are as many as
 * blocks under way; each is made once and used again after join(). */
typedef struct tby_games_visitor {
    void *ctx;
    void (*begin)(void *ctx); /* on the caller's thread, before each file */
    size_t part_size;         /* bytes of a part, all zero at first */
    /* Makes one ready; and gives back what it holds, ready or not. */
    tby_rc (*part)(void *ctx, void *part);
    void (*drop)(void *ctx, void *part);
    /* On any thread, for each game of the block in order. */
    tby_rc (*game)(void *ctx, void *part, tby_games_item *item);
    /* On the same thread, after the last one. */
    tby_rc (*end)(void *ctx, void *part);
    /* On the caller's thread, in the order of the file: takes what the part
     * has and empties it.  The faults of the block have been reported before.
     */
    tby_rc (*join)(void *ctx, void *part);
    /* On any thread, before game(): looks at the positions of its main line,
     * ply 0 first; its ctx is the part.  PGN is then read no further than it
     * wants, whatever the mode: see tby_pgn.watch.  Of a game that is damaged
     * there may be none. */
    tby_watch *look;
    /* What a part wants the main line of each game to be written to, before
     * game(); asked once for each block. */
    tby_record *(*record)(void *part);
} tby_games_visitor;

/* A part, for who calls a visitor himself.  TBY_E_NOMEM; close it in any case.
 */
TBY_MUST_USE tby_rc tby_games_part_open(const tby_games_visitor *v,
                                        void **part);
void tby_games_part_close(const tby_games_visitor *v, void *part);

/* Callbacks for faults and progress, on the caller's thread and in the
 * order of the file.  Any function may be NULL. */
typedef struct tby_games_listener {
    void *ctx;
    void (*fault)(void *ctx, const tby_games_fault *fault);
    /* A file of an archive that is not read: see above. */
    void (*passed)(void *ctx, const char *member);
    /* Bytes of the file that were used, and that it has (0: not known). */
    void (*progress)(void *ctx, uint64_t done, uint64_t total, uint64_t games);
} tby_games_listener;

/* --- what is counted ------------------------------------------------------*/

/* As many as there are codes. */
enum {
#define TBY_GAMES_ONE(symbol, number, name, sentence) TBY_GAMES_HAS_##symbol,
    TBY_RC_MAP(TBY_GAMES_ONE)
#undef TBY_GAMES_ONE
        TBY_GAMES_KINDS
};

typedef struct tby_games_kind {
    tby_rc code;
    uint64_t n;
    uint64_t fixed; /* warnings that were put right, not in n */
} tby_games_kind;

typedef struct tby_games_sum {
    uint64_t games;           /* all, the damaged ones too */
    uint64_t plies;           /* that could be read, of main lines */
    uint64_t damaged;         /* games with a fault */
    uint64_t refused;         /* sound ones that the visitor could not use */
    uint64_t latin1;          /* texts that were not UTF-8 */
    uint64_t faults;          /* all, those of the file itself too */
    uint64_t warnings, fixed; /* see tby_games_job.warn; none is in both */
    size_t kinds_n;
    /* the faults and the warnings, as first met */
    tby_games_kind kinds[TBY_GAMES_KINDS];
} tby_games_sum;

/* Adds what `from` has to *to. */
void tby_games_add(tby_games_sum *to, const tby_games_sum *from);

/* Counts n faults or, if the code is one, warnings. */
void tby_games_count(tby_games_sum *sum, tby_rc code, uint64_t n);

/* Counts n warnings that were put right. */
void tby_games_count_fixed(tby_games_sum *sum, tby_rc code, uint64_t n);

/* --- reading --------------------------------------------------------------*/

typedef struct tby_games_job {
    const char *path;  /* "-" is standard input */
    unsigned threads;  /* that read games; 0: one for each processor */
    tby_pgn_mode mode; /* of PGN */
    size_t block;      /* bytes of a block; 0: what is good */
    uint64_t faults;   /* so many are reported; all are counted */
    /* Of PGN: says what is odd about sound games, see core/game/pgn/warnings.h,
     * and puts right what is certain, before the visitor has the game.  That is
     * counted as fixed, and not reported; needs a visitor without look(). */
    bool warn, fix;
    bool warn_results;  /* without warn: of results that contradict, no more */
    uint64_t warnings;  /* so many are reported; all are counted */
    tby_faults forgive; /* of set-up positions, see tby_pgn.forgive */
    tby_games_visitor visitor;
    tby_games_listener listener;
} tby_games_job;

typedef struct tby_games_result {
    tby_games_sum sum;
    tby_games_format format; /* of an archive, its last file's */
    uint64_t bytes;          /* of the decompressed file */
    tby_rc file; /* TBY_OK, or why it was not read to its end: reported as the
                  * last fault, even if no more should be reported */
} tby_games_result;

/* Reads a file to its end.  TBY_OK if nothing went wrong on our side, whatever
 * the file is like; TBY_E_NOMEM, TBY_E_IO_THREAD or what the visitor said
 * otherwise.  *out has what was counted in any case. */
TBY_MUST_USE tby_rc tby_games_read(const tby_games_job *job,
                                   tby_games_result *out);

/* The same over n bytes, compressed or not. */
TBY_MUST_USE tby_rc tby_games_read_memory(const tby_games_job *job,
                                          const void *bytes, size_t n,
                                          tby_games_result *out);

/* Appends a game as a format has it.  TBY_E_NOMEM, TBY_E_LIMIT; what does not
 * fit the format, as its writer says. */
TBY_MUST_USE tby_rc tby_games_put(tby_games_format to, const tby_game *g,
                                  tby_buf *out);

/* "pgn", "cdb" or "jsonl".  Static. */
const char *tby_games_format_name(tby_games_format format);

#endif
