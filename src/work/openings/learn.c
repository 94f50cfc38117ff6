#include "work/openings/learn.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/game/game.h"
#include "core/openings/names.h"
#include "tabiya/classify.h"
#include "tabiya/relations.h"
#include "work/games/int.h"

#include <stdlib.h>
#include <string.h>

/* A game at a candidate: candidate, code, and whether what is said of the game
 * so far is right, laid out so that sorting brings together what belongs so. */
typedef uint64_t vote;

static uint32_t candidate_of(vote v)
{
    return (uint32_t)(v >> 32);
}

static uint16_t code_of_vote(vote v)
{
    return (uint16_t)(v >> 1 & 0x7fff);
}

static int by_value(const void *a, const void *b)
{
    vote x = *(const vote *)a, y = *(const vote *)b;

    return (x > y) - (x < y);
}

/* The candidate that a game passes at a ply, 0 if there is none. */
static uint32_t passed(const learn_game *g, unsigned ply)
{
    return ply >= g->first && ply < (unsigned)g->first + g->n
               ? g->at[ply - g->first]
               : 0;
}

/* The votes of all games at this ply for candidates that have no code yet. */
static size_t collect(const learn_store *s, unsigned ply, const uint16_t *codes,
                      vote *votes)
{
    size_t at = 0, n = 0;
    learn_game g;

    while (tby__learn_store_next(s, &at, &g)) {
        uint32_t candidate = passed(&g, ply);
        if (candidate && codes[candidate - 1] == LEARN_NO_CODE)
            votes[n++] = (vote)candidate << 32 | (vote)g.code << 1 |
                         (vote)(g.code == g.answer);
    }
    return n;
}

/* One candidate's votes: its code, if that sets enough games right.  The first
 * game does not count: of two that contradict each other either would win. */
static uint16_t judge(const vote *votes, size_t n)
{
    size_t right = 0, most = 0, run = 0;
    uint16_t code = LEARN_NO_CODE;

    TBY_ASSERT(n > 0);
    for (size_t i = 0; i < n; i++) {
        right += votes[i] & 1;
        run = i && code_of_vote(votes[i]) == code_of_vote(votes[i - 1])
                  ? run + 1
                  : 1;
        if (run > most) {
            most = run;
            code = code_of_vote(votes[i]);
        }
    }
    return most >= right + 1 + LEARN_GAIN ? code : LEARN_NO_CODE;
}

static void count(vote *votes, size_t n, uint16_t *codes)
{
    qsort(votes, n, sizeof *votes, by_value);
    for (size_t from = 0, to; from < n; from = to) {
        uint32_t candidate = candidate_of(votes[from]);
        for (to = from; to < n && candidate_of(votes[to]) == candidate; to++)
            continue;
        codes[candidate - 1] = judge(votes + from, to - from);
    }
}

/* What is said of the games from this ply on. */
static void answer(learn_store *s, unsigned ply, const uint16_t *codes)
{
    size_t at = 0, begin = 0;
    learn_game g;

    while (tby__learn_store_next(s, &at, &g)) {
        uint32_t candidate = passed(&g, ply);
        if (candidate && codes[candidate - 1] != LEARN_NO_CODE)
            tby__learn_store_answer(s, begin, codes[candidate - 1]);
        begin = at;
    }
}

/* codes[i] becomes the code of candidate i + 1, LEARN_NO_CODE if it gets none.
 */
static tby_rc choose_codes(learn_store *s, uint16_t *codes, uint32_t n)
{
    size_t games = 0, at = 0;
    learn_game g;

    while (tby__learn_store_next(s, &at, &g))
        games++;
    vote *votes = games_resize(NULL, 0, (games + 1) * sizeof *votes);
    if (!votes)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        codes[i] = LEARN_NO_CODE;
    for (unsigned ply = 0; ply <= LEARN_PLIES; ply++) {
        count(votes, collect(s, ply, codes, votes), codes);
        answer(s, ply, codes);
    }
    games_free(votes, (games + 1) * sizeof *votes);
    return TBY_OK;
}

/* --- lines ----------------------------------------------------------------*/

