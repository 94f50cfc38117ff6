/* print_names.c [NAMES]: every entry of the built-in names, or of a file, as a
 * TSV that names.mjs compares with what the module says. */
#include "core/openings/lists/write.h"
#include "io/system/file.h"
#include "tabiya/fen.h"
#include "tabiya/key.h"
#include "tabiya/names.h"

#include <stdio.h>

static void print_text(tby_str s)
{
    printf("\t%.*s", (int)s.n, s.p);
}

static void print_line(const tby_opening *o)
{
    char moves[TBY_OPENING_MOVES_TEXT];

    tby_opening_write_moves(o, TBY_ROW_SPACED, moves, sizeof moves);
    print_text(tby_str_of(moves));
    tby_opening_write_uci(o, moves, sizeof moves);
    print_text(tby_str_of(moves));
}

static void print_aliases(const tby_names *b, uint32_t i)
{
    tby_alias aliases[TBY_OPENING_ALIASES];
    size_t n = tby_names_aliases(b, i, aliases, TBY_OPENING_ALIASES);

    for (size_t k = 0; k < n; k++) {
        print_text(aliases[k].source);
        print_text(aliases[k].name);
    }
}

static void print_entry(const tby_names *b, uint32_t i)
{
    char key[TBY_KEY_TEXT], fen[TBY_FEN_MAX];
    tby_opening o;

    tby_names_get(b, i, &o);
    tby_key_write(o.pos.key, key);
    tby_fen_write_pos(&o.pos, fen, sizeof fen);
    printf("%s\t%s\t%s\t%s\t%d", key, fen, o.code, o.scid, o.eco_root);
    print_text(o.name);
    print_text(o.source);
    print_line(&o);
    print_aliases(b, i);
    putchar('\n');
}

int main(int argc, char **argv)
{
    tby_names b = tby_names_builtin();
    tby_map map = {.n = 0};

    if (argc == 2 && (tby_map_open(&map, argv[1]) != TBY_OK ||
                      tby_names_open(&b, map.p, map.n) != TBY_OK)) {
        fprintf(stderr, "print_names: %s is no list of names\n", argv[1]);
        return 1;
    }
    for (uint32_t i = 0; i < b.count; i++)
        print_entry(&b, i);
    tby_map_close(&map);
    return 0;
}
