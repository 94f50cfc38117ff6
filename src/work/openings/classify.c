/* classify.c - see classify.h.
 *
 * The threads that read also look up and write; only the numbers of the games
 * are put in when the parts are joined, because a thread does not know how many
 * there are before its own. */
#include "work/openings/classify_int.h"

#include "core/base/jsonw.h"
#include "core/base/str.h"
#include "work/games/int.h"

#include <string.h>

/* A game that was taken: which of the block, its slot, where its text ends. */
typedef struct taken {
    uint32_t game, slot;
    size_t end;
} taken;

typedef struct part {
    tby_naming *naming;
    tby_buf text;
    classes_scratch scratch;
    taken *taken;
    size_t n, cap;
    uint32_t games, named;
} part;

/* --- opening --------------------------------------------------------------*/

static tby_rc open_files(tby_classes *c)
{
    tby_rc rc =
        classes_groups_open(&c->groups, c->options.book, c->options.group);

    return rc == TBY_OK
               ? tby_spread_open(&c->spread, c->options.folder, c->groups.n)
               : rc;
}

static tby_rc open_all(tby_classes *c)
{
    c->wanted = games_resize(NULL, 0, c->slots * sizeof *c->wanted);
    c->counts = games_resize(NULL, 0, c->slots * sizeof *c->counts);
    if (!c->wanted || !c->counts)
        return TBY_E_NOMEM;
    memset(c->counts, 0, c->slots * sizeof *c->counts);
    tby_rc rc = classes_filter(c->options.book, &c->options.filter, c->wanted);
    if (rc == TBY_OK)
        rc = tby_classifier_open(&c->classifier, c->options.book, NULL);
    if (rc == TBY_OK && c->options.output == TBY_CLASSES_FILES)
        rc = open_files(c);
    return rc;
}

tby_rc tby_classes_open(tby_classes **out, const tby_classes_options *options)
{
    tby_classes *c = games_resize(NULL, 0, sizeof *c);

    *out = c;
    if (!c)
        return TBY_E_NOMEM;
    *c = (tby_classes){.options = *options,
                       .slots = (size_t)options->book->count + 1};
    tby_buf_init(&c->before, NULL, SIZE_MAX);
    tby_buf_init(&c->rows, NULL, SIZE_MAX);
    tby_classes_file(c, NULL);
    return open_all(c);
}

void tby_classes_close(tby_classes *c)
{
    if (!c)
        return;
    tby_classifier_close(c->classifier);
    classes_close_groups(c);
    tby_spread_close(c->spread);
    tby_buf_free(&c->before);
    tby_buf_free(&c->rows);
    games_resize(c->wanted, c->slots * sizeof *c->wanted, 0);
    games_resize(c->counts, c->slots * sizeof *c->counts, 0);
    games_resize(c, sizeof *c, 0);
}

tby_rc tby_classes_begin(tby_classes *c, bool files)
{
    const char *head = "game\twhite\tblack\tcode\tname\tply\torder\tleft\n";

    if (c->options.output != TBY_CLASSES_TSV)
        return TBY_OK;
    tby_rc rc = files ? tby_sink_write(c->options.sink, "file\t", 5) : TBY_OK;
    return rc == TBY_OK ? tby_sink_write(c->options.sink, head, strlen(head))
                        : rc;
}

void tby_classes_file(tby_classes *c, const char *name)
{
    tby_jsonw w = {.buf = &c->before};

    c->number = 0;
    tby_buf_clear(&c->before);
    if (c->options.output == TBY_CLASSES_TSV && name) {
        tby_buf_cstr(&c->before, name);
        tby_buf_char(&c->before, '\t');
    } else if (c->options.output == TBY_CLASSES_JSON) {
        tby_jsonw_object(&w);
        if (name)
            tby_jsonw_put_cstr(&w, "file", name);
        tby_jsonw_key(&w, "game"); /* the number and the rest will follow */
    }
}

/* --- one game -------------------------------------------------------------*/

static bool look(void *of, const tby_pos *pos, uint32_t ply)
{
    const part *p = of;

    return tby_naming_look(p->naming, pos, ply);
}

static tby_rc put_text(const tby_classes *c, part *p, const classes_game *g)
{
    switch (c->options.output) {
    case TBY_CLASSES_TSV:
        classes_put_tsv(&p->text, g);
        break;
    case TBY_CLASSES_JSON:
        classes_put_json(&p->text, g);
        break;
    case TBY_CLASSES_PGN:
    case TBY_CLASSES_FILES:
        return classes_put_pgn(&p->text, &p->scratch, g, &c->options);
    case TBY_CLASSES_NONE:
        break;
    }
    return p->text.rc;
}

