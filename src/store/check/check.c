/* check.c - a database looked through: see store.h.
 *
 * Each part is compared with another that says the same: columns with moves,
 * names with their numbers, games with what packing them again gives, the index
 * with one that is made again.  Damage is reported and passed over, so that one
 * bad row does not hide another. */
#include "store/check/check.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/utf8.h"
#include "store/record/men.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct store_check {
    store_rows *f;
    const tby_store_check_job *job;
    tby_store_checked *out;
    tby_rc rc; /* what ends the check, which damage does not */
} store_check;

/* What is read, and the games that it concerns (0: none in particular). */
typedef struct check_row {
    const char *part;
    uint32_t first, last;
    char what[64]; /* how a sentence about it begins */
} check_row;

/* --- reporting ------------------------------------------------------------*/

__attribute__((format(printf, 4, 5))) static check_row
row_of(const char *part, uint32_t first, uint32_t last, const char *format, ...)
{
    check_row row = {.part = part, .first = first, .last = last};
    va_list list;

    TBY_ASSERT(first <= last);
    va_start(list, format);
    vsnprintf(row.what, sizeof row.what, format, list);
    va_end(list);
    return row;
}

/* Reports a problem: what the row is, and then this. */
__attribute__((format(printf, 3, 4))) static void
report(store_check *c, const check_row *row, const char *format, ...)
{
    char text[512];
    int n = snprintf(text, sizeof text, "%s", row->what);
    va_list list;

    c->out->problems++;
    va_start(list, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, list);
    va_end(list);
    if (c->job->problem)
        c->job->problem(c->job->ctx, &(tby_store_problem){.part = row->part,
                                                          .first = row->first,
                                                          .last = row->last,
                                                          .text = text});
}

/* What reading a row gave: true if it went well.  Damage is reported. */
static bool read_well(store_check *c, const check_row *row, tby_rc got)
{
    if (got == TBY_DONE || got == TBY_E_STORE_DAMAGED)
        report(c, row, ": the row is %s.",
               got == TBY_DONE ? "missing" : "damaged");
    else if (got != TBY_OK)
        c->rc = got;
    return got == TBY_OK;
}

/* A row next to what it should be. */
static void compare(store_check *c, const check_row *row, tby_rc got,
                    tby_str stored, tby_str made)
{
    c->out->rows++;
    if (read_well(c, row, got) && !tby_str_equal(stored, made))
        report(c, row, ": it is not what its games give.");
}

static void report_progress(void *check, uint64_t done, uint64_t total)
{
    const store_check *c = check;

    TBY_ASSERT(done <= total);
    if (c->job->work.progress)
        c->job->work.progress(c->job->work.ctx, done, total);
}

/* --- names ----------------------------------------------------------------*/

typedef struct naming {
    store_check *c;
    store_kind kind;
    check_row row;
    uint32_t expected; /* the next number */
} naming;

/* Players that a name gives: how many, and is this one among them? */
typedef struct finding {
    uint32_t id, n;
    bool found;
} finding;

static tby_rc count_player(void *ctx, uint32_t id)
{
    finding *x = ctx;

    x->n++;
    x->found |= id == x->id;
    return TBY_OK;
}

static tby_rc check_name(void *ctx, uint32_t id, tby_str name)
{
    naming *n = ctx;

    if (id != n->expected)
        report(n->c, &n->row, ": number %u follows where %u should.", id,
               n->expected);
    if (tby_utf8_validate(name, NULL) != TBY_OK)
        report(n->c, &n->row, ": the name with number %u is no UTF-8.", id);
    n->expected = id + 1;
    if (n->kind != STORE_PLAYER)
        return TBY_OK;

    check_row row = row_of("names", 0, 0, "Player %u", id);
    char folded[STORE_FOLD];
    tby_str text = {folded, tby__fold_name(name, folded)};
    finding x = {.id = id};
    tby_rc got = tby__rows_folded_names(n->c->f, text, false, count_player, &x);
    if (read_well(n->c, &row, got) && !x.found)
        report(n->c, &row, " is not found by name.");
    return n->c->rc;
}

