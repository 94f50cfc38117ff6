#include "core/game/judge.h"

#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/powers.h"
#include "core/base/str.h"
#include "tabiya/moves.h"
#include "tabiya/outcome.h"

#include <string.h>

enum {
    LINE_MOST = 10, /* moves of a better line */
    CP_MOST = 1000, /* nothing is better */
    COMMENT_MOST = 1 << 25
};

double tby_win_percent(tby_eval e)
{
    int32_t cp = 0;

    if (e.kind == TBY_EVAL_MATE)
        cp = e.side == TBY_WHITE ? CP_MOST : -CP_MOST;
    else if (tby_eval_to_cp(e, &cp))
        cp = cp > CP_MOST ? CP_MOST : cp < -CP_MOST ? -CP_MOST : cp;
    return 50 + 50 * (2 / (1 + tby_exp(-0.00368208 * cp)) - 1);
}

/* How much of the Win% around move k varies: lichess takes a window of a tenth
 * of the game, the first one for the first moves as well. */
static double weight_of(const tby_annotated_ply *plies, size_t n, size_t k)
{
    size_t width = n / 10 < 2 ? 2 : n / 10 > 8 ? 8 : n / 10;
    size_t from = k + 2 > width ? k + 2 - width : 0;
    double sum = 0, squares = 0;

    for (size_t i = from; i < from + width; i++) {
        sum += plies[i].win;
        squares += plies[i].win * plies[i].win;
    }
    double mean = sum / (double)width;
    double variance = squares / (double)width - mean * mean;
    double deviation = variance > 0.25 ? tby_pow(variance, 0.5) : 0.5;
    return deviation > 12 ? 12 : deviation;
}

const char *tby__judgement_name(tby_judgement judged)
{
    static const char *const NAMES[] = {"", "inaccuracy", "mistake", "blunder"};

    return NAMES[judged];
}

tby_eval tby_evaluate_rules(const tby_pos *p)
{
    bool over = tby_moves_count(p) == 0;

    if (over && tby_pos_checkers(p))
        return tby_eval_from_mate(!p->turn, 0);
    /* counters do not count: a repertoire's position is not a game's */
    if (over || tby_pos_insufficient(p))
        return tby_eval_from_cp(0);
    return (tby_eval){TBY_EVAL_NONE, TBY_WHITE, 0};
}

void tby__judge_game(const tby_game *g, tby_annotated_ply *plies,
                     tby_annotated *out)
{
    tby_pos pos = g->start;
    unsigned depth = 0;
    tby_annotated_ply *ply = plies;

    *out = (tby_annotated){.number = 1, .game = g, .plies = plies};
    out->n = (size_t)g->plies + 1;
    for (size_t i = 0; i < out->n; i++) {
        tby_found_eval found = plies[i].found;
        plies[i] = (tby_annotated_ply){.found = found};
        plies[i].win = tby_win_percent(found.eval);
    }
    for (size_t i = 0; i < g->items_n; i++) {
        depth += g->items[i].kind == TBY_ITEM_OPEN;
        depth -= g->items[i].kind == TBY_ITEM_CLOSE;
        if (g->items[i].kind != TBY_ITEM_MOVE || depth)
            continue;
        TBY_ASSERT(ply + 1 < plies + out->n);
        if (ply->found.pv_n)
            tby_san_write(&pos, ply->found.pv[0], ply[1].better);
        (++ply)->move = g->items[i].move;
        tby_san_write(&pos, ply->move, ply->san);
        tby_pos_play(&pos, ply->move);
    }

    double weights[2] = {0}, weighted[2] = {0}, inverse[2] = {0};
    unsigned moves[2] = {0};

    for (size_t k = 0; k + 1 < out->n; k++) {
        tby_annotated_ply *before = &plies[k], *after = before + 1;
        tby_color side = (g->start.turn + k) & 1;
        double loss = side == TBY_WHITE ? before->win - after->win
                                        : after->win - before->win;
        if (before->found.eval.kind && after->found.eval.kind) {
            double accuracy =
                loss <= 0 ? 100 : 103.1668 * tby_exp(-0.04354 * loss) - 3.1669;
            double weight = weight_of(plies, out->n, k);
            accuracy = accuracy < 0 ? 0 : accuracy > 100 ? 100 : accuracy;
            if (!before->found.pv_n || before->found.pv[0] != after->move)
                after->judged = loss >= 15   ? TBY_MOVE_BLUNDER
                                : loss >= 10 ? TBY_MOVE_MISTAKE
                                : loss >= 5  ? TBY_MOVE_INACCURATE
                                             : TBY_MOVE_SOUND;
            moves[side]++;
            weights[side] += weight;
            weighted[side] += weight * accuracy;
            inverse[side] += 1 / (accuracy < 1 ? 1 : accuracy);
        }
        out->counts[side][after->judged]++;
    }
    for (int i = 0; i < 2; i++)
        out->accuracy[i] =
            moves[i] ? (weighted[i] / weights[i] + moves[i] / inverse[i]) / 2
                     : -1;
}

/* A comment without its evaluation. */
static void put_rest(tby_buf *to, tby_str text)
{
    for (size_t i = 0; i < text.n; i++) {
        tby_str rest = tby_str_from(text, i);
        const char *end = memchr(rest.p, ']', rest.n);
        if (end && tby_str_starts(rest, TBY_STR("[%eval ")))
            i += (size_t)(end - rest.p);
        else if (text.p[i] != ' ' || (to->n && to->p[to->n - 1] != ' '))
            tby_buf_char(to, text.p[i]);
    }
}