/* How candidates are reached. */
typedef struct learn_lines {
    uint32_t *at; /* by candidate: where its moves begin, 1 is the first */
    uint8_t *plies;
    uint32_t n;
    tby_move *moves;
    size_t moves_n, moves_cap;
} learn_lines;

static void lines_free(learn_lines *l)
{
    games_resize(l->at, ((size_t)l->n + 1) * sizeof *l->at, 0);
    games_free(l->plies, (size_t)l->n + 1);
    games_free(l->moves, l->moves_cap * sizeof *l->moves);
    *l = (learn_lines){.at = NULL};
}

/* Remembers a line, unless one is known. */
static tby_rc lines_add(learn_lines *l, uint32_t candidate,
                        const tby_move *moves, size_t plies)
{
    TBY_ASSERT(candidate >= 1 && candidate <= l->n && plies <= UINT8_MAX);
    if (l->at[candidate - 1])
        return TBY_OK;
    TBY_TRY(TBY_GROW(NULL, l->moves, l->moves_cap, l->moves_n + plies));
    if (plies)
        memcpy(l->moves + l->moves_n, moves, plies * sizeof *moves);
    l->at[candidate - 1] = (uint32_t)l->moves_n + 1;
    l->plies[candidate - 1] = (uint8_t)plies;
    l->moves_n += plies;
    return TBY_OK;
}

/* --- rows -----------------------------------------------------------------*/

/* Where the line leads, and the name of the last position of it that has one.
 */
static tby_pos follow(const tby_names *names, const tby_opening *o,
                      tby_str *name)
{
    tby_pos p = tby_pos_start();

    for (uint32_t ply = 0;; ply++) {
        uint32_t entry = tby_names_find(names, &p);
        tby_opening here;
        if (entry != TBY_NAMES_NONE) {
            tby_names_peek(names, entry, &here);
            *name = here.name;
        }
        if (ply == o->plies)
            return p;
        tby_pos_play(&p, o->line[ply]);
    }
}

/* Those that have a code, with the name of the last position before them that
 * has one in the names, as a new table. */
static tby_rc make_rows(const learn_lines *l, const uint16_t *codes,
                        const tby_names *names, tby_openings **out)
{
    tby_openings *t = NULL;
    tby_rc rc = tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL);

    for (uint32_t i = 0; i < l->n && rc == TBY_OK; i++)
        if (codes[i] != LEARN_NO_CODE && l->at[i]) {
            uint16_t code = codes[i];
            char text[4] = {(char)('A' + code / 100 % 5),
                            (char)('0' + code / 10 % 10),
                            (char)('0' + code % 10), '\0'};
            tby_opening o = {.name = tby_str_of(text),
                             .source = tby_str_of("overlay"),
                             .line = l->moves + (l->at[i] - 1),
                             .plies = l->plies[i]};

            memcpy(o.code, text, sizeof o.code);
            o.pos = follow(names, &o, &o.name);
            rc = tby_openings_add(t, &o);
        }
    if (rc == TBY_OK)
        *out = t;
    else
        tby_openings_close(t);
    return rc;
}

struct tby_learn {
    tby_learn_options options;
    tby_learn_stage stage;
    tby_learn_sum sum;
    tby_key_counts table;
    learn_store store;
    learn_lines lines;
    tby_openings *rows;
    tby_buf learned; /* the names with the rows */
    tby_names lists[TBY_LEARN_LISTS];
    tby_classifier *classifiers[TBY_LEARN_LISTS]; /* those of the stage */
};

enum { CANDIDATES = 1 << 18 };

/* --- stages ---------------------------------------------------------------*/

tby_rc tby_learn_open(tby_learn **out, const tby_learn_options *options)
{
    tby_learn *l = games_resize(NULL, 0, sizeof *l);

    *out = l;
    if (!l)
        return TBY_E_NOMEM;
    *l = (tby_learn){.options = *options,
                     .table = {.cap_most = 1 << 22, .forget = true}};
    tby_buf_init(&l->learned, NULL, UINT32_MAX);
    return TBY_OK;
}

static void close_classifiers(tby_learn *l)
{
    for (int i = 0; i < TBY_LEARN_LISTS; i++) {
        tby_classifier_close(l->classifiers[i]);
        l->classifiers[i] = NULL;
    }
}