static void check_names(store_check *c)
{
    static const char *const TABLES[STORE_KINDS] = {"players", "events",
                                                    "sites", "texts"};
    check_row row = row_of("names", 0, 0, "Players by name");
    uint32_t names = tby__rows_names_n(c->f, STORE_PLAYER);
    finding all = {.n = 0};
    tby_rc got = tby__rows_folded_names(c->f, (tby_str){NULL, 0}, true,
                                        count_player, &all);

    if (read_well(c, &row, got) && all.n != names)
        report(c, &row, ": %u instead of %u.", all.n, names);
    c->out->rows += all.n;
    for (store_kind kind = 0; c->rc == TBY_OK && kind < STORE_KINDS; kind++) {
        naming n = {c, kind, row_of("names", 0, 0, "Table %s", TABLES[kind]),
                    1};
        got = tby__rows_names(c->f, kind, check_name, &n);
        names = tby__rows_names_n(c->f, kind);
        if (read_well(c, &n.row, got) && n.expected - 1 != names)
            report(c, &n.row, ": %u names instead of %u.", n.expected - 1,
                   names);
        c->out->rows += n.expected - 1;
    }
}

/* --- columns --------------------------------------------------------------*/

static const char *const COLUMNS[] = {
#define COLUMN_NAME(symbol, number, kind) [number] = #symbol,
    STORE_COLUMN_MAP(COLUMN_NAME)
#undef COLUMN_NAME
};

/* The largest value that a column may have. */
static uint32_t most_of(const store_check *c, store_column column)
{
    store_kind kind = tby__column_kind(column);

    if (kind != STORE_NUMBER)
        return tby__rows_names_n(c->f, kind);
    switch ((int)column) {
    case STORE_RESULT:
        return TBY_RESULT_DRAW;
    case STORE_CATEGORY:
        return STORE_CATEGORIES - 1;
    case STORE_TIME_CLASS:
        return STORE_CORRESPONDENCE;
    case STORE_ECO:
        return 500;
    case STORE_LEAST:
        return STORE_LEAST_MAX;
    default:
        return UINT32_MAX;
    }
}

static void check_column(store_check *c, store_column column, uint32_t chunk,
                         uint32_t n)
{
    uint32_t first = chunk * STORE_CHUNK + 1, most = most_of(c, column);
    check_row row = row_of("columns", first, first + n - 1,
                           "Column %s, chunk %u", COLUMNS[column], chunk);
    const chunk_values *values;
    uint32_t got_n = 0;
    tby_rc got = tby__rows_chunk(c->f, column, chunk, &values, &got_n);

    c->out->rows++;
    if (!read_well(c, &row, got))
        return;
    if (got_n != n)
        report(c, &row, ": %u games instead of %u.", got_n, n);
    for (uint32_t i = 0; i < n && i < got_n; i++) {
        row.first = row.last = first + i;
        if (chunk_at(values, i) > most)
            report(c, &row, ": game %u has %u, above %u.", first + i,
                   chunk_at(values, i), most);
    }
}

/* Which blocks of the chunk have which moves. */
static void check_move_bitmaps(store_check *c, uint32_t chunk, uint32_t n)
{
    uint32_t first = chunk * STORE_CHUNK + 1;
    check_row row = row_of("columns", first, first + n - 1,
                           "Moves that occur, chunk %u", chunk);
    move_bitmap stored;
    move_bitmaps made;
    tby_rc got = tby__rows_move_bitmap_of(c->f, chunk, &made);

    if (got != TBY_OK) { /* damage was reported with the blocks */
        c->rc = got == TBY_E_STORE_DAMAGED ? TBY_OK : got;
        return;
    }
    c->out->rows++;
    for (move_bitmap_kind k = 0; k < MOVE_BITMAP_KINDS; k++) {
        got = tby__rows_move_bitmap(c->f, chunk, k, &stored);
        if (!read_well(c, &row, got))
            return;
        if (memcmp(&stored, &made.table[k], sizeof stored) != 0) {
            report(c, &row, ": they are not those of the games.");
            return; /* once for a row */
        }
    }
}

/* --- blocks ---------------------------------------------------------------*/

