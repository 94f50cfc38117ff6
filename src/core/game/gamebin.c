#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/chess/castling.h"
#include "core/game/gamebin_int.h"

#include <string.h>

static const char *const REASONS[GAMEBIN_REASONS] = {
    "Normal", "Time forfeit", "Rules infraction", "Unterminated", "Abandoned"};

static bool same_letters(tby_str a, const char *b)
{
    size_t i = 0;

    for (; i < a.n && b[i]; i++)
        if ((a.p[i] | 32) != (b[i] | 32))
            return false;
    return i == a.n && !b[i];
}

/* Copies the digits that `pattern` has as 0; unknown ones become 0.  False,
 * with nothing known, if the text has another form. */
static bool read_digits(tby_str s, const char *pattern, char *out)
{
    char digits[8];
    size_t n = 0;
    bool known = false;

    if (s.n != strlen(pattern))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (pattern[i] != '0') {
            if (s.p[i] != pattern[i])
                return false;
            continue;
        }
        if (!tby_is_digit(s.p[i]) && s.p[i] != '?')
            return false;
        TBY_ASSERT(n < sizeof digits);
        digits[n++] = s.p[i] == '?' ? '0' : s.p[i];
        known |= digits[n - 1] != '0';
    }
    memcpy(out, digits, n);
    return known;
}

static uint16_t read_elo(tby_str s)
{
    uint64_t elo = 0;
    tby_rc rc = tby_num_u64(tby_str_trim(s), 0, UINT16_MAX, &elo, NULL);

    return rc == TBY_OK ? (uint16_t)elo : 0;
}

/* "300+3" or "300"; both stay 0 for anything else. */
static void read_time_control(tby_str s, uint16_t *base, uint16_t *increment)
{
    tby_str rest = tby_str_trim(s), field = {"", 0};
    uint64_t part[2] = {0, 0};
    size_t n = 0;

    while (tby_str_field(&rest, '+', &field))
        if (n == 2 ||
            tby_num_u64(field, 0, UINT16_MAX, &part[n++], NULL) != TBY_OK)
            return;
    *base = (uint16_t)part[0];
    *increment = (uint16_t)part[1];
}

/* GAMEBIN_REASONS if it is none of the five. */
static unsigned read_reason(tby_str s)
{
    unsigned reason = 0;

    while (reason < GAMEBIN_REASONS && !same_letters(s, REASONS[reason]))
        reason++;
    return reason;
}

struct gamebin_head tby_gamebin_head_of(const tby_game *g)
{
    struct gamebin_head h = {
        .white = tby_game_tag(g, "White"),
        .black = tby_game_tag(g, "Black"),
        .elo = {read_elo(tby_game_tag(g, "WhiteElo")),
                read_elo(tby_game_tag(g, "BlackElo"))},
        .eco = {'?', '?', '?'},
        .result = g->result,
        .reason = read_reason(tby_game_tag(g, "Termination")) % GAMEBIN_REASONS,
    };
    tby_str result = tby_game_tag(g, "Result"), eco = tby_game_tag(g, "ECO");

    if (h.result == TBY_RESULT_NONE)
        for (int r = TBY_RESULT_WHITE; r <= TBY_RESULT_DRAW; r++)
            if (tby_str_is(result, tby_result_text((tby_result)r)))
                h.result = (tby_result)r;
    /* a day of another time zone goes with no UTC time */
    memset(h.date, '0', GAMEBIN_DATE);
    if (read_digits(tby_game_tag(g, "UTCDate"), "0000.00.00", h.date) ||
        !read_digits(tby_game_tag(g, "Date"), "0000.00.00", h.date))
        read_digits(tby_game_tag(g, "UTCTime"), "00:00:00", h.date + 8);
    if (eco.n >= 3 && gamebin_is_eco(eco.p))
        memcpy(h.eco, eco.p, 3);
    read_time_control(tby_game_tag(g, "TimeControl"), &h.base, &h.increment);
    return h;
}

static bool all_zero(const char *p, size_t n)
{
    while (n > 0 && p[n - 1] == '0')
        n--;
    return n == 0;
}

/* n digits, or question marks if they are all 0 and that is no value. */
static void put_digits(tby_text *t, const char *p, size_t n)
{
    bool unknown = all_zero(p, n);

    for (size_t i = 0; i < n; i++)
        tby_text_char(t, unknown ? '?' : p[i]);
}