void tby_learn_close(tby_learn *l)
{
    if (!l)
        return;
    close_classifiers(l);
    tby_key_counts_free(&l->table);
    tby__learn_store_free(&l->store);
    lines_free(&l->lines);
    tby_openings_close(l->rows);
    tby_buf_free(&l->learned);
    games_free(l, sizeof *l);
}

/* The names as they were, and the rows. */
static tby_rc compile(tby_learn *l)
{
    tby_openings *t = NULL;
    tby_rc rc = tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL);

    if (rc == TBY_OK)
        rc = tby_names_unpack(l->options.names, t);
    for (size_t i = 0; rc == TBY_OK && i < tby_openings_count(l->rows); i++)
        rc = tby_openings_add(t, tby_openings_at(l->rows, i));
    if (rc == TBY_OK)
        rc = tby_names_compile(t, &l->learned);
    tby_openings_close(t);
    if (rc != TBY_OK)
        return rc;
    return tby_names_open(&l->lists[TBY_LEARN_LEARNED], l->learned.p,
                          l->learned.n);
}

/* What must be ready before a stage. */
static tby_rc prepare(tby_learn *l, tby_learn_stage stage)
{
    uint32_t n = 0;
    tby_rc rc;

    switch (stage) {
    case TBY_LEARN_FOLLOW:
        rc = tby_key_counts_number(&l->table, l->options.least, CANDIDATES, &n);
        l->sum.met = n;
        if (rc != TBY_OK)
            return rc;
        l->lines = (learn_lines){.n = n};
        l->lines.at = tby_grow_new(NULL, n + 1u, sizeof *l->lines.at);
        l->lines.plies = tby_grow_new(NULL, n + 1u, 1);
        if (!l->lines.at || !l->lines.plies)
            return TBY_E_NOMEM; /* closing gives them back */
        memset(l->lines.at, 0, (n + 1u) * sizeof *l->lines.at);
        return TBY_OK;
    case TBY_LEARN_TEST: {
        /* From the games to the rows. */
        size_t bytes = ((size_t)l->lines.n + 1) * sizeof(uint16_t);
        uint16_t *codes = games_resize(NULL, 0, bytes);
        rc = codes ? TBY_OK : TBY_E_NOMEM;
        tby_key_counts_free(&l->table);
        if (rc == TBY_OK)
            rc = choose_codes(&l->store, codes, l->lines.n);
        tby__learn_store_free(&l->store);
        if (rc == TBY_OK)
            rc = make_rows(&l->lines, codes, l->options.names, &l->rows);
        if (rc == TBY_OK)
            l->sum.rows = tby_openings_count(l->rows);
        lines_free(&l->lines);
        games_free(codes, bytes);
        return rc == TBY_OK ? compile(l) : rc;
    }
    case TBY_LEARN_COUNT:
    case TBY_LEARN_STAGES:
    default:
        return TBY_OK;
    }
}

tby_rc tby_learn_begin(tby_learn *l, tby_learn_stage stage)
{
    bool test = stage == TBY_LEARN_TEST;
    tby_rc rc = prepare(l, stage);

    TBY_ASSERT(stage < TBY_LEARN_STAGES);
    close_classifiers(l);
    l->stage = stage;
    l->sum.games = l->sum.tagged = l->sum.held = 0;
    l->lists[TBY_LEARN_BUILTIN] = tby_names_builtin();
    l->lists[TBY_LEARN_ALL] = *l->options.names;
    for (int i = 0; i < TBY_LEARN_LISTS && rc == TBY_OK; i++)
        if (test || i == TBY_LEARN_ALL)
            rc = tby_classifier_open(&l->classifiers[i], &l->lists[i], NULL);
    return rc;
}

const tby_openings *tby_learn_rows(const tby_learn *l)
{
    return l->rows;
}

tby_learn_sum tby_learn_summary(const tby_learn *l)
{
    return l->sum;
}

/* What is shown of a game. */
typedef struct learn_note {
    uint32_t hash;
    uint16_t code, answer;
    uint8_t first, n; /* plies that matter: keys or candidates */
    uint8_t agree;    /* a bit for each list */
    bool held;
    size_t keys, moves; /* where they begin */
} learn_note;

