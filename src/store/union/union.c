/* union.c - several files, or those of a folder, as one database.
 *
 * Each file is asked on a thread of its own, and what they answer is put
 * together: sums are added, lists merged by what they are sorted by.  Three
 * things only all files know together, and each is told what it needs: which of
 * its games a file before it has, too (twins.c), how well a name fits the best
 * of all players, and which moves of a position others have.
 *
 * A game has the number of its file from 1 on, in the order they were given, in
 * the upper half of its id.  So the order of ids is that of one database into
 * which the files were imported one after another. */
#include "store/union/union.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "io/system/file.h"
#include "io/system/thread.h"
#include "store/index/run.h"
#include "store/query/compiled_filter.h"

#include <stdlib.h>
#include <string.h>

typedef struct several {
    tby_store base;
    union_part *parts;
    size_t n, cap;
    unsigned held;
    store_name_fit *fits; /* of the names in a question */
    size_t fits_n, fits_cap;
} several;

static several *several_of(tby_store *s)
{
    return (several *)s;
}

static uint64_t id_of(size_t part, uint64_t id)
{
    return (uint64_t)(part + 1) << 32 | id;
}

/* --- opening --------------------------------------------------------------*/

static bool takes(const char *where)
{
    tby_file_info info;

    return strchr(where, '\n') ||
           (tby_file_look(where, &info) == TBY_OK && info.folder);
}

static bool is_database(const char *name)
{
    size_t n = strlen(name);

    return n > 4 && strcmp(name + n - 4, ".tdb") == 0;
}

/* What a file said goes to the caller with its name. */
static tby_rc fail_by_part(several *u, size_t i, tby_rc rc)
{
    const union_part *p = &u->parts[i];
    const char *text = tby_store_error_text(p->store);

    return tby__store_fail_with(&u->base, rc, "%.150s: %.200s", p->path,
                                *text ? text : tby_rc_text(rc));
}

static tby_rc add_file(several *u, const char *path)
{
    char *resolved = tby_path_resolve(path);
    bool twice = false;

    for (size_t i = 0; resolved && i < u->n; i++) {
        char *other = tby_path_resolve(u->parts[i].path);
        twice |= other && strcmp(other, resolved) == 0;
        tby_path_free(other);
    }
    tby_path_free(resolved);
    if (twice)
        return tby__store_fail_with(&u->base, TBY_E_STORE_OPEN,
                                    "%.300s is given twice.", path);
    if (u->n == UNION_MOST)
        return tby__store_fail_with(&u->base, TBY_E_LIMIT,
                                    "More than %d files are too many.",
                                    UNION_MOST);
    tby_rc rc = TBY_GROW(NULL, u->parts, u->cap, u->n + 1);
    if (rc != TBY_OK)
        return rc;
    union_part *p = &u->parts[u->n];
    *p = (union_part){.path = strdup(path)};
    u->n++;
    if (!p->path)
        return TBY_E_NOMEM;
    rc = tby_store_open(&p->store, path, TBY_STORE_READ);
    if (rc != TBY_OK)
        return fail_by_part(u, u->n - 1, rc);
    return p->store->ops == &tby__sqlite_ops
               ? TBY_OK
               : tby__store_fail_with(&u->base, TBY_E_STORE_LACKS,
                                      "%.300s cannot be one of several.", path);
}

static tby_rc add_folder(several *u, const char *path)
{
    tby_folder folder = {.n = 0};
    tby_rc rc = tby_folder_list(&folder, path, is_database);

    if (rc != TBY_OK)
        return tby__store_fail_with(&u->base, rc, "%.300s: %s", path,
                                    tby_rc_text(rc));
    if (!folder.n)
        rc = tby__store_fail_with(&u->base, TBY_E_STORE_OPEN,
                                  "%.300s: no database (*.tdb) is in this "
                                  "folder.",
                                  path);
    for (size_t i = 0; rc == TBY_OK && i < folder.n; i++)
        rc = add_file(u, folder.paths[i]);
    tby_folder_free(&folder);
    return rc;
}

