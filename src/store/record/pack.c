/* pack.c - a game taken apart; unpack.c puts it together. */
#include "store/record/pack.h"

#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "store/record/pack_int.h"
#include "store/record/tags.h"
#include "store/record/varint.h"

#include <string.h>

tby_rc store_packer_open(store_packer **out)
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

void store_packer_close(store_packer *p)
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

void store_packer_record(store_packer *p, const tby_record *record)
{
    p->record = record;
}

void store_packer_rename(store_packer *p, store_rename *rename, void *ctx)
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

/* Games of a file mostly have the same tags in the same order. */
static unsigned find_tag(unsigned guess, tby_str name)
{
    if (guess > TAG_NONE && guess < TAG_KNOWN &&
        tby_str_equal(tag_name(guess), name))
        return guess;
    return tag_find(name);
}

/* The first value of each known tag. */
static void find_tags(store_packer *p, const tby_game *g,
                      tby_str value[TAG_KNOWN])
{
    unsigned before = TAG_NONE;

    for (size_t i = 0; i < g->tags_n; i++) {
        const tby_tag *tag = &g->tags[i];
        unsigned id = find_tag(p->follows[before], tby_game_text(g, tag->name));
        p->follows[before] = p->ids[i] = (uint8_t)id;
        before = id;
        if (id < TAG_KNOWN && !value[id].p)
            value[id] = tby_game_text(g, tag->value);
    }
}

static void set_columns(const tby_str value[TAG_KNOWN], store_packed *out)
{
    uint32_t *column = out->column;
    tby_str date = value[TAG_IS_UTC_DATE];

    for (unsigned id = 1; id < TAG_KNOWN; id++)
        if (tag_kind_of(id) == TAG_NAME)
            out->names[tag_column(id)] = value[id];
    column[STORE_DATE] = tag_read_date(date);
    if (column[STORE_DATE] == 0)
        column[STORE_DATE] = tag_read_date(value[TAG_IS_DATE]);
    column[STORE_TIME] = tag_read_time(value[TAG_IS_UTC_TIME]);
    column[STORE_WHITE_ELO] = tag_read_number(value[TAG_IS_WHITE_ELO]);
    column[STORE_BLACK_ELO] = tag_read_number(value[TAG_IS_BLACK_ELO]);
    column[STORE_WHITE_DIFF] = tag_read_diff(value[TAG_IS_WHITE_DIFF]);
    column[STORE_BLACK_DIFF] = tag_read_diff(value[TAG_IS_BLACK_DIFF]);
    column[STORE_ECO] = store_eco(value[TAG_IS_ECO]);
    tag_read_control(value[TAG_IS_TIME_CONTROL], value[TAG_IS_EVENT], column);
}

/* Blanks around a name are not a part of it: nobody would ask for them. */
static void rename_players(const store_packer *p, store_packed *out)
{
    static const store_column PLAYERS[] = {STORE_WHITE, STORE_BLACK};

    for (size_t i = 0; i < 2; i++) {
        tby_str *name = &out->names[PLAYERS[i]];
        if (!name->p)
            continue;
        *name = tby_str_trim(*name);
        if (p->rename)
            *name = p->rename(p->rename_ctx, *name);
    }
}

/* A date as days before that of the game. */
static bool put_near(store_packer *p, const store_packed *out, tby_str value)
{
    char buf[TAG_VALUE_MAX];
    uint32_t date = tag_read_date(value), again;
    int32_t day, of_game;

    if (!tag_day_of(date, &day) ||
        !tag_day_of(out->column[STORE_DATE], &of_game) ||
        !tag_date_of(day, &again) ||
        !tby_str_equal(tag_write_date(again, buf), value))
        return false;
    varint_put(&p->part[EXTRA_DATES], zigzag(of_game - day));
    return true;
}

