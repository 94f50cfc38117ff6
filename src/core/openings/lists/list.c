#include "core/openings/lists/list.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "tabiya/fen.h"
#include "tabiya/san.h"

#include <string.h>

enum { MOVES, CODES, NAMES }; /* the columns; in the text, moves are last */
enum { TEXT_MOST = 4096, COUNT_MOST = '~' - '!' };

static const tby_str TITLE = {"tabiya openings 2\n", 18};

/* Where the word ends that begins at `at`, or after the space there. */
static size_t word_end(tby_str text, size_t at)
{
    TBY_ASSERT(at < text.n);
    do
        at++;
    while (at < text.n && text.p[at] != ' ');
    return at;
}

typedef struct list {
    const tby_openings *t;
    tby_alloc alloc;
    size_t n;
    uint32_t *order;
    tby_buf moves;  /* of all records */
    size_t *starts; /* in moves, n + 1 of them */
    tby_str sources[TBY_LIST_NAMES];
    size_t sources_n;
} list;

static tby_str moves_of(const list *l, uint32_t i)
{
    size_t n = l->starts[i + 1] - l->starts[i];

    return n ? (tby_str){l->moves.p + l->starts[i], n} : TBY_STR("");
}

static void add_moves(tby_buf *out, const tby_opening *o)
{
    char text[TBY_FEN_MAX > TBY_SAN_MAX ? TBY_FEN_MAX : TBY_SAN_MAX];
    tby_pos pos = tby_pos_start();

    if (!o->line) {
        tby_fen_write_pos(&o->pos, text, sizeof text);
        tby_buf_cstr(out, text);
        return;
    }
    for (uint32_t i = 0; i < o->plies; i++) {
        if (i)
            tby_buf_char(out, ' ');
        tby_san_write(&pos, o->line[i], text);
        tby_buf_cstr(out, text);
        tby_pos_play(&pos, o->line[i]);
    }
}

static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
    const list *l = ctx;

    return tby_str_compare(moves_of(l, a), moves_of(l, b)) < 0;
}

static tby_rc sort(list *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        l->starts[i] = l->moves.n;
        l->order[i] = i;
        add_moves(&l->moves, tby_openings_at(l->t, i));
    }
    l->starts[l->n] = l->moves.n;
    if (l->moves.rc == TBY_OK)
        tby_sort(l->order, l->n, comes_before, l);
    return l->moves.rc;
}

/* Name i of a record: its own, then its aliases. */
static tby_alias name_of(const tby_opening *o, size_t i)
{
    return i ? o->aliases[i - 1] : (tby_alias){o->source, o->name};
}

static size_t find_source(const list *l, tby_str source, size_t from)
{
    while (from < l->sources_n && !tby_str_equal(l->sources[from], source))
        from++;
    return from;
}

/* A column for every source, better ones first: a record's own name then comes
 * before its aliases. */
static void add_sources(list *l, const tby_opening *o)
{
    for (size_t i = 0; i <= o->aliases_n; i++) {
        tby_str source = name_of(o, i).source;
        unsigned rank = tby_source_rank(source);
        if (find_source(l, source, 0) < l->sources_n ||
            l->sources_n == TBY_LIST_NAMES)
            continue;
        size_t at = l->sources_n++;
        for (; at && tby_source_rank(l->sources[at - 1]) > rank; at--)
            l->sources[at] = l->sources[at - 1];
        l->sources[at] = source;
    }
}

/* The name that a record has in a column of names, p NULL if none.  Its names
 * keep their order, so that some sources need another column. */
static tby_str name_in(const list *l, const tby_opening *o, size_t column)
{
    size_t at = 0;

    for (size_t i = 0; i <= o->aliases_n && at <= column; i++) {
        tby_alias a = name_of(o, i);
        size_t found = find_source(l, a.source, at);
        if (found == column)
            return a.name;
        if (found < l->sources_n)
            at = found + 1;
    }
    return (tby_str){NULL, 0};
}