static tby_rc open_all(tby_store *s, const char *where, tby_store_mode mode)
{
    several *u = several_of(s);
    tby_str rest = tby_str_of(where);
    tby_file_info info;
    tby_rc rc = TBY_OK;

    if (mode != TBY_STORE_READ)
        return strchr(where, '\n')
                   ? tby__store_fail_with(s, TBY_E_STORE_LACKS,
                                          "%s cannot be written.", s->ops->kind)
                   : tby__store_fail(s, TBY_E_STORE_OPEN, "it is a folder");
    while (rc == TBY_OK && rest.n) {
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = end ? (size_t)(end - rest.p) : rest.n;
        char *path = strndup(rest.p, n);
        rest =
            (tby_str){rest.p + n + (end != NULL), rest.n - n - (end != NULL)};
        if (!path)
            return TBY_E_NOMEM;
        bool folder = tby_file_look(path, &info) == TBY_OK && info.folder;
        rc = n ? folder ? add_folder(u, path) : add_file(u, path) : TBY_OK;
        free(path);
    }
    return rc;
}

static void close_all(tby_store *s)
{
    several *u = several_of(s);

    for (size_t i = 0; i < u->n; i++) {
        tby_store_close(u->parts[i].store);
        free(u->parts[i].path);
        free(u->parts[i].hidden);
    }
    tby_grow_free(NULL, u->parts, u->cap, sizeof *u->parts);
    tby_grow_free(NULL, u->fits, u->fits_cap, sizeof *u->fits);
}

static void set_memory(tby_store *s, size_t bytes)
{
    several *u = several_of(s);

    for (size_t i = 0; i < u->n; i++)
        tby_store_set_memory(u->parts[i].store, bytes / u->n);
}

/* --- one snapshot of all --------------------------------------------------*/

static void release(tby_store *s)
{
    several *u = several_of(s);

    TBY_ASSERT(u->held > 0);
    if (--u->held)
        return;
    for (size_t i = 0; i < u->n; i++) {
        if (u->parts[i].held)
            tby_store_release(u->parts[i].store);
        u->parts[i].held = false;
    }
}

static tby_rc hold(tby_store *s)
{
    several *u = several_of(s);
    bool changed = false;
    tby_rc rc = TBY_OK;
    size_t i = 0;

    if (u->held++)
        return TBY_OK;
    for (; rc == TBY_OK && i < u->n; i++) {
        union_part *p = &u->parts[i];
        p->store->stop = s->stop;
        rc = tby_store_hold(p->store);
        p->held = rc == TBY_OK;
        changed |= rc == TBY_OK &&
                   p->snapshot != tby__rows_snapshot(store_rows_of(p->store));
    }
    if (rc == TBY_OK && changed)
        rc = tby__union_find_twins(u->parts, u->n, &i);
    else if (i)
        i--;
    if (rc != TBY_OK) {
        rc = fail_by_part(u, i, rc);
        for (i = 0; i < u->n; i++)
            u->parts[i].snapshot = 0; /* to be looked for again */
        release(s);
        return rc;
    }
    s->games = s->waiting = 0;
    for (i = 0; i < u->n; i++) {
        s->games += u->parts[i].store->games - u->parts[i].hidden_n;
        s->waiting += u->parts[i].store->waiting;
    }
    return TBY_OK;
}

/* --- asking all -----------------------------------------------------------*/

/* One question to every file. */
typedef struct question {
    several *u;
    tby_rc (*ask)(const struct question *q, size_t part);
    const tby_pos *pos;
    const tby_filter *filter;
    tby_position_wanted wanted;
    tby_games_order order;
    uint64_t most; /* games or moves of each file; 0: all */
    tby_str name;
    tby_player_fit *fit; /* by file; so with the answers */
    union {
        tby_position_answer *positions;
        tby_games_answer *games;
        tby_moves_answer *moves;
        tby_players_answer *players;
        void *any;
    } of;
} question;

