/* import.c - games become a repertoire: their moves and variations those of a
 * graph, their tags its title and colour. */
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/game/pgn/warnings.h"
#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/limits.h"
#include "tabiya/pgn.h"

/* A line of the game and where it has come to. */
typedef struct level {
    tby_pos before, after; /* the last move */
    uint32_t edge;         /* it, TBY_NONE if it is not taken */
    uint32_t plies;        /* from the start of the game */
    size_t opened;         /* the item that opened the line */
    bool moved;            /* it has a move */
    bool lost;             /* it has a null move: the rest is not taken */
    bool was_lost;         /* before the last move */
} level;

typedef struct importer {
    tby_rep_import *how;
    tby_graph *g;
    const tby_game *game;
    bool ours;
    tby_buf note;
    tby_eval root;
    level levels[TBY_MAX_RAV_DEPTH + 1];
    level *at;
} importer;

static tby_rc take_move(importer *m, tby_move move)
{
    level *l = m->at;
    bool yes = true;

    l->edge = TBY_NONE;
    l->moved = true;
    l->plies++;
    l->before = l->after;
    l->was_lost = l->lost;
    tby_pos_play(&l->after, move);
    if (m->how->depth && l->plies > m->how->depth)
        return TBY_OK;
    m->how->passes += move == TBY_MOVE_NULL && !l->lost;
    l->lost |= move == TBY_MOVE_NULL;
    if (l->lost)
        return TBY_OK;
    if (m->how->wanted)
        TBY_TRY(m->how->wanted(m->how->ctx, &l->before, move, &yes));
    if (!yes)
        return TBY_OK;
    uint32_t node;
    TBY_TRY(tby_graph_add_node(m->g, &l->before, &node));
    return tby_graph_add_edge(m->g, node, move, &l->edge, NULL);
}

/* A move that has no room for more is no reason to give up the rest. */
static tby_rc unless_full(importer *m, tby_rc rc)
{
    m->how->full += rc == TBY_E_LIMIT;
    return rc == TBY_E_LIMIT ? TBY_OK : rc;
}

static void judge(importer *m, uint32_t node, tby_eval eval)
{
    if (eval.kind != TBY_EVAL_NONE &&
        m->g->nodes[node].eval.kind == TBY_EVAL_NONE)
        tby_graph_set_eval(m->g, node, eval);
}

static tby_rc take_remark(importer *m, uint32_t edge, const tby_item *item)
{
    if (item->kind == TBY_ITEM_COMMENT) {
        /* A comment on a move or, if edge is TBY_NONE, on the game: where moves
         * are chosen because many games have them, no game is worth a comment.
         */
        tby_rc rc = TBY_OK;

        tby_buf_clear(&m->note);
        rep_comment c = tby__rep_comment_read(
            tby_game_text(m->game, item->text), m->ours, &m->note);
        if (m->note.rc != TBY_OK)
            return m->note.rc;
        if (edge == TBY_NONE) {
            if (m->root.kind == TBY_EVAL_NONE)
                m->root = c.eval;
            if (c.has_note && !m->how->wanted)
                rc = tby_graph_add_loose(m->g, tby_buf_str(&m->note));
            return unless_full(m, rc);
        }
        judge(m, m->g->edges[edge].to, c.eval);
        if (c.has_note)
            rc = tby_graph_join_note(m->g, edge, tby_buf_str(&m->note),
                                     TBY_STR(" | "));
        return unless_full(m, rc);
    }
    if (item->kind == TBY_ITEM_NAG && edge != TBY_NONE)
        return unless_full(m, tby_graph_add_nag(m->g, edge, item->nag));
    return TBY_OK;
}

/* What stood in a variation before its first move. */
static tby_rc take_early(importer *m, uint32_t edge, size_t from, size_t to)
{
    for (size_t i = from; i < to && edge != TBY_NONE; i++)
        TBY_TRY(take_remark(m, edge, &m->game->items[i]));
    return TBY_OK;
}