/* How a value is kept; what no column says is written. */
static unsigned put_value(store_packer *p, const store_packed *out, unsigned id,
                          tby_str value, tby_str fen)
{
    char buf[TAG_VALUE_MAX];

    if (tag_kind_of(id) == TAG_NEAR) {
        if (put_near(p, out, value))
            return TAG_BY_COLUMN;
    } else {
        tby_str told = tag_by_column(id, out, fen, buf);
        if (told.p && tby_str_equal(told, value))
            return TAG_BY_COLUMN;
    }
    if (value.n == 0)
        return TAG_EMPTY;
    if (tby_str_equal(value, tag_question(id)))
        return TAG_QUESTION;
    text_put(&p->part[EXTRA_TEXT], value);
    return TAG_BY_TEXT;
}

static void put_tags(store_packer *p, const tby_game *g,
                     const store_packed *out, tby_str fen)
{
    for (size_t i = 0; i < g->tags_n; i++) {
        unsigned id = p->ids[i];
        if (id == TAG_OTHER)
            text_put(&p->part[EXTRA_TEXT], tby_game_text(g, g->tags[i].name));
        unsigned how =
            put_value(p, out, id, tby_game_text(g, g->tags[i].value), fen);
        tby_buf_char(&p->part[EXTRA_HEAD], (char)(id | how << 6));
    }
}

/* --- the set-up -----------------------------------------------------------*/

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
    if (pack_read_fen(*fen, &again) != TBY_OK || !tby_pos_same(&again, start) ||
        again.halfmoves != start->halfmoves ||
        again.fullmoves != start->fullmoves)
        return TBY_E_STORE_FIT; /* no reader makes such a game */
    return TBY_OK;
}

static tby_rc put_head(store_packer *p, const tby_game *g, store_packed *out,
                       tby_str *fen)
{
    bool setup = !is_start(&g->start);
    unsigned flags = (g->has_result ? 0 : PACK_NO_RESULT) |
                     (g->setup ? PACK_FEN_TAG : 0) | (setup ? PACK_START : 0);

    out->column[STORE_FLAGS] = g->chess960 ? STORE_IS_960 : 0;
    if (flags || g->tags_n)
        tby_buf_char(&p->part[EXTRA_HEAD], (char)flags);
    return setup ? put_setup(p, g, out, fen) : TBY_OK;
}

/* --- all of it ------------------------------------------------------------*/

static tby_rc put_notes(store_packer *p, const tby_game *g,
                        const store_packed *out)
{
    notes begin;

    if (g->items_n == out->column[STORE_PLIES])
        return TBY_OK; /* nothing but moves */
    notes_begin(&begin, out->column[STORE_BASE], out->column[STORE_INCREMENT]);
    return notes_write(&p->notes, p->part, g, &begin);
}

static tby_rc join(store_packer *p, store_packed *out)
{
    extra_parts parts;

    for (int i = 0; i < EXTRA_PARTS; i++) {
        if (p->part[i].rc != TBY_OK)
            return p->part[i].rc;
        parts.part[i] = tby_buf_str(&p->part[i]);
    }
    tby_buf_clear(&p->extra);
    extra_join(&parts, &p->extra);
    out->extra = tby_buf_str(&p->extra);
    return p->extra.rc;
}

static tby_rc pack(store_packer *p, const tby_game *g, store_packed *out)
{
    tby_str value[TAG_KNOWN] = {{NULL, 0}}, fen = {NULL, 0};
    tby_pos end;
    uint32_t plies = 0;

    tby_rc rc = pack_moves(p, g, &plies, &end);
    if (rc != TBY_OK)
        return rc;
    out->codes = p->codes;
    find_tags(p, g, value);
    set_columns(value, out);
    rename_players(p, out);
    out->column[STORE_PLIES] = plies;
    out->column[STORE_RESULT] = g->result;
    out->column[STORE_HASH] = hash_of(out);
    rc = pack_ending(p, g, &end, out);
    if (rc == TBY_OK)
        rc = put_head(p, g, out, &fen);
    if (rc != TBY_OK)
        return rc;
    put_tags(p, g, out, fen);
    rc = put_notes(p, g, out);
    return rc == TBY_OK ? join(p, out) : rc;
}

tby_rc store_pack(store_packer *p, const tby_game *g, store_packed *out)
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
