/* pack.c - see pack.h. */
#include "store/record/pack.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/game/comment.h"
#include "core/game/game.h"
#include "store/record/men.h"
#include "store/record/notes.h"
#include "store/record/tags.h"
#include "store/record/varint.h"
#include "tabiya/fen.h"
#include "tabiya/limits.h"
#include "tabiya/outcome.h"

#include <math.h>
#include <string.h>

/* The first byte of EXTRA_HEAD; one byte for each tag follows. */
enum {
    PACK_NO_RESULT = 1, /* the movetext did not end with a result */
    PACK_FEN_TAG = 2,   /* the start was given by a tag */
    PACK_START = 4,     /* the first text is the FEN of the start */
    PACK_FLAGS = 7
};

struct store_packer {
    tby_alloc alloc;
    store_code *codes;
    size_t codes_cap;
    tby_history history;
    tby_buf part[EXTRA_PARTS], extra;
    notes_writer notes;
    uint8_t ids[TBY_MAX_TAGS];      /* of the tags */
    uint8_t follows[TAG_OTHER + 1]; /* the tag that came last after each */
    char fen[TBY_FEN_MAX];
    const tby_record *record; /* of the game, or NULL */
    store_rename *rename;     /* NULL: players are called as they are spelled */
    void *rename_ctx;
};

/* --- codes ----------------------------------------------------------------*/

/* The codes of the main line, how many, and the board at the end, without its
 * key and counters.  TBY_E_STORE_FIT, TBY_E_NOMEM. */
static tby_rc pack_moves(store_packer *p, const tby_game *g, uint32_t *plies,
                         tby_pos *end)
{
    const tby_record *r = p->record;

    TBY_TRY(TBY_GROW(&p->alloc, p->codes, p->codes_cap, g->items_n));
    if (r && tby__codes_of(r, g->start.turn, p->codes)) {
        *plies = r->n;
        *end = r->end;
    } else {
        /* Plays the main line once. */
        tby_mainline line = {.game = g};
        tby_move next, move = tby_mainline_next(&line);
        uint32_t n = 0;

        *end = g->start;
        for (; move != TBY_MOVE_NONE; move = next) {
            next = tby_mainline_next(&line);
            bool over = next == TBY_MOVE_NONE || next == TBY_MOVE_NULL;
            store_code code = tby__code_play(end, move, over);
            if (code == STORE_ENDED)
                return TBY_E_STORE_FIT;
            p->codes[n++] = code;
        }
        *plies = n;
    }
    return *plies > STORE_PLIES_MAX ? TBY_E_STORE_FIT : TBY_OK;
}

/* --- how it ended ---------------------------------------------------------*/

/* Fifty moves and repetitions, which need counters and keys; few games end with
 * so many moves that they are possible at all. */
static tby_rc look_back(store_packer *p, const tby_game *g, uint32_t plies,
                        tag_ending *e)
{
    enum { LEAST = 8 }; /* moves until a position stands for the third time */

    const store_code *codes = p->codes;
    uint32_t quiet = 0; /* last moves that took nothing and moved no pawn */
    store_coded coded;
    while (quiet < plies && !(codes[plies - 1 - quiet] & STORE_CAPTURE) &&
           tby__code_describe(codes[plies - 1 - quiet] & STORE_CODE, &coded) &&
           coded.role != TBY_PAWN)
        quiet++;
    tby_mainline line = {.game = g};
    tby_pos pos = g->start;
    tby_move move;
    if (quiet < LEAST) { /* unless the clock ran before the first move */
        e->fifty = quiet == plies && g->start.halfmoves + plies >= 100;
        return TBY_OK;
    }
    if (p->record) {
        /* How often the last position of a record stood; none comes back after
         * a capture or a move of a pawn. */
        uint32_t times = 1;
        for (uint32_t i = p->record->n - quiet; i < p->record->n; i++)
            times += p->record->keys[i] == p->record->end.key;
        e->repeated = times >= 3;
        e->fifty = p->record->end.halfmoves >= 100;
        return TBY_OK;
    }
    tby_history_clear(&p->history);
    tby_rc rc = tby_history_add(&p->history, &pos);
    while (rc == TBY_OK && (move = tby_mainline_next(&line)) != TBY_MOVE_NONE) {
        tby_pos_play(&pos, move);
        rc = tby_history_add(&p->history, &pos);
    }
    e->repeated = tby_history_count(&p->history, &pos) >= 3;
    e->fifty = pos.halfmoves >= 100;
    return rc;
}