static tby_text date_text(const struct gamebin_head *h, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};

    put_digits(&t, h->date, 4);
    tby_text_char(&t, '.');
    put_digits(&t, h->date + 4, 2);
    tby_text_char(&t, '.');
    put_digits(&t, h->date + 6, 2);
    return t;
}

static tby_text time_text(const struct gamebin_head *h, char *buf, size_t cap)
{
    tby_text t = {buf, cap, 0};

    for (size_t i = 8; i < GAMEBIN_DATE; i++) {
        if (i == 10 || i == 12)
            tby_text_char(&t, ':');
        tby_text_char(&t, h->date[i]);
    }
    return t;
}

static tby_rc add(tby_game *g, tby_rc rc, const char *name, tby_str value)
{
    return rc == TBY_OK ? tby_game_add_tag(g, tby_str_of(name), value) : rc;
}

static tby_rc add_text(tby_game *g, tby_rc rc, const char *name, tby_text t)
{
    return add(g, rc, name, (tby_str){t.buf, t.len});
}

static tby_rc add_number(tby_game *g, tby_rc rc, const char *name, uint16_t n)
{
    char buf[8];
    tby_text t = {buf, sizeof buf, 0};

    tby_text_u64(&t, n);
    return n ? add_text(g, rc, name, t) : rc;
}

/* In the order in which PGN has its roster, then as lichess does. */
tby_rc tby_gamebin_head_tags(const struct gamebin_head *h, tby_game *g)
{
    char date[16], time[16], control[16];
    tby_text t = {control, sizeof control, 0};
    bool has_date = !all_zero(h->date, 8), has_time = !all_zero(h->date + 8, 6);
    tby_rc rc = TBY_OK;

    if (has_date)
        rc = add_text(g, rc, "Date", date_text(h, date, sizeof date));
    if (h->white.n)
        rc = add(g, rc, "White", h->white);
    if (h->black.n)
        rc = add(g, rc, "Black", h->black);
    rc = add(g, rc, "Result", tby_str_of(tby_result_text(h->result)));
    if (has_time) {
        rc = add_text(g, rc, "UTCDate", date_text(h, date, sizeof date));
        rc = add_text(g, rc, "UTCTime", time_text(h, time, sizeof time));
    }
    rc = add_number(g, rc, "WhiteElo", h->elo[0]);
    rc = add_number(g, rc, "BlackElo", h->elo[1]);
    if (h->eco[0] != '?')
        rc = add(g, rc, "ECO", (tby_str){h->eco, 3});
    if (h->base || h->increment) {
        tby_text_u64(&t, h->base);
        tby_text_char(&t, '+');
        tby_text_u64(&t, h->increment);
        rc = add_text(g, rc, "TimeControl", t);
    }
    if (h->reason)
        rc = add(g, rc, "Termination", tby_str_of(REASONS[h->reason]));
    return rc;
}

/* "?", "-", "????.??.??" and the like: the tag says nothing. */
static bool says_nothing(tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != '?' && s.p[i] != '-' && s.p[i] != '.' && s.p[i] != ' ' &&
            s.p[i] != ':')
            return false;
    return true;
}

static bool is_text(tby_text t, tby_str s)
{
    return tby_str_equal((tby_str){t.buf, t.len}, s);
}

bool tby_gamebin_holds_tag(const struct gamebin_head *h, tby_str name,
                           tby_str value)
{
    char buf[16];

    if (says_nothing(value) || tby_str_is(name, "White") ||
        tby_str_is(name, "Black"))
        return true;
    if (tby_str_is(name, "Result"))
        return tby_str_is(value, tby_result_text(h->result));
    if (tby_str_is(name, "Date") || tby_str_is(name, "UTCDate"))
        return is_text(date_text(h, buf, sizeof buf), value);
    if (tby_str_is(name, "UTCTime"))
        return is_text(time_text(h, buf, sizeof buf), value);
    if (tby_str_is(name, "WhiteElo") || tby_str_is(name, "BlackElo"))
        return read_elo(value) != 0;
    if (tby_str_is(name, "ECO"))
        return tby_str_equal((tby_str){h->eco, 3}, value);
    if (tby_str_is(name, "TimeControl"))
        return h->base || h->increment;
    if (tby_str_is(name, "Termination"))
        return read_reason(value) < GAMEBIN_REASONS;
    return false;
}

