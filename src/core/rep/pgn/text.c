/* text.c - all games of a text become one repertoire. */
#include "core/base/str.h"
#include "core/game/pgn/explain.h"
#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/pgn.h"

typedef struct import {
    tby_graph *g;
    tby_str text;
    const tby_diag *diag;
    tby_rep_import how;
    tby_rep_about about;
    tby_rep_text_sum sum;
    /* A line before the next fault, so that each is looked for only once. */
    size_t line, line_at;
} import;

/* The place of a byte that is not before those asked for earlier. */
static tby_place place_of(import *m, size_t offset)
{
    size_t from = offset < m->line_at ? 0 : m->line_at;
    size_t line = offset < m->line_at ? 1 : m->line;
    tby_place p = tby_place_of(tby_str_from(m->text, from), offset - from);

    p.line += line - 1;
    if (p.line > m->line) {
        m->line = p.line;
        for (m->line_at = offset; m->line_at > 0; m->line_at--)
            if (m->text.p[m->line_at - 1] == '\n' ||
                m->text.p[m->line_at - 1] == '\r')
                break;
    }
    return p;
}

static void tell(import *m, tby_rc code, size_t offset, const char *sentence)
{
    tby_diag_item item = {.severity = TBY_ERROR,
                          .code = code,
                          .offset = offset,
                          .place = place_of(m, offset)};

    item.detail = tby_str_of(*sentence ? sentence : tby_rc_text(code));
    tby_diag_report(m->diag, &item);
}

static tby_rc take_game(import *m, const tby_game *game,
                        const tby_pgn_report *report)
{
    char sentence[512] = "";
    tby_rc rc = tby_rep_import_game(&m->how, m->g, game);

    if (rc == TBY_E_REP_GAME_960 || rc == TBY_E_POS_FAULTY) {
        m->sum.damaged++;
        tell(m, rc, report->begin, sentence);
        return TBY_OK;
    }
    if (report->error.code != TBY_OK) {
        m->sum.damaged++;
        tby_pgn_explain(game, m->text, report->begin, 0, report->error,
                        sentence, sizeof sentence);
        tell(m, report->error.code, report->error.at, sentence);
    }
    m->sum.games++;
    return rc == TBY_OK ? tby_rep_about_add(&m->about, game) : rc;
}

static tby_rc take_games(import *m)
{
    tby_game game;
    tby_pgn_report report;
    tby_pgn pgn;
    tby_rc rc;

    tby_game_init(&game, &m->g->alloc);
    tby_pgn_init(&pgn, m->text, TBY_PGN_ALL);
    while ((rc = tby_pgn_next(&pgn, &game, &report)) == TBY_OK) {
        rc = take_game(m, &game, &report);
        if (rc != TBY_OK)
            break;
    }
    tby_game_free(&game);
    return rc == TBY_DONE ? TBY_OK : rc;
}

static tby_rc entitle(import *m)
{
    if (m->about.white != m->about.black)
        tby_graph_set_color(m->g, m->about.white ? TBY_WHITE : TBY_BLACK);
    return tby_graph_set_title(m->g, tby_rep_about_event(&m->about));
}

tby_rc tby_rep_import_text(tby_graph *g, tby_str text, const tby_diag *diag,
                           tby_rep_text_sum *sum)
{
import m = {.g = g, .text = text, .diag = diag, .line = 1 };

    tby_rep_about_init(&m.about, &g->alloc);
    tby_rc rc = take_games(&m);
    if (rc == TBY_OK)
        rc = entitle(&m);
    tby_rep_about_free(&m.about);
    m.sum.passes = m.how.passes;
    m.sum.full = m.how.full;
    *sum = m.sum;
    return rc;
}