typedef struct part {
    tby_naming *namings[TBY_LEARN_LISTS];
    bool going[TBY_LEARN_LISTS];    /* a naming wants to see more */
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

static bool visit_position(void *of, const tby_pos *pos, uint32_t ply)
{
    part *p = of;
    bool going = false;

    for (int i = 0; i < TBY_LEARN_LISTS; i++) {
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

static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    const tby_learn *l = ctx;
    part *p = of;
    const tby_game *g = item->game;
    learn_note note = {.code = code_of(tby_game_tag(g, "ECO")),
                       .keys = p->keys_n,
                       .moves = p->moves_n};

    p->games++;

    /* Asks all lists of names that are there. */
    for (int i = 0; i < TBY_LEARN_LISTS; i++) {
        tby_classified a;
        if (!p->namings[i])
            continue;
        tby_naming_end(p->namings[i], g, &a);
        int code =
            a.entry == TBY_NAMES_NONE ? -1 : tby_eco_index(a.opening.code);
        uint16_t answer = code < 0 ? LEARN_NO_CODE : (uint16_t)code;
        note.agree |= (uint8_t)((answer == note.code) << i);
        if (i == TBY_LEARN_ALL) {
            note.answer = answer;
            note.first = a.ply <= LEARN_PLIES ? (uint8_t)a.ply : LEARN_PLIES;
        }
    }

    if (note.code == LEARN_NO_CODE || g->setup || item->error != TBY_OK)
        return TBY_OK;
    /* of the moves, as far as they were looked at in any stage, and the players
     */
    static const char *const TAGS[] = {"White", "Black"};
    uint64_t h = 0;

    for (uint32_t i = 0; i <= p->plies; i++)
        h = mix(h, p->line[i]);
    for (size_t k = 0; k < 2; k++) {
        tby_str tag = tby_game_tag(g, TAGS[k]);
        for (size_t i = 0; i < tag.n; i++)
            h = mix(h, (unsigned char)tag.p[i]);
    }
    uint64_t hash = h;
    note.hash = (uint32_t)hash;
    note.held = (hash >> 32) % 1000 < l->options.hold;
    TBY_TRY(TBY_GROW(NULL, p->notes, p->cap, p->n + 1));
    TBY_TRY(TBY_GROW(NULL, p->keys, p->keys_cap, p->keys_n + LEARN_PLIES + 1));
    TBY_TRY(TBY_GROW(NULL, p->moves, p->moves_cap, p->moves_n + LEARN_PLIES));
    if (l->stage != TBY_LEARN_TEST && !note.held) {
        /* The positions from the deepest named one on, and how to get there. */
        tby_mainline m = {.game = g};
        uint32_t last = note.first + LEARN_BEYOND;
        uint32_t passed = 0;

        if (last > p->plies)
            last = p->plies;
        for (uint32_t ply = note.first; ply <= last; ply++) {
            uint64_t key = p->line[ply];
            if (l->stage == TBY_LEARN_FOLLOW)
                key = tby_key_counts_get(&l->table, key);
            p->keys[p->keys_n + note.n++] = key;
            passed = key ? ply : passed;
        }
        if (l->stage == TBY_LEARN_FOLLOW) {
            for (uint32_t i = 0; i < passed; i++)
                p->moves[p->moves_n++] = tby_mainline_next(&m);
            while (note.n && !p->keys[p->keys_n + note.n - 1])
                note.n--; /* none of these matters */
        }
        p->keys_n += note.n;
    }
    p->notes[p->n++] = note;
    return TBY_OK;
}

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    for (int i = 0; i < TBY_LEARN_LISTS; i++)
        tby_naming_close(p->namings[i]);
    games_free(p->notes, p->cap * sizeof *p->notes);
    games_free(p->keys, p->keys_cap * sizeof *p->keys);
    games_free(p->moves, p->moves_cap * sizeof *p->moves);
}

static tby_rc open_part(void *ctx, void *of)
{
    const tby_learn *l = ctx;
    part *p = of;

    for (int i = 0; i < TBY_LEARN_LISTS; i++)
        if (l->classifiers[i])
            TBY_TRY(tby_naming_open(&p->namings[i], l->classifiers[i], NULL));
    return TBY_OK;
}

static tby_rc join_note(tby_learn *l, const part *p, const learn_note *note)
{
    l->sum.held += note->held;
    switch (l->stage) {
    case TBY_LEARN_COUNT: {
        tby_rc rc = TBY_OK;
        for (size_t i = 0; i < note->n && rc == TBY_OK; i++)
            rc = tby_key_counts_add(&l->table, p->keys[note->keys + i]);
        return rc;
    }
    case TBY_LEARN_FOLLOW: {
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
                rc = lines_add(&l->lines, at[i], p->moves + note->moves,
                               note->first + i);
        }
        if (rc != TBY_OK || note->n == 0)
            return rc;
        return tby__learn_store_add(&l->store, &g, note->hash);
    }
    case TBY_LEARN_TEST:
    case TBY_LEARN_STAGES:
    default:
        for (int i = 0; i < TBY_LEARN_LISTS; i++)
            l->sum.agree[i] += note->held && (note->agree >> i & 1);
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
                               .part_size = sizeof(part),
                               .part = open_part,
                               .drop = drop_part,
                               .look = visit_position,
                               .game = take_game,
                               .join = join_part};
}

