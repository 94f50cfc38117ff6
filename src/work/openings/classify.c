/* classify.c - see classify.h.
 *
 * The threads that read also look up and write; only the numbers of the games
 * are put in when the parts are joined, because a thread does not know how many
 * there are before its own. */
#include "work/openings/classify.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/jsonw.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/pgn/write.h"
#include "io/stream/spread.h"
#include "tabiya/classify.h"
#include "tabiya/codes.h"
#include "tabiya/family.h"
#include "tabiya/san.h"
#include "tabiya/search.h"
#include "work/games/int.h"

#include <string.h>
#include <strings.h>

/* Openings that are one.  A slot is an entry of the names or, after the last,
 * what has none. */
typedef struct classes_groups {
    uint32_t *of; /* group of a slot; groups are in the order of bytes */
    size_t slots;
    tby_str *labels;
    char (*codes)[4]; /* of the slots; labels may point there */
    size_t n;
} classes_groups;

/* Names of files for labels: letters, digits and what else no system minds, no
 * two of them the same. */
#define CLASSES_FILE 128

struct tby_classes {
    tby_classes_options options;
    tby_classifier *classifier;
    size_t slots;
    bool *wanted;     /* by slot */
    uint64_t *counts; /* by slot */
    classes_groups groups;
    tby_spread *spread;
    tby_buf before; /* what stands before the number in each row */
    tby_buf rows;
    uint64_t number; /* of games in this file so far */
    tby_classes_sum sum;
    tby_classes_row *table; /* as many as there are groups */
    size_t table_cap;
};

/* --- the openings that are wanted ----------------------------------------*/

static tby_rc keep_codes(const tby_names *names, const char *list, bool *wanted)
{
    tby_codes ranges[64];
    size_t n = 0;
    tby_str rest = tby_str_of(list), word;

    while (tby_str_field(&rest, ',', &word)) {
        if (n == sizeof ranges / sizeof *ranges ||
            !tby_codes_parse(tby_str_trim(word), &ranges[n]))
            return TBY_E_OPENING_CODE;
        n++;
    }
    for (uint32_t i = 0; i < names->count; i++) {
        bool found = false;
        tby_opening o;
        tby_names_peek(names, i, &o);
        for (size_t k = 0; k < n; k++)
            found |= tby_codes_have(ranges[k], o.code);
        wanted[i] &= found;
    }
    return TBY_OK;
}

static tby_str stem_of(const tby_names *names, uint32_t entry)
{
    tby_opening o;

    tby_names_peek(names, entry, &o);
    return tby_family_stem(tby_name_split(o.name).family);
}

static tby_rc keep_hits(const tby_names *names, const tby_search_hit *hits,
                        size_t n, bool *wanted)
{
    bool *hit = games_resize(NULL, 0, names->count);

    if (!hit)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < names->count; i++)
        hit[i] = false;
    for (size_t i = 0; i < n; i++)
        hit[hits[i].entry] = true;
    for (uint32_t i = 0; i < names->count; i++)
        wanted[i] &= hit[i];
    games_free(hit, names->count);
    return TBY_OK;
}

/* Sets wanted[slot].  TBY_DONE if that leaves none. */
static tby_rc choose(const tby_names *names, const tby_classes_filter *filter,
                     bool *wanted)
{
    bool all = !filter->eco && !filter->family && !filter->name;
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; i <= names->count; i++)
        wanted[i] = true;
    if (all || names->count == 0)
        return all ? TBY_OK : TBY_DONE;
    wanted[names->count] = false;
    if (filter->eco)
        rc = keep_codes(names, filter->eco, wanted);
    if (rc == TBY_OK && (filter->family || filter->name)) {
        tby_search *search = NULL;
        rc = tby_search_open(&search, names, NULL);

        if (rc == TBY_OK && filter->family) {
            tby_search_hit best;
            size_t found;
            rc = tby_search_find(search, tby_str_of(filter->family), 0, &best,
                                 1, &found);
            for (uint32_t i = 0; rc == TBY_OK && i < names->count; i++)
                wanted[i] &= found && tby_str_equal(stem_of(names, i),
                                                    stem_of(names, best.entry));
        }
        if (rc == TBY_OK && filter->name) {
            size_t bytes = names->count * sizeof(tby_search_hit), found = 0;
            tby_search_hit *hits = games_resize(NULL, 0, bytes);
            rc = TBY_E_NOMEM;

            if (hits)
                rc =
                    tby_search_find(search, tby_str_of(filter->name),
                                    TBY_SEARCH_ALL, hits, names->count, &found);
            if (rc == TBY_OK)
                rc = keep_hits(names, hits, found, wanted);
            games_free(hits, bytes);
        }
        tby_search_close(search);
    }
    for (uint32_t i = 0; i < names->count && rc == TBY_OK; i++)
        if (wanted[i])
            return TBY_OK;
    return rc == TBY_OK ? TBY_DONE : rc;
}

