/* players.h - whether two spellings name the same player. */
#ifndef TBY_CORE_GAME_PLAYERS_H
#define TBY_CORE_GAME_PLAYERS_H

#include "tabiya/base.h"

/* How well a tag such as "Carlsen, Magnus" fits the name that someone writes;
 * the better, the greater.  Case, accents, the order of words and punctuation
 * never matter. */
typedef enum tby_player_fit {
    TBY_PLAYER_NO,
    TBY_PLAYER_SOUNDS, /* so or better, as others would write the letters:
                          "Jussupow" and "Yusupov", "Mueller" and "Müller" */
    TBY_PLAYER_SHORT,  /* the tag has an abbreviation: "Carlsen,M" for "Magnus
                          Carlsen", "Karpov,An" for "Anatoly Karpov" */
    TBY_PLAYER_FITS,   /* every word is there or begun, "carlsen m"; the tag
                          may have more */
    TBY_PLAYER_SAME    /* the same words: "Magnus Carlsen" */
} tby_player_fit;

enum { TBY_PLAYER_WORDS = 16, TBY_PLAYER_TEXT = 256 };

typedef struct tby_player_words {
    char text[TBY_PLAYER_TEXT];
    size_t n;
    struct {
        uint16_t at, n; /* in the text */
    } word[TBY_PLAYER_WORDS];
} tby_player_words;

/* A name that is looked for: its words, and these as they sound. */
typedef struct tby_player_wanted {
    tby_player_words words, sounds;
} tby_player_wanted;

void tby_player_want(tby_player_wanted *w, tby_str name);

/* One word at least must be there as a whole; a letter alone is enough for that
 * only if nothing else is wanted. */
tby_player_fit tby_player_judge(const tby_player_wanted *w, tby_str tag);

/* Does the tag name the player, abbreviated or not?  Of several names, lines,
 * one is enough. */
bool tby_player_is(tby_str tag, tby_str wanted);

#endif
