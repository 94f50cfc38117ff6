/* game.c - plays a game from its moves and says how it ends, repetition
 * included.
 *
 *     game e4 e5 Nf3 ... */
#include <stdio.h>
#include <tabiya/tabiya.h>

/* A draw by repetition in the shortest way. */
static char *SHUFFLE[] = {"Nf3", "Nf6", "Ng1", "Ng8",
                          "Nf3", "Nf6", "Ng1", "Ng8"};

static int play(tby_pos *pos, tby_history *history, const char *word)
{
    char why[128];
    tby_str text = tby_str_of(word);
    tby_move move;

    if (tby_san_parse(pos, text, TBY_SAN_TOLERANT, &move, NULL) != TBY_OK) {
        tby_san_explain(pos, text, TBY_SAN_TOLERANT, why, sizeof why);
        fprintf(stderr, "%s\n", why);
        return 3;
    }
    tby_pos_play(pos, move);
    return tby_history_add(history, pos) == TBY_OK ? 0 : 4;
}

int main(int argc, char **argv)
{
    char **words = argc > 1 ? argv + 1 : SHUFFLE;
    int n = argc > 1 ? argc - 1 : (int)(sizeof SHUFFLE / sizeof *SHUFFLE);
    tby_pos pos = tby_pos_start();
    tby_history history = {0};
    char fen[TBY_FEN_MAX], key[TBY_KEY_TEXT];
    int status = tby_history_add(&history, &pos) == TBY_OK ? 0 : 4;

    for (int i = 0; i < n && status == 0; i++)
        status = play(&pos, &history, words[i]);
    if (status == 0) {
        tby_fen_write_pos(&pos, fen, sizeof fen);
        tby_key_write(pos.key, key);
        printf("%s\nkey %s, here %zu times\n%s\n", fen, key,
               tby_history_count(&history, &pos),
               tby_outcome_text(tby_outcome_of(&pos, &history)));
    }
    tby_history_free(&history);
    return status;
}