static tby_rc keep(part *p, taken game)
{
    if (p->n == p->cap) {
        size_t cap = p->cap ? 2 * p->cap : 1024;
        taken *grown =
            games_resize(p->taken, p->cap * sizeof *grown, cap * sizeof *grown);
        if (!grown)
            return TBY_E_NOMEM;
        p->taken = grown;
        p->cap = cap;
    }
    p->taken[p->n++] = game;
    return TBY_OK;
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_classes *c = ctx;
    part *p = of;
    tby_classified answer;
    classes_game g = {.book = c->options.book,
                      .naming = p->naming,
                      .answer = &answer,
                      .item = item};
    uint32_t slot = c->options.book->count;

    tby_naming_end(p->naming, item->game, &answer);
    p->games++;
    if (answer.entry != TBY_BOOK_NONE) {
        slot = answer.entry;
        p->named++;
    }
    if (!c->wanted[slot])
        return TBY_OK;
    tby_rc rc = put_text(c, p, &g);
    if (rc == TBY_E_PGN_FIT) {
        item->refusal = rc;
        return TBY_OK;
    }
    return rc == TBY_OK ? keep(p, (taken){p->games, slot, p->text.n}) : rc;
}

/* --- the visitor ----------------------------------------------------------*/

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    tby_naming_close(p->naming);
    tby_buf_free(&p->text);
    games_resize(p->scratch.p, p->scratch.cap, 0);
    games_resize(p->taken, p->cap * sizeof *p->taken, 0);
    games_resize(p, sizeof *p, 0);
}

static void *new_part(void *ctx)
{
    const tby_classes *c = ctx;
    part *p = games_resize(NULL, 0, sizeof *p);

    if (!p)
        return NULL;
    *p = (part){.n = 0};
    tby_buf_init(&p->text, NULL, SIZE_MAX);
    if (tby_naming_open(&p->naming, c->classifier, NULL) == TBY_OK)
        return p;
    drop_part(ctx, p);
    return NULL;
}

/* Puts the numbers in. */
static tby_rc write_rows(tby_classes *c, const part *p)
{
    /* an object that has begun already needs a comma instead of its brace */
    bool json = c->options.output == TBY_CLASSES_JSON;
    size_t from = 0;

    tby_buf_clear(&c->rows);
    for (size_t i = 0; i < p->n; i++) {
        tby_str row = {p->text.p + from, p->taken[i].end - from};
        tby_buf_add(&c->rows, tby_buf_str(&c->before));
        tby_buf_u64(&c->rows, c->number + p->taken[i].game);
        if (json)
            tby_buf_char(&c->rows, ',');
        tby_buf_add(&c->rows, tby_str_from(row, json));
        from = p->taken[i].end;
    }
    if (c->rows.rc != TBY_OK || c->rows.n == 0)
        return c->rows.rc;
    return tby_sink_write(c->options.sink, c->rows.p, c->rows.n);
}

static tby_rc write_files(tby_classes *c, const part *p)
{
    tby_rc rc = TBY_OK;
    size_t from = 0;

    for (size_t i = 0; i < p->n && rc == TBY_OK; i++) {
        rc = tby_spread_write(c->spread, c->groups.of[p->taken[i].slot],
                              p->text.p + from, p->taken[i].end - from);
        from = p->taken[i].end;
    }
    return rc;
}

static tby_rc write_part(tby_classes *c, const part *p)
{
    switch (c->options.output) {
    case TBY_CLASSES_TSV:
    case TBY_CLASSES_JSON:
        return write_rows(c, p);
    case TBY_CLASSES_PGN:
        return p->text.n ? tby_sink_write(c->options.sink, p->text.p, p->text.n)
                         : TBY_OK;
    case TBY_CLASSES_FILES:
        return write_files(c, p);
    case TBY_CLASSES_NONE:
    default:
        return TBY_OK;
    }
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_classes *c = ctx;
    part *p = of;
    tby_rc rc = write_part(c, p);

    for (size_t i = 0; i < p->n; i++)
        c->counts[p->taken[i].slot]++;
    c->number += p->games;
    c->sum.games += p->games;
    c->sum.named += p->named;
    c->sum.taken += p->n;
    p->games = p->named = 0;
    p->n = 0;
    tby_buf_clear(&p->text);
    return rc;
}

tby_games_visitor tby_classes_visitor(tby_classes *c)
{
    return (tby_games_visitor){.ctx = c,
                               .part = new_part,
                               .drop = drop_part,
                               .look = look,
                               .game = take_game,
                               .join = join_part};
}