static bool is_inner(const importer *m)
{
    return m->at > m->levels;
}

static tby_rc take_item(importer *m, size_t i)
{
    const tby_item *item = &m->game->items[i];

    switch ((tby_item_kind)item->kind) {
    case TBY_ITEM_MOVE: {
        bool early = !m->at->moved && is_inner(m);
        TBY_TRY(take_move(m, item->move));
        return early ? take_early(m, m->at->edge, m->at->opened + 1, i)
                     : TBY_OK;
    }
    case TBY_ITEM_NAG:
    case TBY_ITEM_COMMENT:
        /* A remark belongs to the move before it; before the first one to the
         * game or, in a variation, to the move that follows. */
        if (m->at->moved)
            return m->at->edge == TBY_NONE ? TBY_OK
                                           : take_remark(m, m->at->edge, item);
        return is_inner(m) ? TBY_OK : take_remark(m, TBY_NONE, item);
    case TBY_ITEM_OPEN:
        if (m->at == &m->levels[TBY_MAX_RAV_DEPTH] || !m->at->moved)
            return TBY_E_LIMIT; /* no reader makes such a game */
        level *outer = m->at++;

        *m->at = (level){.before = outer->before,
                         .after = outer->before,
                         .edge = TBY_NONE,
                         .plies = outer->plies - 1,
                         .opened = i,
                         .lost = outer->was_lost};
        return TBY_OK;
    case TBY_ITEM_CLOSE:
    default:
        if (!is_inner(m))
            return TBY_E_LIMIT;
        /* a variation without a move leaves what it says to the line around */
        level *inner = m->at--;
        return inner->moved ? TBY_OK
                            : take_early(m, m->at->edge, inner->opened + 1, i);
    }
}

tby_rc tby_rep_import_game(tby_rep_import *how, tby_graph *g,
                           const tby_game *game)
{
    tby_setup setup = tby_pos_to_setup(&game->start);
    importer m;
    tby_rc rc = TBY_OK;

    if (game->chess960)
        return TBY_E_REP_GAME_960;
    if (tby_setup_faults(&setup))
        return TBY_E_POS_FAULTY;
    m.how = how;
    m.g = g;
    m.game = game;
    m.ours = tby_str_is(tby_game_tag(game, REP_PGN_TAG), REP_PGN_VALUE);
    m.root = (tby_eval){.kind = TBY_EVAL_NONE};
    m.at = m.levels;
    *m.at =
        (level){.before = game->start, .after = game->start, .edge = TBY_NONE};
    tby_buf_init(&m.note, &g->alloc, TBY_MAX_COMMENT_BYTES);
    for (size_t i = 0; i < game->items_n && rc == TBY_OK; i++)
        rc = take_item(&m, i);
    tby_buf_free(&m.note);
    if (rc != TBY_OK)
        return rc;

    /* The evaluation of the position a game starts from.  Where moves are
     * chosen, the position counts only if one of them has brought it in. */
    uint32_t node = tby_graph_find(g, &game->start);
    if (m.root.kind == TBY_EVAL_NONE)
        return TBY_OK;
    if (node == TBY_NONE && !how->wanted)
        TBY_TRY(tby_graph_add_node(g, &game->start, &node));
    if (node != TBY_NONE)
        judge(&m, node, m.root);
    return TBY_OK;
}

void tby_rep_about_init(tby_rep_about *a, const tby_alloc *alloc)
{
    *a = (tby_rep_about){.differ = false};
    tby_buf_init(&a->event, alloc, TBY_MAX_TAG_BYTES);
}

void tby_rep_about_free(tby_rep_about *a)
{
    tby_buf_free(&a->event);
}

void tby_rep_about_clear(tby_rep_about *a)
{
    tby_buf_clear(&a->event);
    a->differ = a->white = a->black = false;
}

static tby_rc add_event(tby_rep_about *a, tby_str event)
{
    if (!event.n || tby_str_is(event, "?") || a->differ)
        return TBY_OK;
    if (!a->event.n)
        tby_buf_add(&a->event, event);
    else
        a->differ = !tby_str_equal(tby_buf_str(&a->event), event);
    return a->event.rc;
}

