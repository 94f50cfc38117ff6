/* import_part.c - what is done with each game on whatever thread: judged,
 * named, packed.  Many blocks are under way, most of them waiting; those that
 * are being read have what games are packed with. */
#include "core/base/assert.h"
#include "work/db/import_int.h"

#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/openings/names_bloom.h"
#include "tabiya/gamebin.h"
#include "tabiya/limits.h"
#include "work/games/int.h"

#include <string.h>

static tby_str rename_player(void *ctx, tby_str spelling)
{
    const tby_import *imp = ctx;

    return imp->options.aliases
               ? tby_aliases_name(imp->options.aliases, spelling)
               : spelling;
}

static void close_tools(import_tools *t)
{
    tby__packer_close(t->packer);
    tby__postings_builder_close(t->builder);
    games_free(t, sizeof *t);
}

static import_tools *open_tools(tby_import *imp)
{
    import_tools *t = games_resize(NULL, 0, sizeof *t);

    if (!t)
        return NULL;
    memset(t, 0, sizeof *t);
    if (tby__packer_open(&t->packer) != TBY_OK ||
        tby__postings_builder_open(&t->builder) != TBY_OK) {
        close_tools(t);
        return NULL;
    }
    if (imp->options.aliases)
        tby__packer_rename(t->packer, rename_player, imp);
    return t;
}

static void import_tools_give(tby_import *imp, import_tools *t)
{
    if (t && !tby_object_pool_put(&imp->tools, t))
        close_tools(t);
}

void tby__import_tools_close(tby_import *imp)
{
    import_tools *t;

    while ((t = tby_object_pool_take(&imp->tools)) != NULL)
        close_tools(t);
}

enum { ALIGN = 8 };

static import_load *import_load_open(void)
{
    import_load *l = games_resize(NULL, 0, sizeof *l);

    if (l) {
        *l = (import_load){.games = NULL};
        tby_buf_init(&l->bytes, NULL, SIZE_MAX);
    }
    return l;
}

void tby__import_load_close(import_load *l)
{
    while (l) {
        import_load *next = l->next;
        games_free(l->games, l->cap * sizeof *l->games);
        tby_buf_free(&l->bytes);
        tby__postings_free(l->postings);
        games_free(l, sizeof *l);
        l = next;
    }
}

static tby_rc import_load_add(import_load *l, import_fate fate, uint64_t check)
{
    TBY_TRY(TBY_GROW(NULL, l->games, l->cap, l->n + 1));
    l->games[l->n++] =
        (import_game){.check = check, .fate = fate, .at = l->bytes.n};
    return TBY_OK;
}

/* --- packed games ---------------------------------------------------------
 *
 * The codes, the names one after another, the extra; then up to a multiple of
 * ALIGN, so that the next codes are aligned. */

static size_t codes_n(const store_packed *p)
{
    return p->column[STORE_PLIES] * sizeof *p->codes;
}

const store_packed *tby__import_load_packed(import_load *l, size_t i)
{
    store_packed *p = &l->games[i].packed;
    const char *at = l->bytes.p + l->games[i].at;

    TBY_ASSERT(i < l->n && l->games[i].fate == IMPORT_TAKEN);
    p->codes = (const void *)at;
    at += codes_n(p);
    for (size_t c = 0; c < STORE_NAMES; at += p->names[c].n, c++)
        if (p->names[c].p)
            p->names[c].p = at;
    p->extra.p = at;
    return p;
}

size_t tby__import_game_bytes(const import_load *l, size_t i)
{
    enum {
        GAME = 280,
        POSITION = 8
    }; /* never to be changed: see BATCH_BYTES */
    const import_game *g = &l->games[i];
    size_t end = i + 1 < l->n ? l->games[i + 1].at : l->bytes.n;
    size_t positions =
        g->fate == IMPORT_TAKEN ? (size_t)g->packed.column[STORE_PLIES] + 1 : 0;

    TBY_ASSERT(i < l->n);
    return GAME + end - g->at + POSITION * positions;
}

typedef struct part {
    tby_import *import;
    import_load *load;
    import_tools *tools; /* while the block is read */
    bool notes;          /* all games of the block so far are noted */
} part;

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    import_tools_give(ctx, p->tools);
    tby__import_load_close(p->load);
}

static tby_rc open_part(void *ctx, void *of)
{
    part *p = of;

    *p = (part){.import = ctx, .load = import_load_open(), .notes = true};
    return p->load ? TBY_OK : TBY_E_NOMEM;
}

/* Reading plays the moves anyway: their codes and the keys that the index will
 * want are had for little. */
static tby_record *give_record(void *of)
{
    part *p = of;

    if (!p->tools) {
        import_tools *t = tby_object_pool_take(&p->import->tools);
        p->tools = t ? t : open_tools(p->import);
    }
    return p->tools ? &p->tools->record : NULL;
}

/* What the names say of the position after so many moves, or NULL.  An entry
 * with its key is it for certain if the moves are the same. */