/* Sets the category; the names and the number of plies must be there. */
static tby_rc pack_ending(store_packer *p, const tby_game *g,
                          const tby_pos *end, store_packed *out)
{
    uint32_t plies = out->column[STORE_PLIES];
    store_code last = plies ? p->codes[plies - 1] : 0;
    tag_ending e = {.result = g->result,
                    .termination = out->names[STORE_TERMINATION],
                    .mate = (last & STORE_MATE) != 0,
                    .stalemate = (last & STORE_STALEMATE) != 0};

    TBY_ASSERT(out->column[STORE_PLIES] <= STORE_PLIES_MAX);
    if (g->result == TBY_RESULT_DRAW) {
        /* Who can still mate, of the last position of a draw.  The clock that
         * runs out is that of the side to move. */
        bool timed = tby__tag_text(e.termination, "time");
        e.insufficient = tby_pos_insufficient(end);
        e.dead = e.insufficient || (!timed && tby_pos_dead_quick(end));
        e.no_mate = e.dead;
        if (timed && !e.dead)
            e.no_mate = tby_winnable_by(tby_winnable_quick(end),
                                        end->turn ^ 1) == TBY_CAN_NOT;
        TBY_TRY(look_back(p, g, plies, &e));
    }
    out->column[STORE_CATEGORY] = tby__tag_category(&e);
    return TBY_OK;
}

tby_rc tby__packer_open(store_packer **out)
{
    tby_alloc alloc = tby_alloc_libc();
    store_packer *p = tby_grow_new(&alloc, 1, sizeof *p);

    if (!p)
        return TBY_E_NOMEM;
    memset(p, 0, sizeof *p);
    p->alloc = alloc;
    for (int i = 0; i < EXTRA_PARTS; i++)
        tby_buf_init(&p->part[i], NULL, STORE_EXTRA_MAX);
    tby_buf_init(&p->extra, NULL, STORE_EXTRA_MAX);
    *out = p;
    return TBY_OK;
}

void tby__packer_close(store_packer *p)
{
    if (!p)
        return;
    tby_alloc alloc = p->alloc;
    tby_grow_free(&alloc, p->codes, p->codes_cap, sizeof *p->codes);
    tby_history_free(&p->history);
    for (int i = 0; i < EXTRA_PARTS; i++)
        tby_buf_free(&p->part[i]);
    tby_buf_free(&p->extra);
    tby_grow_free(&alloc, p, 1, sizeof *p);
}

void tby__packer_record(store_packer *p, const tby_record *record)
{
    p->record = record;
}

void tby__packer_rename(store_packer *p, store_rename *rename, void *ctx)
{
    p->rename = rename;
    p->rename_ctx = ctx;
}

/* Players, date and moves. */
static uint32_t hash_of(const store_packed *out)
{
    tby_str white = out->names[STORE_WHITE], black = out->names[STORE_BLACK];
    const uint64_t sums[] = {tby_checksum(white.p, white.n),
                             tby_checksum(black.p, black.n),
                             out->column[STORE_DATE],
                             tby_checksum(out->codes, out->column[STORE_PLIES] *
                                                          sizeof *out->codes)};
    uint32_t hash = (uint32_t)tby_checksum(sums, sizeof sums);

    return hash ? hash : 1;
}

/* --- tags ---------------------------------------------------------------*/

/* A date as days before that of the game. */
static bool put_near(store_packer *p, const store_packed *out, tby_str value)
{
    char buf[TAG_VALUE_MAX];
    uint32_t date = tby__tag_read_date(value), again;
    int32_t day, of_game;

    if (!tby__tag_day_of(date, &day) ||
        !tby__tag_day_of(out->column[STORE_DATE], &of_game) ||
        !tby__tag_date_of(day, &again) ||
        !tby_str_equal(tby__tag_write_date(again, buf), value))
        return false;
    varint_put(&p->part[EXTRA_DATES], zigzag(of_game - day));
    return true;
}