static void ask_one(void *ctx, size_t i)
{
    const question *q = ctx;

    q->u->parts[i].rc = q->ask(q, i);
}

/* All of them answer, or the first failure is the outcome. */
static tby_rc ask_each(const question *q)
{
    several *u = q->u;
    question copy = *q;

    for (size_t i = 0; i < u->n; i++) {
        tby_store *s = u->parts[i].store;
        s->stop = u->base.stop;
        s->fits = u->fits;
        s->fits_n = u->fits_n;
        s->share = i == u->n - 1 ? u->base.share : NULL;
    }
    TBY_TRY(tby_parallel((unsigned)u->n, u->n, ask_one, &copy));
    for (size_t i = 0; i < u->n; i++)
        if (u->parts[i].rc != TBY_OK)
            return fail_by_part(u, i, u->parts[i].rc);
    return TBY_OK;
}

/* --- names ----------------------------------------------------------------*/

static tby_rc ask_fit(const question *q, size_t i)
{
    return tby__player_fit(store_rows_of(q->u->parts[i].store), q->name,
                           &q->fit[i]);
}

/* Finds out how well a name fits the best of all; "Carl*" is whoever begins
 * so.  Which other spellings are the same person each file says of its own. */
static tby_rc learn_fit(several *u, tby_str name)
{
    tby_player_fit fit[UNION_MOST] = {TBY_PLAYER_NO}, best = TBY_PLAYER_NO;
    question q = {.u = u, .ask = ask_fit, .name = name, .fit = fit};
    size_t known = u->fits_n;

    if (name.n && name.p[name.n - 1] == '*')
        return TBY_OK;
    u->fits_n = 0; /* while it is found out none is known */
    tby_rc rc = ask_each(&q);
    u->fits_n = known;
    for (size_t i = 0; i < u->n; i++)
        best = fit[i] > best ? fit[i] : best;
    if (rc == TBY_OK)
        rc = TBY_GROW(NULL, u->fits, u->fits_cap, known + 1);
    if (rc == TBY_OK)
        u->fits[u->fits_n++] = (store_name_fit){name, best};
    return rc;
}

static tby_rc learn_fits(several *u, const tby_filter *f, tby_str name)
{
    const tby_str names[] = {f->player, f->against, f->white, f->black, name};

    u->fits_n = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tby_str rest = names[i], one; /* a name a line */
        while (tby_str_field(&rest, '\n', &one))
            TBY_TRY(learn_fit(u, one));
    }
    return TBY_OK;
}

/* Asks all of them; the answers are to be freed by the caller in any case. */
static tby_rc ask_all(question *q, size_t size)
{
    q->of.any = calloc(q->u->n, size);
    if (!q->of.any)
        return TBY_E_NOMEM;
    TBY_TRY(learn_fits(q->u, q->filter, q->name));
    return ask_each(q);
}

/* --- lists of games -------------------------------------------------------*/

/* A game with what it is sorted by: larger first, of two alike the smaller
 * id. */