tby_rc tby_rep_about_add(tby_rep_about *a, const tby_game *game)
{
    tby_str side = tby_game_tag(game, "Orientation");

    a->white |= tby_str_is(side, "white");
    a->black |= tby_str_is(side, "black");
    return add_event(a, tby_game_tag(game, "Event"));
}

tby_rc tby_rep_about_join(tby_rep_about *a, const tby_rep_about *others)
{
    tby_rc rc = add_event(a, tby_buf_str(&others->event));

    a->differ |= others->differ;
    a->white |= others->white;
    a->black |= others->black;
    return rc;
}

tby_str tby_rep_about_event(const tby_rep_about *a)
{
    return a->differ ? (tby_str){"", 0} : tby_buf_str(&a->event);
}

typedef struct text_import {
    tby_graph *g;
    tby_str text;
    const tby_diag *diag;
    tby_rep_import how;
    tby_rep_about about;
    tby_rep_text_sum sum;
    /* A line before the next fault, so that each is looked for only once. */
    size_t line, line_at;
} text_import;

/* The place of a byte that is not before those asked for earlier. */
static tby_place place_of(text_import *m, size_t offset)
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

static void report_fault(text_import *m, tby_rc code, size_t offset,
                         const char *sentence)
{
    bool warning = tby_pgn_is_warning(code);
    tby_diag_item item = {.severity = warning ? TBY_WARNING : TBY_ERROR,
                          .code = code,
                          .offset = offset,
                          .place = place_of(m, offset)};

    item.detail = tby_str_of(*sentence ? sentence : tby_rc_text(code));
    tby_diag_report(m->diag, &item);
}

static tby_rc take_game(text_import *m, const tby_game *game,
                        const tby_pgn_report *report)
{
    char sentence[512] = "";
    tby_rc rc = tby_rep_import_game(&m->how, m->g, game);

    if (rc == TBY_E_REP_GAME_960 || rc == TBY_E_POS_FAULTY) {
        m->sum.damaged++;
        report_fault(m, rc, report->begin, sentence);
        return TBY_OK;
    }
    if (report->error.code != TBY_OK) {
        m->sum.damaged++;
        tby_pgn_explain(game, m->text, report->begin, 0, report->error,
                        sentence, sizeof sentence);
        report_fault(m, report->error.code, report->error.at, sentence);
    }
    m->sum.games++;
    return rc == TBY_OK ? tby_rep_about_add(&m->about, game) : rc;
}

tby_rc tby_rep_import_text(tby_graph *g, tby_str text, const tby_diag *diag,
                           tby_rep_text_sum *sum)
{
    text_import m = {.g = g, .text = text, .diag = diag, .line = 1};
    tby_game game;
    tby_pgn_report report;
    tby_pgn pgn;
    tby_rc rc;

    tby_rep_about_init(&m.about, &g->alloc);
    tby_game_init(&game, &m.g->alloc);
    tby_pgn_init(&pgn, m.text, TBY_PGN_ALL);
    while ((rc = tby_pgn_next(&pgn, &game, &report)) == TBY_OK) {
        if (tby_pgn_is_stray(m.text, &report)) {
            m.sum.strays++;
            report_fault(&m, TBY_W_PGN_STRAY, report.begin, "");
            continue;
        }
        rc = take_game(&m, &game, &report);
        if (rc != TBY_OK)
            break;
    }
    tby_game_free(&game);
    if (rc == TBY_DONE) {
        if (m.about.white != m.about.black)
            tby_graph_set_color(m.g, m.about.white ? TBY_WHITE : TBY_BLACK);
        rc = tby_graph_set_title(m.g, tby_rep_about_event(&m.about));
    }
    tby_rep_about_free(&m.about);
    m.sum.passes = m.how.passes;
    m.sum.full = m.how.full;
    *sum = m.sum;
    return rc;
}
