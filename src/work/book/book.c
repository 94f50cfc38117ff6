/* book.c - see file.h: Polyglot books asked, counted and made repertoires. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/game/game.h"
#include "tabiya/fen.h"
#include "tabiya/key.h"
#include "work/book/file.h"

tby_rc tby_book_open(tby_book_file *f, const char *path, tby_err *err)
{
    tby_rc rc = tby_map_open(&f->map, path);

    *err = (tby_err){rc, 0};
    if (rc != TBY_OK)
        return rc;
    rc = tby_polyglot_open(&f->book, f->map.p, f->map.n, err);
    if (rc != TBY_OK)
        tby_book_close(f);
    return rc;
}

void tby_book_close(tby_book_file *f)
{
    tby_map_close(&f->map);
    *f = (tby_book_file){.map = {NULL, 0}};
}

static tby_square passed_by_line(tby_str text, const tby_line *line)
{
    tby_setup setup;

    if (line->plies > 0)
        return tby_polyglot_passed(&line->pos, line->last);
    if (tby_fen_parse(text, &setup, NULL) == TBY_OK)
        return setup.ep;
    return TBY_NO_SQUARE;
}

void tby_book_ask(const tby_polyglot *book, tby_str text, const tby_line *line,
                  tby_book_answer *out)
{
    const tby_pos *pos = &line->pos;
    size_t first = 0;
    uint64_t total = 0;

    out->key = tby_polyglot_key(pos, passed_by_line(text, line));
    out->n = tby_polyglot_find(book, out->key, &first);
    for (size_t i = 0; i < out->n; i++) {
        tby_book_row *r = &out->row[i];
        *r = (tby_book_row){.entry = tby_polyglot_at(book, first + i)};
        tby_move move = tby_polyglot_read_move(pos, r->entry.move);
        total += r->entry.weight;
        if (move != TBY_MOVE_NONE) {
            tby_san_write(pos, move, r->san);
            tby_uci_write(pos, move, TBY_UCI_ORTHODOX, r->uci);
        }
    }
    for (size_t i = 0; i < out->n && total; i++)
        out->row[i].percent = 100.0 * out->row[i].entry.weight / (double)total;
}

void tby_book_json(tby_jsonw *w, const tby_book_answer *a)
{
    char key[TBY_KEY_TEXT];

    tby_key_write(a->key, key);
    tby_jsonw_put_cstr(w, "key", key);
    tby_jsonw_put_array(w, "moves");
    for (size_t i = 0; i < a->n; i++) {
        const tby_book_row *r = &a->row[i];
        tby_jsonw_object(w);
        tby_jsonw_put_bool(w, "legal", r->san[0] != '\0');
        if (r->san[0]) {
            tby_jsonw_put_cstr(w, "san", r->san);
            tby_jsonw_put_cstr(w, "uci", r->uci);
        }
        tby_jsonw_put_u64(w, "weight", r->entry.weight);
        tby_jsonw_key(w, "percent");
        tby_jsonw_double(w, r->percent, 2);
        tby_jsonw_put_u64(w, "learn", r->entry.learn);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

typedef struct part {
    tby_polyglot_maker *maker;
    uint64_t games;
} part;

static tby_rc open_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    p->maker = tby_polyglot_maker_new(NULL);
    return p->maker ? TBY_OK : TBY_E_NOMEM;
}

static void drop_part(void *ctx, void *of)
{
    (void)ctx;
    tby_polyglot_maker_free(((part *)of)->maker);
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    static const uint8_t WHITE_POINTS[] = {
        [TBY_RESULT_NONE] = 1,
        [TBY_RESULT_WHITE] = 2,
        [TBY_RESULT_DRAW] = 1,
        [TBY_RESULT_BLACK] = 0,
    };
    const tby_book_counter *counter = ctx;
    const tby_game *g = item->game;
    part *p = of;
    tby_mainline line = {.game = g};
    tby_pos pos = g->start;
    tby_square passed = g->start.ep;
    unsigned white = WHITE_POINTS[g->result];
    tby_rc rc = TBY_OK;

    if (item->error != TBY_OK)
        return TBY_OK;
    p->games++;
    for (uint32_t ply = 0; ply < counter->max_ply && rc == TBY_OK; ply++) {
        tby_move move = tby_mainline_next(&line);
        if (move == TBY_MOVE_NONE || move == TBY_MOVE_NULL)
            break;
        rc = tby_polyglot_count(p->maker, &pos, passed, move, 1,
                                pos.turn == TBY_WHITE ? white : 2 - white);
        tby_pos_play(&pos, move);
        passed = tby_polyglot_passed(&pos, move);
    }
    return rc;
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_book_counter *counter = ctx;
    part *p = of;
    tby_rc rc = tby_polyglot_add(counter->maker, p->maker);

    counter->games += p->games;
    p->games = 0;
    tby_polyglot_clear(p->maker);
    return rc;
}

tby_games_visitor tby_book_visitor(tby_book_counter *counter)
{
    return (tby_games_visitor){.ctx = counter,
                               .part_size = sizeof(part),
                               .part = open_part,
                               .drop = drop_part,
                               .game = take_game,
                               .join = join_part};
}

static tby_rc count_moves(tby_polyglot_maker *maker, const tby_graph *g,
                          const tby_node *node, tby_square passed)
{
    tby_rc rc = TBY_OK;

    for (uint32_t e = node->first_out; e != TBY_NONE && rc == TBY_OK;
         e = g->edges[e].next_out)
        rc = tby_polyglot_count(maker, &node->pos, passed, g->edges[e].move, 1,
                                1);
    return rc;
}

/* A position that is reached by a pawn's two steps and in another way too has
 * two keys if that pawn stands beside one that may not capture it. */