static const import_opening *name_of(part *p, const tby_game *g, uint32_t ply)
{
    const tby_names *names = p->import->options.names;
    const tby_record *r = &p->tools->record;
    uint64_t key = r->keys[ply];
    import_opening *known = &p->tools->named[key >> (64 - IMPORT_NAMED_BITS)];
    uint32_t entry, same = 0;
    tby_opening o;

    TBY_ASSERT(ply <= r->n);
    if (known->known && known->key == key)
        return known;
    entry = tby_names_find_key(names, key);
    if (entry == TBY_NAMES_NONE)
        return NULL;
    tby_names_peek(names, entry, &o);
    if (!g->setup && o.line && o.plies == ply)
        while (same < ply && (tby_move)r->plies[same] == o.line[same])
            same++;
    if (same < ply || g->setup || !o.line || o.plies != ply) {
        tby_pos pos = g->start;
        for (uint32_t i = 0; i < ply; i++)
            tby_pos_play(&pos, (tby_move)r->plies[i]);
        entry = tby_names_find(names, &pos);
        if (entry == TBY_NAMES_NONE)
            return NULL;
        tby_names_peek(names, entry, &o);
    }
    *known =
        (import_opening){key, o.name, tby__store_eco(tby_str_of(o.code)), true};
    return known;
}

/* Sets the columns of what opening it is, where the game does not say so
 * itself, as [ECO "?"], by the deepest position that has a name; its tags stay
 * as they are.  True if it had no code. */
static bool name_opening(part *p, const tby_game *g, store_packed *packed)
{
    const tby_record *r = &p->tools->record;
    bool code = !packed->column[STORE_ECO];
    bool name = !tby_game_tag(g, "Opening").p;
    const import_opening *n = NULL;

    if (!p->import->bloom || (!code && !name))
        return false;
    for (uint32_t ply = r->n + 1; ply-- > 0 && !n;)
        if (names_bloom_has(p->import->bloom, r->keys[ply]))
            n = name_of(p, g, ply);
    if (!n)
        return false;
    if (name && n->name.n)
        packed->names[STORE_OPENING] = n->name;
    if (code)
        packed->column[STORE_ECO] = n->eco;
    return code && n->eco;
}

/* PGN by its bytes, anything else by what was read.  Spaces after the last
 * game of a file come with what is appended to it. */
static uint64_t check_of(const tby_games_item *item)
{
    const tby_game *g = item->game;
    tby_str text = tby_str_trim(item->text);

    if (text.p)
        return tby_checksum(text.p, text.n);
    uint64_t parts[] = {tby_checksum(g->text, g->text_n),
                        tby_checksum(g->items, g->items_n * sizeof *g->items),
                        g->start.key, (uint64_t)g->result,
                        (uint64_t)item->error};
    return tby_checksum(parts, sizeof parts);
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_import *imp = ctx;
    part *p = of;
    const tby_game *g = item->game;
    uint64_t check = check_of(item);
    tby_gamebin_ignore why = TBY_GAMEBIN_KEEP;

    if (item->error != TBY_OK)
        return import_load_add(p->load, IMPORT_REFUSED, check);
    if (!imp->options.keep_all && tby_game_tag(g, "Termination").p)
        why = tby_gamebin_ignored(g);
    if (why != TBY_GAMEBIN_KEEP)
        return import_load_add(p->load,
                               why == TBY_GAMEBIN_UNTERMINATED
                                   ? IMPORT_UNTERMINATED
                                   : IMPORT_ABANDONED,
                               check);
    if (!p->tools)
        return TBY_E_NOMEM;
    const tby_record *r = &p->tools->record;
    store_packed packed;
    tby__packer_record(p->tools->packer, r);
    tby_rc rc = tby__store_pack(p->tools->packer, g, &packed);
    if (rc == TBY_E_STORE_FIT) {
        const tby_bb edge = UINT64_C(0xff000000000000ff);
        item->refusal = rc;
        if (tby_pos_role(&g->start, TBY_PAWN) & edge &&
            g->plies <= STORE_PLIES_MAX)
            item->why = "A pawn moves from its own first rank, and the "
                        "database has no code for that.";
        return import_load_add(p->load, IMPORT_REFUSED, check);
    }
    if (rc != TBY_OK)
        return rc;
    bool named = name_opening(p, g, &packed);

    TBY_TRY(import_load_add(p->load, IMPORT_TAKEN, check));
    /* a copy of all that is pointed to: see tby__import_load_packed() */
    import_game *kept = &p->load->games[p->load->n - 1];
    kept->named = named;
    kept->noted = p->load->taken++;
    kept->packed = packed;
    tby_buf *to = &p->load->bytes;
    static const char zeros[ALIGN] = {0};
    TBY_ASSERT(to->n % ALIGN == 0 || to->rc != TBY_OK);
    tby_buf_add(to, (tby_str){(const char *)packed.codes, codes_n(&packed)});
    for (size_t i = 0; i < STORE_NAMES; i++)
        tby_buf_add(to, packed.names[i]);
    tby_buf_add(to, packed.extra);
    tby_buf_add(to, (tby_str){zeros, (ALIGN - to->n % ALIGN) % ALIGN});
    if (p->load->bytes.rc != TBY_OK)
        return p->load->bytes.rc;
    /* there is no harm in failing: it will be replayed */
    p->notes =
        p->notes && r->n == packed.column[STORE_PLIES] &&
        tby__postings_builder_add(p->tools->builder, r->keys, packed.codes,
                                  r->n, g->start.turn) == TBY_OK;
    return TBY_OK;
}