/* --- openings that are counted as one, or share a file --------------------*/

static tby_str text_of(const tby_opening *o, tby_classes_group by,
                       const char *code)
{
    switch (by) {
    case TBY_CLASSES_CODE:
        return tby_str_of(code);
    case TBY_CLASSES_FAMILY:
        return tby_family_stem(tby_name_split(o->name).family);
    case TBY_CLASSES_NAME:
    default:
        return o->name;
    }
}

static bool is_less(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_str *texts = ctx;

    return tby_str_compare(texts[a], texts[b]) < 0;
}

static tby_rc groups_open(classes_groups *g, const tby_names *names,
                          tby_classes_group by)
{
    size_t slots = (size_t)names->count + 1;
    uint32_t *order = games_resize(NULL, 0, slots * sizeof *order);
    tby_str *texts = games_resize(NULL, 0, slots * sizeof *texts);

    TBY_ASSERT(g->slots == 0 || names->count <= g->slots);
    *g = (classes_groups){.slots = slots};
    g->of = games_resize(NULL, 0, slots * sizeof *g->of);
    g->labels = games_resize(NULL, 0, slots * sizeof *g->labels);
    g->codes = games_resize(NULL, 0, slots * sizeof *g->codes);
    bool ok = order && texts && g->of && g->labels && g->codes;
    if (ok) {
        /* what each slot is called */
        for (uint32_t i = 0; i < names->count; i++) {
            tby_opening o;
            tby_names_peek(names, i, &o);
            memcpy(g->codes[i], o.code, sizeof g->codes[i]);
            texts[i] = text_of(&o, by, g->codes[i]);
        }
        texts[names->count] = (tby_str){"", 0};
        for (uint32_t i = 0; i < slots; i++)
            order[i] = i;
        tby_sort(order, slots, is_less, texts);
        /* equal texts, which are neighbours in the order, are one group */
        for (size_t i = 0; i < g->slots; i++) {
            tby_str text = texts[order[i]];
            if (i == 0 || !tby_str_equal(text, g->labels[g->n - 1]))
                g->labels[g->n++] = text;
            g->of[order[i]] = (uint32_t)(g->n - 1);
        }
    }
    games_free(order, slots * sizeof *order);
    games_free(texts, slots * sizeof *texts);
    return ok ? TBY_OK : TBY_E_NOMEM;
}

/* Gives back groups and table. */
static void close_groups(tby_classes *c)
{
    games_free(c->table, c->table_cap * sizeof *c->table);
    c->table = NULL;
    c->table_cap = 0;
    classes_groups *g = &c->groups;
    games_free(g->of, g->slots * sizeof *g->of);
    games_free(g->labels, g->slots * sizeof *g->labels);
    games_free(g->codes, g->slots * sizeof *g->codes);
    *g = (classes_groups){.n = 0};
}

/* --- rows and games ------------------------------------------------------*/

/* One game and its answer. */
typedef struct classes_game {
    const tby_names *names;
    const tby_naming *naming;
    const tby_classified *answer;
    tby_games_item *item;
} classes_game;

static const char *order_name(const classes_game *g)
{
    static const char *const NAMES[] = {[TBY_ORDER_UNKNOWN] = "unknown",
                                        [TBY_ORDER_OWN] = "own",
                                        [TBY_ORDER_TRANSPOSED] =
                                            "transposition"};

    return NAMES[g->answer->order];
}

static bool is_named(const classes_game *g)
{
    return g->answer->entry != TBY_NAMES_NONE;
}