/* Is there a variation after item i that begins with the move? */
static bool has_line(const tby_game *g, size_t i, tby_move m)
{
    unsigned depth = 0;

    for (i++; i < g->items_n && (depth || g->items[i].kind != TBY_ITEM_MOVE);
         i++) {
        depth += g->items[i].kind == TBY_ITEM_OPEN;
        depth -= g->items[i].kind == TBY_ITEM_CLOSE;
        if (depth == 1 && g->items[i].kind == TBY_ITEM_OPEN &&
            i + 1 < g->items_n && g->items[i + 1].move == m)
            return true;
    }
    return false;
}

static tby_rc add(tby_game *g, tby_item_kind kind, uint8_t nag, tby_move move)
{
    return tby_game_add_item(
        g, (tby_item){.kind = (uint8_t)kind, .nag = nag, .move = move});
}

/* The move that is item *at and led to *ply, with glyph, evaluation and better
 * line; *at becomes the last item that was used. */
static tby_rc put_move(tby_game *to, const tby_game *g, size_t *at,
                       const tby_annotated_ply *ply, tby_buf *text)
{
    static const uint8_t GLYPHS[] = {0, 6, 2, 4}; /* ?! ? ?? */
    const tby_found_eval *before = &ply[-1].found, *after = &ply->found;
    tby_judgement judged = ply->judged;
    char value[TBY_EVAL_MAX];
    size_t i = *at;
    tby_rc rc = add(to, TBY_ITEM_MOVE, 0, g->items[i].move);

    if (rc == TBY_OK && judged)
        rc = add(to, TBY_ITEM_NAG, GLYPHS[judged], 0);
    for (; i + 1 < g->items_n && g->items[i + 1].kind == TBY_ITEM_NAG; i++)
        if (rc == TBY_OK && (g->items[i + 1].nag > 6 || !after->eval.kind))
            rc = add(to, TBY_ITEM_NAG, g->items[i + 1].nag, 0);
    tby_buf_clear(text);
    if (after->eval.kind) {
        tby_eval_write_pgn(after->eval, value, sizeof value);
        tby_buf_join(text, "[%eval ", value, "] ");
    }
    if (i + 1 < g->items_n && g->items[i + 1].kind == TBY_ITEM_COMMENT) {
        tby_str old = tby_game_text(g, g->items[++i].text);
        if (after->eval.kind)
            put_rest(text, old);
        else /* another's evaluation is better than none */
            tby_buf_add(text, old);
    }
    while (text->n && text->p[text->n - 1] == ' ')
        text->n--;
    if (rc == TBY_OK)
        rc = text->rc;
    if (rc == TBY_OK && text->n)
        rc = tby_game_add_comment(to, tby_buf_str(text));
    if (rc == TBY_OK && judged && before->pv_n &&
        !has_line(g, *at, before->pv[0])) {
        rc = add(to, TBY_ITEM_OPEN, 0, 0);
        for (size_t n = 0; n < before->pv_n && n < LINE_MOST && rc == TBY_OK;
             n++)
            rc = add(to, TBY_ITEM_MOVE, 0, before->pv[n]);
        if (rc == TBY_OK)
            rc = add(to, TBY_ITEM_CLOSE, 0, 0);
    }
    *at = i;
    return rc;
}

tby_rc tby__annotate_game(const tby_game *g, const tby_annotated *judged,
                          tby_str engine, tby_game *to)
{
    static const char *const TAGS[] = {"WhiteAccuracy", "BlackAccuracy",
                                       "Annotator"};
    const tby_annotated_ply *ply = judged->plies;
    unsigned depth = 0;
    tby_rc rc = TBY_OK;
    tby_buf text;

    tby_game_clear(to);
    to->start = g->start;
    to->setup = g->setup;
    to->chess960 = g->chess960;
    to->result = g->result;
    to->has_result = g->has_result;
    tby_buf_init(&text, &g->alloc, COMMENT_MOST);
    const bool known[] = {judged->accuracy[0] >= 0, judged->accuracy[1] >= 0,
                          engine.n > 0};
    for (size_t i = 0; i < g->tags_n && rc == TBY_OK; i++) {
        tby_str name = tby_game_text(g, g->tags[i].name);
        bool replaced = false;
        for (int k = 0; k < 3; k++)
            replaced |= known[k] && tby_str_is(name, TAGS[k]);
        if (!replaced)
            rc = tby_game_add_tag(to, name, tby_game_text(g, g->tags[i].value));
    }
    for (int i = 0; i < 3 && rc == TBY_OK; i++) {
        tby_buf_clear(&text);
        if (!known[i])
            continue;
        if (i == 2)
            tby_buf_add(&text, engine);
        else
            tby_buf_double(&text, judged->accuracy[i], 1);
        rc = text.rc;
        if (rc == TBY_OK)
            rc = tby_game_add_tag(to, tby_str_of(TAGS[i]), tby_buf_str(&text));
    }
    for (size_t i = 0; i < g->items_n && rc == TBY_OK; i++) {
        tby_item item = g->items[i];
        depth += item.kind == TBY_ITEM_OPEN;
        if (item.kind == TBY_ITEM_MOVE && depth == 0)
            rc = put_move(to, g, &i, ++ply, &text);
        else if (item.kind == TBY_ITEM_COMMENT)
            rc = tby_game_add_comment(to, tby_game_text(g, item.text));
        else
            rc = tby_game_add_item(to, item);
        depth -= item.kind == TBY_ITEM_CLOSE;
    }
    tby_buf_free(&text);
    return rc;
}