typedef struct ranked {
    uint64_t rank, id;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

typedef enum list_kind { TOP = TBY_BY_PLIES + 1, LATEST } list_kind;

/* kind: one of these, or of tby_games_order. */
static tby_rc rank_game(store_rows *rows, int kind, uint64_t number,
                        uint64_t *out)
{
    uint32_t white = 0, black = 0, date = 0, plies = 0;
    uint32_t id = tby__rows_place(rows, number);

    if (kind == TBY_BY_ELO || kind == TOP || kind == LATEST) {
        TBY_TRY(tby__rows_value(rows, STORE_WHITE_ELO, id, &white));
        TBY_TRY(tby__rows_value(rows, STORE_BLACK_ELO, id, &black));
    }
    if (kind == TBY_BY_DATE || kind == TOP || kind == LATEST)
        TBY_TRY(tby__rows_value(rows, STORE_DATE, id, &date));
    if (kind == TBY_BY_PLIES)
        TBY_TRY(tby__rows_value(rows, STORE_PLIES, id, &plies));
    *out = kind == TOP      ? store_rank_elo(white, black, date)
           : kind == LATEST ? store_rank_date(white, black, date)
                            : (uint64_t)white + black + date + plies;
    return TBY_OK;
}

/* A list that is being put together, and a page of it. */
typedef struct merging {
    ranked *at;
    size_t n, cap;
} merging;

static tby_rc merge_list(merging *m, several *u, size_t part, int kind,
                         const uint64_t *ids, size_t n)
{
    store_rows *rows = store_rows_of(u->parts[part].store);

    TBY_TRY(TBY_GROW(NULL, m->at, m->cap, m->n + n + 1));
    for (size_t i = 0; i < n; i++) {
        TBY_TRY(rank_game(rows, kind, ids[i], &m->at[m->n].rank));
        m->at[m->n++].id = id_of(part, ids[i]);
    }
    return TBY_OK;
}

/* limit 0: all. */
static tby_rc merge_page(merging *m, uint64_t offset, uint64_t limit,
                         uint64_t **ids, size_t *n)
{
    size_t left = offset < m->n ? m->n - (size_t)offset : 0;

    if (m->n)
        qsort(m->at, m->n, sizeof *m->at, compare_ranked);
    *n = limit && limit < left ? (size_t)limit : left;
    *ids = malloc((*n + 1) * sizeof **ids);
    for (size_t i = 0; *ids && i < *n; i++)
        (*ids)[i] = m->at[offset + i].id;
    return *ids ? TBY_OK : TBY_E_NOMEM;
}

static void merge_end(merging *m)
{
    tby_grow_free(NULL, m->at, m->cap, sizeof *m->at);
    *m = (merging){.n = 0};
}

static void add_score(tby_score *to, const tby_score *from)
{
    to->games += from->games;
    to->white += from->white;
    to->draws += from->draws;
    to->black += from->black;
}

/* So many from the beginning, to have a page in any case; 0: all. */
static uint64_t most_of(uint64_t offset, uint64_t limit)
{
    return limit && offset <= UINT64_MAX - limit ? offset + limit : 0;
}

static tby_rc ask_find(const question *q, size_t i)
{
    return tby_store_find(q->u->parts[i].store, q->filter, q->order, 0, q->most,
                          &q->of.games[i]);
}

static tby_rc find(tby_store *s, const tby_filter *filter,
                   tby_games_order order, uint64_t offset, uint64_t limit,
                   tby_games_answer *out)
{
    several *u = several_of(s);
    question q = {.u = u,
                  .ask = ask_find,
                  .filter = filter,
                  .order = order,
                  .most = most_of(offset, limit)};
    merging m = {.n = 0};
    tby_rc rc = ask_all(&q, sizeof *q.of.games);

    for (size_t i = 0; rc == TBY_OK && i < u->n; i++) {
        tby_games_answer *a = &q.of.games[i];
        rc = merge_list(&m, u, i, (int)order, a->ids, a->n);
        out->total += a->total;
        add_score(&out->score, &a->score);
    }
    if (rc == TBY_OK)
        rc = merge_page(&m, offset, limit, &out->ids, &out->n);
    merge_end(&m);
    for (size_t i = 0; q.of.any && i < u->n; i++)
        tby_games_free(&q.of.games[i]);
    free(q.of.any);
    return rc;
}

/* --- single moves ---------------------------------------------------------*/

static tby_rc ask_moves(const question *q, size_t i)
{
    return tby_store_moves(q->u->parts[i].store, q->filter, 0, q->most,
                           &q->of.moves[i]);
}

static tby_rc find_moves(tby_store *s, const tby_filter *filter,
                         uint64_t offset, uint64_t limit, tby_moves_answer *out)
{
    several *u = several_of(s);
    question q = {.u = u,
                  .ask = ask_moves,
                  .filter = filter,
                  .most = most_of(offset, limit)};
    size_t n = 0;
    tby_rc rc = ask_all(&q, sizeof *q.of.moves);

    for (size_t i = 0; rc == TBY_OK && i < u->n; i++) {
        out->total += q.of.moves[i].total;
        out->games += q.of.moves[i].games;
        n += q.of.moves[i].n;
    }
    if (rc == TBY_OK) {
        out->hits = malloc((n + 1) * sizeof *out->hits);
        rc = out->hits ? TBY_OK : TBY_E_NOMEM;
    }
    for (size_t i = 0; rc == TBY_OK && i < u->n; i++)
        for (size_t k = 0; k < q.of.moves[i].n; k++) {
            tby_move_hit hit = q.of.moves[i].hits[k];
            if (offset) {
                offset--;
            } else if (!limit || out->n < limit) {
                hit.game = id_of(i, hit.game);
                out->hits[out->n++] = hit;
            }
        }
    for (size_t i = 0; q.of.any && i < u->n; i++)
        tby_hits_free(&q.of.moves[i]);
    free(q.of.any);
    return rc;
}

/* --- players --------------------------------------------------------------*/

static tby_rc ask_players(const question *q, size_t i)
{
    return tby_store_players(q->u->parts[i].store, q->name, q->filter, 0, 0,
                             &q->of.players[i]);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const tby_player_row *)a)->name,
                  ((const tby_player_row *)b)->name);
}

