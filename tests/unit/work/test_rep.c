/* test_rep.c - repertoires from files and back: what is packed, broken, too
 * large or not there; what is filled in; what is never lost. */
#include "support/graphs.h"
#include "work/rep/rep.h"

#include <stdlib.h>
#include <sys/stat.h>

/* --- a folder, and what was told ------------------------------------------*/

typedef struct told {
    unsigned errors, warnings, notes;
    tby_rc last;
    tby_place place;
    char file[256], text[256];
} told;

static void hear(void *ctx, const tby_finding *fault)
{
    told *t = ctx;

    t->errors += fault->severity == TBY_ERROR;
    t->warnings += fault->severity == TBY_WARNING;
    t->notes += fault->severity == TBY_NOTE;
    t->last = fault->code;
    t->place = fault->place;
    snprintf(t->file, sizeof t->file, "%s", fault->file);
    snprintf(t->text, sizeof t->text, "%s", fault->text);
}

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tabiya-rep-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command); // NOLINT(cert-env33-c)
}

static const char *path_of(const char *name)
{
    static char path[160];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const void *p, size_t n)
{
    FILE *f = fopen(path_of(name), "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void put_text(const char *name, const char *text)
{
    put(name, text, strlen(text));
}

/* The content of a file, "" if there is none. */
static const char *get(const char *name)
{
    static char text[4096];
    FILE *f = fopen(path_of(name), "rb");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;

    text[n] = '\0';
    if (f)
        assert_int_equal(fclose(f), 0);
    return text;
}

static tby_rc load(tby_rep *r, const char *name, told *t)
{
    tby_rep_listener listener = {hear, t};

    *t = (told){.errors = 0};
    return tby_rep_load(r, path_of(name), &listener);
}

static tby_rc save(tby_graph *g, const char *name, tby_rep_save_job job,
                   told *t)
{
    *t = (told){.errors = 0};
    job.path = path_of(name);
    job.listener = (tby_rep_listener){hear, t};
    return tby_rep_save(g, &job);
}

#define GOOD "v5.0\n= Good\nblack\n\nstart -> e4\n"

/* --- reading --------------------------------------------------------------*/

static void files_are_read_whatever_packs_them(void **state)
{
    static const char *const NAMES[] = {"a.txt", "a.gz"};
    tby_rep r;
    told t;

    (void)state;
    put_text("a.txt", GOOD);
    tby_graph g;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4");
    must(tby_graph_set_title(&g, TBY_STR("Good")));
    tby_graph_set_color(&g, TBY_BLACK);
    must(save(&g, "a.gz", (tby_rep_save_job){.version = 5}, &t));
    assert_int_equal((unsigned char)get("a.gz")[0], 0x1f); /* packed */
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        must(load(&r, NAMES[i], &t));
        assert_int_equal(t.errors + t.warnings + t.notes, 0);
        must(tby_graph_compare(&g, &r.graph));
        tby_rep_free(&r);
    }
    tby_graph_free(&g);
}

static void a_file_that_breaks_off_gives_nothing(void **state)
{
    tby_graph g;
    tby_rep r;
    told t;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4 e5 Nf3 Nc6 Bb5");
    must(save(&g, "b.gz", (tby_rep_save_job){.version = 5}, &t));
    FILE *f = fopen(path_of("b.gz"), "rb");
    char bytes[512];
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    put("b.gz", bytes, n / 2);
    assert_int_equal(load(&r, "b.gz", &t), TBY_E_IO_CUT);
    assert_int_equal(t.errors, 1);
    assert_int_equal(t.place.line, 0);
    tby_graph_free(&g);
}

static void what_is_not_there_is_told(void **state)
{
    tby_rep r;
    told t;

    (void)state;
    assert_int_equal(load(&r, "none.txt", &t), TBY_E_IO_OPEN);
    assert_int_equal(t.errors, 1);
    assert_non_null(strstr(t.text, "No such file"));
    assert_string_equal(t.file, path_of("none.txt"));
    assert_int_equal(load(&r, ".", &t), TBY_E_IO_OPEN); /* a folder */
    assert_int_equal(t.errors, 1);
}

/* Half a gigabyte of blanks, a few hundred kilobytes of gzip. */
static void a_file_that_is_too_large_is_refused(void **state)
{
    char command[256];
    tby_rep r;
    told t;

    (void)state;
    snprintf(command, sizeof command,
             "head -c 300000000 /dev/zero | gzip -1 >%s", path_of("big.gz"));
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
    assert_int_equal(load(&r, "big.gz", &t), TBY_E_LIMIT);
    assert_int_equal(t.errors, 1);
}

static void refused_lines_have_their_place(void **state)
{
    tby_rep r;
    told t;

    (void)state;
    put_text("c.txt", GOOD "\nstart -> e5\n");
    must(load(&r, "c.txt", &t));
    assert_int_equal(t.errors, 1);
    assert_int_equal(r.report.errors, 1);
    assert_int_equal(t.last, TBY_E_REP_MOVE);
    assert_true(t.place.line == 7 && t.place.column == 10);
    assert_string_equal(t.text, "Invalid move 'e5' from state start");
    assert_int_equal(r.graph.edges_alive, 1);
    tby_rep_free(&r);
}

static void a_text_without_a_header_is_no_repertoire(void **state)
{
    tby_rep r;
    told t;

    (void)state;
    put_text("d.txt", "start -> e4\n");
    assert_int_equal(load(&r, "d.txt", &t), TBY_E_REP_VERSION_MISSING);
    assert_int_equal(t.errors, 1);
    put_text("d.txt", "1. e4 e5 2. Nf3\n");
    assert_int_equal(load(&r, "d.txt", &t), TBY_E_FILE_KIND);
    assert_int_equal(t.errors, 1);
    assert_string_equal(
        t.text, "This is PGN: 'tabiya rep import' makes a repertoire of it.");
}

/* --- writing --------------------------------------------------------------*/

static void refused_lines_are_not_lost_in_silence(void **state)
{
    tby_rep_save_job job = {.refused = 1};
    tby_rep r;
    told t;

    (void)state;
    put_text("e.txt", GOOD "start -> e5\n");
    must(load(&r, "e.txt", &t));
    assert_int_equal(save(&r.graph, "e.txt", job, &t), TBY_E_REP_LOSS);
    assert_int_equal(t.errors, 1);
    assert_string_equal(get("e.txt"), GOOD "start -> e5\n");
    job.drop_invalid = true;
    must(save(&r.graph, "e.txt", job, &t));
    assert_string_equal(get("e.txt"), GOOD);
    tby_rep_free(&r);
}

/* What others wrote since it was read stays; the graph goes beside it, each
 * time under another name. */
static void what_changed_meanwhile_is_not_replaced(void **state)
{
    static const char *const NAMES[] = {"s.new.txt", "s.new2.txt"};
    tby_rep_save_job job = {.path = NULL};
    tby_rep r;
    told t;

    (void)state;
    put_text("s.txt", GOOD);
    must(load(&r, "s.txt", &t));
    job.in_place = &r;
    must(save(&r.graph, "s.txt", job, &t));
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        put_text("s.txt", GOOD "# mine\n");
        assert_int_equal(save(&r.graph, "s.txt", job, &t), TBY_E_REP_CHANGED);
        assert_int_equal(t.errors, 1);
        assert_string_equal(get("s.txt"), GOOD "# mine\n");
        assert_string_equal(get(NAMES[i]), GOOD);
    }
    job.in_place = NULL;
    must(save(&r.graph, "s.txt", job, &t));
    assert_string_equal(get("s.txt"), GOOD);
    tby_rep_free(&r);
}

