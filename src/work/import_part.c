/* import_part.c - what is done with each game on whatever thread: judged,
 * named, packed. */
#include "work/import_int.h"

#include "core/base/checksum.h"
#include "core/base/str.h"
#include "tabiya/gamebin.h"
#include "tabiya/limits.h"
#include "work/games_int.h"

typedef struct part {
    import_load *load;
    store_packer *packer;
    tby_naming *naming; /* NULL: there is no book */
    /* the game that is being read */
    bool opening; /* it may still be in the book */
    uint32_t line_n;
    uint64_t keys[TBY_MAX_PLIES + 1];
    tby_pos line[TBY_MAX_PLIES + 1];
} part;

/* --- making ---------------------------------------------------------------*/

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    import_load_close(p->load);
    store_packer_close(p->packer);
    tby_naming_close(p->naming);
    games_resize(p, sizeof *p, 0);
}

static tby_str rename_player(void *ctx, tby_str spelling)
{
    const tby_import *imp = ctx;

    return tby_aliases_name(imp->options.aliases, spelling);
}

static tby_rc fill_part(tby_import *imp, part *p)
{
    tby_rc rc = store_packer_open(&p->packer);

    if (rc == TBY_OK && imp->options.aliases)
        store_packer_rename(p->packer, rename_player, imp);

    p->load = import_load_open();
    if (rc == TBY_OK && imp->classifier)
        rc = tby_naming_open(&p->naming, imp->classifier, NULL);
    return rc == TBY_OK && !p->load ? TBY_E_NOMEM : rc;
}

static void *new_part(void *ctx)
{
    part *p = games_resize(NULL, 0, sizeof *p);

    if (!p)
        return NULL;
    p->load = NULL;
    p->packer = NULL;
    p->naming = NULL;
    p->line_n = 0;
    if (fill_part(ctx, p) == TBY_OK)
        return p;
    drop_part(ctx, p);
    return NULL;
}

/* --- one game -------------------------------------------------------------*/

/* Reading plays the moves anyway: the names of its positions, their codes and
 * the keys that the index will want are had for little. */
static bool look(void *of, const tby_pos *pos, uint32_t ply)
{
    part *p = of;

    if (ply == 0)
        p->opening = p->naming != NULL;
    if (p->opening)
        p->opening = tby_naming_look(p->naming, pos, ply);
    if (ply <= TBY_MAX_PLIES) {
        p->keys[ply] = pos->key;
        p->line[ply] = *pos;
        p->line_n = ply + 1;
    }
    return true;
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
 * itself; its tags stay as they are.  True if it had no code. */
static bool name_opening(const part *p, const tby_game *g, store_packed *packed)
{
    bool code = !tby_game_tag(g, "ECO").p;
    bool name = !tby_game_tag(g, "Opening").p;
    tby_classified answer;

    if (!p->naming || !(code || name))
        return false;
    tby_naming_end(p->naming, g, &answer);
    if (answer.entry == TBY_BOOK_NONE)
        return false;
    if (name && answer.opening.name.n)
        packed->names[STORE_OPENING] = answer.opening.name;
    if (code)
        packed->column[STORE_ECO] = store_eco(tby_str_of(answer.opening.code));
    return code && packed->column[STORE_ECO];
}

/* PGN by its bytes, anything else by what was read. */
static uint64_t check_of(const tby_games_item *item)
{
    const tby_game *g = item->game;

    if (item->text.p)
        return tby_checksum(item->text.p, item->text.n);
    uint64_t parts[] = {tby_checksum(g->text, g->text_n),
                        tby_checksum(g->items, g->items_n * sizeof *g->items),
                        g->start.key, (uint64_t)g->result,
                        (uint64_t)item->error};
    return tby_checksum(parts, sizeof parts);
}

static tby_rc pack_game(part *p, const tby_games_item *item, uint64_t check)
{
    store_packed packed;

    store_packer_line(p->packer, p->line, p->line_n);
    tby_rc rc = store_pack(p->packer, item->game, &packed);

    if (rc != TBY_OK)
        return rc;
    import_about about = {.check = check,
                          .named = name_opening(p, item->game, &packed),
                          .keys = p->keys,
                          .keys_n = p->line_n};
    if (about.keys_n != packed.column[STORE_PLIES] + 1)
        about.keys_n = 0; /* they can be had again */
    return import_load_pack(p->load, &packed, &about);
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_import *imp = ctx;
    part *p = of;
    import_fate fate = fate_of(imp, item);
    uint64_t check = check_of(item);

    if (fate != IMPORT_TAKEN)
        return import_load_add(p->load, fate, check);
    tby_rc rc = pack_game(p, item, check);
    if (rc != TBY_E_STORE_FIT)
        return rc;
    item->refusal = rc;
    return import_load_add(p->load, IMPORT_REFUSED, check);
}

/* --- a block --------------------------------------------------------------*/

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
                               .join = join_part,
                               .look = look,
                               .whole = true};
}