static int compare_players(const void *a, const void *b)
{
    const tby_player_row *x = a, *y = b;
    uint64_t m = x->white.games + x->black.games;
    uint64_t n = y->white.games + y->black.games;

    return m != n ? (m > n ? -1 : 1) : compare_names(a, b);
}

static void add_player(tby_player_row *to, const tby_player_row *from)
{
    add_score(&to->white, &from->white);
    add_score(&to->black, &from->black);
    to->elo = from->elo > to->elo ? from->elo : to->elo;
    if (from->first && (!to->first || from->first < to->first))
        to->first = from->first;
    to->last = from->last > to->last ? from->last : to->last;
    to->meant |= from->meant;
}

/* Rows of one name become one; their texts go with them. */
static tby_rc join_players(several *u, const tby_players_answer *of,
                           uint64_t offset, uint64_t limit,
                           tby_players_answer *out)
{
    size_t n = 0, all = 0, bytes = 0;

    for (size_t i = 0; i < u->n; i++)
        n += of[i].n;
    out->rows = malloc((n + 1) * sizeof *out->rows);
    if (!out->rows)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < u->n; i++) {
        if (of[i].n)
            memcpy(out->rows + all, of[i].rows, of[i].n * sizeof *out->rows);
        all += of[i].n;
    }
    qsort(out->rows, n, sizeof *out->rows, compare_names);
    all = 0;
    for (size_t i = 0; i < n; i++) {
        const tby_player_row *row = &out->rows[i];
        if (all && strcmp(out->rows[all - 1].name, row->name) == 0)
            add_player(&out->rows[all - 1], row);
        else
            out->rows[all++] = *row;
    }
    qsort(out->rows, all, sizeof *out->rows, compare_players);
    out->total = all;
    size_t left = offset < all ? all - (size_t)offset : 0;
    out->n = limit && limit < left ? (size_t)limit : left;
    memmove(out->rows, out->rows + (all - left), out->n * sizeof *out->rows);
    for (size_t i = 0; i < out->n; i++) {
        out->rows[i].id = out->rows[i].person = (uint32_t)(offset + i + 1);
        bytes += strlen(out->rows[i].name) + 1;
    }
    out->text = malloc(bytes + 1);
    if (!out->text)
        return TBY_E_NOMEM;
    char *text = out->text;
    for (size_t i = 0; i < out->n; i++) {
        size_t some = strlen(out->rows[i].name) + 1;
        out->rows[i].name = memcpy(text, out->rows[i].name, some);
        text += some;
    }
    return TBY_OK;
}