/* How a value is kept; what no column says is written. */
static unsigned put_value(store_packer *p, const store_packed *out, unsigned id,
                          tby_str value, tby_str fen)
{
    char buf[TAG_VALUE_MAX];

    if (tby__tag_kind_of(id) == TAG_NEAR) {
        if (put_near(p, out, value))
            return TAG_BY_COLUMN;
    } else {
        tby_str derived = tby__tag_by_column(id, out, fen, buf);
        if (derived.p && tby_str_equal(derived, value))
            return TAG_BY_COLUMN;
    }
    if (value.n == 0)
        return TAG_EMPTY;
    if (tby_str_equal(value, tby__tag_question(id)))
        return TAG_QUESTION;
    text_put(&p->part[EXTRA_TEXT], value);
    return TAG_BY_TEXT;
}

/* --- the set-up -----------------------------------------------------------*/

/* Judges a FEN as readers of games do.  TBY_E_STORE_DAMAGED. */
static tby_rc read_fen(tby_str fen, tby_pos *out)
{
    /* what it is forgiven was decided when the game was read */
    return tby_fen_parse_with(fen, TBY_FAULTS_ALL, out, NULL, NULL) == TBY_OK
               ? TBY_OK
               : TBY_E_STORE_DAMAGED;
}

static bool is_start(const tby_pos *p)
{
    tby_pos start = tby_pos_start();

    return tby_pos_same(p, &start) && p->halfmoves == start.halfmoves &&
           p->fullmoves == start.fullmoves;
}

/* Writes the position the game starts from, and sees that it can be read. */
static tby_rc put_setup(store_packer *p, const tby_game *g, store_packed *out,
                        tby_str *fen)
{
    const tby_pos *start = &g->start;
    tby_pos again;

    *fen = (tby_str){p->fen, tby_fen_write_pos(start, p->fen, sizeof p->fen)};
    if (start->turn == TBY_BLACK)
        out->column[STORE_FLAGS] |= STORE_BLACK_FIRST;
    out->column[STORE_FLAGS] |= STORE_IS_SETUP;
    text_put(&p->part[EXTRA_TEXT], *fen);
    if (read_fen(*fen, &again) != TBY_OK || !tby_pos_same(&again, start) ||
        again.halfmoves != start->halfmoves ||
        again.fullmoves != start->fullmoves)
        return TBY_E_STORE_FIT; /* no reader makes such a game */
    return TBY_OK;
}

/* --- all of it ------------------------------------------------------------*/

