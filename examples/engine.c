/* engine.c - the best move of a position, by an engine that speaks UCI.  Links
 * with tabiya-db.
 *
 *     engine "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" */
#include <stdio.h>
#include <tabiya/engine.h>
#include <tabiya/tabiya.h>

int main(int argc, char **argv)
{
    tby_str fen =
        tby_str_of(argc > 1 ? argv[1] : "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -");
    tby_engine_choice hash = {tby_str_of("Hash"), tby_str_of("16")};
    tby_engine_limit limit = {.depth = 10};
    tby_engine_event event = {.kind = TBY_ENGINE_READY};
    tby_engine *e;
    tby_line line;
    tby_faults faults;
    tby_err err;
    char san[TBY_SAN_MAX], why[512];
    tby_rc rc = tby_line_parse(fen, NULL, &line, &faults, &err);

    if (rc != TBY_OK || (rc = tby_engine_open(&e, NULL, &hash, 1)) != TBY_OK) {
        fprintf(stderr, "%s\n", tby_rc_text(rc));
        return 2;
    }
    rc = tby_engine_search(e, &line.pos, &limit);
    while (rc == TBY_OK && event.kind != TBY_ENGINE_BEST)
        rc = tby_engine_next(e, 60, &event);
    if (rc == TBY_OK) {
        tby_san_write(&line.pos, event.best, san);
        puts(san);
    } else {
        tby_engine_why(e, why, sizeof why);
        fprintf(stderr, "%s\n", why);
    }
    tby_engine_free(e);
    tby_line_free(&line);
    return rc == TBY_OK ? 0 : 2;
}