/* A text in which nothing can be taken for the end of a field. */
static void put_field(tby_buf *out, tby_str text)
{
    size_t from = out->n + 1;

    tby_buf_char(out, '\t');
    tby_buf_add(out, text);
    for (size_t i = from; i < out->n; i++)
        if ((unsigned char)out->p[i] < ' ')
            out->p[i] = ' ';
}

/* What stands in a row after the number of the game. */
static void put_tsv(tby_buf *out, const classes_game *g)
{
    const tby_game *game = g->item->game;
    const tby_classified *a = g->answer;
    char san[TBY_SAN_MAX];

    TBY_ASSERT(g->names);
    put_field(out, tby_game_tag(game, "White"));
    put_field(out, tby_game_tag(game, "Black"));
    put_field(out, tby_str_of(a->opening.code));
    put_field(out, a->opening.name);
    tby_buf_char(out, '\t');
    if (is_named(g))
        tby_buf_u64(out, a->ply);
    tby_buf_join(out, "\t", is_named(g) ? order_name(g) : "", "\t");
    if (a->left != TBY_MOVE_NONE) { /* "6.Be3" or "6...e5" */
        tby_buf_u64(out, a->left_pos.fullmoves);
        tby_san_write(&a->left_pos, a->left, san);
        tby_buf_join(out, a->left_pos.turn == TBY_WHITE ? "." : "...", san);
    }
    tby_buf_char(out, '\n');
}

static void put_str(tby_jsonw *w, const char *key, tby_str value)
{
    if (tby_jsonw_known(w, key, value.p && value.n))
        tby_jsonw_str(w, value);
}

static void put_opening(tby_jsonw *w, const tby_opening *o)
{
    put_str(w, "code", tby_str_of(o->code));
    put_str(w, "name", o->name);
}

static void put_json(tby_buf *out, const classes_game *g)
{
    const tby_classified *a = g->answer;
    tby_jsonw writer = {.buf = out}, *w = &writer;
    char san[TBY_SAN_MAX];
    tby_named step;
    tby_opening o;

    tby_jsonw_object(w);
    put_str(w, "white", tby_game_tag(g->item->game, "White"));
    put_str(w, "black", tby_game_tag(g->item->game, "Black"));
    put_opening(w, &a->opening);
    if (tby_jsonw_known(w, "ply", is_named(g)))
        tby_jsonw_u64(w, a->ply);
    tby_jsonw_put_cstr(w, "order", is_named(g) ? order_name(g) : NULL);
    if (tby_jsonw_known(w, "left", a->left != TBY_MOVE_NONE)) {
        tby_san_write(&a->left_pos, a->left, san);
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "ply", a->left_ply);
        tby_jsonw_put_cstr(w, "move", san);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_put_array(w, "trail");
    for (size_t at = 0; tby_naming_next_change(g->naming, a, &at, &step);) {
        tby_names_peek(g->names, step.entry, &o);
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "ply", step.ply);
        put_opening(w, &o);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    if (tby_jsonw_end(w) != TBY_OK)
        return; /* the buffer knows */
}

/* ECO, Opening, Variation; what would contradict them goes. */
static size_t edits_of(const tby_opening *o, const tby_classes_options *options,
                       tby_retag edits[TBY_RETAGS])
{
    tby_name_parts parts = tby_name_split(o->name);
    tby_str opening = o->name, variation = {"", 0};
    size_t n = 0;

    if (options->variation) {
        opening = parts.family;
        if (parts.variation.n) /* "Najdorf Variation, English Attack" */
            variation = tby_str_trim(
                tby_str_from(o->name, (size_t)(parts.variation.p - o->name.p)));
    }
    edits[n++] = (tby_retag){TBY_STR("ECO"), tby_str_of(o->code), false};
    edits[n++] = (tby_retag){TBY_STR("Opening"), opening, false};
    edits[n++] = (tby_retag){TBY_STR("Variation"), variation, false};
    edits[n++] = (tby_retag){TBY_STR("SubVariation"), {"", 0}, false};
    for (size_t i = 0; i < n; i++)
        edits[i].keep = options->keep;
    return n;
}

/* Ends of lines after the last word. */
static unsigned lines_at_end(tby_str text)
{
    unsigned n = 0;

    for (size_t i = text.n; i > 0 && tby_is_space(text.p[i - 1]); i--)
        n += text.p[i - 1] == '\n' ||
             (text.p[i - 1] == '\r' && (i == text.n || text.p[i] != '\n'));
    return n;
}