static void check_moves(store_check *c, uint32_t block, uint32_t first,
                        uint32_t n)
{
    check_row row =
        row_of("moves", first, first + n - 1, "Moves of block %u", block);
    store_moves moves = {.n = 0};
    tby_str bytes;
    tby_rc got = tby__rows_block_row(c->f, block, &bytes);

    c->out->rows++;
    if (got == TBY_OK)
        got = tby__moves_open(&moves, bytes);
    if (!read_well(c, &row, got))
        return;
    if (moves.n != n)
        report(c, &row, ": %u games instead of %u.", moves.n, n);
    for (uint32_t i = 0; moves.n == n && i < n; i++) {
        check_row game =
            row_of("columns", first + i, first + i, "Game %u", first + i);
        uint32_t plies, flags;
        got = tby__rows_value(c->f, STORE_PLIES, first + i, &plies);
        if (got == TBY_OK)
            got = tby__rows_value(c->f, STORE_FLAGS, first + i, &flags);
        if (got != TBY_OK) { /* damage was reported with the columns */
            c->rc = got == TBY_E_STORE_DAMAGED ? TBY_OK : got;
            return;
        }
        if (plies != moves.plies[i] ||
            (flags & STORE_IS_SETUP) != moves.setup[i])
            report(c, &game,
                   ": moves and columns differ in its length or in "
                   "where it begins.");
    }
}

/* How many of the games from number `done` on a piece of so many has. */
static uint32_t piece(uint32_t stored, uint32_t done, uint32_t most)
{
    return stored - done < most ? stored - done : most;
}

/* Names, columns, blocks, and which blocks have which moves. */
static void check_rows(store_check *c)
{
    uint32_t stored = tby__rows_stored(c->f);
    store_extras extras;

    check_names(c);
    for (uint32_t at = 0; c->rc == TBY_OK && at < stored; at += STORE_CHUNK)
        for (store_column i = 0; c->rc == TBY_OK && i < STORE_COLUMNS; i++)
            check_column(c, i, at / STORE_CHUNK,
                         piece(stored, at, STORE_CHUNK));
    tby__extras_init(&extras);
    for (uint32_t at = 0; c->rc == TBY_OK && at < stored; at += STORE_BLOCK) {
        uint32_t n = piece(stored, at, STORE_BLOCK);
        check_moves(c, at / STORE_BLOCK, at + 1, n);
        if (c->rc == TBY_OK) {
            uint32_t block = at / STORE_BLOCK;
            check_row row =
                row_of("extras", at + 1, at + n, "Extras of block %u", block);
            tby_str bytes;
            tby_rc got = tby__rows_extras(c->f, block, &bytes);
            c->out->rows++;
            if (got == TBY_OK)
                got = tby__extras_open(&extras, bytes);
            if (read_well(c, &row, got) && extras.n != n)
                report(c, &row, ": %u games instead of %u.", extras.n, n);
        }
        report_progress(c, at + n, stored);
    }
    tby__extras_free(&extras);
    for (uint32_t at = 0; c->rc == TBY_OK && at < stored; at += STORE_CHUNK)
        check_move_bitmaps(c, at / STORE_CHUNK, piece(stored, at, STORE_CHUNK));
}

/* --- games ----------------------------------------------------------------*/

/* Columns that are not made from the game alone: what the names have filled in
 * where the game has no code and no name, and the numbers of names.  Codes that
 * are divided further were none once. */
static bool is_given(const tby_game *g, unsigned column)
{
    if (column == STORE_ECO)
        return tby_game_tag(g, "ECO").n != 3 ||
               !tby__store_eco(tby_game_tag(g, "ECO"));
    return column == STORE_OPENING && !tby_game_tag(g, "Opening").p;
}

static bool same_columns(const tby_game *g, const store_packed *a,
                         const store_packed *b)
{
    for (unsigned i = 0; i < STORE_COLUMNS; i++) {
        bool same = i < STORE_NAMES
                        ? (a->names[i].p == NULL) == (b->names[i].p == NULL) &&
                              tby_str_equal(a->names[i], b->names[i])
                        : a->column[i] == b->column[i];
        bool unknown = i == STORE_LEAST && a->column[i] == 0; /* version 4 */
        if (!same && !unknown && !is_given(g, i))
            return false;
    }
    return true;
}

static bool same_moves(const store_packed *a, const store_packed *b)
{
    uint32_t plies = a->column[STORE_PLIES];

    return plies == b->column[STORE_PLIES] &&
           (!plies ||
            memcmp(a->codes, b->codes, plies * sizeof *a->codes) == 0) &&
           tby_str_equal(a->extra, b->extra);
}