static void a_file_keeps_its_version_if_it_can(void **state)
{
    static const struct {
        const char *text, *head;
    } ROWS[] = {
        {GOOD, "v5.0\n= Good\nblack\n"},
        {"v4.0\n= Four\nstart -> e4\n", "v4.0\n= Four\n\n"},
        {"v3.0\nstart -> e4\n", "v5.0\n= f\nwhite\n"},
        {"v2.0\n", "v5.0\n= f\nwhite\n"},
    };
    tby_rep r;
    told t;

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        put_text("f.txt", ROWS[i].text);
        must(load(&r, "f.txt", &t));
        must(save(&r.graph, "f.txt", (tby_rep_save_job){.version = 0}, &t));
        CHECK(strncmp(get("f.txt"), ROWS[i].head, strlen(ROWS[i].head)) == 0,
              "%s", get("f.txt"));
        tby_rep_free(&r);
    }
}

static void what_is_missing_is_filled_in(void **state)
{
    static const struct {
        const char *named, *out, *title;
    } ROWS[] = {
        {NULL, "London_1-5.txt", "London_1-5"},
        {"-", "a.b.txt.gz", "a.b"},
        {"x/y/My lines.txt.zst", "out.txt", "My lines"},
        {"noend", "out.txt", "noend"},
        {".txt", "out.txt", ".txt"},
    };
    tby_graph g;
    told t;

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_rep_save_job job = {.named = ROWS[i].named, .version = 5};
        tby_graph_init(&g, NULL);
        add_line(&g, NULL, "e4 c5");
        add_line(&g, NULL, "d4 f5");
        must(save(&g, ROWS[i].out, job, &t));
        tby_str title = tby_graph_text(&g, g.title);
        CHECK(tby_str_is(title, ROWS[i].title), "%.*s", (int)title.n, title.p);
        assert_true(g.has_color && g.color == TBY_BLACK);
        assert_int_equal(t.notes, 1);
        assert_int_equal(t.last, TBY_E_REP_COLOR);
        tby_graph_free(&g);
    }
}

