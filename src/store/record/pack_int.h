/* pack_int.h - what taking apart and putting together share. */
#ifndef TBY_STORE_RECORD_PACK_INT_H
#define TBY_STORE_RECORD_PACK_INT_H

#include "store/record/notes.h"
#include "store/record/pack.h"
#include "store/record/tags.h"
#include "tabiya/fen.h"
#include "tabiya/limits.h"
#include "tabiya/outcome.h"

/* The first byte of EXTRA_HEAD; one byte for each tag follows. */
enum {
    PACK_NO_RESULT = 1, /* the movetext did not end with a result */
    PACK_FEN_TAG = 2,   /* the start was given by a tag */
    PACK_START = 4,     /* the first text is the FEN of the start */
    PACK_FLAGS = 7
};

struct store_packer {
    tby_alloc alloc;
    store_code *codes;
    size_t codes_cap;
    tby_history history;
    tby_buf part[EXTRA_PARTS], extra;
    notes_writer notes;
    uint8_t ids[TBY_MAX_TAGS];      /* of the tags */
    uint8_t follows[TAG_OTHER + 1]; /* the tag that came last behind each */
    char fen[TBY_FEN_MAX];
    const tby_record *record; /* of the game, or NULL */
    store_rename *rename;     /* NULL: players are called as they are spelled */
    void *rename_ctx;
};

/* The codes of the main line, how many, and the board at the end, without its
 * key and counters.  TBY_E_STORE_FIT, TBY_E_NOMEM. */
TBY_MUST_USE tby_rc pack_moves(store_packer *p, const tby_game *g,
                               uint32_t *plies, tby_pos *end);

/* Sets the category; the names and the number of plies must be there. */
TBY_MUST_USE tby_rc pack_ending(store_packer *p, const tby_game *g,
                                const tby_pos *end, store_packed *out);

/* Judges a FEN as readers of games do.  TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc pack_read_fen(tby_str fen, tby_pos *out);

#endif
