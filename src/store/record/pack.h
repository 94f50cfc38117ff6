/* pack.h - a game taken apart into what the database keeps, and put together.
 *
 *     columns   numbers and names that every query may ask for
 *     codes     the main line (code.h)
 *     extra     whatever else the game says: the order of its tags, the tags
 *               without a column, values that a column does not say exactly,
 *               comments, glyphs, variations, clocks, evaluations, the set-up
 *
 * tby__store_unpack(tby__store_pack(game)) is the same game (tby_game_same()).
 * Packing knows no database and may be done on any thread. */
#ifndef TBY_STORE_RECORD_PACK_H
#define TBY_STORE_RECORD_PACK_H

#include "core/base/buf.h"
#include "store/record/code.h"
#include "store/record/columns.h"
#include "tabiya/game.h"

/* A game in parts.  The pointers go into the packer or into what they were
 * read from. */
typedef struct store_packed {
    uint32_t column[STORE_COLUMNS]; /* of names: not set, see names */
    tby_str names[STORE_NAMES];     /* p NULL: the game has no such tag */
    const store_code *codes;        /* column[STORE_PLIES] of them */
    tby_str extra;
} store_packed;

typedef struct store_packer store_packer; /* memory, kept from game to game */

TBY_MUST_USE tby_rc tby__packer_open(store_packer **out);
void tby__packer_close(store_packer *p); /* NULL is allowed */

/* From now on a player is kept under the name that this gives for how he is
 * spelled, while the game keeps its spelling; NULL: as he is spelled. */
typedef tby_str store_rename(void *ctx, tby_str spelling);
void tby__packer_rename(store_packer *p, store_rename *rename, void *ctx);

/* Gives the next game's record, so that it is not played again. */
void tby__packer_record(store_packer *p, const tby_record *record);

/* Takes a sound game apart; *out is valid until the next call.
 * TBY_E_NOMEM; TBY_E_STORE_FIT: a game too long for its fields. */
TBY_MUST_USE tby_rc tby__store_pack(store_packer *p, const tby_game *g,
                                    store_packed *out);

/* Puts it together again; all of *in must be set.  The former content of *g is
 * dropped.  TBY_E_NOMEM; TBY_E_STORE_DAMAGED: these bytes make no game. */
TBY_MUST_USE tby_rc tby__store_unpack(const store_packed *in, tby_game *g);

/* What the first move is played in, out of the extra of a game with
 * STORE_IS_SETUP.  TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc tby__store_setup(tby_str extra, tby_pos *out);
/* The FIDE ids of White and Black, 0: it says none. */
TBY_MUST_USE tby_rc tby__store_fides(tby_str extra, uint32_t out[2]);

/* Clocks and evaluations of the main line by ply, for the table of moves:
 * value[i] belongs to ply i + 1.  `clock` in seconds, -1 unknown; `eval` in
 * pawns from White's view, NaN unknown; `mate` moves, 0 none; `nag` the first
 * glyph or 0.  Each array has room for all plies, or is NULL. */
typedef struct store_marks {
    double *clock, *eval;
    int16_t *mate;
    uint8_t *nag;
} store_marks;
TBY_MUST_USE tby_rc tby__marks_read(const store_packed *in, store_marks *out);

/* --- many games in one row ------------------------------------------------*/

enum {
    STORE_BLOCK = 256,      /* games of a block */
    STORE_ROW_BYTES = 4040, /* of a row that fills a page of SQLite's */
    STORE_EXTRA_MAX = (16 << 20) - 1, /* bytes of an extra */
    STORE_PLIES_MAX = (1 << 15) - 1
};

/* The moves of up to 256 games: a checksum, how many games, each one's number
 * of plies with STORE_BLOCK_SETUP where it does not begin at the start, then
 * all codes, little-endian.  docs/formats/db.md has the bytes. */
enum { STORE_BLOCK_SETUP = 1 << 15 };

typedef struct store_block_writer {
    tby_buf moves, extras; /* finished by the calls below */
    uint32_t n;
    uint16_t plies[STORE_BLOCK]; /* with the flag */
    uint32_t extra_n[STORE_BLOCK];
    tby_buf codes, texts;
    tby_buf part; /* scratch */
    void *zstd;
} store_block_writer;

void tby__block_init(store_block_writer *w);
void tby__block_clear(store_block_writer *w);
void tby__block_free(store_block_writer *w);
/* TBY_E_NOMEM or TBY_E_STORE_FIT; the block is unchanged then.  There must be
 * room. */
TBY_MUST_USE tby_rc tby__block_add(store_block_writer *w,
                                   const store_packed *game);
/* Would the moves, with another game's, still be a row that fits a page of the
 * file?  A game that is longer has a row of its own. */
bool tby__block_row_fits(const store_block_writer *w, const store_packed *game);
/* The bytes of the two rows; the extras are compressed by zstd, so that this
 * may be worth another thread.  Valid until the writer changes. */
TBY_MUST_USE tby_rc tby__block_moves(store_block_writer *w, tby_str *out);
TBY_MUST_USE tby_rc tby__block_extras(store_block_writer *w, tby_str *out);
/* Fills the writer with the games of two rows, to go on with; empty if that
 * fails. */
TBY_MUST_USE tby_rc tby__block_load(store_block_writer *w, tby_str moves,
                                    tby_str extras);

/* A row of moves, checked as a whole; it points into the bytes, which need not
 * be aligned. */
typedef struct store_moves {
    uint32_t n;
    const uint8_t *codes;        /* little-endian pairs */
    uint16_t plies[STORE_BLOCK]; /* without the flag */
    uint32_t first[STORE_BLOCK]; /* code of each game's first move */
    uint8_t setup[STORE_BLOCK];
} store_moves;
TBY_MUST_USE tby_rc tby__moves_open(store_moves *m, tby_str bytes);
/* And back; or into a writer, to go on with them. */
TBY_MUST_USE tby_rc tby__moves_row(const store_moves *m, tby_buf *out);
TBY_MUST_USE tby_rc tby__block_load_moves(store_block_writer *w,
                                          const store_moves *m);
static inline store_code store_moves_code(const store_moves *m, uint32_t i)
{
    const uint8_t *pair = m->codes + 2 * (size_t)i;

    return (store_code)(pair[0] | pair[1] << 8);
}
/* All of them. */
static inline tby_str store_moves_codes(const store_moves *m)
{
    size_t n = m->n ? m->first[m->n - 1] + (size_t)m->plies[m->n - 1] : 0;

    return (tby_str){(const char *)m->codes, 2 * n};
}

/* A row of extras, unpacked into buf; at[i] .. at[i + 1] is game i's. */
typedef struct store_extras {
    tby_buf buf;
    tby_buf parts; /* scratch */
    void *zstd;
    uint32_t n;
    uint32_t at[STORE_BLOCK + 1];
} store_extras;
void tby__extras_init(store_extras *e);
void tby__extras_free(store_extras *e);
TBY_MUST_USE tby_rc tby__extras_open(store_extras *e, tby_str bytes);
tby_str tby__extras_of(const store_extras *e, uint32_t i);

/* All offsets fit 32 bits: 256 extras of STORE_EXTRA_MAX bytes do. */
#define BLOCK_ROW_MAX ((size_t)UINT32_MAX)

#endif
