/* text.h - tags, comments and glyphs of PGN as values. */
#ifndef TBY_CORE_GAME_PGN_TEXT_H
#define TBY_CORE_GAME_PGN_TEXT_H

#include "core/game/pgn/lex.h"
#include "tabiya/game.h"

/* Adds a tag: escapes resolved, Windows-1252 turned into UTF-8 and counted. */
TBY_MUST_USE tby_rc tby_pgn_add_tag(tby_game *g, tby_str name, tby_str value,
                                    uint32_t *latin1);

/* Adds a comment the same way; line breaks become spaces, spaces at the ends
 * are dropped. */
TBY_MUST_USE tby_rc tby_pgn_add_comment(tby_game *g, tby_str text,
                                        uint32_t *latin1);

/* Reads $12 or a run of ! and ? at the cursor and passes it; 256 if it is no
 * glyph. */
unsigned tby_pgn_nag(struct pgn_cursor *c);

/* The number of a glyph that is written in signs or letters (+-, N); 0 if the
 * word is none. */
unsigned tby_pgn_glyph(tby_str word);

/* The suffix for glyphs 1 to 6, NULL for others.  Static. */
const char *tby_pgn_suffix(unsigned nag);

/* True for a variant whose rules are those of chess or Chess960; p == NULL is
 * chess. */
bool tby_pgn_variant(tby_str variant, bool *chess960);

tby_result tby_pgn_result_tag(tby_str value);

#endif
