/* db_fens.c - the positions that db.c asks about, for a peer to be asked about.
 *
 *     db_fens DATABASE N */
#include "draw.h"
#include "tabiya/fen.h"

int main(int argc, char **argv)
{
    char fen[TBY_FEN_MAX];

    if (argc != 3)
        die("usage: db_fens DATABASE N");
    draw d = draw_open(argv[1]);
    for (long n = strtol(argv[2], NULL, 10); n > 0; n--) {
        tby_pos pos = draw_position(&d);
        tby_fen_write_pos(&pos, fen, sizeof fen);
        puts(fen);
    }
    draw_close(&d);
    return 0;
}