/* Players may be kept under other names than the game spells. */
typedef struct kept {
    const tby_game *game;
    const store_packed *stored;
} kept;

static tby_str kept_name(void *ctx, tby_str spelling)
{
    const kept *k = ctx;
    tby_str white = tby_str_trim(tby_game_tag(k->game, "White"));
    bool is_white = white.p && tby_str_equal(white, spelling);

    return k->stored->names[is_white ? STORE_WHITE : STORE_BLACK];
}

/* A game put together, and taken apart again: whatever is stored of it must
 * come out as it is. */
static void check_game(store_check *c, store_packer *packer, tby_game *game,
                       uint32_t id)
{
    check_row row = row_of("games", id, id, "Game %u", id);
    store_packed stored, again;
    kept k = {game, &stored};
    tby_rc got = tby__rows_packed(c->f, id, &stored);

    tby__packer_rename(packer, kept_name, &k);
    if (got == TBY_OK)
        got = tby__store_unpack(&stored, game);
    if (got == TBY_OK)
        got = tby__store_pack(packer, game, &again);
    if (got == TBY_DONE || got == TBY_E_STORE_DAMAGED || got == TBY_E_STORE_FIT)
        report(c, &row, " cannot be put together.");
    else if (got != TBY_OK)
        c->rc = got;
    else if (!same_moves(&stored, &again))
        report(c, &row, ": what is stored of its moves is not what they are.");
    else if (!same_columns(game, &stored, &again))
        report(c, &row, ": its columns are not those of its tags.");
}

/* All games, or one of each of so many stretches. */
static void check_games(store_check *c)
{
    uint64_t stored = tby__rows_stored(c->f), random = c->job->seed;
    uint64_t n =
        c->job->all || c->job->sample > stored ? stored : c->job->sample;
    store_packer *packer = NULL;
    tby_game game;

    c->rc = tby__packer_open(&packer);
    tby_game_init(&game, NULL);
    for (uint64_t i = 0; c->rc == TBY_OK && i < n; i++) {
        uint64_t first = stored * i / n, end = stored * (i + 1) / n;
        uint64_t id = first + tby_random_bits(&random) % (end - first) + 1;
        if (!tby__rows_is_dead(c->f, (uint32_t)id)) {
            check_game(c, packer, &game, (uint32_t)id);
            c->out->games++;
        }
        report_progress(c, i + 1, n);
    }
    tby__packer_close(packer);
    tby_game_free(&game);
}

/* --- the index next to one that is made from the same games ---------------*/

/* A run that is made again. */
typedef struct remake {
    store_check *c;
    const run_head *head;
    const run_source *stored;
    size_t run;
    uint32_t player; /* the first of the next row of players */
} remake;

static check_row row_of_run(const remake *r, const char *kind, uint32_t number)
{
    return row_of("index", r->head->first, r->head->first + r->head->games - 1,
                  "Run %zu, %s %u", r->run + 1, kind, number);
}

static tby_rc compare_page(void *ctx, uint32_t page, tby_str made)
{
    remake *r = ctx;
    check_row row = row_of_run(r, "page", page);
    tby_str stored = {"", 0};
    tby_rc got = r->stored->page(r->stored->ctx, page, &stored);

    compare(r->c, &row, got, stored, made);
    return r->c->rc;
}

static tby_rc compare_list(void *ctx, uint32_t list, tby_str made)
{
    remake *r = ctx;
    check_row row = row_of_run(r, "list", list);
    tby_str stored = {"", 0};
    tby_rc got = r->stored->list(r->stored->ctx, list, &stored);

    compare(r->c, &row, got, stored, made);
    return r->c->rc;
}

static tby_rc compare_players(void *ctx, uint32_t last, tby_str made)
{
    remake *r = ctx;
    check_row row = row_of_run(r, "players up to", last);
    tby_str stored = {"", 0};
    uint32_t found = last;
    tby_rc got =
        tby__rows_player_row(r->c->f, r->run, r->player, &found, &stored);

    r->player = last + 1;
    if (found != last) /* they end elsewhere */
        stored.n = 0;
    compare(r->c, &row, got, stored, made);
    return r->c->rc;
}

static bool same_head(const run_head *a, const run_head *b)
{
    return a->first == b->first && a->games == b->games &&
           a->pages == b->pages && a->lists == b->lists &&
           a->entries == b->entries && a->positions == b->positions &&
           a->once == b->once && a->key_bits == b->key_bits;
}

