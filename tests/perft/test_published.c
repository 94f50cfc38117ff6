/* test_published.c - the published perft figures, on every path.
 *
 * Run from the root of the project.  TBY_DEEP=1 adds the lines of
 * published.perft that are marked "deep"; they take minutes. */
#include "support/positions.h"

#include <string.h>

static const char FILE_NAME[] = "tests/perft/published.perft";

struct counts {
    unsigned positions, figures, left_out, wrong;
};

static void count_on(const tby_pos *p, tby_path path, const char *id,
                     unsigned depth, uint64_t nodes, struct counts *c)
{
    uint64_t got = tby_perft(p, depth, path);

    c->figures++;
    if (got == nodes)
        return;
    c->wrong++;
    print_error("%s\n%s\ndepth %u, path %d: %" PRIu64 " instead of %" PRIu64
                "\n",
                id, fen_of(p).s, depth, path, got, nodes);
}

static void count(const tby_pos *p, const char *id, const char *figures,
                  struct counts *c)
{
    unsigned depth = 0;
    uint64_t nodes = 0;
    char mark[8] = "";
    int fields = sscanf(figures, "%u %" SCNu64 " %7s", &depth, &nodes, mark);

    CHECK(fields >= 2 && (fields == 2 || strcmp(mark, "deep") == 0), "perft %s",
          figures);
    if (fields == 3 && !getenv("TBY_DEEP")) {
        c->left_out++;
        return;
    }
    count_on(p, TBY_PATH_PORTABLE, id, depth, nodes, c);
    if (tby_path_has_pext())
        count_on(p, TBY_PATH_PEXT, id, depth, nodes, c);
}

/* If line begins with word and a blank, what follows; else NULL. */
static const char *after(const char *line, const char *word)
{
    size_t n = strlen(word);

    return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static void published_figures_are_met(void **state)
{
    FILE *file = fopen(FILE_NAME, "r");
    char line[256], id[256] = "";
    tby_pos p = tby_pos_start();
    struct counts c = {0};

    (void)state;
    CHECK(file, "%s: cannot be read (start this in the root)", FILE_NAME);
    while (file && fgets(line, sizeof line, file)) {
        const char *rest;
        line[strcspn(line, "#\n")] = '\0';
        if ((rest = after(line, "id"))) {
            snprintf(id, sizeof id, "%s", rest);
        } else if ((rest = after(line, "epd"))) {
            p = pos_of(rest);
            c.positions++;
        } else if ((rest = after(line, "perft"))) {
            count(&p, id, rest, &c);
        } else {
            CHECK(!*line, "%s: not understood: %s", FILE_NAME, line);
        }
    }
    if (file)
        fclose(file);
    print_message("%u positions, %u figures, %u left out (TBY_DEEP=1)\n",
                  c.positions, c.figures, c.left_out);
    CHECK(c.positions >= 60 && c.figures >= 150, "the file is cut short");
    assert_int_equal(c.wrong, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_figures_are_met),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
