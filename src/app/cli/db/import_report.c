/* import_report.c - what an import came to. */
#include "app/cli/db/import.h"

#include "core/game/pgn/doubts.h"

static void print_count(const char *label, uint64_t n, const char *one,
                        const char *many)
{
    if (n)
        printf("%-12s%llu%s%s\n", label, (unsigned long long)n, *one ? " " : "",
               n == 1 ? one : many);
}

static void print_kinds(const tby_games_sum *sum, const char *label,
                        bool warnings)
{
    for (size_t i = 0; i < sum->kinds_n; i++) {
        const tby_games_kind *kind = &sum->kinds[i];
        if (tby_pgn_is_doubt(kind->code) != warnings)
            continue;
        printf("%-12s%llu %s\n", label, (unsigned long long)kind->n,
               tby_rc_name(kind->code));
        label = "";
    }
}

/* A file that cannot be unpacked is an error, but no game is refused. */
static void print_refused(const tby_imported *r)
{
    const tby_import_sum *s = r->sum;
    const char *label = tby_imported_refused(r) ? "" : "Errors";

    print_count("Refused", tby_imported_refused(r), "damaged game",
                "damaged games");
    print_kinds(&s->read, label, false);
    print_kinds(&s->read, "Warnings", true);
}

void tby_db_print_import(const tby_imported *r)
{
    const tby_import_sum *s = r->sum;
    char bytes[TBY_DB_BYTES];

    for (size_t i = 0; i < s->firsts_n; i++) {
        tby_games_fault fault = tby_import_fault(&s->firsts[i]);
        tby_pgn_print_fault(r->files[s->firsts[i].file], &fault);
    }
    if (r->interrupted)
        tby_cli_diag_file(r->database,
                          "Interrupted. What the report names as imported is "
                          "stored; the same command goes on from there.",
                          "interrupted");
    tby_cli_put_clean(stdout, tby_str_of(r->database));
    printf("\n%-12s%llu game%s, %llu %s, %s\n", "Read",
           (unsigned long long)s->read.games, s->read.games == 1 ? "" : "s",
           (unsigned long long)s->read.plies,
           s->read.plies == 1 ? "ply" : "plies", tby_db_bytes(s->bytes, bytes));
    printf("%-12s%llu\n", "Imported", (unsigned long long)s->imported);
    print_count("Known", s->known, "imported earlier", "imported earlier");
    print_count("Duplicates", s->duplicates, "", "");
    print_count("Ignored", s->unterminated, "unterminated game",
                "unterminated games");
    print_count("Ignored", s->abandoned, "game abandoned before the sixth ply",
                "games abandoned before the sixth ply");
    print_count("Named", s->named, "by the book", "by the book");
    print_refused(r);
    printf("%-12s%.1f s, %.0f games/s, %.1f MB/s\n", "Time", r->seconds,
           tby_imported_rate(r, s->read.games),
           tby_imported_rate(r, s->bytes) / 1e6);
}
