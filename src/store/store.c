/* store.c - the functions of tabiya/store.h and store.h, over whichever backend
 * a database has (ops.h). */
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "store/index/run.h"
#include "store/ops.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first that takes what is given has it; a path may be anything else. */
static const tby_store_ops *const BACKENDS[] = {
    &tby__clickhouse_ops, /* clickhouse://HOST:PORT,.../DATABASE */
    &tby__union_ops,      /* several lines, or a folder */
    &tby__sqlite_ops,
};

/* --- failures -------------------------------------------------------------*/

tby_rc tby__store_fail(tby_store *s, tby_rc rc, const char *reason)
{
    const char *sentence = tby_rc_text(rc);

    TBY_ASSERT(rc < 0);
    if (reason && *reason)
        snprintf(s->text, sizeof s->text, "%.*s: %s.",
                 (int)strlen(sentence) - 1, sentence, reason);
    else
        snprintf(s->text, sizeof s->text, "%s", sentence);
    return rc;
}

tby_rc tby__store_fail_with(tby_store *s, tby_rc rc, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(s->text, sizeof s->text, format, list);
    va_end(list);
    return rc;
}

static tby_rc lacks(tby_store *s, const char *what)
{
    return tby__store_fail_with(s, TBY_E_STORE_LACKS, "%s cannot be %s.",
                                s->ops->kind, what);
}

const char *tby_store_error_text(const tby_store *s)
{
    return s ? s->text : "";
}

/* --- handles --------------------------------------------------------------*/

tby_rc tby_store_open(tby_store **out, const char *where, tby_store_mode mode)
{
    const tby_store_ops *const *ops = BACKENDS;
    tby_store *s;
    tby_rc rc;

    TBY_ASSERT(mode <= TBY_STORE_CHANGE);
    while (!(*ops)->takes(where))
        ops++;
    *out = s = calloc(1, (*ops)->size);
    if (!s)
        return TBY_E_NOMEM;
    s->ops = *ops;
    rc = s->ops->open(s, where, mode);
    if (rc == TBY_OK)
        rc = tby_store_hold(s);
    if (rc == TBY_OK)
        tby_store_release(s);
    return rc;
}

void tby_store_close(tby_store *s)
{
    if (!s)
        return;
    s->ops->close(s);
    free(s);
}

uint64_t tby_store_games(const tby_store *s)
{
    return s->games;
}

uint64_t tby_store_waiting(const tby_store *s)
{
    return s->waiting;
}

void tby_store_set_cancel(tby_store *s, const atomic_bool *stop)
{
    s->stop = stop;
}

void tby_store_set_share(tby_store *s, atomic_uint *share)
{
    s->share = share;
}

void tby_store_set_memory(tby_store *s, size_t bytes)
{
    if (s->ops->set_memory)
        s->ops->set_memory(s, bytes);
}

bool tby_store_has_files(const tby_store *s)
{
    return s->ops->files;
}

const char *tby_store_game_name(const tby_store *s, uint64_t id,
                                char buf[TBY_GAME_NAME])
{
    if (s->ops->files)
        snprintf(buf, TBY_GAME_NAME, "%u:%u", (unsigned)(id >> 32),
                 (unsigned)(id & UINT32_MAX));
    else
        snprintf(buf, TBY_GAME_NAME, "%llu", (unsigned long long)id);
    return buf;
}

bool tby_store_game_number(const tby_store *s, const char *name, uint64_t *out)
{
    const char *colon = strchr(name, ':');
    uint64_t file = 0, id;
    const char *rest = colon ? colon + 1 : name;

    if (s->ops->files != (colon != NULL) ||
        (colon && tby_num_u64((tby_str){name, (size_t)(colon - name)}, 1,
                              UINT32_MAX, &file, NULL) != TBY_OK) ||
        tby_num_u64(tby_str_of(rest), 1, colon ? UINT32_MAX : UINT64_MAX, &id,
                    NULL) != TBY_OK)
        return false;
    *out = file << 32 | id;
    return true;
}