tby_rc tby_book_count_graph(tby_polyglot_maker *maker, const tby_graph *g)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < g->nodes_n && rc == TBY_OK; i++) {
        const tby_node *node = &g->nodes[i];
        bool done[65] = {false};

        if (!node->alive)
            continue;
        for (uint32_t e = node->first_in; e != TBY_NONE && rc == TBY_OK;
             e = g->edges[e].next_in) {
            tby_square passed =
                tby_polyglot_passed(&node->pos, g->edges[e].move);
            if (!done[passed])
                rc = count_moves(maker, g, node, passed);
            done[passed] = true;
        }
        if (node->first_in == TBY_NONE && rc == TBY_OK)
            rc = count_moves(maker, g, node, node->pos.ep);
    }
    return rc;
}

/* The square that was passed on the way to a node; its first way counts. */
static tby_square passed_of(const tby_graph *g, const tby_node *node)
{
    return node->first_in == TBY_NONE
               ? node->pos.ep
               : tby_polyglot_passed(&node->pos, g->edges[node->first_in].move);
}

/* Nodes are numbered as they come, so that those whose moves were not yet taken
 * are the last ones. */
tby_rc tby_book_to_graph(const tby_polyglot *book, unsigned min_percent,
                         tby_graph *g)
{
    tby_pos start = tby_pos_start();
    uint32_t node = 0, edge = 0;
    tby_rc rc = tby_graph_add_node(g, &start, &node);

    TBY_ASSERT(min_percent <= 100);
    for (uint32_t i = 0; rc == TBY_OK && i < g->nodes_n; i++) {
        tby_pos pos = g->nodes[i].pos;
        uint64_t key = tby_polyglot_key(&pos, passed_of(g, &g->nodes[i]));
        uint64_t total = 0;
        size_t first = 0, n = tby_polyglot_find(book, key, &first);

        for (size_t k = first; k < first + n; k++)
            total += tby_polyglot_at(book, k).weight;
        for (size_t k = first; k < first + n && rc == TBY_OK; k++) {
            tby_polyglot_entry e = tby_polyglot_at(book, k);
            tby_move move = tby_polyglot_read_move(&pos, e.move);
            if (move != TBY_MOVE_NONE && e.weight * 100u >= min_percent * total)
                rc = tby_graph_add_edge(g, i, move, &edge, NULL);
        }
    }
    return rc;
}