/* Who is kept under another name than he is spelled. */
typedef struct kept {
    tby_import *import;
    tby_game_row row; /* of the game as it was */
    tby_game was;
} kept;

static tby_str keep_name(void *ctx, tby_str spelling)
{
    const kept *k = ctx;
    tby_str white = tby_str_trim(tby_game_tag(&k->was, "White"));
    tby_str black = tby_str_trim(tby_game_tag(&k->was, "Black"));

    if (white.p && tby_str_equal(white, spelling))
        return k->row.white;
    if (black.p && tby_str_equal(black, spelling))
        return k->row.black;
    return rename_player(k->import, spelling);
}

static void keep_opening(const kept *k, const tby_game *g, store_packed *packed)
{
    if (!packed->column[STORE_ECO] && k->row.eco[0])
        packed->column[STORE_ECO] = tby__store_eco(tby_str_of(k->row.eco));
    if (!tby_game_tag(g, "Opening").p)
        packed->names[STORE_OPENING] = k->row.opening;
}

tby_rc tby__import_replace(tby_import *imp, uint64_t id, const tby_game *game,
                           uint64_t *plies)
{
    part p = {.import = imp};
    kept k = {.import = imp};
    store_packed packed;

    tby_game_init(&k.was, NULL);
    tby_rc rc = tby_store_game(imp->store, id, &k.was);
    if (rc == TBY_OK)
        rc = tby_store_row(imp->store, id, &k.row);
    if (rc == TBY_OK && tby_game_same(&k.was, game)) {
        tby_game_free(&k.was); /* it says so already */
        return TBY_OK;
    }
    if (rc == TBY_OK && !give_record(&p))
        rc = TBY_E_NOMEM;
    if (rc == TBY_OK) {
        tby_record_game(&p.tools->record, game);
        tby__packer_record(p.tools->packer, &p.tools->record);
        tby__packer_rename(p.tools->packer, keep_name, &k);
        rc = tby__store_pack(p.tools->packer, game, &packed);
        tby__packer_rename(p.tools->packer,
                           imp->options.aliases ? rename_player : NULL, imp);
    }
    if (rc == TBY_OK) {
        name_opening(&p, game, &packed);
        if (!imp->bloom) /* what the names have said of it once */
            keep_opening(&k, game, &packed);
        *plies = packed.column[STORE_PLIES];
        rc = tby_store_replace(imp->store, id, &packed);
    }
    import_tools_give(imp, p.tools);
    tby_game_free(&k.was);
    return rc;
}

static tby_rc end_part(void *ctx, void *of)
{
    tby_import *imp = ctx;
    part *p = of;

    if (p->tools &&
        (!p->notes || tby__postings_builder_give(p->tools->builder,
                                                 &p->load->postings) != TBY_OK))
        tby__postings_builder_clear(p->tools->builder);
    import_tools_give(imp, p->tools);
    p->tools = NULL;
    p->notes = !atomic_load(&imp->postings.off);
    return TBY_OK;
}

/* Hands the load on, for another that is empty. */
static tby_rc join_part(void *ctx, void *of)
{
    tby_import *imp = ctx;
    part *p = of;
    import_load *load = p->load;

    if (imp->options.stop && atomic_load(imp->options.stop))
        return TBY_DONE;
    if (imp->spare) {
        p->load = imp->spare;
        imp->spare = p->load->next;
    } else {
        p->load = import_load_open();
    }
    if (!p->load) {
        p->load = load;
        return TBY_E_NOMEM;
    }

    /* What one huge game took is not kept for all that follow. */
    import_load *l = p->load;
    enum { MUCH = 8 << 20 };

    if (l->bytes.cap > MUCH)
        tby_buf_free(&l->bytes);
    tby_buf_clear(&l->bytes);
    tby__postings_free(l->postings);
    l->postings = NULL;
    l->taken = 0;
    l->n = 0;
    l->next = NULL;
    return tby__import_take(imp, load);
}

tby_games_visitor tby__import_visitor(tby_import *imp)
{
    return (tby_games_visitor){.ctx = imp,
                               .part_size = sizeof(part),
                               .part = open_part,
                               .drop = drop_part,
                               .game = take_game,
                               .end = end_part,
                               .join = join_part,
                               .record = give_record};
}