const store_code *tby_store_game_codes(const tby_store *s)
{
    return s->codes;
}

/* --- questions ------------------------------------------------------------*/

tby_rc tby_store_hold(tby_store *s)
{
    return s->ops->hold ? s->ops->hold(s) : TBY_OK;
}

void tby_store_release(tby_store *s)
{
    if (s->ops->release)
        s->ops->release(s);
}

/* Sets rc to what a question gives in one snapshot. */
#define ASK(s, rc, question)                                                   \
    do {                                                                       \
        (rc) = tby_store_hold(s);                                              \
        if ((rc) == TBY_OK) {                                                  \
            (rc) = (question);                                                 \
            tby_store_release(s);                                              \
        }                                                                      \
    } while (0)

/* The same for an answer, which is freed unless it is whole. */
#define ANSWER(s, rc, question, answer, out, free)                             \
    do {                                                                       \
        ASK(s, rc, question);                                                  \
        if ((rc) == TBY_OK)                                                    \
            *(out) = (answer);                                                 \
        else                                                                   \
            free(&(answer));                                                   \
    } while (0)

static const tby_filter EVERY_GAME;

static double mean(tby_rating_sum r)
{
    return r.n ? (double)r.sum / (double)r.n : 0;
}

/* The rating at which the score would be expected against these opponents;
 * 800 more or less than theirs where they made nothing or all. */
static double performance(const tby_position_move *m, tby_color turn)
{
    const double most = 800;
    const tby_score *s = &m->score;
    double wins = (double)(turn == TBY_WHITE ? s->white : s->black);
    double n = (double)(s->white + s->draws + s->black);
    double points = wins + (double)s->draws / 2;
    double gain;

    if (!m->opponents.n || n <= 0)
        return 0;
    gain = points <= 0   ? -most
           : points >= n ? most
                         : 400 * log10(points / (n - points));
    return mean(m->opponents) + fmin(fmax(gain, -most), most);
}

static void finish_move(const tby_pos *pos, tby_position_move *m,
                        tby_score *all)
{
    m->elo = mean(m->movers);
    m->performance = performance(m, pos->turn);
    if (m->move != TBY_MOVE_NONE)
        tby_san_write(pos, m->move, m->san);
    all->games += m->score.games;
    all->white += m->score.white;
    all->draws += m->score.draws;
    all->black += m->score.black;
}

static int compare_moves(const void *a, const void *b)
{
    const tby_position_move *x = a, *y = b;

    if (x->score.games != y->score.games)
        return x->score.games > y->score.games ? -1 : 1;
    return strcmp(x->san, y->san);
}

/* What follows from the moves that a backend found. */
static void finish_position(const tby_pos *pos, tby_position_answer *a)
{
    a->score = (tby_score){.games = 0};
    for (size_t i = 0; i < a->moves_n; i++)
        finish_move(pos, &a->moves[i], &a->score);
    finish_move(pos, &a->ended, &a->score);
    if (a->moves_n)
        qsort(a->moves, a->moves_n, sizeof *a->moves, compare_moves);
}

tby_rc tby_store_position(tby_store *s, const tby_pos *pos,
                          const tby_filter *filter,
                          const tby_position_wanted *wanted,
                          tby_position_answer *out)
{
    static const tby_position_wanted USUAL = {STORE_TOP, STORE_TOP};
    tby_position_answer answer = {.moves_n = 0};
    tby_rc rc;

    ANSWER(s, rc,
           s->ops->position(s, pos, filter ? filter : &EVERY_GAME,
                            wanted ? wanted : &USUAL, &answer),
           answer, out, tby_position_free);
    if (rc == TBY_OK)
        finish_position(pos, out);
    return rc;
}

tby_rc tby_store_find(tby_store *s, const tby_filter *filter,
                      tby_games_order order, uint64_t offset, uint64_t limit,
                      tby_games_answer *out)
{
    tby_games_answer answer = {.n = 0};
    tby_rc rc;

    ANSWER(s, rc,
           s->ops->find(s, filter ? filter : &EVERY_GAME, order, offset, limit,
                        &answer),
           answer, out, tby_games_free);
    return rc;
}

