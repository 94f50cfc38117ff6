/* test_names.c - openings from files and folders, and the names that are kept.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp(), setenv() */
#include "work/openings/names.h"

#include "core/base/str.h"
#include "core/openings/lists/write.h"
#include "io/system/file.h"
#include "support/fork.h"
#include "support/pack.h"
#include "support/positions.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATA "tests/data/openings/"

/* --- a load and what is told of it ----------------------------------------*/

typedef struct told {
    unsigned errors, warnings, rows;
    unsigned layout, blank, san; /* warnings by code */
    tby_finding last;            /* error */
    tby_place last_row;
    char file[256], text[256];
} told;

static void hear(void *ctx, const tby_finding *fault)
{
    told *t = ctx;

    t->warnings += fault->severity == TBY_WARNING;
    t->layout += fault->code == TBY_E_OPENING_LAYOUT;
    t->blank += fault->code == TBY_E_OPENING_BLANK;
    t->san += fault->code == TBY_E_SAN_NOT_CANONICAL;
    if (fault->severity != TBY_ERROR)
        return;
    t->errors++;
    t->last = *fault;
    snprintf(t->file, sizeof t->file, "%s", fault->file);
    snprintf(t->text, sizeof t->text, "%s", fault->text);
}

static void hear_row(void *ctx, const tby_opening *o, const char *file,
                     tby_place place)
{
    told *t = ctx;

    (void)o;
    (void)file;
    t->rows++;
    t->last_row = place;
}

static tby_rc load_paths(const char *const *paths, size_t n, told *heard,
                         tby_openings **out)
{
    tby_names_job job = {
        .paths = paths, .n = n, .ctx = heard, .fault = hear, .row = hear_row};
    tby_names_sum sum;

    *heard = (told){.errors = 0};
    tby_rc rc = tby_names_load(&job, out, &sum);
    if (rc == TBY_OK)
        CHECK(sum.refused == heard->errors && sum.warnings == heard->warnings &&
                  sum.rows == sum.refused + heard->rows,
              "%u errors, %u warnings, %u rows told", heard->errors,
              heard->warnings, heard->rows);
    return rc;
}

static tby_openings *load(const char *path, told *heard)
{
    tby_openings *t = NULL;
    tby_rc rc = load_paths(&path, 1, heard, &t);

    CHECK(rc == TBY_OK, "%s: %s", path, tby_rc_name(rc));
    return t;
}

static const tby_opening *find(const tby_openings *t, const char *fen)
{
    tby_pos p = pos_of(fen);
    size_t i = tby_openings_find(t, &p);

    CHECK(i != TBY_OPENINGS_NONE, "%s", fen);
    return tby_openings_at(t, i);
}

#define SICILIAN "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"

static void check_name(const tby_opening *o, const char *source,
                       const char *name)
{
    CHECK(tby_str_is(o->name, name) && tby_str_is(o->source, source),
          "%.*s: %.*s", (int)o->source.n, o->source.p, (int)o->name.n,
          o->name.p);
}

/* --- a folder of our own --------------------------------------------------*/

static char folder[64];

/* A path in the folder; valid until the fourth call after it. */
static const char *in_folder(const char *name)
{
    static char paths[4][256];
    static int turn;

    turn = (turn + 1) % 4;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
    return paths[turn];
}