/* The game with its tags, and an empty line after it; *scratch is for games
 * that were no PGN. */
static tby_rc put_pgn(tby_buf *out, tby_buf *scratch, const classes_game *g,
                      const tby_classes_options *options)
{
    tby_str text = g->item->text;
    tby_retag edits[TBY_RETAGS];
    /* the name of the start, which some lists of names have, is no opening to
     * name */
    size_t n = g->answer->entry == TBY_NAMES_NONE || g->answer->ply == 0
                   ? 0
                   : edits_of(&g->answer->opening, options, edits);

    if (!text.p) {
        tby_buf_clear(scratch);
        TBY_TRY(tby_games_put(TBY_GAMES_PGN, g->item->game, scratch));
        text = tby_buf_str(scratch);
    }
    size_t from = out->n;
    tby_pgn_retag(text, edits, n, out);
    for (unsigned lines = lines_at_end(text); lines < 2; lines++)
        tby_buf_char(out, '\n');

    /* Takes back what was written after byte `from` if nobody could read it. */
    tby_rc rc =
        out->rc == TBY_OK ? tby_pgn_fit(g->item->game, out->n - from) : out->rc;

    if (rc == TBY_E_PGN_FIT)
        out->n = from;
    return rc;
}

/* --- classifying ---------------------------------------------------------*/

/* A game that was taken: which of the block or of the database, its slot, where
 * its text ends. */
typedef struct taken {
    uint64_t id;
    uint32_t game, slot;
    size_t end;
} taken;

typedef struct part {
    tby_naming *naming;
    tby_buf text, scratch;
    taken *taken;
    size_t n, cap;
    uint32_t games, named;
} part;

tby_rc tby_classes_open(tby_classes **out, const tby_classes_options *options)
{
    tby_classes *c = games_resize(NULL, 0, sizeof *c);

    *out = c;
    if (!c)
        return TBY_E_NOMEM;
    *c = (tby_classes){.options = *options,
                       .slots = (size_t)options->names->count + 1};
    tby_buf_init(&c->before, NULL, SIZE_MAX);
    tby_buf_init(&c->rows, NULL, SIZE_MAX);
    tby_classes_file(c, NULL);
    c->wanted = games_resize(NULL, 0, c->slots * sizeof *c->wanted);
    c->counts = games_resize(NULL, 0, c->slots * sizeof *c->counts);
    if (!c->wanted || !c->counts)
        return TBY_E_NOMEM;
    memset(c->counts, 0, c->slots * sizeof *c->counts);
    TBY_TRY(choose(c->options.names, &c->options.filter, c->wanted));
    TBY_TRY(tby_classifier_open(&c->classifier, c->options.names, NULL));
    if (c->options.output != TBY_CLASSES_FILES)
        return TBY_OK;
    TBY_TRY(groups_open(&c->groups, c->options.names, c->options.group));
    return tby_spread_open(&c->spread, c->options.folder, c->groups.n);
}

void tby_classes_close(tby_classes *c)
{
    if (!c)
        return;
    tby_classifier_close(c->classifier);
    close_groups(c);
    tby_spread_close(c->spread);
    tby_buf_free(&c->before);
    tby_buf_free(&c->rows);
    games_free(c->wanted, c->slots * sizeof *c->wanted);
    games_free(c->counts, c->slots * sizeof *c->counts);
    games_free(c, sizeof *c);
}