static void add_more_columns(list *l, const tby_opening *o)
{
    size_t at = 0;

    for (size_t i = 0; i <= o->aliases_n; i++) {
        tby_str source = name_of(o, i).source;
        size_t found = find_source(l, source, at);
        if (found == l->sources_n) {
            if (found == TBY_LIST_NAMES)
                continue; /* an alias that is left out */
            l->sources[l->sources_n++] = source;
        }
        at = found + 1;
    }
}

/* Takes "12." or "12..." off the end of the first *at bytes. */
static bool take_number(tby_str name, size_t *at, size_t number, size_t dots)
{
    size_t i = *at;

    for (; dots; dots--)
        if (!i || name.p[--i] != '.')
            return false;
    do
        if (!i || name.p[--i] != (char)('0' + number % 10))
            return false;
    while (number /= 10);
    *at = i;
    return true;
}

/* How many of the last moves the name ends with, numbered as Scid does; *left
 * are the bytes before them. */
static size_t moves_at_end(tby_str name, tby_str moves, size_t plies,
                           size_t *left)
{
    size_t found = 0, at = name.n, end = moves.n;

    *left = name.n;
    for (size_t k = 1; k <= plies && k <= COUNT_MOST; k++) {
        size_t ply = plies - k, start = end;
        while (start && moves.p[start - 1] != ' ')
            start--;
        size_t n = end - start;
        if (n > at || memcmp(name.p + at - n, moves.p + start, n) != 0)
            break;
        at -= n;
        bool white = ply % 2 == 0;
        if (take_number(name, &at, ply / 2 + 1, white ? 1 : 3)) {
            found = k;
            *left = at;
        } else if (white) {
            break;
        }
        if (!at || name.p[at - 1] != ' ')
            break;
        at--;
        end = start ? start - 1 : 0;
    }
    return found;
}

/* The text of a record in a column; false if it has none. */
static bool add_text(const list *l, size_t column, uint32_t i, tby_buf *out)
{
    const tby_opening *o = tby_openings_at(l->t, i);

    switch (column) {
    case MOVES:
        tby_buf_add(out, moves_of(l, i));
        return true;
    case CODES: {
        size_t n = strlen(o->code);
        bool same = n && strncmp(o->scid, o->code, n) == 0;
        tby_buf_join(out, o->code, o->eco_root ? "*" : "");
        if (o->scid[0]) {
            tby_buf_join(out, same ? " =" : " ", o->scid + (same ? n : 0));
        }
        return true;
    }
    default: {
        tby_str name = name_in(l, o, column - NAMES);
        if (name.p) {
            tby_str moves = moves_of(l, i);
            size_t plies = o->line ? o->plies : 0;
            size_t left, k = moves_at_end(name, moves, plies, &left);

            tby_buf_add(out, (tby_str){name.p, left});
            if (k || (name.n >= 2 && name.p[name.n - 2] == '~')) {
                tby_buf_char(out, '~');
                tby_buf_char(out, (char)('!' + k));
            }
        }
        return name.p != NULL;
    }
    }
}

static tby_rc put_column(const list *l, size_t column, tby_buf *out)
{
    tby_buf texts[2];
    size_t now = 0;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < 2; i++)
        tby_buf_init(&texts[i], &l->alloc, TEXT_MOST);
    if (column >= NAMES) {
        tby_buf_char(out, '=');
        tby_buf_add(out, l->sources[column - NAMES]);
        tby_buf_char(out, '\n');
    }
    for (size_t i = 0; i < l->n && rc == TBY_OK; i++) {
        tby_buf *text = &texts[now];
        tby_buf_clear(text);
        if (!add_text(l, column, l->order[i], text)) {
            tby_buf_cstr(out, " \n");
            continue;
        }
        rc = text->rc;
        if (text->n && memchr(text->p, '\n', text->n))
            rc = TBY_E_OPENING_FORMAT;
        now = 1 - now;
        /* The number of words that are those of the line before, the others. */
        tby_str before = tby_buf_str(&texts[now]), line = tby_buf_str(text);
        size_t words = 0, same = 0;
        while (words < COUNT_MOST && same < line.n && same < before.n) {
            size_t end = word_end(line, same);
            if (end != word_end(before, same) ||
                memcmp(line.p + same, before.p + same, end - same) != 0)
                break;
            same = end;
            words++;
        }
        if (same && same + 1 == line.n) /* a space at the end would be lost */
            same = words = 0;
        tby_buf_char(out, (char)('!' + words));
        tby_buf_add(out, tby_str_from(line, same ? same + 1 : 0));
        tby_buf_char(out, '\n');
    }
    tby_buf_char(out, '\n');
    for (size_t i = 0; i < 2; i++)
        tby_buf_free(&texts[i]);
    return rc == TBY_OK ? out->rc : rc;
}

