/* database.c - files of games into a database, and what was played in a
 * position.  Links with tabiya-db.
 *
 *     database games.tdb games.pgn "1. e4 c5" */
#include <stdio.h>
#include <tabiya/import.h>
#include <tabiya/tabiya.h>

static int fail(tby_store *s, const char *what, tby_rc rc)
{
    const char *why = s ? tby_store_error_text(s) : "";

    fprintf(stderr, "%s: %s\n", what, *why ? why : tby_rc_text(rc));
    tby_store_close(s);
    return 2;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "games.tdb";
    const char *file = argc > 2 ? argv[2] : "samples/games.pgn";
    tby_str moves = tby_str_of(argc > 3 ? argv[3] : "1. e4 c5");
    tby_store *s;
    tby_import_count count;
    tby_line line;
    tby_faults faults;
    tby_err err;
    tby_position_answer a;
    tby_rc rc = tby_store_open(&s, path, TBY_STORE_WRITE);

    if (rc != TBY_OK || (rc = tby_store_import(s, file, NULL, &count)) < 0)
        return fail(s, path, rc);
    printf("%llu of %llu games imported\n", (unsigned long long)count.imported,
           (unsigned long long)count.games);

    rc = tby_line_parse(moves, NULL, &line, &faults, &err);
    if (rc != TBY_OK || (rc = tby_store_position(s, &line.pos, NULL, NULL, &a)))
        return fail(s, moves.p, rc);
    for (size_t i = 0; i < a.moves_n; i++)
        printf("%-5s %llu games, won by White %llu\n", a.moves[i].san,
               (unsigned long long)a.moves[i].score.games,
               (unsigned long long)a.moves[i].score.white);
    if (a.top_n) {
        tby_game_row row;
        if ((rc = tby_store_row(s, a.top[0], &row)) != TBY_OK)
            return fail(s, path, rc);
        printf("best rated: %.*s - %.*s, %s\n", (int)row.white.n, row.white.p,
               (int)row.black.n, row.black.p, row.date);
    }
    tby_position_free(&a);
    tby_line_free(&line);
    tby_store_close(s);
}