static void check_run(store_check *c, size_t run)
{
    run_source source;
    run_head head = *tby__rows_run(c->f, run, &source), made;
    remake r = {c, &head, &source, run, 1};
    run_rows rows = {&r, compare_page, compare_list};
    run_players players = {.ctx = &r, .put = compare_players};
    tby_store_work work = c->job->work;
    check_row row = row_of("index", head.first, head.first + head.games - 1,
                           "Run %zu", run + 1);
    uint32_t found;
    tby_str bytes;

    work.ctx = c;
    work.progress = report_progress;
    tby_rc rc = tby__rows_make_players(c->f, head.first, head.games,
                                       work.memory, &players);
    tby__run_players_free(&players);
    if (rc == TBY_E_STORE_DAMAGED)
        report(c, &row,
               ": its players cannot be compared, the columns of "
               "its games are damaged.");
    else if (rc == TBY_OK) {
        /* what is left must be nothing; a damaged row is reported elsewhere */
        tby_rc left = tby__rows_player_row(c->f, run, r.player, &found, &bytes);

        if (left == TBY_OK)
            report(c, &row, " has players that are not in its games.");
        else if (left != TBY_DONE && left != TBY_E_STORE_DAMAGED)
            rc = left;
    }
    if (rc == TBY_OK || rc == TBY_E_STORE_DAMAGED)
        rc = tby__rows_make_run(c->f, head.first, head.games, &work, &rows,
                                &made);
    if (rc == TBY_OK && !same_head(&made, &head))
        report(c, &row, ": its numbers are not those of its games.");
    if (rc == TBY_OK)
        c->out->positions += made.entries;
    else if (rc == TBY_DONE || rc == TBY_E_STORE_DAMAGED)
        report(c, &row, " cannot be compared: its games are damaged.");
    else
        c->rc = rc;
}

static void check_index(store_check *c)
{
    uint32_t next = 1, stored = tby__rows_stored(c->f);

    for (size_t i = 0; c->rc == TBY_OK && i < tby__rows_runs(c->f); i++) {
        check_row row = row_of("index", 0, 0, "Run %zu", i + 1);
        run_source source;
        const run_head *head = tby__rows_run(c->f, i, &source);
        uint32_t first = head->first, games = head->games;
        if (first == next && games <= stored && first - 1 <= stored - games)
            check_run(c, i);
        else
            report(c, &row, ": games %u to %u, where %u should follow.", first,
                   first + games - 1, next);
        next = first + games;
    }
    check_row row = row_of("index", 0, 0, "The index");
    if (c->rc == TBY_OK && next - 1 != tby__rows_indexed(c->f))
        report(c, &row, " has %u games instead of %u.", next - 1,
               tby__rows_indexed(c->f));
}

/* --- all of it ------------------------------------------------------------*/

static void report_sqlite(void *ctx, const char *text)
{
    report(ctx, &(check_row){.part = "sqlite"}, "%s", text);
}

static void report_sum(void *ctx, const char *text)
{
    report(ctx, &(check_row){.part = "sums"}, "%s", text);
}

/* Damage that ended one of SQLite's own checks is reported unless that was done
 * already. */
static void note_damage(store_check *c, const char *part, tby_rc rc)
{
    if (rc != TBY_E_STORE_DAMAGED)
        c->rc = rc;
    else if (!c->out->problems)
        report(c, &(check_row){.part = part}, "%s",
               tby_store_error_text(store_of_rows(c->f)));
}

static tby_rc check_all(store_check *c)
{
    note_damage(c, "sqlite", tby__rows_integrity(c->f, report_sqlite, c));
    if (c->rc == TBY_OK)
        note_damage(c, "sums", tby__rows_check_sums(c->f, report_sum, c));
    if (c->rc == TBY_OK)
        check_rows(c);
    if (c->rc == TBY_OK)
        check_games(c);
    if (c->rc == TBY_OK)
        check_index(c);
    return c->rc;
}

tby_rc tby__check(tby_store *s, const tby_store_check_job *job,
                  tby_store_checked *out)
{
    store_check c = {.f = store_rows_of(s), .job = job, .out = out};

    return check_all(&c);
}