static void write_bytes(const char *name, const void *bytes, size_t n)
{
    FILE *f = fopen(in_folder(name), "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static bool is_any(const char *name)
{
    (void)name;
    return true;
}

/* The files in the cache. */
static tby_folder cached(void)
{
    tby_folder f = {.n = 0};

    if (tby_folder_list(&f, in_folder("cache/tabiya"), is_any) != TBY_OK)
        f.n = 0;
    return f;
}

static size_t count_cached(void)
{
    tby_folder f = cached();
    size_t n = f.n;

    tby_folder_free(&f);
    return n;
}

static void remove_all(const char *path)
{
    tby_folder f = {.n = 0};

    if (tby_folder_list(&f, path, is_any) == TBY_OK)
        for (size_t i = 0; i < f.n; i++)
            remove_all(f.paths[i]);
    tby_folder_free(&f);
    remove(path);
}

static int enter(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tabiya-names-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    setenv("TBY_SCID_ECO", "", 1);
    return setenv("XDG_CACHE_HOME", in_folder("cache"), 1);
}

static int leave(void **state)
{
    (void)state;
    remove_all(folder);
    return 0;
}

/* --- formats --------------------------------------------------------------*/

static void every_format_is_known_by_its_content(void **state)
{
    static const struct {
        const char *path;
        size_t positions;
        unsigned warnings;
        const char *source, *sicilian;
    } FILES[] = {
        {DATA "tsv", 7, 0, "eco_tsv", "Sicilian Defense"},
        {DATA "tsv/b.tsv", 4, 0, "eco_tsv", "Sicilian Defense"},
        {DATA "small.eco", 3, 0, "scid", "Sicilian"},
        {DATA "small.pgn", 2, 0, "eco_pgn", "Sicilian"},
        {DATA "ecojson", 3, 3, "eco_tsv", "Sicilian Defense"},
        {DATA "ecojson/ecoB.json", 2, 3, "eco_tsv", "Sicilian Defense"},
        {DATA "overlay.tsv", 2, 0, "eco_tsv", "My Sicilian"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        told heard;
        tby_openings *t = load(FILES[i].path, &heard);

        CHECK(tby_openings_count(t) == FILES[i].positions, "%s: %zu",
              FILES[i].path, tby_openings_count(t));
        CHECK(heard.errors == 0 && heard.warnings == FILES[i].warnings,
              "%s: %u, %u", FILES[i].path, heard.errors, heard.warnings);
        check_name(find(t, SICILIAN), FILES[i].source, FILES[i].sicilian);
        tby_openings_close(t);
    }
}

static void eco_json_has_all_fields(void **state)
{
    told heard;
    tby_openings *t = load(DATA "ecojson", &heard);
    const tby_opening *o =
        find(t, "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq -");

    (void)state;
    assert_string_equal(o->code, "A00");
    assert_string_equal(o->scid, "A00d");
    assert_int_equal(o->aliases_n, 3);
    assert_true(tby_str_is(o->aliases[2].source, "scid"));
    assert_true(tby_str_is(o->aliases[2].name, "Rook pawn"));
    assert_false(o->eco_root);
    assert_true(find(t, SICILIAN)->eco_root);
    assert_int_equal(heard.last_row.line, 9); /* of ecoB.json */
    assert_int_equal(heard.last_row.column, 3);
    tby_openings_close(t);
    t = load(DATA "ecojson/eco_interpolated.json", &heard);
    o = tby_openings_at(t, 0);
    check_name(o, "interpolated", "Sicilian Defense");
    assert_true(tby_str_is(o->root_source, "eco_tsv"));
    tby_openings_close(t);
}

static void files_may_be_packed(void **state)
{
    const char *text = "B20\tSicilian Defense\t1. e4 c5\n";
    pack packed = {.n = 0};
    told heard;

    (void)state;
    pack_gzip(&packed, text, strlen(text));
    write_bytes("some.thing", packed.p, packed.n);
    tby_openings *t = load(in_folder("some.thing"), &heard);
    check_name(find(t, SICILIAN), "eco_tsv", "Sicilian Defense");
    tby_openings_close(t);
    free(packed.p);
}

/* --- several sources ------------------------------------------------------*/

static void sources_are_joined_by_rank(void **state)
{
    const char *const paths[] = {DATA "small.eco", DATA "tsv",
                                 DATA "small.pgn"};
    tby_names_job job = {.paths = paths, .n = 3};
    tby_openings *t = NULL;
    const tby_opening *o;

    (void)state;
    assert_int_equal(tby_names_load(&job, &t, NULL), TBY_OK);
    o = find(t, SICILIAN);
    check_name(o, "eco_tsv", "Sicilian Defense");
    assert_string_equal(o->scid, "B20a");
    tby_openings_close(t);
    job.overlay = DATA "overlay.tsv";
    assert_int_equal(tby_names_load(&job, &t, NULL), TBY_OK);
    o = find(t, SICILIAN);
    check_name(o, "overlay", "My Sicilian");
    assert_int_equal(o->aliases_n, 3);
    tby_openings_close(t);
}

/* --- faults ---------------------------------------------------------------*/

static void refused_rows_are_told_with_file_and_line(void **state)
{
    told heard;
    tby_openings *t = load(DATA "damaged.tsv", &heard);

    (void)state;
    assert_int_equal(heard.errors, 4);
    assert_int_equal(tby_openings_count(t), 2);
    assert_string_equal(heard.file, DATA "damaged.tsv");
    assert_int_equal(heard.last.code, TBY_E_OPENING_MOVES);
    assert_int_equal(heard.last.place.line, 6);
    tby_openings_close(t);
}

#define ROW(fen, members) "{\n  \"" fen "\": {" members "}\n}\n"
#define H3                "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq - 0 1"

static void bad_json_rows_are_told(void **state)
{
    static const struct {
        const char *text;
        tby_rc code;
        const char *sentence;
    } BAD[] = {
        {ROW(H3, "\"name\":\"x\",\"moves\":\"1. h4\""), TBY_E_OPENING_MISMATCH,
         "The moves do not lead to the position."},
        {ROW(H3, "\"name\":\"x\",\"moves\":\"1. h5\""), TBY_E_MOVE_REACH,
         "h5 is illegal: no white pawn can go to h5."},
        {ROW(H3, "\"name\":1"), TBY_E_JSON_FIELD, "\"name\" is not a text."},
        {ROW(H3, "\"moves\":\"1. h3\""), TBY_E_OPENING_NAME,
         "The opening has no name."},
        {ROW(H3, "\"name\":\"x\",\"eco\":\"Z1\""), TBY_E_OPENING_CODE,
         "Expected an ECO code, a letter A to E and two digits."},
        {ROW(H3, "\"name\":\"x\",\"isEcoRoot\":1"), TBY_E_JSON_FIELD,
         "\"isEcoRoot\" is not true or false."},
        {ROW("8/8/8", "\"name\":\"x\""), TBY_E_FEN_SLASH,
         "Expected '/' between two ranks."},
        {"{\n  \"" H3 "\": 7}", TBY_E_JSON_FIELD,
         "The record is not an object."},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        told heard;
        write_text("bad.json", BAD[i].text);
        tby_openings *t = load(in_folder("bad.json"), &heard);
        CHECK(heard.errors == 1 && heard.last.code == BAD[i].code, "%zu: %s", i,
              tby_rc_name(heard.last.code));
        CHECK(strcmp(heard.text, BAD[i].sentence) == 0, "%s", heard.text);
        CHECK(heard.last.place.line == 2 && heard.last.place.column == 3,
              "%zu: %zu:%zu", i, heard.last.place.line,
              heard.last.place.column);
        assert_int_equal(tby_openings_count(t), 0);
        tby_openings_close(t);
    }
}

static void an_empty_alias_costs_no_row(void **state)
{
    told heard;

    (void)state;
    write_text("empty.json",
               ROW(H3, "\"name\":\"x\",\"moves\":\"1. h3\",\"aliases\":"
                       "{\"scid\":\"\",\"a\":[\" \",\"Rook pawn\"],"
                       "\"b\":\"\\t\\u00a0\\u3000\",\"c\":null,\"d\":[null]}"));
    tby_openings *t = load(in_folder("empty.json"), &heard);
    assert_int_equal(heard.errors, 0);
    assert_int_equal(heard.warnings, 5);
    assert_int_equal(tby_openings_count(t), 1);
    const tby_opening *o = tby_openings_at(t, 0);
    assert_int_equal(o->aliases_n, 1);
    assert_true(tby_str_is(o->aliases[0].name, "Rook pawn"));
    tby_openings_close(t);
}

/* Aliases of another shape cost themselves, and what was right stays. */
static void odd_aliases_cost_no_row(void **state)
{
    static const struct {
        const char *aliases;
        size_t warnings, kept;
    } ODD[] = {
        {"[]", 1, 0},
        {"[\"Rook pawn\",\"Clemenz\"]", 1, 0},
        {"\"Clemenz\"", 1, 0},
        {"17", 1, 0},
        {"null", 1, 0},
        {"{\"a\":1,\"b\":\"Clemenz\"}", 1, 1},
        {"{\"a\":{\"b\":\"x\"},\"c\":[[],\"Clemenz\",true]}", 3, 1},
        {"{\"a\":\"x\\u0000y\",\"b\":\"Clemenz\"}", 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ODD); i++) {
        told heard;
        char text[300];
        snprintf(text, sizeof text,
                 ROW(H3, "\"moves\":\"1. h3\",\"aliases\":%s,\"name\":\"x\""),
                 ODD[i].aliases);
        write_text("odd.json", text);
        tby_openings *t = load(in_folder("odd.json"), &heard);
        CHECK(heard.errors == 0 && heard.warnings == ODD[i].warnings,
              "%zu: %zu", i, (size_t)heard.warnings);
        assert_int_equal(tby_openings_count(t), 1);
        assert_int_equal(tby_openings_at(t, 0)->aliases_n, ODD[i].kept);
        tby_openings_close(t);
    }
}

/* Each text keeps what its own escapes stand for. */
static void escapes_in_json_are_read(void **state)
{
    told heard;

    (void)state;
    write_text(
        "escaped.json",
        ROW("rnbqkbnr\\/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq - 0 1",
            "\"name\":\"Clemenz \\u00d6ffnung\",\"moves\":\"1.\\u0020h3\","
            "\"aliases\":{\"a\\u0062\":[\"Rook\\u002dpawn\",\"\\\"h3\\\"\"]}"));
    tby_openings *t = load(in_folder("escaped.json"), &heard);
    assert_int_equal(heard.errors, 0);
    assert_int_equal(tby_openings_count(t), 1);
    const tby_opening *o = tby_openings_at(t, 0);
    assert_true(tby_str_is(o->name, "Clemenz \xc3\x96"
                                    "ffnung"));
    assert_int_equal(o->plies, 1);
    assert_int_equal(o->aliases_n, 2);
    assert_true(tby_str_is(o->aliases[0].source, "ab"));
    assert_true(tby_str_is(o->aliases[1].name, "\"h3\""));
    tby_openings_close(t);

    write_text("nul.json", ROW(H3, "\"name\":\"a\\u0000b\""));
    t = load(in_folder("nul.json"), &heard);
    assert_int_equal(heard.last.code, TBY_E_JSON_FIELD);
    tby_openings_close(t);
}

/* What is no JSON at all is no source; rows before it do not count. */
static void a_file_that_is_broken_is_refused_as_a_whole(void **state)
{
    static const struct {
        const char *text;
        tby_rc code;
        size_t line, column;
    } BAD[] = {
        {"{\"a\": {}\n\"b\": {}}", TBY_E_JSON_SYNTAX, 2, 1},
        {"{\"a\" {}}", TBY_E_JSON_SYNTAX, 1, 6},
        {"{\n\"a\": {]}", TBY_E_JSON_SYNTAX, 2, 7},
        {"{\"a\": {}} x", TBY_E_JSON_SYNTAX, 1, 11},
        {"{\"a\": {},}", TBY_E_JSON_SYNTAX, 1, 10},
        {"{\"a\": {", TBY_E_JSON_SYNTAX, 1, 8},
        {"{\"a\": \"\xff\"}", TBY_E_UTF8, 1, 8},
        {"{\"a\": {\"name\":1,\"name\":2}}", TBY_E_JSON_SYNTAX, 1, 17},
        {"hello\n", TBY_E_OPENING_FORMAT, 0, 0},
        {"", TBY_E_OPENING_FORMAT, 0, 0},
        {"eco\tname\nA00\tx\n", TBY_E_OPENING_FIELDS, 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        const char *path = in_folder("broken.json");
        tby_openings *t = NULL;
        told heard;

        write_text("broken.json", BAD[i].text);
        tby_rc rc = load_paths(&path, 1, &heard, &t);
        CHECK(rc == BAD[i].code && heard.last.code == rc, "%zu: %s", i,
              tby_rc_name(rc));
        CHECK(heard.last.place.line == BAD[i].line &&
                  heard.last.place.column == BAD[i].column,
              "%zu: %zu:%zu: %s", i, heard.last.place.line,
              heard.last.place.column, heard.text);
        assert_null(t);
    }
}

static void what_is_not_there_is_told(void **state)
{
    static const struct {
        const char *name;
        tby_rc code;
    } BAD[] = {{"nowhere", TBY_E_IO_OPEN}, {"", TBY_E_OPENING_FORMAT}};

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        const char *path = in_folder(BAD[i].name);
        tby_openings *t = NULL;
        told heard;

        assert_int_equal(load_paths(&path, 1, &heard, &t), BAD[i].code);
        assert_int_equal(heard.errors, 1);
        assert_null(t);
    }
}

/* --- lists of names --------------------------------------------------------*/

static tby_names_set *open_names(const char *path, tby_names_sum *sum)
{
    tby_names_job job = {.paths = &path, .n = 1};
    tby_names_set *b = NULL;

    assert_int_equal(tby_names_set_open(&b, &job, sum), TBY_OK);
    return b;
}

static void check_names(const tby_names_set *b, const char *name)
{
    tby_pos p = pos_of(SICILIAN);
    uint32_t i = tby_names_find(tby_names_set_get(b), &p);
    tby_opening o;

    CHECK(i != TBY_NAMES_NONE, "%s", name);
    tby_names_get(tby_names_set_get(b), i, &o);
    CHECK(tby_str_is(o.name, name), "%.*s", (int)o.name.n, o.name.p);
}

static void sets_the_clock(const char *path, long seconds)
{
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};

    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void a_names_is_kept_until_its_sources_change(void **state)
{
    tby_names_sum sum;
    tby_names_set *b;

    (void)state;
    write_text("mine.tsv", "B20\tSicilian\t1. e4 c5\n");
    sets_the_clock(in_folder("mine.tsv"), 1000);
    b = open_names(in_folder("mine.tsv"), &sum);
    assert_int_equal(sum.rows, 1);
    assert_int_equal(count_cached(), 1);
    check_names(b, "Sicilian");
    tby_names_set_close(b);

    b = open_names(in_folder("mine.tsv"), &sum); /* from the cache */
    assert_int_equal(sum.rows, 0);
    check_names(b, "Sicilian");

    write_text("mine.tsv", "B20\tSzilian!\t1. e4 c5\n"); /* the same size */
    sets_the_clock(in_folder("mine.tsv"), 1001);
    tby_names_set *c = open_names(in_folder("mine.tsv"), &sum);
    assert_int_equal(sum.rows, 1);
    assert_int_equal(count_cached(), 1); /* the older one has gone */
    check_names(c, "Szilian!");
    check_names(b, "Sicilian"); /* but whoever has it keeps it */
    tby_names_set_close(b);
    tby_names_set_close(c);
}

static void a_damaged_cache_is_made_again(void **state)
{
    tby_names_sum sum;
    tby_folder files = cached();

    (void)state;
    assert_int_equal(files.n, 1);
    for (int truncated = 0; truncated < 2; truncated++) {
        FILE *f = fopen(files.paths[0], truncated ? "wb" : "r+b");
        assert_non_null(f);
        if (!truncated) {
            fseek(f, 100, SEEK_SET);
            fputc('!', f);
        }
        fclose(f);
        tby_names_set *b = open_names(in_folder("mine.tsv"), &sum);
        assert_int_equal(sum.rows, 1);
        check_names(b, "Szilian!");
        tby_names_set_close(b);
        b = open_names(in_folder("mine.tsv"), &sum);
        assert_int_equal(sum.rows, 0);
        tby_names_set_close(b);
    }
    tby_folder_free(&files);
}

/* Refused rows are told each time, so what they are left out of is not kept. */
static void a_names_with_refused_rows_is_not_kept(void **state)
{
    tby_names_sum sum;
    size_t before = count_cached();

    (void)state;
    for (int i = 0; i < 2; i++) {
        tby_names_set *b = open_names(DATA "damaged.tsv", &sum);
        assert_int_equal(sum.refused, 4);
        check_names(b, "Sicilian Defense");
        tby_names_set_close(b);
        assert_int_equal(count_cached(), before);
    }
}

static void a_cache_that_cannot_be_written_is_no_matter(void **state)
{
    tby_names_sum sum;

    (void)state;
    setenv("XDG_CACHE_HOME", in_folder("mine.tsv/below"), 1);
    for (int i = 0; i < 2; i++) {
        tby_names_set *b = open_names(DATA "small.eco", &sum);
        assert_int_equal(sum.rows, 3);
        tby_names_set_close(b);
    }
    setenv("XDG_CACHE_HOME", in_folder("cache"), 1);
}

static void processes_do_not_disturb_each_other(void **state)
{
    enum { PROCESSES = 4, ROUNDS = 20 };
    pid_t pids[PROCESSES];

    (void)state;
    for (int i = 0; i < PROCESSES; i++) {
        pids[i] = fork_alone();
        if (pids[i] > 0)
            continue;
        for (int k = 0; k < ROUNDS; k++) {
            const char *path = in_folder("mine.tsv");
            tby_names_job job = {.paths = &path, .n = 1};
            tby_names_set *b = NULL;
            tby_folder files = cached();
            for (size_t f = 0; k % 4 == 0 && f < files.n; f++)
                tby_file_remove(files.paths[f]);
            tby_folder_free(&files);
            if (tby_names_set_open(&b, &job, NULL) != TBY_OK ||
                tby_names_set_get(b)->count != 1)
                _exit(1);
            tby_names_set_close(b);
        }
        _exit(0);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(count_cached(), 1);
}

/* A file of names is used as it is, or joined like any source. */
static void a_names_is_a_source(void **state)
{
    tby_folder files = cached();
    tby_names_sum sum;
    told heard;

    (void)state;
    assert_int_equal(files.n, 1);
    tby_names_set *b = open_names(files.paths[0], &sum);
    assert_int_equal(sum.rows, 0);
    check_names(b, "Szilian!");
    tby_names_set_close(b);
    tby_openings *t = load(files.paths[0], &heard);
    check_name(find(t, SICILIAN), "eco_tsv", "Szilian!");
    tby_openings_close(t);
    tby_folder_free(&files);
}

static void a_damaged_names_is_refused(void **state)
{
    tby_folder files = cached();
    const char *path = files.paths[0];
    tby_names_set *b = NULL;
    told heard = {.errors = 0};
    tby_names_job job = {.paths = &path, .n = 1, .ctx = &heard, .fault = hear};
    FILE *f = fopen(path, "r+b");

    (void)state;
    assert_non_null(f);
    fseek(f, 100, SEEK_SET);
    fputc('!', f);
    fclose(f);
    assert_int_equal(tby_names_set_open(&b, &job, NULL), TBY_E_NAMES_CHECKSUM);
    assert_int_equal(heard.errors, 1);
    assert_int_equal(heard.last.code, TBY_E_NAMES_CHECKSUM);
    assert_null(b);
    tby_folder_free(&files);
}

static void the_built_in_names_needs_no_file(void **state)
{
    tby_names_job job = {.builtin = true, .scid = true};
    tby_names_set *b = NULL;
    size_t before = count_cached();

    (void)state;
    assert_int_equal(tby_names_set_open(&b, &job, NULL), TBY_OK);
    assert_int_equal(tby_names_set_get(b)->count, tby_names_builtin().count);
    assert_int_equal(count_cached(), before);
    tby_names_set_close(b);
    tby_names_set_close(NULL);
}

/* --- what is beside the project -------------------------------------------*/

static void check_same(const tby_openings *a, const tby_openings *b)
{
    assert_int_equal(tby_openings_count(a), tby_openings_count(b));
    for (size_t i = 0; i < tby_openings_count(a); i++) {
        const tby_opening *x = tby_openings_at(a, i);
        size_t k = tby_openings_find(b, &x->pos);
        CHECK(k != TBY_OPENINGS_NONE, "%s", fen_of(&x->pos).s);
        const tby_opening *y = tby_openings_at(b, k);
        CHECK(tby_str_equal(x->name, y->name) &&
                  tby_str_equal(x->source, y->source) &&
                  strcmp(x->code, y->code) == 0 &&
                  strcmp(x->scid, y->scid) == 0 && x->eco_root == y->eco_root &&
                  x->plies == y->plies && x->aliases_n == y->aliases_n &&
                  memcmp(x->line, y->line, x->plies * sizeof *x->line) == 0,
              "%s", fen_of(&x->pos).s);
        for (size_t n = 0; n < x->aliases_n; n++)
            CHECK(tby_str_equal(x->aliases[n].name, y->aliases[n].name) &&
                      tby_str_equal(x->aliases[n].source, y->aliases[n].source),
                  "%s", fen_of(&x->pos).s);
    }
}

/* All of eco.json: what is counted there was counted by a script that knows
 * nothing of this program. */
static void all_of_eco_json_is_read_and_written_again(void **state)
{
    const char *root = getenv("TBY_SHARED");
    char path[512];
    const char *paths[] = {path};
    tby_openings *t = NULL, *again = NULL;
    told heard = {.errors = 0};
    tby_names_job job = {.paths = paths,
                         .n = 1,
                         .identity = TBY_IDENTITY_EXACT,
                         .ctx = &heard,
                         .fault = hear};
    tby_names_sum sum;
    tby_buf out;

    (void)state;
    snprintf(path, sizeof path, "%s/data/openings/eco.json",
             root ? root : "../shared");
    if (access(path, R_OK) != 0) {
        printf("SKIPPED: ../shared/data is not here: 5 files not tested\n");
        skip();
    }
    assert_int_equal(tby_names_load(&job, &t, &sum), TBY_OK);
    assert_int_equal(sum.rows, 12055);
    assert_int_equal(heard.errors, 0);
    assert_int_equal(tby_openings_count(t), 12055);
    assert_int_equal(heard.layout, 429);
    assert_int_equal(heard.blank, 413 + 10);
    tby_buf_init(&out, NULL, 1 << 28);
    assert_int_equal(tby_openings_write(t, TBY_OPENINGS_JSON, '\0', &out),
                     TBY_OK);
    write_bytes("again.json", out.p, out.n);
    paths[0] = in_folder("again.json");
    heard = (told){.errors = 0};
    assert_int_equal(tby_names_load(&job, &again, NULL), TBY_OK);
    /* a table of this kind keeps the names as they are */
    assert_int_equal(heard.blank, 10);
    assert_int_equal(heard.errors + heard.warnings, 10);
    check_same(t, again);
    tby_buf_free(&out);
    tby_openings_close(again);
    tby_openings_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_is_known_by_its_content),
        cmocka_unit_test(eco_json_has_all_fields),
        cmocka_unit_test(files_may_be_packed),
        cmocka_unit_test(sources_are_joined_by_rank),
        cmocka_unit_test(refused_rows_are_told_with_file_and_line),
        cmocka_unit_test(bad_json_rows_are_told),
        cmocka_unit_test(an_empty_alias_costs_no_row),
        cmocka_unit_test(odd_aliases_cost_no_row),
        cmocka_unit_test(escapes_in_json_are_read),
        cmocka_unit_test(a_file_that_is_broken_is_refused_as_a_whole),
        cmocka_unit_test(what_is_not_there_is_told),
        cmocka_unit_test(a_names_is_kept_until_its_sources_change),
        cmocka_unit_test(a_damaged_cache_is_made_again),
        cmocka_unit_test(a_names_with_refused_rows_is_not_kept),
        cmocka_unit_test(a_cache_that_cannot_be_written_is_no_matter),
        cmocka_unit_test(processes_do_not_disturb_each_other),
        cmocka_unit_test(a_names_is_a_source),
        cmocka_unit_test(a_damaged_names_is_refused),
        cmocka_unit_test(the_built_in_names_needs_no_file),
        cmocka_unit_test(all_of_eco_json_is_read_and_written_again),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
