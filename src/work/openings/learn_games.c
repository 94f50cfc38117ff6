/* learn_games.c - what each stage of learning takes from a game. */
#include "core/game/game.h"
#include "tabiya/relations.h"
#include "work/games/int.h"
#include "work/openings/learn_int.h"

#include <string.h>

/* What is told of a game. */
typedef struct learn_note {
    uint32_t hash;
    uint16_t code, answer;
    uint8_t first, n; /* plies that matter: keys or candidates */
    uint8_t agree;    /* a bit for each book */
    bool held;
    size_t keys, moves; /* where they begin */
} learn_note;

typedef struct part {
    tby_naming *namings[TBY_LEARN_BOOKS];
    bool going[TBY_LEARN_BOOKS];    /* a naming wants to see more */
    uint64_t line[LEARN_PLIES + 1]; /* keys of the game being read */
    uint32_t plies;
    uint64_t games;
    learn_note *notes;
    size_t n, cap;
    uint64_t *keys; /* or candidates, of the noted games */
    size_t keys_n, keys_cap;
    tby_move *moves;
    size_t moves_n, moves_cap;
} part;

/* --- one game -------------------------------------------------------------*/

static bool look(void *of, const tby_pos *pos, uint32_t ply)
{
    part *p = of;
    bool going = false;

    for (int i = 0; i < TBY_LEARN_BOOKS; i++) {
        if (!p->namings[i] || (ply && !p->going[i]))
            continue;
        p->going[i] = tby_naming_look(p->namings[i], pos, ply);
        going |= p->going[i];
    }
    if (ply <= LEARN_PLIES) {
        p->line[ply] = pos->key;
        p->plies = ply;
    }
    return going || ply < LEARN_PLIES;
}

/* The code of a tag such as B90 or C65/03; LEARN_NO_CODE if it is none. */
static uint16_t code_of(tby_str tag)
{
    char code[4] = "";
    int index;

    if (tag.n < 3)
        return LEARN_NO_CODE;
    memcpy(code, tag.p, 3);
    index = tby_eco_index(code);
    return index < 0 ? LEARN_NO_CODE : (uint16_t)index;
}

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * UINT64_C(0x9fb21c651e98df25);
    return h ^ h >> 29;
}

/* Of the moves, as far as they were looked at in any stage, and the players. */
static uint64_t hash_of(const part *p, const tby_game *g)
{
    static const char *const TAGS[] = {"White", "Black"};
    uint64_t h = 0;

    for (uint32_t i = 0; i <= p->plies; i++)
        h = mix(h, p->line[i]);
    for (size_t k = 0; k < 2; k++) {
        tby_str tag = tby_game_tag(g, TAGS[k]);
        for (size_t i = 0; i < tag.n; i++)
            h = mix(h, (unsigned char)tag.p[i]);
    }
    return h;
}

static uint16_t answer_of(const tby_classified *a)
{
    int code = a->entry == TBY_BOOK_NONE ? -1 : tby_eco_index(a->opening.code);

    return code < 0 ? LEARN_NO_CODE : (uint16_t)code;
}

/* Makes room for `more` elements of a size. */
static tby_rc reserve(void **p, size_t n, size_t *cap, size_t more, size_t size)
{
    if (more <= *cap - n)
        return TBY_OK;
    size_t grown = 2 * *cap + more + 256;
    void *to = games_resize(*p, *cap * size, grown * size);
    if (!to)
        return TBY_E_NOMEM;
    *p = to;
    *cap = grown;
    return TBY_OK;
}

static tby_rc reserve_all(part *p)
{
    void *notes = p->notes, *keys = p->keys, *moves = p->moves;
    tby_rc rc = reserve(&notes, p->n, &p->cap, 1, sizeof *p->notes);

    if (rc == TBY_OK)
        rc = reserve(&keys, p->keys_n, &p->keys_cap, LEARN_PLIES + 1,
                     sizeof *p->keys);
    if (rc == TBY_OK)
        rc = reserve(&moves, p->moves_n, &p->moves_cap, LEARN_PLIES,
                     sizeof *p->moves);
    p->notes = notes;
    p->keys = keys;
    p->moves = moves;
    return rc;
}

/* The positions from the deepest named one on, and how to get there. */
static void put_plies(const tby_learn *l, part *p, learn_note *note,
                      const tby_game *g)
{
    tby_mainline m = {.game = g};
    uint32_t last = note->first + LEARN_BEYOND;
    uint32_t passed = 0;

    if (last > p->plies)
        last = p->plies;
    for (uint32_t ply = note->first; ply <= last; ply++) {
        uint64_t key = p->line[ply];
        if (l->stage == TBY_LEARN_FOLLOW)
            key = learn_table_get(&l->table, key);
        p->keys[p->keys_n + note->n++] = key;
        passed = key ? ply : passed;
    }
    if (l->stage == TBY_LEARN_FOLLOW) {
        for (uint32_t i = 0; i < passed; i++)
            p->moves[p->moves_n++] = tby_mainline_next(&m);
        while (note->n && !p->keys[p->keys_n + note->n - 1])
            note->n--; /* none of these matters */
    }
    p->keys_n += note->n;
}