static tby_rc pack(store_packer *p, const tby_game *g, store_packed *out)
{
    tby_str value[TAG_KNOWN] = {{NULL, 0}}, fen = {NULL, 0};
    tby_pos end;
    uint32_t plies = 0;

    TBY_TRY(pack_moves(p, g, &plies, &end));
    out->codes = p->codes;

    /* The first value of each known tag.  Games of a file mostly have the same
     * tags in the same order. */
    unsigned before = TAG_NONE;
    for (size_t i = 0; i < g->tags_n; i++) {
        const tby_tag *tag = &g->tags[i];
        tby_str name = tby_game_text(g, tag->name);
        unsigned id = p->follows[before];
        if (id <= TAG_NONE || id >= TAG_KNOWN ||
            !tby_str_equal(tby__tag_name(id), name))
            id = tby__tag_find(name);
        p->follows[before] = p->ids[i] = (uint8_t)id;
        before = id;
        if (id < TAG_KNOWN && !value[id].p)
            value[id] = tby_game_text(g, tag->value);
    }

    uint32_t *column = out->column;
    for (unsigned id = 1; id < TAG_KNOWN; id++)
        if (tby__tag_kind_of(id) == TAG_NAME)
            out->names[tby__tag_column(id)] = value[id];
    column[STORE_DATE] = tby__tag_read_date(value[TAG_IS_UTC_DATE]);
    if (column[STORE_DATE] == 0)
        column[STORE_DATE] = tby__tag_read_date(value[TAG_IS_DATE]);
    column[STORE_TIME] = tby__tag_read_time(value[TAG_IS_UTC_TIME]);
    column[STORE_WHITE_ELO] = tby__tag_read_number(value[TAG_IS_WHITE_ELO]);
    column[STORE_BLACK_ELO] = tby__tag_read_number(value[TAG_IS_BLACK_ELO]);
    column[STORE_WHITE_DIFF] = tby__tag_read_diff(value[TAG_IS_WHITE_DIFF]);
    column[STORE_BLACK_DIFF] = tby__tag_read_diff(value[TAG_IS_BLACK_DIFF]);
    column[STORE_ECO] = tby__store_eco(value[TAG_IS_ECO]);
    tby__tag_read_control(value[TAG_IS_TIME_CONTROL], value[TAG_IS_EVENT],
                          column);
    /* Spaces around a name are not a part of it: nobody would ask for them. */
    static const store_column PLAYERS[] = {STORE_WHITE, STORE_BLACK};
    for (size_t i = 0; i < 2; i++) {
        tby_str *name = &out->names[PLAYERS[i]];
        if (!name->p)
            continue;
        *name = tby_str_trim(*name);
        if (p->rename)
            *name = p->rename(p->rename_ctx, *name);
    }
    column[STORE_PLIES] = plies;
    column[STORE_RESULT] = g->result;
    column[STORE_HASH] = hash_of(out);
    TBY_TRY(pack_ending(p, g, &end, out));
    bool setup = !is_start(&g->start);
    unsigned flags = (g->has_result ? 0 : PACK_NO_RESULT) |
                     (g->setup ? PACK_FEN_TAG : 0) | (setup ? PACK_START : 0);
    column[STORE_FLAGS] = g->chess960 ? STORE_IS_960 : 0;
    if (flags || g->tags_n)
        tby_buf_char(&p->part[EXTRA_HEAD], (char)flags);
    if (setup)
        TBY_TRY(put_setup(p, g, out, &fen));
    else
        column[STORE_LEAST] = tby__men_least(out->codes, plies);
    for (size_t i = 0; i < g->tags_n; i++) {
        unsigned id = p->ids[i];
        if (id == TAG_OTHER)
            text_put(&p->part[EXTRA_TEXT], tby_game_text(g, g->tags[i].name));
        unsigned how =
            put_value(p, out, id, tby_game_text(g, g->tags[i].value), fen);
        tby_buf_char(&p->part[EXTRA_HEAD], (char)(id | how << 6));
    }
    if (g->items_n != plies) { /* more than moves */
        notes known;
        tby__notes_begin(&known, column[STORE_BASE], column[STORE_INCREMENT]);
        TBY_TRY(tby__notes_write(&p->notes, p->part, g, &known));
    }
    extra_parts parts;
    for (int i = 0; i < EXTRA_PARTS; i++) {
        if (p->part[i].rc != TBY_OK)
            return p->part[i].rc;
        parts.part[i] = tby_buf_str(&p->part[i]);
    }
    tby_buf_clear(&p->extra);
    tby__extra_join(&parts, &p->extra);
    out->extra = tby_buf_str(&p->extra);
    return p->extra.rc;
}

tby_rc tby__store_pack(store_packer *p, const tby_game *g, store_packed *out)
{
    store_packed packed = {.codes = NULL};

    for (int i = 0; i < EXTRA_PARTS; i++)
        tby_buf_clear(&p->part[i]);
    if (p->record && p->record->n != g->plies)
        p->record = NULL; /* it is another game's */
    tby_rc rc = pack(p, g, &packed);
    p->record = NULL;
    if (rc == TBY_OK)
        *out = packed;
    return rc == TBY_E_LIMIT ? TBY_E_STORE_FIT : rc;
}

/* --- a game put together --------------------------------------------------*/

/* An extra that is being read. */
struct reader {
    const store_packed *in;
    extra_parts parts;
    unsigned flags;
    tby_str tags, text, dates; /* what is left of each */
    tby_str fen;
    tby_pos start;
};

