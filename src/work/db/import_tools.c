/* import_tools.c - what games are packed with.  Many blocks are under way, most
 * of them waiting; those that are being read have them. */
#include "work/db/import_int.h"

#include "work/games/int.h"

#include <string.h>

static tby_str rename_player(void *ctx, tby_str spelling)
{
    const tby_import *imp = ctx;

    return tby_aliases_name(imp->options.aliases, spelling);
}

static void close_tools(import_tools *t)
{
    store_packer_close(t->packer);
    store_noter_close(t->noter);
    games_resize(t, sizeof *t, 0);
}

static import_tools *open_tools(tby_import *imp)
{
    import_tools *t = games_resize(NULL, 0, sizeof *t);

    if (!t)
        return NULL;
    memset(t, 0, sizeof *t);
    if (store_packer_open(&t->packer) != TBY_OK ||
        store_noter_open(&t->noter) != TBY_OK) {
        close_tools(t);
        return NULL;
    }
    if (imp->options.aliases)
        store_packer_rename(t->packer, rename_player, imp);
    return t;
}

import_tools *import_tools_take(tby_import *imp)
{
    import_tools *t = tby_object_pool_take(&imp->tools);

    return t ? t : open_tools(imp);
}

void import_tools_give(tby_import *imp, import_tools *t)
{
    if (t && !tby_object_pool_put(&imp->tools, t))
        close_tools(t);
}

void import_tools_close(tby_import *imp)
{
    import_tools *t;

    while ((t = tby_object_pool_take(&imp->tools)) != NULL)
        close_tools(t);
}
