/* unpack.c - a game put together; pack.c takes it apart. */
#include "core/base/str.h"
#include "store/record/notes.h"
#include "store/record/pack_int.h"
#include "store/record/tags.h"
#include "store/record/varint.h"
#include "tabiya/fen.h"

/* An extra that is being read. */
struct reader {
    const store_packed *in;
    extra_parts parts;
    unsigned flags;
    tby_str tags, text, dates; /* what is left of each */
    tby_str fen;
    tby_pos start;
};

/* --- the set-up -----------------------------------------------------------*/

tby_rc pack_read_fen(tby_str fen, tby_pos *out)
{
    /* what it is forgiven was decided when the game was read */
    return tby_fen_parse_with(fen, TBY_FAULTS_ALL, out, NULL, NULL) == TBY_OK
               ? TBY_OK
               : TBY_E_STORE_DAMAGED;
}

/* Flags and the position that the game starts from. */
static tby_rc begin(struct reader *r, tby_str extra)
{
    tby_str first;

    *r = (struct reader){.start = tby_pos_start()};
    if (!extra_split(extra, &r->parts))
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
    return text_take(&r->text, &r->fen) ? pack_read_fen(r->fen, &r->start)
                                        : TBY_E_STORE_DAMAGED;
}

tby_rc store_setup(tby_str extra, tby_pos *out)
{
    struct reader r;
    tby_rc rc = begin(&r, extra);

    if (rc == TBY_OK)
        *out = r.start;
    return rc;
}

/* --- tags -----------------------------------------------------------------*/

static bool take_near(struct reader *r, char *buf, tby_str *out)
{
    uint32_t code, date;
    int32_t of_game;

    if (!varint_take(&r->dates, &code) ||
        !tag_day_of(r->in->column[STORE_DATE], &of_game))
        return false;
    int64_t day = (int64_t)of_game - unzigzag(code);
    if (day < 0 || day > INT32_MAX || !tag_date_of((int32_t)day, &date))
        return false;
    *out = tag_write_date(date, buf);
    return true;
}

static bool take_value(struct reader *r, unsigned id, unsigned how, char *buf,
                       tby_str *out)
{
    switch (how) {
    case TAG_EMPTY:
        *out = (tby_str){"", 0};
        return true;
    case TAG_QUESTION:
        *out = tag_question(id);
        return true;
    case TAG_BY_TEXT:
        return text_take(&r->text, out);
    default:
        if (tag_kind_of(id) == TAG_NEAR)
            return take_near(r, buf, out);
        *out = tag_by_column(id, r->in, r->fen, buf);
        return out->p != NULL;
    }
}

static tby_rc add_tags(struct reader *r, tby_game *g)
{
    char buf[TAG_VALUE_MAX];
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < r->tags.n && rc == TBY_OK; i++) {
        unsigned id = r->tags.p[i] & 63, how = (uint8_t)r->tags.p[i] >> 6;
        tby_str name, value;
        if (id == TAG_NONE || (id >= TAG_KNOWN && id != TAG_OTHER) ||
            (id == TAG_OTHER && !text_take(&r->text, &name)) ||
            !take_value(r, id, how, buf, &value))
            return TBY_E_STORE_DAMAGED;
        if (id != TAG_OTHER)
            name = tag_name(id);
        rc = tby_game_add_tag(g, name, value);
    }
    return rc == TBY_OK && r->dates.n ? TBY_E_STORE_DAMAGED : rc;
}

/* --- all of it ------------------------------------------------------------*/

static tby_rc add_items(struct reader *r, tby_game *g)
{
    const uint32_t *column = r->in->column;
    store_line line =
        store_line_begin(&r->start, r->in->codes, column[STORE_PLIES]);
    notes known;

    notes_begin(&known, column[STORE_BASE], column[STORE_INCREMENT]);
    return notes_read(g, &r->parts, r->text, &known, &line);
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
    tby_rc rc = add_tags(r, g);
    if (rc == TBY_OK)
        rc = add_items(r, g);
    g->plies = column[STORE_PLIES]; /* moves in one go are not counted */
    return rc;
}

tby_rc store_unpack(const store_packed *in, tby_game *g)
{
    struct reader r;

    tby_game_clear(g);
    tby_rc rc = begin(&r, in->extra);
    r.in = in;
    if (rc == TBY_OK)
        rc = unpack(&r, g);
    if (rc != TBY_OK)
        tby_game_clear(g);
    return rc == TBY_E_LIMIT ? TBY_E_STORE_DAMAGED : rc;
}
