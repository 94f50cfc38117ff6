/* fuzz_pgn.c - any bytes as PGN: the reader always comes to the end, both
 * modes agree on the main line, a watch that has seen enough does not change
 * where a sound game ends, other tags change nothing else, what was read
 * survives writing and reading, and a text that comes in two pieces is the same
 * as the whole. */
#include "core/game/pgn/warnings.h"
#include "core/game/pgn/write.h"
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <stdlib.h>
#include <string.h>

static void check_round_trip(const tby_game *game)
{
    size_t n = tby_pgn_write(game, NULL, 0);
    char *text = malloc(n + 1);
    tby_pgn pgn;
    tby_game again;
    tby_pgn_report report;

    CHECK(text && tby_pgn_write(game, text, n + 1) == n);
    tby_game_init(&again, NULL);
    tby_pgn_init(&pgn, (tby_str){text, n}, TBY_PGN_ALL);
    CHECK(tby_pgn_next(&pgn, &again, &report) == TBY_OK);
    CHECK(report.error.code == TBY_OK && report.latin1 == 0);
    CHECK(tby_game_same(game, &again));
    CHECK(tby_pgn_next(&pgn, &again, &report) == TBY_DONE);
    tby_game_free(&again);
    free(text);
}

/* The moves outside variations are the moves of the other mode. */
static void check_main_line(const tby_game *all, const tby_game *main_line)
{
    size_t n = 0;
    unsigned depth = 0;

    for (size_t i = 0; i < all->items_n; i++) {
        depth += all->items[i].kind == TBY_ITEM_OPEN;
        depth -= all->items[i].kind == TBY_ITEM_CLOSE;
        if (all->items[i].kind != TBY_ITEM_MOVE || depth)
            continue;
        CHECK(n < main_line->items_n);
        CHECK(main_line->items[n++].move == all->items[i].move);
    }
    CHECK(n == all->plies && n == main_line->plies);
}

static bool look(void *ctx, const tby_pos *pos, uint32_t ply)
{
    const uint32_t *enough = ctx;

    CHECK(tby_key_of(pos) == pos->key && ply <= *enough);
    return ply < *enough;
}

/* The game that `from` is before once more, read up to some ply only. */
static void check_watched(const tby_pgn *from, const tby_game *game,
                          const tby_pgn_report *report, uint32_t enough)
{
    tby_pgn pgn = *from;
    tby_game part;
    tby_pgn_report other;

    tby_game_init(&part, NULL);
    pgn.watch = look;
    pgn.watch_ctx = &enough;
    CHECK(tby_pgn_next(&pgn, &part, &other) == TBY_OK);
    CHECK(other.error.code == TBY_OK && other.end == report->end);
    CHECK(part.result == game->result && part.has_result == game->has_result);
    CHECK(part.plies == (enough < game->plies ? enough : game->plies));
    tby_game_free(&part);
}

/* The text of a sound game with another tag is the same game. */
static void check_retagged(tby_str text, const tby_game *game)
{
    const tby_retag edit = {{"ECO", 3}, {"B9\"0", 4}, false};
    tby_game other;
    tby_pgn pgn;
    tby_pgn_report report;
    tby_buf out;

    tby_buf_init(&out, NULL, SIZE_MAX);
    tby_pgn_retag(text, &edit, 1, &out);
    CHECK(out.rc == TBY_OK);
    tby_game_init(&other, NULL);
    tby_pgn_init(&pgn, tby_buf_str(&out), TBY_PGN_ALL);
    CHECK(tby_pgn_next(&pgn, &other, &report) == TBY_OK);
    tby_str eco = tby_game_tag(&other, "ECO");
    CHECK(eco.n == 4 && memcmp(eco.p, "B9\"0", 4) == 0);
    CHECK(report.error.code == TBY_OK && other.plies == game->plies);
    CHECK(other.items_n == game->items_n && other.result == game->result);
    tby_game_free(&other);
    tby_buf_free(&out);
}

/* The game that `from` is before, of which only some bytes are known, is either
 * not read or is the same. */
static void check_piece(const tby_pgn *from, const tby_game *game,
                        const tby_pgn_report *report, size_t known)
{
    size_t n = known - from->at;
    char *piece = malloc(n + 1); /* so that a byte too far is seen */
    tby_pgn pgn = *from;
    tby_game same;
    tby_pgn_report other;

    CHECK(piece != NULL);
    memcpy(piece, from->text.p + from->at, n);
    tby_game_init(&same, NULL);
    pgn.text = (tby_str){piece, n};
    pgn.at = 0;
    pgn.more = true;
    tby_rc rc = tby_pgn_next(&pgn, &same, &other);
    CHECK(rc == TBY_OK || rc == TBY_E_MORE);
    if (rc == TBY_OK) {
        CHECK(from->at + other.begin == report->begin);
        CHECK(from->at + other.end == report->end);
        CHECK(other.error.code == report->error.code);
        CHECK(other.error.code == TBY_OK ||
              from->at + other.error.at == report->error.at);
        CHECK(other.key == report->key && tby_game_same(&same, game));
    }
    tby_game_free(&same);
    free(piece);
}

/* The warnings so far. */
typedef struct warned {
    const tby_pgn_report *report;
    size_t at;
} warned;

static void check_warning(void *ctx, const tby_pgn_warning *warning)
{
    warned *d = ctx;

    CHECK(tby_pgn_is_warning(warning->code) && *warning->sentence);
    CHECK(warning->at >= d->at && warning->at <= d->report->end);
    d->at = warning->at;
}

/* A sound game, in other ways. */
static void check_sound(const tby_pgn *from, const tby_game *game,
                        const tby_pgn_report *report)
{
    const tby_str text = {from->text.p + report->begin,
                          report->end - report->begin};
    tby_pgn quick = *from;
    tby_game main_line;
    tby_pgn_report other;

    check_round_trip(game);
    tby_game_init(&main_line, NULL);
    quick.mode = TBY_PGN_MAINLINE;
    CHECK(tby_pgn_next(&quick, &main_line, &other) == TBY_OK);
    CHECK(other.error.code == TBY_OK && other.key == report->key);
    check_main_line(game, &main_line);
    warned seen = {report, report->begin};
    tby_pgn_warn(game, from->text, report, check_warning, &seen);
    CHECK(tby_pgn_repair(&main_line, &other.last) != TBY_E_NOMEM &&
          main_line.has_result);
    tby_game_free(&main_line);
    if (game->tags_n) /* without, what looks like half a tag is none */
        check_retagged(text, game);
    check_watched(from, game, report, 0);
    check_watched(from, game, report, game->plies / 2);
    check_watched(from, game, report, game->plies);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_pgn pgn, before;
    tby_game game;
    tby_pgn_report report;
    size_t last = 0, games = 0;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, (tby_str){(const char *)data, size}, TBY_PGN_ALL);
    before = pgn;
    for (; tby_pgn_next(&pgn, &game, &report) == TBY_OK; before = pgn) {
        CHECK(report.begin >= last && report.end > report.begin);
        CHECK(report.end <= size && report.error.at <= size);
        last = report.end;
        games++;
        /* once before its end, and once behind it */
        size_t length = report.end - report.begin, rest = size - report.end;
        check_piece(&before, &game, &report,
                    report.begin + (length * 7919 + size) % length);
        check_piece(&before, &game, &report,
                    report.end + (rest ? (length * 7919) % rest : 0));
        if (report.error.code == TBY_OK)
            check_sound(&before, &game, &report);
    }
    CHECK(games <= size);
    tby_game_free(&game);
    return 0;
}