tby_rc tby_store_moves(tby_store *s, const tby_filter *filter, uint64_t offset,
                       uint64_t limit, tby_moves_answer *out)
{
    tby_moves_answer answer = {.n = 0};
    tby_rc rc;

    ANSWER(s, rc, s->ops->moves(s, filter, offset, limit, &answer), answer, out,
           tby_hits_free);
    return rc;
}

tby_rc tby_store_players(tby_store *s, tby_str name, const tby_filter *filter,
                         uint64_t offset, uint64_t limit,
                         tby_players_answer *out)
{
    tby_players_answer answer = {.n = 0};
    tby_rc rc;

    ANSWER(s, rc,
           s->ops->players(s, name, filter ? filter : &EVERY_GAME, offset,
                           limit, &answer),
           answer, out, tby_players_free);
    return rc;
}

tby_rc tby_store_game(tby_store *s, uint64_t id, tby_game *out)
{
    tby_rc rc;

    ASK(s, rc, s->ops->game(s, id, out));
    return rc;
}

tby_rc tby_store_row(tby_store *s, uint64_t id, tby_game_row *out)
{
    tby_rc rc;

    ASK(s, rc, s->ops->row(s, id, out));
    return rc;
}

tby_rc tby_store_info(tby_store *s, tby_store_facts *out)
{
    tby_rc rc;

    ASK(s, rc, s->ops->info(s, out));
    return rc;
}

void tby_position_free(tby_position_answer *a)
{
    free(a->moves);
    free(a->top);
    free(a->latest);
    *a = (tby_position_answer){.moves_n = 0};
}

void tby_games_free(tby_games_answer *a)
{
    free(a->ids);
    *a = (tby_games_answer){.n = 0};
}

void tby_hits_free(tby_moves_answer *a)
{
    free(a->hits);
    *a = (tby_moves_answer){.n = 0};
}

void tby_players_free(tby_players_answer *a)
{
    free(a->rows);
    free(a->text);
    *a = (tby_players_answer){.n = 0};
}

/* --- writing --------------------------------------------------------------*/

tby_rc tby_store_batch(tby_store *s, const tby_store_fingerprint *fingerprints,
                       size_t n, size_t *known)
{
    return s->ops->batch ? s->ops->batch(s, fingerprints, n, known)
                         : lacks(s, "written");
}

tby_rc tby_store_append(tby_store *s, const store_packed *game, uint64_t *id)
{
    return s->ops->append(s, game, id);
}

tby_rc tby_store_commit(tby_store *s)
{
    return s->ops->commit(s);
}

void tby_store_cancel(tby_store *s)
{
    if (s->ops->cancel)
        s->ops->cancel(s);
}

tby_rc tby_store_duplicate(tby_store *s, const store_packed *game,
                           uint64_t *out)
{
    *out = 0;
    return s->ops->duplicate ? s->ops->duplicate(s, game, out) : TBY_OK;
}

void tby_store_prefetch(const tby_store *s, const store_packed *game)
{
    if (s->ops->prefetch)
        s->ops->prefetch(s, game);
}

uint32_t tby_store_ahead(const tby_store *s)
{
    return s->ops->ahead;
}

uint32_t tby_store_batch_games(const tby_store *s)
{
    return s->ops->batch_games;
}

tby_rc tby_store_index(tby_store *s, const tby_store_work *work)
{
    return s->ops->index ? s->ops->index(s, work) : TBY_OK;
}

tby_rc tby_store_checkpoint(tby_store *s)
{
    return s->ops->checkpoint ? s->ops->checkpoint(s) : TBY_OK;
}

/* --- upkeep ---------------------------------------------------------------*/

tby_rc tby_store_delete(tby_store *s, uint64_t id)
{
    return s->ops->remove ? s->ops->remove(s, id) : lacks(s, "changed");
}