tby_rc tby_classes_begin(tby_classes *c, bool files)
{
    const char *head = "game\twhite\tblack\tcode\tname\tply\torder\tleft\n";

    if (c->options.output != TBY_CLASSES_TSV)
        return TBY_OK;
    if (files)
        TBY_TRY(tby_sink_write(c->options.sink, "file\t", 5));
    return tby_sink_write(c->options.sink, head, strlen(head));
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

static bool visit_position(void *of, const tby_pos *pos, uint32_t ply)
{
    const part *p = of;

    return tby_naming_look(p->naming, pos, ply);
}

static tby_rc put_text(const tby_classes *c, part *p, const classes_game *g)
{
    switch (c->options.output) {
    case TBY_CLASSES_TSV:
        put_tsv(&p->text, g);
        break;
    case TBY_CLASSES_JSON:
        put_json(&p->text, g);
        break;
    case TBY_CLASSES_PGN:
    case TBY_CLASSES_FILES:
        return put_pgn(&p->text, &p->scratch, g, &c->options);
    case TBY_CLASSES_NONE:
        break;
    }
    return p->text.rc;
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_classes *c = ctx;
    part *p = of;
    tby_classified answer;
    classes_game g = {.names = c->options.names,
                      .naming = p->naming,
                      .answer = &answer,
                      .item = item};
    uint32_t slot = c->options.names->count;

    tby_naming_end(p->naming, item->game, &answer);
    p->games++;
    if (answer.entry != TBY_NAMES_NONE) {
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
    if (rc == TBY_OK)
        rc = TBY_GROW(NULL, p->taken, p->cap, p->n + 1);
    if (rc == TBY_OK)
        p->taken[p->n++] = (taken){item->id, p->games, slot, p->text.n};
    return rc;
}

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    tby_naming_close(p->naming);
    tby_buf_free(&p->text);
    tby_buf_free(&p->scratch);
    games_free(p->taken, p->cap * sizeof *p->taken);
}

static tby_rc open_part(void *ctx, void *of)
{
    const tby_classes *c = ctx;
    part *p = of;

    tby_buf_init(&p->text, NULL, SIZE_MAX);
    tby_buf_init(&p->scratch, NULL, SIZE_MAX);
    return tby_naming_open(&p->naming, c->classifier, NULL);
}

static tby_rc write_part(tby_classes *c, const part *p)
{
    switch (c->options.output) {
    case TBY_CLASSES_TSV:
    case TBY_CLASSES_JSON: {
        /* Puts the numbers in; an object that has begun already needs a comma
         * instead of its brace. */
        bool json = c->options.output == TBY_CLASSES_JSON;
        size_t from = 0;
        tby_buf_clear(&c->rows);
        for (size_t i = 0; i < p->n; i++) {
            tby_str row = {p->text.p + from, p->taken[i].end - from};
            tby_buf_add(&c->rows, tby_buf_str(&c->before));
            tby_buf_u64(&c->rows, p->taken[i].id
                                      ? p->taken[i].id
                                      : c->number + p->taken[i].game);
            if (json)
                tby_buf_char(&c->rows, ',');
            tby_buf_add(&c->rows, tby_str_from(row, json));
            from = p->taken[i].end;
        }
        if (c->rows.rc != TBY_OK || c->rows.n == 0)
            return c->rows.rc;
        return tby_sink_write(c->options.sink, c->rows.p, c->rows.n);
    }
    case TBY_CLASSES_PGN:
        return p->text.n ? tby_sink_write(c->options.sink, p->text.p, p->text.n)
                         : TBY_OK;
    case TBY_CLASSES_FILES: {
        tby_rc rc = TBY_OK;
        size_t from = 0;
        for (size_t i = 0; i < p->n && rc == TBY_OK; i++) {
            rc = tby_spread_write(c->spread, c->groups.of[p->taken[i].slot],
                                  p->text.p + from, p->taken[i].end - from);
            from = p->taken[i].end;
        }
        return rc;
    }
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
                               .part_size = sizeof(part),
                               .part = open_part,
                               .drop = drop_part,
                               .look = visit_position,
                               .game = take_game,
                               .join = join_part};
}

/* --- what became of the games ---------------------------------------------*/

enum { LONGEST = 100 }; /* of a name before .pgn, in bytes */

/* Bytes that stand for themselves; an apostrophe is dropped, all else becomes
 * one line below. */
static bool is_plain(char c)
{
    return (unsigned)((c | 32) - 'a') < 26 || (unsigned)(c - '0') < 10 ||
           c == '-' || (unsigned char)c >= 128;
}

static void make_name(tby_str label, char out[CLASSES_FILE])
{
    size_t n = 0;

    for (size_t i = 0; i < label.n && n < LONGEST; i++) {
        if (is_plain(label.p[i]))
            out[n++] = label.p[i];
        else if (n && out[n - 1] != '_' && label.p[i] != '\'')
            out[n++] = '_';
    }
    while (n && (out[n - 1] == '_' ||
                 tby_utf8_validate((tby_str){out, n}, NULL) != TBY_OK))
        n--; /* a character that was cut goes too */
    if (n == 0) {
        static const char NONE[] = "unnamed";
        memcpy(out, NONE, sizeof NONE);
        n = sizeof NONE - 1;
    }
    memcpy(out + n, ".pgn", 5);
}

/* Some systems do not tell capitals from small letters. */
static bool is_taken(char (*names)[CLASSES_FILE], size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(names[i], name) == 0)
            return true;
    return false;
}