/* Flags and the position that the game starts from. */
static tby_rc begin(struct reader *r, tby_str extra)
{
    tby_str first;

    *r = (struct reader){.start = tby_pos_start()};
    if (!tby__extra_split(extra, &r->parts))
        return TBY_E_STORE_DAMAGED;
    r->tags = r->parts.part[EXTRA_HEAD];
    r->text = r->parts.part[EXTRA_TEXT];
    r->dates = r->parts.part[EXTRA_DATES];
    if (r->tags.n && bytes_take(&r->tags, 1, &first))
        r->flags = (uint8_t)*first.p;
    if (r->flags & ~(unsigned)PACK_FLAGS)
        return TBY_E_STORE_DAMAGED;
    if (!(r->flags & PACK_START))
        return TBY_OK;
    return text_take(&r->text, &r->fen) ? read_fen(r->fen, &r->start)
                                        : TBY_E_STORE_DAMAGED;
}

tby_rc tby__store_setup(tby_str extra, tby_pos *out)
{
    struct reader r;

    TBY_TRY(begin(&r, extra));
    *out = r.start;
    return TBY_OK;
}

/* Ids are written out; of other tags only the texts are passed over. */
tby_rc tby__store_fides(tby_str extra, uint32_t out[2])
{
    struct reader r;
    tby_str text;
    uint64_t n;

    out[0] = out[1] = 0;
    TBY_TRY(begin(&r, extra));
    for (size_t i = 0; i < r.tags.n; i++) {
        unsigned id = r.tags.p[i] & 63, how = (uint8_t)r.tags.p[i] >> 6;
        if ((id == TAG_OTHER && !text_take(&r.text, &text)) ||
            (how == TAG_BY_TEXT && !text_take(&r.text, &text)))
            return TBY_E_STORE_DAMAGED;
        if (how == TAG_BY_TEXT &&
            (id == TAG_IS_WHITE_FIDE_ID || id == TAG_IS_BLACK_FIDE_ID))
            out[id == TAG_IS_BLACK_FIDE_ID] =
                tby_num_u64(text, 1, UINT32_MAX, &n, NULL) == TBY_OK
                    ? (uint32_t)n
                    : 0;
    }
    return TBY_OK;
}

static bool take_value(struct reader *r, unsigned id, unsigned how, char *buf,
                       tby_str *out)
{
    switch (how) {
    case TAG_EMPTY:
        *out = (tby_str){"", 0};
        return true;
    case TAG_QUESTION:
        *out = tby__tag_question(id);
        return true;
    case TAG_BY_TEXT:
        return text_take(&r->text, out);
    default:
        if (tby__tag_kind_of(id) == TAG_NEAR) {
            uint32_t code, date;
            int32_t of_game;

            if (!varint_take(&r->dates, &code) ||
                !tby__tag_day_of(r->in->column[STORE_DATE], &of_game))
                return false;
            int64_t day = (int64_t)of_game - unzigzag(code);
            if (day < 0 || day > INT32_MAX ||
                !tby__tag_date_of((int32_t)day, &date))
                return false;
            *out = tby__tag_write_date(date, buf);
            return true;
        }
        *out = tby__tag_by_column(id, r->in, r->fen, buf);
        return out->p != NULL;
    }
}

static tby_rc add_tags(struct reader *r, tby_game *g)
{
    char buf[TAG_VALUE_MAX];

    for (size_t i = 0; i < r->tags.n; i++) {
        unsigned id = r->tags.p[i] & 63, how = (uint8_t)r->tags.p[i] >> 6;
        tby_str name, value;
        if (id == TAG_NONE || (id >= TAG_KNOWN && id != TAG_OTHER) ||
            (id == TAG_OTHER && !text_take(&r->text, &name)) ||
            !take_value(r, id, how, buf, &value))
            return TBY_E_STORE_DAMAGED;
        if (id != TAG_OTHER)
            name = tby__tag_name(id);
        TBY_TRY(tby_game_add_tag(g, name, value));
    }
    return r->dates.n ? TBY_E_STORE_DAMAGED : TBY_OK;
}