tby_rc tby_store_replace(tby_store *s, uint64_t id, const store_packed *game)
{
    return s->ops->replace ? s->ops->replace(s, id, game) : lacks(s, "changed");
}

tby_rc tby_store_version(tby_store *s, uint64_t id, uint64_t *out)
{
    tby_rc rc;

    if (!s->ops->version)
        return lacks(s, "changed");
    ASK(s, rc, s->ops->version(s, id, out));
    return rc;
}

void tby_store_new_change(tby_store *s)
{
    if (s->ops->new_change)
        s->ops->new_change(s);
}

tby_rc tby_store_last_change(tby_store *s, tby_store_on_change *each, void *ctx)
{
    tby_rc rc;

    if (!s->ops->last_change)
        return lacks(s, "changed");
    ASK(s, rc, s->ops->last_change(s, each, ctx));
    return rc;
}

tby_rc tby_store_undo(tby_store *s, tby_store_on_change *each, void *ctx)
{
    return s->ops->undo ? s->ops->undo(s, each, ctx) : lacks(s, "changed");
}

tby_rc tby_store_backup(tby_store *s, const char *path)
{
    return s->ops->backup ? s->ops->backup(s, path) : lacks(s, "copied");
}

tby_rc tby_store_restore(tby_store *s, tby_store *from)
{
    return s->ops->restore ? s->ops->restore(s, from) : lacks(s, "replaced");
}

tby_rc tby_store_optimize(tby_store *s, const tby_store_work *work)
{
    return s->ops->optimize ? s->ops->optimize(s, work) : lacks(s, "optimized");
}

tby_rc tby_store_check(tby_store *s, const tby_store_check_job *job,
                       tby_store_checked *out)
{
    tby_rc rc;

    *out = (tby_store_checked){.rows = 0};
    if (!s->ops->check)
        return lacks(s, "checked");
    ASK(s, rc, s->ops->check(s, job, out));
    return rc;
}

tby_rc tby_store_sql(tby_store *s, const tby_sql_job *job)
{
    return s->ops->sql ? s->ops->sql(s, job) : lacks(s, "asked in SQL");
}

/* --- people ---------------------------------------------------------------*/

tby_rc tby_store_spellings(tby_store *s, tby_str name, tby_players_answer *out)
{
    tby_players_answer answer = {.n = 0};
    tby_rc rc;

    ANSWER(s, rc,
           s->ops->spellings ? s->ops->spellings(s, name, &answer)
                             : lacks(s, "asked for spellings"),
           answer, out, tby_players_free);
    return rc;
}

tby_rc tby_store_change_people(tby_store *s, const tby_person_change *changes,
                               size_t n)
{
    return s->ops->change_people ? s->ops->change_people(s, changes, n)
                                 : lacks(s, "told of persons");
}

tby_rc tby_store_people_log(tby_store *s, void *ctx,
                            tby_rc (*each)(void *ctx,
                                           const tby_person_change *c))
{
    tby_rc rc;

    ASK(s, rc,
        s->ops->people_log ? s->ops->people_log(s, ctx, each)
                           : lacks(s, "asked for persons"));
    return rc;
}

tby_rc tby_store_pairings(tby_store *s, void *ctx, tby_each_pair *each)
{
    tby_rc rc;

    ASK(s, rc,
        s->ops->pairings ? s->ops->pairings(s, ctx, each)
                         : lacks(s, "asked who played whom"));
    return rc;
}

tby_rc tby_store_fides(tby_store *s, void *ctx, tby_each_pair *each)
{
    tby_rc rc;

    ASK(s, rc,
        s->ops->fides ? s->ops->fides(s, ctx, each)
                      : lacks(s, "asked for FIDE ids"));
    return rc;
}

const char *tby_store_part_name(tby_store_part part)
{
    TBY_ASSERT(part < TBY_STORE_PARTS);
    static const char *const NAMES[] = {
#define TBY_STORE_PART_NAME(symbol, name) name,
        TBY_STORE_PART_MAP(TBY_STORE_PART_NAME)
#undef TBY_STORE_PART_NAME
    };

    return NAMES[part];
}
