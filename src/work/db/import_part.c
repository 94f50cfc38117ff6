/* import_part.c - what is done with each game on whatever thread: judged,
 * named, packed. */
#include "work/db/import_int.h"

#include "core/base/checksum.h"
#include "core/base/str.h"
#include "core/openings/book_bloom.h"
#include "tabiya/gamebin.h"
#include "tabiya/limits.h"
#include "work/games/int.h"

#include <string.h>

typedef struct part {
    tby_import *import;
    import_load *load;
    import_tools *tools; /* while the block is read */
    bool notes;          /* all games of the block so far are noted */
} part;

/* --- making ---------------------------------------------------------------*/

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    import_tools_give(ctx, p->tools);
    import_load_close(p->load);
    games_resize(p, sizeof *p, 0);
}

static void *new_part(void *ctx)
{
    part *p = games_resize(NULL, 0, sizeof *p);

    if (!p)
        return NULL;
    *p = (part){.import = ctx, .load = import_load_open(), .notes = true};
    if (p->load)
        return p;
    drop_part(ctx, p);
    return NULL;
}

/* --- one game -------------------------------------------------------------*/

/* Reading plays the moves anyway: their codes and the keys that the index will
 * want are had for little. */
static tby_record *give_record(void *of)
{
    part *p = of;

    if (!p->tools)
        p->tools = import_tools_take(p->import);
    return p->tools ? &p->tools->record : NULL;
}

/* Are the first moves of the game those of the book? */
static bool is_line(const tby_record *r, const tby_game *g, uint32_t ply,
                    const tby_opening *o)
{
    uint32_t same = 0;

    if (g->setup || !o->line || o->plies != ply)
        return false;
    while (same < ply && (tby_move)r->did[same] == o->line[same])
        same++;
    return same == ply;
}

/* The position of the record behind so many moves. */
static tby_pos position_at(const tby_record *r, const tby_game *g, uint32_t ply)
{
    tby_pos pos = g->start;

    for (uint32_t i = 0; i < ply; i++)
        tby_pos_play(&pos, (tby_move)r->did[i]);
    return pos;
}

/* Has the position behind so many moves a name?  An entry with its key is it
 * for certain if the moves are the same. */
static bool has_name(const part *p, const tby_game *g, uint32_t ply,
                     tby_opening *out)
{
    const tby_book *book = p->import->options.book;
    const tby_record *r = &p->tools->record;
    uint32_t entry = tby_book_find_key(book, r->keys[ply]);

    if (entry == TBY_BOOK_NONE)
        return false;
    tby_book_peek(book, entry, out);
    if (is_line(r, g, ply, out))
        return true;
    tby_pos pos = position_at(r, g, ply);
    entry = tby_book_find(book, &pos);
    if (entry == TBY_BOOK_NONE)
        return false;
    tby_book_peek(book, entry, out);
    return true;
}

static const import_opening *name_of(part *p, const tby_game *g, uint32_t ply)
{
    uint64_t key = p->tools->record.keys[ply];
    import_opening *known = &p->tools->named[key >> (64 - IMPORT_NAMED_BITS)];
    tby_opening o;

    if (known->known && known->key == key)
        return known;
    if (!has_name(p, g, ply, &o))
        return NULL;
    *known = (import_opening){key, o.name, store_eco(tby_str_of(o.code)), true};
    return known;
}

/* The name of the deepest position that has one, or NULL. */
static const import_opening *find_name(part *p, const tby_game *g)
{
    const tby_record *r = &p->tools->record;
    const import_opening *found = NULL;

    for (uint32_t ply = r->n + 1; ply-- > 0 && !found;)
        if (book_bloom_has(p->import->sieve, r->keys[ply]))
            found = name_of(p, g, ply);
    return found;
}

static import_fate fate_of(const tby_import *imp, const tby_games_item *item)
{
    tby_gamebin_ignore why = TBY_GAMEBIN_KEEP;

    if (item->error != TBY_OK)
        return IMPORT_REFUSED;
    if (!imp->options.keep_all && tby_game_tag(item->game, "Termination").p)
        why = tby_gamebin_ignored(item->game);
    return why == TBY_GAMEBIN_UNTERMINATED ? IMPORT_UNTERMINATED
           : why == TBY_GAMEBIN_ABANDONED  ? IMPORT_ABANDONED
                                           : IMPORT_TAKEN;
}

/* Sets the columns of what opening it is, where the game does not say so
 * itself, as [ECO "?"]; its tags stay as they are.  True if it had no code. */
static bool name_opening(part *p, const tby_game *g, store_packed *packed)
{
    bool code = !packed->column[STORE_ECO];
    bool name = !tby_game_tag(g, "Opening").p;
    const import_opening *n =
        p->import->sieve && (code || name) ? find_name(p, g) : NULL;

    if (!n)
        return false;
    if (name && n->name.n)
        packed->names[STORE_OPENING] = n->name;
    if (code)
        packed->column[STORE_ECO] = n->eco;
    return code && n->eco;
}

/* PGN by its bytes, anything else by what was read.  Blanks behind the last
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

/* There is no harm in failing: it will be replayed. */
static void note_game(part *p, const tby_game *g, const store_packed *packed)
{
    const tby_record *r = &p->tools->record;

    p->notes = p->notes && r->n == packed->column[STORE_PLIES] &&
               store_noter_add(p->tools->noter, r->keys, packed->codes, r->n,
                               g->start.turn) == TBY_OK;
}

static tby_rc pack_game(part *p, const tby_games_item *item, uint64_t check)
{
    store_packed packed;

    store_packer_record(p->tools->packer, &p->tools->record);
    tby_rc rc = store_pack(p->tools->packer, item->game, &packed);

    if (rc != TBY_OK)
        return rc;
    bool named = name_opening(p, item->game, &packed);
    rc = import_load_pack(p->load, &packed, check, named);
    if (rc == TBY_OK)
        note_game(p, item->game, &packed);
    return rc;
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_import *imp = ctx;
    part *p = of;
    import_fate fate = fate_of(imp, item);
    uint64_t check = check_of(item);

    if (fate != IMPORT_TAKEN)
        return import_load_add(p->load, fate, check);
    if (!p->tools)
        return TBY_E_NOMEM;
    tby_rc rc = pack_game(p, item, check);
    if (rc != TBY_E_STORE_FIT)
        return rc;
    item->refusal = rc;
    return import_load_add(p->load, IMPORT_REFUSED, check);
}

/* --- a block --------------------------------------------------------------*/

static tby_rc end_part(void *ctx, void *of)
{
    tby_import *imp = ctx;
    part *p = of;

    if (p->tools && (!p->notes || store_noter_give(p->tools->noter,
                                                   &p->load->stock) != TBY_OK))
        store_noter_clear(p->tools->noter);
    import_tools_give(imp, p->tools);
    p->tools = NULL;
    p->notes = !import_stocks_are_off(&imp->stocks);
    return TBY_OK;
}

static bool is_stopped(const tby_import *imp)
{
    return imp->options.stop && atomic_load(imp->options.stop);
}

/* Hands the load on, for another that is empty. */
static tby_rc join_part(void *ctx, void *of)
{
    tby_import *imp = ctx;
    part *p = of;
    import_load *load = p->load;

    if (is_stopped(imp))
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
    import_load_clear(p->load);
    return import_take(imp, load);
}

tby_games_visitor import_visitor(tby_import *imp)
{
    return (tby_games_visitor){.ctx = imp,
                               .part = new_part,
                               .drop = drop_part,
                               .game = take_game,
                               .end = end_part,
                               .join = join_part,
                               .record = give_record};
}