/* Version 4.0 has no line for the colour, so that none is guessed. */
static void a_colour_that_is_not_written_is_not_guessed(void **state)
{
    tby_graph g;
    told t;

    (void)state;
    tby_graph_init(&g, NULL);
    must(save(&g, "g.txt", (tby_rep_save_job){.version = 4}, &t));
    assert_int_equal(t.notes, 0);
    assert_false(g.has_color);
    tby_graph_free(&g);
}

static void permissions_stay_and_failures_change_nothing(void **state)
{
    struct stat st;
    tby_graph g;
    told t;

    (void)state;
    tby_graph_init(&g, NULL);
    put_text("h.txt", "old");
    assert_int_equal(chmod(path_of("h.txt"), 0600), 0);
    must(save(&g, "h.txt", (tby_rep_save_job){.version = 5}, &t));
    assert_int_equal(stat(path_of("h.txt"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(save(&g, "no/h.txt", (tby_rep_save_job){.version = 5}, &t),
                     TBY_E_IO_OPEN);
    assert_int_equal(t.errors, 1);
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_read_whatever_packs_them),
        cmocka_unit_test(a_file_that_breaks_off_gives_nothing),
        cmocka_unit_test(what_is_not_there_is_told),
        cmocka_unit_test(a_file_that_is_too_large_is_refused),
        cmocka_unit_test(refused_lines_have_their_place),
        cmocka_unit_test(a_text_without_a_header_is_no_repertoire),
        cmocka_unit_test(refused_lines_are_not_lost_in_silence),
        cmocka_unit_test(what_changed_meanwhile_is_not_replaced),
        cmocka_unit_test(a_file_keeps_its_version_if_it_can),
        cmocka_unit_test(what_is_missing_is_filled_in),
        cmocka_unit_test(a_colour_that_is_not_written_is_not_guessed),
        cmocka_unit_test(permissions_stay_and_failures_change_nothing),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