/* Asks all books that are there. */
static void name_game(part *p, const tby_game *g, learn_note *note)
{
    for (int i = 0; i < TBY_LEARN_BOOKS; i++) {
        tby_classified a;
        if (!p->namings[i])
            continue;
        tby_naming_end(p->namings[i], g, &a);
        uint16_t answer = answer_of(&a);
        note->agree |= (uint8_t)((answer == note->code) << i);
        if (i == TBY_LEARN_BOOK) {
            note->answer = answer;
            note->first = a.ply <= LEARN_PLIES ? (uint8_t)a.ply : LEARN_PLIES;
        }
    }
}

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_learn *l = ctx;
    part *p = of;
    const tby_game *g = item->game;
    learn_note note = {.code = code_of(tby_game_tag(g, "ECO")),
                       .keys = p->keys_n,
                       .moves = p->moves_n};

    p->games++;
    name_game(p, g, &note);
    if (note.code == LEARN_NO_CODE || g->setup || item->error != TBY_OK)
        return TBY_OK;
    uint64_t hash = hash_of(p, g);
    note.hash = (uint32_t)hash;
    note.held = (hash >> 32) % 1000 < l->options.hold;
    tby_rc rc = reserve_all(p);
    if (rc != TBY_OK)
        return rc;
    if (l->stage != TBY_LEARN_TEST && !note.held)
        put_plies(l, p, &note, g);
    p->notes[p->n++] = note;
    return TBY_OK;
}

/* --- the visitor ----------------------------------------------------------*/

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    for (int i = 0; i < TBY_LEARN_BOOKS; i++)
        tby_naming_close(p->namings[i]);
    games_resize(p->notes, p->cap * sizeof *p->notes, 0);
    games_resize(p->keys, p->keys_cap * sizeof *p->keys, 0);
    games_resize(p->moves, p->moves_cap * sizeof *p->moves, 0);
    games_resize(p, sizeof *p, 0);
}

static void *new_part(void *ctx)
{
    const tby_learn *l = ctx;
    part *p = games_resize(NULL, 0, sizeof *p);
    tby_rc rc = TBY_OK;

    if (!p)
        return NULL;
    *p = (part){.n = 0};
    for (int i = 0; i < TBY_LEARN_BOOKS && rc == TBY_OK; i++)
        if (l->classifiers[i])
            rc = tby_naming_open(&p->namings[i], l->classifiers[i], NULL);
    if (rc == TBY_OK)
        return p;
    drop_part(ctx, p);
    return NULL;
}

static tby_rc count_keys(tby_learn *l, const part *p, const learn_note *note)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < note->n && rc == TBY_OK; i++)
        rc = learn_table_count(&l->table, p->keys[note->keys + i]);
    return rc;
}

static tby_rc keep_game(tby_learn *l, const part *p, const learn_note *note)
{
    uint32_t at[LEARN_PLIES + 1];
    learn_game g = {.code = note->code,
                    .answer = note->answer,
                    .first = note->first,
                    .n = note->n,
                    .at = at};
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < note->n && rc == TBY_OK; i++) {
        at[i] = (uint32_t)p->keys[note->keys + i];
        if (at[i])
            rc = learn_lines_add(&l->lines, at[i], p->moves + note->moves,
                                 note->first + i);
    }
    if (rc != TBY_OK || note->n == 0)
        return rc;
    return learn_store_add(&l->store, &g, note->hash);
}

static void test(tby_learn *l, const learn_note *note)
{
    for (int i = 0; i < TBY_LEARN_BOOKS; i++)
        l->sum.agree[i] += note->held && (note->agree >> i & 1);
}

static tby_rc join_note(tby_learn *l, const part *p, const learn_note *note)
{
    l->sum.held += note->held;
    switch (l->stage) {
    case TBY_LEARN_COUNT:
        return count_keys(l, p, note);
    case TBY_LEARN_FOLLOW:
        return keep_game(l, p, note);
    case TBY_LEARN_TEST:
    case TBY_LEARN_STAGES:
    default:
        test(l, note);
        return TBY_OK;
    }
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_learn *l = ctx;
    part *p = of;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < p->n && rc == TBY_OK; i++)
        rc = join_note(l, p, &p->notes[i]);
    l->sum.games += p->games;
    l->sum.tagged += p->n;
    p->games = 0;
    p->n = p->keys_n = p->moves_n = 0;
    return rc;
}

tby_games_visitor tby_learn_visitor(tby_learn *l)
{
    return (tby_games_visitor){.ctx = l,
                               .part = new_part,
                               .drop = drop_part,
                               .look = look,
                               .game = take_game,
                               .join = join_part};
}
