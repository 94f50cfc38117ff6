/* count.c - how many games each opening has. */
#include "app/cli/eco/classify.h"
#include "app/cli/plot.h"

#include <string.h>

tby_classes_group tby_classify_group(const char *word)
{
    if (strcmp(word, "code") == 0)
        return TBY_CLASSES_CODE;
    return strcmp(word, "family") == 0 ? TBY_CLASSES_FAMILY : TBY_CLASSES_NAME;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static int print_json(const tby_classes_row *rows, size_t n, uint64_t games,
                      const char *by)
{
    int code = TBY_EXIT_OK;

    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++) {
        tby_cli_json j;
        tby_jsonw *w = tby_cli_json_start(&j);
        tby_jsonw_object(w);
        tby_jsonw_key(w, by);
        if (rows[i].label.n)
            tby_jsonw_str(w, rows[i].label);
        else
            tby_jsonw_null(w);
        tby_jsonw_put_u64(w, "games", rows[i].n);
        tby_jsonw_key(w, "percent");
        tby_jsonw_double(w, percent(rows[i].n, games), 2);
        tby_jsonw_object_end(w);
        code = tby_cli_json_print(&j);
    }
    return code;
}

static void print_tsv(const tby_classes_row *rows, size_t n, uint64_t games,
                      const char *by)
{
    printf("games\tpercent\t%s\n", by);
    for (size_t i = 0; i < n; i++) {
        printf("%llu\t%.2f\t", (unsigned long long)rows[i].n,
               percent(rows[i].n, games));
        tby_cli_put_clean(stdout, rows[i].label);
        putchar('\n');
    }
}

/* The name at the end, where it may be as long as it is. */
static void print_bars(const tby_classes_row *rows, size_t n, uint64_t games,
                       bool blocks)
{
    enum { BAR = 20 };
    int digits = snprintf(NULL, 0, "%llu", (unsigned long long)rows[0].n);

    for (size_t i = 0; i < n; i++) {
        double part = (double)rows[i].n / (double)rows[0].n;
        printf("%*llu %5.1f %%  ", digits, (unsigned long long)rows[i].n,
               percent(rows[i].n, games));
        size_t filled = tby_cli_bar(stdout, part, BAR, blocks);
        printf("%*s", (int)(BAR + 2 - filled), "");
        tby_cli_put_clean(stdout, rows[i].label.n ? rows[i].label
                                                  : tby_str_of("(none)"));
        putchar('\n');
    }
}

int tby_classify_print_counts(const tby_cli_call *call, tby_classes *classes,
                              const char *by)
{
    const tby_classes_row *rows;
    uint64_t games = tby_classes_summary(classes).taken;
    tby_cli_look look = tby_cli_look_of_stdout();
    size_t n;
    tby_rc rc = tby_classes_count(classes, tby_classify_group(by), &rows, &n);

    if (rc != TBY_OK)
        return tby_cli_fail("openings", rc);
    if (n == 0)
        return TBY_EXIT_OK;
    if (call->json)
        return print_json(rows, n, games, by);
    if (look.terminal)
        print_bars(rows, n, games, look.figurines);
    else
        print_tsv(rows, n, games, by);
    return TBY_EXIT_OK;
}
