/* cmd_db_import_report.c - what an import came to. */
#include "app/cli/cmd_db_import.h"

static uint64_t refused(const tby_import_sum *s)
{
    return s->read.damaged + s->read.refused;
}

static double per_second(uint64_t n, double seconds)
{
    return seconds > 0 ? (double)n / seconds : 0;
}

/* --- for people -----------------------------------------------------------*/

static const char *file_of(const tby_db_imported *r, size_t file)
{
    return tby_cli_file_name(r->files->at[file]);
}

static void print_count(const char *label, uint64_t n, const char *one,
                        const char *many)
{
    if (n)
        printf("%-12s%llu%s%s\n", label, (unsigned long long)n, *one ? " " : "",
               n == 1 ? one : many);
}

static void print_refused(const tby_import_sum *s)
{
    print_count("Refused", refused(s), "damaged game", "damaged games");
    for (size_t i = 0; i < s->read.kinds_n; i++)
        printf("            %llu %s\n", (unsigned long long)s->read.kinds[i].n,
               tby_rc_name(s->read.kinds[i].code));
}

void tby_db_print_import(const tby_db_imported *r)
{
    const tby_import_sum *s = r->sum;
    char bytes[TBY_DB_BYTES];

    for (size_t i = 0; i < s->firsts_n; i++) {
        tby_games_fault fault = tby_import_fault(&s->firsts[i]);
        tby_pgn_print_fault(file_of(r, s->firsts[i].file), &fault);
    }
    if (r->interrupted)
        tby_cli_diag_file(r->database,
                          "Interrupted. What the report names as imported is "
                          "stored; the same command goes on from there.",
                          "interrupted");
    tby_cli_put_clean(stdout, tby_str_of(r->database));
    printf("\n%-12s%llu games, %llu plies, %s\n", "Read",
           (unsigned long long)s->read.games, (unsigned long long)s->read.plies,
           tby_db_bytes(s->bytes, bytes));
    printf("%-12s%llu\n", "Imported", (unsigned long long)s->imported);
    print_count("Known", s->known, "imported earlier", "imported earlier");
    print_count("Duplicates", s->duplicates, "", "");
    print_count("Ignored", s->unterminated, "unterminated game",
                "unterminated games");
    print_count("Ignored", s->abandoned, "game abandoned before the sixth ply",
                "games abandoned before the sixth ply");
    print_count("Named", s->named, "by the book", "by the book");
    print_refused(s);
    printf("%-12s%.1f s, %.0f games/s, %.1f MB/s\n", "Time", r->seconds,
           per_second(s->read.games, r->seconds),
           per_second(s->bytes, r->seconds) / 1e6);
}

/* --- JSON -----------------------------------------------------------------*/

static void json_firsts(tby_jsonw *w, const tby_db_imported *r)
{
    tby_jsonw_key(w, "first_errors");
    tby_jsonw_array(w);
    for (size_t i = 0; i < r->sum->firsts_n; i++) {
        const tby_import_first *f = &r->sum->firsts[i];
        tby_games_fault fault = tby_import_fault(f);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "file", file_of(r, f->file));
        tby_pgn_json_fault(w, &fault);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static void json_time(tby_jsonw *w, const tby_db_imported *r)
{
    tby_jsonw_key(w, "seconds");
    tby_jsonw_double(w, r->seconds, 3);
    tby_jsonw_key(w, "games_per_second");
    tby_jsonw_double(w, per_second(r->sum->read.games, r->seconds), 0);
    tby_jsonw_key(w, "mb_per_second");
    tby_jsonw_double(w, per_second(r->sum->bytes, r->seconds) / 1e6, 1);
}

int tby_db_json_import(const tby_db_imported *r)
{
    const tby_import_sum *s = r->sum;
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "database", r->database);
    tby_jsonw_put_u64(w, "files", r->files->n);
    tby_jsonw_put_u64(w, "bytes", s->bytes);
    tby_pgn_json_sum(w, &s->read);
    tby_jsonw_put_u64(w, "imported", s->imported);
    tby_jsonw_put_u64(w, "known", s->known);
    tby_jsonw_put_u64(w, "duplicates", s->duplicates);
    tby_jsonw_key(w, "ignored");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "unterminated", s->unterminated);
    tby_jsonw_put_u64(w, "abandoned", s->abandoned);
    tby_jsonw_object_end(w);
    tby_jsonw_put_u64(w, "named", s->named);
    tby_jsonw_put_u64(w, "refused", refused(s));
    json_firsts(w, r);
    tby_jsonw_put_bool(w, "interrupted", r->interrupted);
    json_time(w, r);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}
