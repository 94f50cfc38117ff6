/* ecojson.h - the published files of eco.json, read without the reader that is
 * under test elsewhere: its five lists as a table, and single entries. */
#ifndef TBY_TESTS_UNIT_LOGIC_ECOJSON_H
#define TBY_TESTS_UNIT_LOGIC_ECOJSON_H

#include "core/base/json.h"
#include "support/data.h"
#include "unit/openings/tables.h"

enum { SRC, ECO, MOVES, NAME, SCID, ROOT_SRC, IS_ROOT, ALIASES, FIELDS };

typedef struct entry {
    tby_str fen, field[SCID + 2]; /* SRC to ROOT_SRC */
    bool root;
    tby_alias aliases[8];
    size_t aliases_n;
} entry;

static inline void must(tby_rc rc)
{
    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
}

/* These files have no escapes, so that all strings are parts of them. */
static inline tby_str read_string(tby_json *j)
{
    tby_str out = {NULL, 0};

    must(tby_json_string(j, &j->scratch, &out));
    return out;
}

static inline void read_aliases(tby_json *j, entry *e)
{
    bool first = true, more = true;

    must(tby_json_open(j, '{'));
    for (;;) {
        must(tby_json_element(j, '}', &first, &more));
        if (!more)
            return;
        assert_true(e->aliases_n < LENGTH(e->aliases));
        tby_alias *a = &e->aliases[e->aliases_n++];
        must(tby_json_name(j, &a->source));
        a->name = read_string(j);
    }
}

static inline void read_entry(tby_json *j, entry *e)
{
    static const char *const names[FIELDS] = {"src",       "eco",    "moves",
                                              "name",      "scid",   "rootSrc",
                                              "isEcoRoot", "aliases"};
    size_t places[FIELDS];

    memset(e, 0, sizeof *e);
    must(tby_json_name(j, &e->fen));
    must(tby_json_object(j, names, places, FIELDS));
    size_t behind = j->at;
    for (int i = SRC; i <= ROOT_SRC; i++) {
        j->at = places[i];
        if (j->at)
            e->field[i] = read_string(j);
    }
    j->at = places[IS_ROOT];
    if (j->at)
        must(tby_json_bool(j, &e->root));
    j->at = places[ALIASES];
    if (j->at)
        read_aliases(j, e);
    j->at = behind;
}

/* Calls fn for each entry of a file; false if there is no such file. */
static inline bool each_entry(const char *file,
                              void (*fn)(void *ctx, const entry *e), void *ctx)
{
    bytes b = shared_file(file);
    tby_json j = {.text = str_of(b)};
    bool first = true, more = true;
    entry e;

    if (!b.p)
        return false;
    tby_buf_init(&j.scratch, NULL, 1 << 16);
    must(tby_json_open(&j, '{'));
    for (;;) {
        must(tby_json_element(&j, '}', &first, &more));
        if (!more)
            break;
        read_entry(&j, &e);
        fn(ctx, &e);
    }
    tby_buf_free(&j.scratch);
    free(b.p);
    return true;
}

static inline tby_pos pos_of_str(tby_str fen)
{
    char text[TBY_FEN_MAX];

    snprintf(text, sizeof text, "%.*s", (int)fen.n, fen.p);
    return pos_of(text);
}

/* Plays "1. e4  e5 2.Nf3" whatever its numbers and blanks are. */
static inline uint32_t play_text(tby_str text, tby_move *line, tby_pos *p)
{
    tby_str word;
    uint32_t n = 0;

    *p = tby_pos_start();
    while (tby_str_word(&text, &word)) {
        while (word.n && (*word.p == '.' || (*word.p >= '0' && *word.p <= '9')))
            word = tby_str_from(word, 1);
        if (word.n == 0)
            continue;
        CHECK(n < MAX_ROW_PLIES && tby_san_parse(p, word, TBY_SAN_TOLERANT,
                                                 &line[n], NULL) == TBY_OK,
              "%.*s", (int)word.n, word.p);
        tby_pos_play(p, line[n++]);
    }
    return n;
}

static inline void add_entry(void *ctx, const entry *e)
{
    tby_move line[MAX_ROW_PLIES];
    tby_opening o = {.name = e->field[NAME],
                     .source = e->field[SRC],
                     .eco_root = e->root,
                     .line = line,
                     .aliases = e->aliases,
                     .aliases_n = e->aliases_n};
    tby_pos key = pos_of_str(e->fen);

    o.plies = play_text(e->field[MOVES], line, &o.pos);
    CHECK(tby_identity_same(TBY_IDENTITY_EXACT, &o.pos, &key), "%s",
          fen_of(&key).s);
    assert_int_equal(e->field[ECO].n, 3);
    memcpy(o.code, e->field[ECO].p, 3);
    must(tby_openings_add(ctx, &o));
}

#define ECOJSON "openings/eco.json/"

/* The five lists; skips the test where they are not. */
static inline tby_openings *ecojson_table(tby_identity identity)
{
    static const char *const files[] = {
        ECOJSON "ecoA.json", ECOJSON "ecoB.json", ECOJSON "ecoC.json",
        ECOJSON "ecoD.json", ECOJSON "ecoE.json"};
    tby_openings *t = new_table(identity);

    for (size_t i = 0; i < LENGTH(files); i++) {
        if (!each_entry(files[i], add_entry, t)) {
            tby_openings_close(t);
            skip_without_shared(LENGTH(files));
        }
    }
    return t;
}

#endif