tby_classes_sum tby_classes_summary(const tby_classes *c)
{
    return c->sum;
}

const char *tby_classes_error_text(const tby_classes *c)
{
    return c && c->spread ? tby_spread_error_text(c->spread) : "";
}

tby_rc tby_classes_commit(tby_classes *c,
                          tby_rc (*on_file)(void *ctx, const char *name),
                          void *ctx)
{
    size_t all = c->groups.n, n = 0;
    tby_str *labels = games_resize(NULL, 0, all * sizeof *labels);
    uint32_t *ids = games_resize(NULL, 0, all * sizeof *ids);
    char(*names)[CLASSES_FILE] = games_resize(NULL, 0, all * sizeof *names);
    tby_rc rc = labels && ids && names ? TBY_OK : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        /* The groups that have a file, moved to the front of these arrays. */
        n = 0;
        for (uint32_t i = 0; i < c->groups.n; i++) {
            if (tby_spread_size(c->spread, i) == 0)
                continue;
            labels[n] = c->groups.labels[i];
            ids[n++] = i;
        }
        for (size_t i = 0; i < n; i++) {
            make_name(labels[i], names[i]);
            size_t end = strlen(names[i]) - strlen(".pgn");
            for (unsigned k = 2; is_taken(names, i, names[i]); k++) {
                char digits[12] = "-";
                tby_text t = {digits + 1, sizeof digits - 1, 0};
                tby_text_u64(&t, k);
                memcpy(names[i] + end, digits, t.len + 1);
                memcpy(names[i] + end + t.len + 1, ".pgn", 5);
            }
        }
    }
    for (size_t i = 0; i < n && rc == TBY_OK && on_file; i++)
        rc = on_file(ctx, names[i]);
    for (size_t i = 0; i < n && rc == TBY_OK; i++) {
        rc = tby_spread_commit(c->spread, ids[i], names[i]);
        c->sum.files += rc == TBY_OK;
    }
    games_free(labels, all * sizeof *labels);
    games_free(ids, all * sizeof *ids);
    games_free(names, all * sizeof *names);
    return rc;
}

static bool is_before(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_classes_row *rows = ctx;

    if (rows[a].n != rows[b].n)
        return rows[a].n > rows[b].n;
    return a < b; /* groups are in the order of bytes */
}

tby_rc tby_classes_count(tby_classes *c, tby_classes_group group,
                         const tby_classes_row **rows, size_t *n)
{
    close_groups(c);
    tby_rc rc = groups_open(&c->groups, c->options.names, group);
    if (rc == TBY_OK) {
        size_t groups = c->groups.n;
        tby_classes_row *all = games_resize(NULL, 0, groups * sizeof *all);
        uint32_t *order = games_resize(NULL, 0, groups * sizeof *order);

        c->table = games_resize(NULL, 0, groups * sizeof *c->table);
        c->table_cap = c->table ? groups : 0;
        bool ok = all && order && c->table;
        if (ok) {
            for (size_t i = 0; i < groups; i++)
                all[i] = (tby_classes_row){c->groups.labels[i], 0};
            for (size_t i = 0; i < c->slots; i++)
                all[c->groups.of[i]].n += c->counts[i];
            /* The sorted rows that are not empty, from `all` to the table. */
            *n = 0;
            for (uint32_t i = 0; i < c->groups.n; i++)
                if (all[i].n)
                    order[(*n)++] = i;
            tby_sort(order, *n, is_before, all);
            for (size_t i = 0; i < *n; i++)
                c->table[i] = all[order[i]];
        }
        games_free(all, groups * sizeof *all);
        games_free(order, groups * sizeof *order);
        rc = ok ? TBY_OK : TBY_E_NOMEM;
    }
    if (rc == TBY_OK)
        *rows = c->table;
    return rc;
}