enum {
    WORDS_MOST = 16 << 20, /* 64 MB */
    HEAD = 3               /* hash, code and answer, first and number */
};

void tby__learn_store_free(learn_store *s)
{
    games_free(s->words, s->cap * sizeof *s->words);
    *s = (learn_store){.words = NULL};
}

static bool stays(const learn_store *s, uint32_t hash)
{
    return (hash & (((uint32_t)1 << s->thin) - 1)) == 0;
}

static size_t length_at(const learn_store *s, size_t at)
{
    TBY_ASSERT(at < s->n);
    return HEAD + (s->words[at + 2] & 0xffff);
}

static tby_rc make_room(learn_store *s)
{
    if (s->cap >= WORDS_MOST) {
        /* half of the games, chosen by their hash, go */
        size_t n = 0;

        s->thin++;
        for (size_t at = 0; at < s->n;) {
            size_t length = length_at(s, at);
            if (stays(s, s->words[at])) {
                memmove(s->words + n, s->words + at, length * sizeof *s->words);
                n += length;
            }
            at += length;
        }
        s->n = n;
        return TBY_OK;
    }
    return tby_grow(NULL, (void **)&s->words, &s->cap,
                    s->cap ? 2 * s->cap : 1 << 12, sizeof *s->words);
}

tby_rc tby__learn_store_add(learn_store *s, const learn_game *g, uint32_t hash)
{
    TBY_ASSERT(g->code < LEARN_NO_CODE && g->answer <= LEARN_NO_CODE);
    while (stays(s, hash) && HEAD + (size_t)g->n > s->cap - s->n) {
        TBY_TRY(make_room(s));
    }
    if (!stays(s, hash))
        return TBY_OK;
    uint32_t *to = s->words + s->n;
    to[0] = hash;
    to[1] = (uint32_t)g->code << 16 | g->answer;
    to[2] = (uint32_t)g->first << 16 | g->n;
    memcpy(to + HEAD, g->at, g->n * sizeof *to);
    s->n += HEAD + (size_t)g->n;
    return TBY_OK;
}

bool tby__learn_store_next(const learn_store *s, size_t *at, learn_game *g)
{
    TBY_ASSERT(*at <= s->n);
    if (*at >= s->n)
        return false;
    const uint32_t *from = s->words + *at;
    *g = (learn_game){.code = (uint16_t)(from[1] >> 16),
                      .answer = (uint16_t)from[1],
                      .first = (uint16_t)(from[2] >> 16),
                      .n = (uint16_t)from[2],
                      .at = from + HEAD};
    *at += length_at(s, *at);
    return true;
}

void tby__learn_store_answer(learn_store *s, size_t at, uint16_t answer)
{
    TBY_ASSERT(at < s->n && answer <= LEARN_NO_CODE);
    s->words[at + 1] = (s->words[at + 1] & 0xffff0000u) | answer;
}