static tby_rc players(tby_store *s, tby_str name, const tby_filter *filter,
                      uint64_t offset, uint64_t limit, tby_players_answer *out)
{
    several *u = several_of(s);
    question q = {.u = u, .ask = ask_players, .filter = filter, .name = name};
    tby_rc rc = ask_all(&q, sizeof *q.of.players);

    if (rc == TBY_OK)
        rc = join_players(u, q.of.players, offset, limit, out);
    for (size_t i = 0; q.of.any && i < u->n; i++)
        tby_players_free(&q.of.players[i]);
    free(q.of.any);
    return rc;
}

/* --- a position -----------------------------------------------------------*/

static tby_position_move *move_of(tby_position_answer *a, tby_move move)
{
    for (size_t i = 0; i < a->moves_n; i++)
        if (a->moves[i].move == move)
            return &a->moves[i];
    return NULL;
}

static void add_move(tby_position_move *to, const tby_position_move *from)
{
    add_score(&to->score, &from->score);
    to->movers.sum += from->movers.sum;
    to->movers.n += from->movers.n;
    to->opponents.sum += from->opponents.sum;
    to->opponents.n += from->opponents.n;
    to->last = from->last > to->last ? from->last : to->last;
    to->reached += from->reached;
}

/* Asks a file, and of the moves that others have and this one has not how many
 * games come to the position after them. */
static tby_rc ask_position(const question *q, size_t i)
{
    return tby_store_position(q->u->parts[i].store, q->pos, q->filter,
                              &q->wanted, &q->of.positions[i]);
}

typedef struct reaching {
    const question *q;
    tby_position_answer *all;
} reaching;

static void ask_reached(void *ctx, size_t i)
{
    const reaching *r = ctx;
    const question *q = r->q;
    tby_position_answer *mine = &q->of.positions[i];
    static const tby_position_wanted NONE = {0, 0};
    union_part *p = &q->u->parts[i];

    p->rc = TBY_OK;
    for (size_t k = 0; p->rc == TBY_OK && k < r->all->moves_n; k++) {
        tby_position_answer a;
        tby_pos next = *q->pos;
        if (move_of(mine, r->all->moves[k].move))
            continue;
        tby_pos_play(&next, r->all->moves[k].move);
        p->rc = tby_store_position(p->store, &next, q->filter, &NONE, &a);
        if (p->rc != TBY_OK)
            break;
        __atomic_fetch_add(&r->all->moves[k].reached, a.score.games,
                           __ATOMIC_RELAXED);
        tby_position_free(&a);
    }
}

static tby_rc join_moves(several *u, const tby_position_answer *of,
                         tby_position_answer *out)
{
    size_t n = 0;

    for (size_t i = 0; i < u->n; i++)
        n += of[i].moves_n;
    out->moves = calloc(n + 1, sizeof *out->moves);
    if (!out->moves)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < u->n; i++) {
        for (size_t k = 0; k < of[i].moves_n; k++) {
            const tby_position_move *from = &of[i].moves[k];
            tby_position_move *to = move_of(out, from->move);
            if (!to) {
                to = &out->moves[out->moves_n++];
                to->move = from->move;
            }
            add_move(to, from);
        }
        add_move(&out->ended, &of[i].ended);
        out->waiting += of[i].waiting;
    }
    return TBY_OK;
}