tby_rc tby_openings_list_write(const tby_openings *t, tby_buf *out)
{
    list l = {
        .t = t, .alloc = tby_openings_alloc(t), .n = tby_openings_count(t)};

    tby_buf_init(&l.moves, &l.alloc, UINT32_MAX);
    l.order = tby_grow_new(&l.alloc, l.n + 1, sizeof *l.order);
    l.starts = tby_grow_new(&l.alloc, l.n + 1, sizeof *l.starts);
    tby_rc rc = l.order && l.starts ? sort(&l) : TBY_E_NOMEM;
    for (size_t i = 0; i < l.n && rc == TBY_OK; i++)
        add_sources(&l, tby_openings_at(t, l.order[i]));
    for (size_t i = 0; i < l.n && rc == TBY_OK; i++)
        add_more_columns(&l, tby_openings_at(t, l.order[i]));
    tby_buf_add(out, TITLE);
    for (size_t i = CODES; i < NAMES + l.sources_n && rc == TBY_OK; i++)
        rc = put_column(&l, i, out);
    if (rc == TBY_OK)
        rc = put_column(&l, MOVES, out);
    tby_grow_free(&l.alloc, l.starts, l.n + 1, sizeof *l.starts);
    tby_grow_free(&l.alloc, l.order, l.n + 1, sizeof *l.order);
    tby_buf_free(&l.moves);
    return rc;
}

bool tby_is_openings_list(tby_str text)
{
    return tby_str_starts(text, TITLE);
}

static tby_list_column *add_column(tby_list_reader *r)
{
    tby_list_column *c = &r->columns[r->n++];

    *c = (tby_list_column){.source = {"", 0}};
    tby_buf_init(&c->text, NULL, TEXT_MOST);
    tby_buf_init(&c->whole, NULL, TEXT_MOST);
    return c;
}

tby_rc tby_list_open(tby_list_reader *r, tby_str text)
{
    tby_list_column *c;
    tby_str line;

    r->n = 0;
    if (!tby_is_openings_list(text))
        return TBY_E_OPENING_FORMAT;
    text = tby_str_from(text, TITLE.n);
    add_column(r); /* for the moves */
    do {
        bool names = tby_str_starts(text, TBY_STR("="));
        if (r->n == NAMES + TBY_LIST_NAMES && names)
            return TBY_E_OPENING_FORMAT;
        c = r->n == CODES || names ? add_column(r) : &r->columns[MOVES];
        if (names) {
            tby_str_field(&text, '\n', &line);
            c->source = tby_str_from(line, 1);
        }
        c->rest = text;
        do
            if (!tby_str_field(&text, '\n', &line))
                return TBY_E_OPENING_FORMAT;
        while (line.n);
    } while (c != &r->columns[MOVES]);
    return text.n ? TBY_E_OPENING_FORMAT : TBY_OK;
}

void tby_list_close(tby_list_reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        tby_buf_free(&r->columns[i].text);
        tby_buf_free(&r->columns[i].whole);
    }
    r->n = 0;
}

/* The next line of a column; *none: it says that there is nothing.  TBY_DONE
 * after the last. */