/* The format counts p1 n2 b3 r4 q5 k6. */
static unsigned code_of(tby_role role)
{
    static const uint8_t codes[8] = {
        [TBY_PAWN] = 1, [TBY_KNIGHT] = 2, [TBY_BISHOP] = 3,
        [TBY_ROOK] = 4, [TBY_QUEEN] = 5,  [TBY_KING] = 6};

    TBY_ASSERT(codes[role] || role == TBY_NO_ROLE);
    return codes[role];
}

struct gamebin_move tby_gamebin_encode(tby_pos *p, tby_move m)
{
    static const uint8_t low[8] = {
        [TBY_KNIGHT] = 0, [TBY_BISHOP] = 1, [TBY_ROOK] = 2, [TBY_QUEEN] = 3};
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    tby_role piece = tby_piece_role(tby_pos_at(p, from));
    tby_role becomes = tby_move_promotion(m);
    tby_role taken = tby_piece_role(tby_pos_at(p, to));
    unsigned color = p->turn;

    if (!tby_pos_is_capture(p, m))
        taken = TBY_NO_ROLE;
    else if (!taken) /* en passant */
        taken = TBY_PAWN;
    if (piece == TBY_KING && tby_pos_is_castling(p, m))
        to = castling_end(p->turn, to > from).king;
    /* Where a pawn promotes, the two low bits of the rank are free to say what
     * it becomes, because the high bit alone tells rank 1 from rank 8. */
    unsigned rank = (unsigned)tby_rank(to);
    if (becomes)
        rank = (rank & 4) | low[becomes];
    tby_pos_play(p, m);
    unsigned check = tby_pos_checkers(p) != 0;
    return (struct gamebin_move){
        .word = (uint16_t)(color << 15 | code_of(piece) << 12 |
                           (unsigned)tby_file(from) << 9 |
                           (unsigned)tby_rank(from) << 6 |
                           (unsigned)tby_file(to) << 3 | rank),
        .extra = (uint8_t)(check << 6 | code_of(taken) << 3)};
}

tby_move tby_gamebin_decode(const tby_pos *p, uint16_t word)
{
    static const tby_role become[4] = {TBY_KNIGHT, TBY_BISHOP, TBY_ROOK,
                                       TBY_QUEEN};
    tby_square from = tby_sq(word >> 9 & 7, word >> 6 & 7);
    int file = word >> 3 & 7, rank = word & 7;
    tby_piece piece = tby_pos_at(p, from);

    if (tby_piece_role(piece) == TBY_PAWN &&
        tby_rank(from) == (p->turn == TBY_WHITE ? 6 : 1))
        return tby_move_make(from, tby_sq(file, rank & 4 ? 7 : 0),
                             become[rank & 3]);
    tby_square to = tby_sq(file, rank);
    if (tby_piece_role(piece) == TBY_KING)
        to = tby_castling_target(p, from, to);
    return tby_move_make(from, to, TBY_NO_ROLE);
}

/* By annotation: none ? ?? ?! ! !? !! */
static const uint8_t NAGS[8] = {0, 2, 4, 6, 1, 5, 3, 0};

uint8_t tby_gamebin_nag(unsigned annotation)
{
    return NAGS[annotation & 7];
}

uint8_t tby_gamebin_annotation(unsigned nag)
{
    for (uint8_t i = 1; i < 7; i++)
        if (NAGS[i] == nag)
            return i;
    return 0;
}

uint32_t tby_gamebin_eval_word(const struct tby_raw_eval *e)
{
    int32_t mate = e->mate < -GAMEBIN_MATE_MAX  ? -GAMEBIN_MATE_MAX
                   : e->mate > GAMEBIN_MATE_MAX ? GAMEBIN_MATE_MAX
                                                : e->mate;
    float pawns = (float)e->pawns;
    uint32_t word;

    if (e->is_mate)
        return 0xFFFFFF00u | (uint8_t)mate;
    memcpy(&word, &pawns, sizeof word);
    return word;
}

bool tby_gamebin_eval(uint32_t word, struct tby_raw_eval *out)
{
    float pawns;

    if (word >> 8 == 0xFFFFFF) {
        int mate = (int)(word & 0xFF);
        *out = (struct tby_raw_eval){
            .is_mate = true,
            .mate = mate > GAMEBIN_MATE_MAX ? mate - 256 : mate};
        return mate != GAMEBIN_MATE_MAX + 1;
    }
    if ((word >> 23 & 0xFF) == 0xFF) /* an infinity or no number */
        return false;
    memcpy(&pawns, &word, sizeof pawns);
    *out = (struct tby_raw_eval){.pawns = (double)pawns};
    return true;
}