static tby_rc unpack(struct reader *r, tby_game *g)
{
    const uint32_t *column = r->in->column;

    if (column[STORE_RESULT] > TBY_RESULT_DRAW ||
        column[STORE_PLIES] > STORE_PLIES_MAX)
        return TBY_E_STORE_DAMAGED;
    g->start = r->start;
    g->setup = (r->flags & PACK_FEN_TAG) != 0;
    g->chess960 = (column[STORE_FLAGS] & STORE_IS_960) != 0;
    g->has_result = !(r->flags & PACK_NO_RESULT);
    g->result = (tby_result)column[STORE_RESULT];
    TBY_TRY(add_tags(r, g));
    store_line line =
        store_line_begin(&r->start, r->in->codes, column[STORE_PLIES]);
    notes known;
    tby__notes_begin(&known, column[STORE_BASE], column[STORE_INCREMENT]);
    tby_rc rc = tby__notes_read(g, &r->parts, r->text, &known, &line);
    g->plies = column[STORE_PLIES]; /* moves in one go are not counted */
    return rc;
}

tby_rc tby__store_unpack(const store_packed *in, tby_game *g)
{
    struct reader r;

    TBY_ASSERT(in->codes || in->column[STORE_PLIES] == 0);
    tby_game_clear(g);
    tby_rc rc = begin(&r, in->extra);
    r.in = in;
    if (rc == TBY_OK)
        rc = unpack(&r, g);
    if (rc != TBY_OK)
        tby_game_clear(g);
    return rc == TBY_E_LIMIT ? TBY_E_STORE_DAMAGED : rc;
}

/* --- clocks, evaluations and glyphs, ply by ply ---------------------------*/

/* The first of two clocks or evaluations counts, as in one comment. */
static void set_comment(store_marks *m, uint32_t i, tby_str comment,
                        struct tby_comment_facts *known)
{
    struct tby_comment_facts f = tby_comment_read(comment);

    if (f.has_clock && !known->has_clock && m->clock)
        m->clock[i] = (double)f.clock / 1000;
    if (f.has_eval && !known->has_eval) {
        int32_t mate = f.eval.mate;
        if (f.eval.is_mate && m->mate)
            m->mate[i] = (int16_t)(mate > INT16_MAX   ? INT16_MAX
                                   : mate < INT16_MIN ? INT16_MIN
                                                      : mate);
        if (!f.eval.is_mate && m->eval)
            m->eval[i] = f.eval.pawns;
    }
    known->has_clock |= f.has_clock;
    known->has_eval |= f.has_eval;
}

tby_rc tby__marks_read(const store_packed *in, store_marks *out)
{
    tby_game g;

    tby_game_init(&g, NULL);
    tby_rc rc = tby__store_unpack(in, &g); /* empty where that fails */
    for (uint32_t i = 0; i < g.plies; i++) {
        if (out->clock)
            out->clock[i] = -1;
        if (out->eval)
            out->eval[i] = (double)NAN;
        if (out->mate)
            out->mate[i] = 0;
        if (out->nag)
            out->nag[i] = 0;
    }
    struct tby_comment_facts known = {0};
    unsigned depth = 0;
    uint32_t ply = 0;
    for (size_t i = 0; i < g.items_n; i++) {
        const tby_item *item = &g.items[i];
        depth += item->kind == TBY_ITEM_OPEN;
        depth -= item->kind == TBY_ITEM_CLOSE && depth > 0;
        if (depth > 0)
            continue;
        if (item->kind == TBY_ITEM_MOVE) {
            known = (struct tby_comment_facts){0};
            ply++;
        }
        if (item->kind == TBY_ITEM_COMMENT && ply > 0)
            set_comment(out, ply - 1, tby_game_text(&g, item->text), &known);
        if (item->kind == TBY_ITEM_NAG && ply > 0 && out->nag &&
            out->nag[ply - 1] == 0)
            out->nag[ply - 1] = item->nag;
    }
    tby_game_free(&g);
    return rc;
}
