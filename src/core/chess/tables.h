/* tables.h - the constant tables that gen_tables.c prints at build time. */
#ifndef TBY_CORE_TABLES_H
#define TBY_CORE_TABLES_H

#include "tabiya/board.h"

/* The four lines through a square: rank, file and the two diagonals, each cut
 * at the square into what lies below it and what lies above. */
enum { LINE_RANK, LINE_FILE, LINE_DIAGONAL, LINE_ANTIDIAGONAL };
struct tby_ray_pair {
    tby_bb below, above;
};
extern const struct tby_ray_pair tby_table_lines[64][4];

extern const tby_bb tby_table_knight[64];
extern const tby_bb tby_table_king[64];
extern const tby_bb tby_table_pawn[2][64]; /* what a pawn attacks */
extern const tby_bb tby_table_bishop[64];  /* on an empty board */
extern const tby_bb tby_table_rook[64];

/* The squares strictly between two squares of one line, else empty; asked for
 * by bb_between(). */
extern const tby_bb tby_table_between[64][64];

/* Zobrist constants (docs/formats/key.md): piece codes 0, 7, 8 and 15 are no
 * pieces, and their rows are zero. */
struct tby_zobrist {
    uint64_t piece[16][64];
    uint64_t castling[2][8]; /* by colour and file of the rook */
    uint64_t ep[8];          /* by file */
    uint64_t black;          /* Black is to move */
};
extern const struct tby_zobrist tby_zobrist;

/* Slider attacks looked up by the relevant occupied squares, gathered into an
 * index by PEXT; only in builds for x86-64. */
struct tby_pext_entry {
    tby_bb mask;           /* squares whose occupation matters */
    const tby_bb *attacks; /* 1 << popcount(mask) sets */
};
extern const struct tby_pext_entry tby_pext_bishop[64];
extern const struct tby_pext_entry tby_pext_rook[64];

#endif