static tby_rc next_text(tby_list_column *c, bool *none)
{
    tby_str line, before = tby_buf_str(&c->text);
    size_t n = 0;

    *none = false;
    if (!tby_str_field(&c->rest, '\n', &line) || !line.n)
        return TBY_DONE;
    *none = tby_str_is(line, " ");
    if (*none)
        return TBY_OK;
    if (line.p[0] < '!')
        return TBY_E_OPENING_FORMAT;
    for (int words = line.p[0] - '!'; words; words--) {
        if (n >= before.n)
            return TBY_E_OPENING_FORMAT;
        n = word_end(before, n);
    }
    c->text.n = n;
    line = tby_str_from(line, 1);
    if (n && line.n)
        tby_buf_char(&c->text, ' ');
    tby_buf_add(&c->text, line);
    return c->text.rc;
}

/* The name of a row whose moves these are, with those that it ends with. */
static tby_rc read_name(tby_list_column *c, tby_str moves)
{
    tby_str text = tby_buf_str(&c->text), word;
    size_t k = 0, words = 0;

    if (text.n >= 2 && text.p[text.n - 2] == '~') {
        k = (unsigned char)text.p[text.n - 1] - (size_t)'!';
        text.n -= 2;
    }
    for (tby_str rest = moves; tby_str_word(&rest, &word);)
        words++;
    if (k > words)
        return TBY_E_OPENING_FORMAT;
    tby_buf_clear(&c->whole);
    tby_buf_add(&c->whole, text);
    for (size_t i = 0; tby_str_word(&moves, &word); i++) {
        if (i + k < words)
            continue;
        bool first = i + k == words, white = i % 2 == 0;
        if (!first)
            tby_buf_char(&c->whole, ' ');
        if (first || white) {
            tby_buf_u64(&c->whole, i / 2 + 1);
            tby_buf_cstr(&c->whole, white ? "." : "...");
        }
        tby_buf_add(&c->whole, word);
    }
    return c->whole.rc;
}

tby_rc tby_list_next(tby_list_reader *r, tby_opening_row *row)
{
    tby_str moves = {"", 0};
    size_t names = 0, ended = 0;

    TBY_ASSERT(r->n >= NAMES);
    *row = (tby_opening_row){.layout = TBY_ROW_ANY, .start = true};
    for (size_t i = 0; i < r->n; i++) {
        tby_list_column *c = &r->columns[i];
        bool none;
        tby_rc rc = next_text(c, &none);

        if (rc == TBY_DONE) {
            ended++;
        } else if (rc != TBY_OK) {
            return rc;
        } else if (i == MOVES) {
            moves = tby_buf_str(&c->text);
        } else if (i == CODES) {
            tby_str rest = tby_buf_str(&c->text), code = {"", 0};

            tby_str_field(&rest, ' ', &code);
            row->eco_root = code.n && code.p[code.n - 1] == '*';
            code.n -= row->eco_root;
            tby_buf_clear(&c->whole);
            if (tby_str_starts(rest, TBY_STR("="))) {
                tby_buf_add(&c->whole, code);
                rest = tby_str_from(rest, 1);
            }
            tby_buf_add(&c->whole, rest);
            row->text[TBY_ROW_CODE] = code;
            row->text[TBY_ROW_SCID] = tby_buf_str(&c->whole);
            rc = c->whole.rc;
        } else if (!none) {
            rc = read_name(c, moves);
            r->names[names++] = (tby_alias){c->source, tby_buf_str(&c->whole)};
        }
        if (rc != TBY_OK && rc != TBY_DONE)
            return rc;
    }
    if (ended)
        return ended == r->n ? TBY_DONE : TBY_E_OPENING_FORMAT;

    bool fen = moves.n && memchr(moves.p, '/', moves.n);
    row->text[fen ? TBY_ROW_FEN : TBY_ROW_MOVES] = moves;
    if (names) {
        row->text[TBY_ROW_SOURCE] = r->names[0].source;
        row->text[TBY_ROW_NAME] = r->names[0].name;
        row->aliases = r->names + 1;
        row->aliases_n = names - 1;
    }
    return TBY_OK;
}