static tby_rc position(tby_store *s, const tby_pos *pos,
                       const tby_filter *filter,
                       const tby_position_wanted *wanted,
                       tby_position_answer *out)
{
    several *u = several_of(s);
    question q = {.u = u,
                  .ask = ask_position,
                  .pos = pos,
                  .filter = filter,
                  .wanted = *wanted};
    merging top = {.n = 0}, latest = {.n = 0};
    tby_rc rc = ask_all(&q, sizeof *q.of.positions);

    if (rc == TBY_OK)
        rc = join_moves(u, q.of.positions, out);
    if (rc == TBY_OK) {
        reaching r = {&q, out};
        rc = tby_parallel((unsigned)u->n, u->n, ask_reached, &r);
    }
    for (size_t i = 0; rc == TBY_OK && i < u->n; i++) {
        const tby_position_answer *a = &q.of.positions[i];
        if (u->parts[i].rc != TBY_OK)
            rc = fail_by_part(u, i, u->parts[i].rc);
        if (rc == TBY_OK)
            rc = merge_list(&top, u, i, TOP, a->top, a->top_n);
        if (rc == TBY_OK)
            rc = merge_list(&latest, u, i, LATEST, a->latest, a->latest_n);
    }
    if (rc == TBY_OK && wanted->top)
        rc = merge_page(&top, 0, wanted->top, &out->top, &out->top_n);
    if (rc == TBY_OK && wanted->latest)
        rc = merge_page(&latest, 0, wanted->latest, &out->latest,
                        &out->latest_n);
    merge_end(&top);
    merge_end(&latest);
    for (size_t i = 0; q.of.any && i < u->n; i++)
        tby_position_free(&q.of.positions[i]);
    free(q.of.any);
    return rc;
}

/* --- one game -------------------------------------------------------------*/

/* The file that has a game, or NULL. */
static union_part *part_of(several *u, uint64_t id)
{
    uint64_t i = id >> 32;

    return i >= 1 && i <= u->n ? &u->parts[i - 1] : NULL;
}

static tby_rc game(tby_store *s, uint64_t id, tby_game *out)
{
    several *u = several_of(s);
    union_part *p = part_of(u, id);

    if (!p)
        return TBY_DONE;
    tby_rc rc = tby_store_game(p->store, id & UINT32_MAX, out);
    s->codes = p->store->codes;
    return rc < 0 ? fail_by_part(u, (size_t)(p - u->parts), rc) : rc;
}

static tby_rc row(tby_store *s, uint64_t id, tby_game_row *out)
{
    several *u = several_of(s);
    union_part *p = part_of(u, id);

    if (!p)
        return TBY_DONE;
    tby_rc rc = tby_store_row(p->store, id & UINT32_MAX, out);
    out->id = id;
    return rc < 0 ? fail_by_part(u, (size_t)(p - u->parts), rc) : rc;
}

/* Different names are counted file by file. */
static tby_rc info(tby_store *s, tby_store_facts *out)
{
    several *u = several_of(s);
    tby_store_facts sum = {.games = s->games, .waiting = s->waiting};

    for (size_t i = 0; i < u->n; i++) {
        tby_store_facts f;
        tby_rc rc = tby_store_info(u->parts[i].store, &f);
        if (rc != TBY_OK)
            return fail_by_part(u, i, rc);
        sum.version = f.version > sum.version ? f.version : sum.version;
        sum.plies += f.plies - u->parts[i].hidden_plies;
        sum.runs += f.runs;
        sum.positions += f.positions;
        sum.once += f.once;
        if (f.first && (!sum.first || f.first < sum.first))
            sum.first = f.first;
        sum.last = f.last > sum.last ? f.last : sum.last;
        for (size_t k = 0; k < STORE_KINDS; k++)
            sum.names[k] += f.names[k];
        for (size_t k = 0; k < TBY_STORE_PARTS; k++)
            sum.bytes[k] += f.bytes[k];
    }
    *out = sum;
    return TBY_OK;
}

const tby_store_ops tby__union_ops = {
    .size = sizeof(several),
    .kind = "Several files as one",
    .files = true,
    .takes = takes,
    .open = open_all,
    .close = close_all,
    .info = info,
    .position = position,
    .find = find,
    .game = game,
    .row = row,
    .moves = find_moves,
    .players = players,
    .hold = hold,
    .release = release,
    .set_memory = set_memory,
};
