/* commands.c - the table of commands: help, completion and both faces follow
 * from it. */
#include "app/console/console.h"
#include "core/base/num.h"
#include "io/system/file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static tby_rc do_help(console *c, tby_str args);
static tby_rc do_quit(console *c, tby_str args);

static const console_command HELP[] = {
    {"help", "[COMMAND]", "list the commands, or explain one",
     "'help keys' lists the keys of the full screen.", do_help, 0, false},
    {"quit", "", "leave",
     "What was not saved is kept and comes back next time.", do_quit, 0, false},
    {.name = NULL},
};

static const console_command *const TABLES[] = {
    tby__con_walk,  tby__con_look,  tby__con_ask,
    tby__con_drill, tby__con_files, HELP,
};

/* The command of a number, NULL after the last. */
static const console_command *command(size_t n)
{
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++)
        for (const console_command *k = TABLES[i]; k->name; k++)
            if (n-- == 0)
                return k;
    return NULL;
}

tby_rc tby__con_fail(console *c, tby_rc rc, tby_str blame, const char *format,
                     ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(c->why, sizeof c->why, format, list);
    va_end(list);
    c->rc = rc;
    c->about[0] = '\0';
    c->at_byte = 0;
    if (blame.p && blame.p >= c->text.p && blame.p <= c->text.p + c->text.n)
        c->at_byte = (size_t)(blame.p - c->text.p);
    return rc;
}

tby_rc tby__con_refuse(console *c, tby_rc rc)
{
    return tby__con_fail(c, rc, (tby_str){NULL, 0}, "%s", tby_rc_text(rc));
}

tby_rc tby__con_fail_file(console *c, const char *path, tby_rc rc,
                          const char *why)
{
    (void)tby__con_fail(c, rc, (tby_str){NULL, 0}, "%s",
                        *why ? why : tby_rc_text(rc));
    snprintf(c->about, sizeof c->about, "%s", path);
    return rc;
}

bool tby__con_number(console *c, tby_str args, uint64_t most, uint64_t *out)
{
    *out = 1;
    if (!args.n || tby_num_u64(args, 1, most, out, NULL) == TBY_OK)
        return true;
    (void)tby__con_fail(c, TBY_E_NUMBER, args,
                        "'%.*s' is not a number in range.",
                        (int)(args.n < 60 ? args.n : 60), args.p);
    return false;
}

/* The command that a word means: its name, or how it alone begins. */
static const console_command *find(tby_str word, size_t *hits)
{
    const console_command *found = NULL, *k;

    *hits = 0;
    for (size_t i = 0; (k = command(i)) != NULL; i++) {
        if (tby_str_is(word, k->name)) {
            *hits = 1;
            return k;
        }
        if (word.n && tby_str_starts(tby_str_of(k->name), word)) {
            found = k;
            ++*hits;
        }
    }
    return found;
}

static bool is_move(const console *c, tby_str word)
{
    tby_move m;

    while (word.n && (tby_is_digit(word.p[0]) || word.p[0] == '.'))
        word = tby_str_from(word, 1);
    tby_rc rc =
        tby_san_parse(tby__con_pos(c), word, TBY_SAN_TOLERANT, &m, NULL);
    return word.n == 0 || rc == TBY_OK || rc != TBY_E_SAN_SYNTAX;
}

tby_rc tby__con_run(console *c, tby_str line)
{
    tby_str rest, word;
    size_t hits;

    /* the line stays while a list of games needs it */
    tby_buf_clear(&c->line);
    tby_buf_add(&c->line, line);
    tby_buf_char(&c->line, '\0');
    c->rc = c->line.rc;
    if (c->rc != TBY_OK)
        return tby__con_fail(c, c->rc, (tby_str){NULL, 0}, "%s",
                             tby_rc_text(c->rc));
    c->text = rest = (tby_str){c->line.p, line.n};
    if (!tby_str_word(&rest, &word) || word.p[0] == '#')
        return TBY_OK;
    const console_command *k =
        find(tby_str_is(word, "save!") ? TBY_STR("save") : word, &hits);
    bool whole = k && (word.n == strlen(k->name) || tby_str_is(word, "save!"));
    if (!whole && is_move(c, word))
        return tby__con_play(c, c->text);
    /* the game is put aside while a drill asks: what would change it waits */
    if (hits == 1 && c->drill && k->game)
        return tby__con_fail(c, TBY_E_USAGE, word,
                             "A drill is on: 'drill stop' ends it.");
    c->command = k;
    if (hits == 1)
        return k->run(c, tby_str_trim(rest));
    if (hits)
        return tby__con_fail(c, TBY_E_USAGE, word,
                             "'%.*s' may be %zu commands: 'help' lists them.",
                             (int)word.n, word.p, hits);
    return tby__con_fail(c, TBY_E_USAGE, word,
                         "'%.*s' is neither a command nor a move: 'help' lists "
                         "the commands, 'moves' the moves.",
                         (int)(word.n < 60 ? word.n : 60), word.p);
}

static tby_rc do_help(console *c, tby_str args)
{
    const console_command *k;
    size_t hits;

    if (tby_str_is(args, "keys")) {
        tby__con_print_keys(c->out);
        return TBY_OK;
    }
    if (args.n) {
        k = find(args, &hits);
        if (hits != 1)
            return tby__con_fail(c, TBY_E_USAGE, args,
                                 "There is no command '%.*s'.",
                                 (int)(args.n < 60 ? args.n : 60), args.p);
        fprintf(c->out, "%s%s%s - %s\n", k->name, *k->args ? " " : "", k->args,
                k->summary);
        if (*k->about)
            tby_print_wrap(c->out, k->about, 2, 0);
        return TBY_OK;
    }
    for (size_t i = 0; (k = command(i)) != NULL; i++) {
        char heading[64];
        snprintf(heading, sizeof heading, "%s%s%s", k->name,
                 *k->args ? " " : "", k->args);
        fprintf(c->out, "%-32s %s\n", heading, k->summary);
    }
    fputs("Everything else is a move: e4, Nf3, e7e8q, or several.\n", c->out);
    return TBY_OK;
}

static tby_rc do_quit(console *c, tby_str args)
{
    (void)args;
    c->quit = true;
    return TBY_OK;
}

static bool any_name(const char *name)
{
    (void)name;
    return true;
}

/* One that may stand there, each on a line. */
static void offer(tby_buf *out, tby_str begun, const char *text)
{
    if (!tby_str_starts(tby_str_of(text), begun))
        return;
    tby_buf_add(out, tby_str_of(text));
    tby_buf_char(out, '\n');
}

static void offer_files(tby_buf *out, tby_str path)
{
    char folder[PATH_MAX];
    tby_folder files = {NULL, 0, 0};
    size_t slash = path.n;

    while (slash && path.p[slash - 1] != '/')
        slash--;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash ? slash : 1),
             slash ? path.p : ".");
    if (tby_folder_list(&files, folder, any_name) != TBY_OK)
        return;
    for (size_t i = 0; i < files.n; i++)
        offer(out, path, files.paths[i] + (slash ? 0 : strlen("./")));
    tby_folder_free(&files);
}

static void offer_players(console *c, tby_buf *out, tby_str begun)
{
    char name[CONSOLE_MORE];
    tby_players_answer found;

    snprintf(name, sizeof name, "%.*s*", (int)begun.n, begun.p);
    if (!c->dbs_n ||
        tby_store_players(tby__con_db(c)->store, tby_str_of(name), NULL, 0,
                          CONSOLE_OFFERS, &found) != TBY_OK)
        return;
    for (size_t i = 0; i < found.n; i++)
        offer(out, (tby_str){NULL, 0}, found.rows[i].name);
    tby_players_free(&found);
}

size_t tby__con_find_openings(console *c, tby_str text, tby_search_hit *out,
                              size_t room)
{
    size_t found = 0;

    if (!c->search &&
        tby_search_open(&c->search, c->options->names, NULL) != TBY_OK)
        return 0;
    if (tby_search_find(c->search, text, TBY_SEARCH_COMPLETE, out, room,
                        &found) != TBY_OK)
        return 0;
    return found < room ? found : room;
}

static void offer_openings(console *c, tby_buf *out, tby_str begun)
{
    tby_search_hit hits[CONSOLE_OFFERS];
    size_t n = tby__con_find_openings(c, begun, hits, CONSOLE_OFFERS);

    for (size_t i = 0; i < n; i++) {
        tby_opening o;
        tby_names_peek(c->options->names, hits[i].entry, &o);
        tby_buf_add(out, o.name);
        tby_buf_char(out, '\n');
    }
}

/* What may stand where a line ends; *from is the byte where that begins.  Names
 * of players and openings have spaces: the rest of the line is one. */
static void offer_all(console *c, tby_str line, size_t *from, tby_buf *out)
{
    tby_str rest = line, first = {NULL, 0}, word;
    const console_command *k;
    tby_moves moves;

    tby_str_word(&rest, &first);
    *from = line.n;
    while (*from && !tby_is_space(line.p[*from - 1]))
        --*from;
    word = tby_str_from(line, *from);
    bool player = tby_str_is(first, "player");
    if (*from && (player || tby_str_is(first, "name"))) {
        word = tby_str_trim(rest);
        *from = word.n ? (size_t)(word.p - line.p) : line.n;
        (player ? offer_players : offer_openings)(c, out, word);
    } else if (*from &&
               (tby_str_is(first, "load") || tby_str_is(first, "save") ||
                tby_str_is(first, "save!") || tby_str_is(first, "book"))) {
        offer_files(out, word);
    }
    bool help = *from && tby_str_is(first, "help");
    for (size_t i = 0; (*from == 0 || help) && (k = command(i)) != NULL; i++)
        offer(out, word, k->name);
    tby_moves_legal(tby__con_pos(c), &moves);
    for (size_t i = 0; *from == 0 && i < moves.n; i++) {
        char san[TBY_SAN_MAX];
        tby_san_write(tby__con_pos(c), moves.at[i], san);
        offer(out, word, san);
    }
}

size_t tby__con_complete(console *c, tby_str line, size_t *from, FILE *list,
                         char text[CONSOLE_MORE])
{
    size_t n = 0;
    tby_str first = {NULL, 0}, other;
    tby_buf all;

    tby_buf_init(&all, NULL, CONSOLE_TEXT_MOST);
    offer_all(c, line, from, &all);
    tby_str rest = tby_buf_str(&all);
    for (; rest.n && tby_str_field(&rest, '\n', &other); n++) {
        size_t same = 0;
        if (list)
            fprintf(list, "%.*s%s", (int)other.n, other.p,
                    memchr(other.p, ' ', other.n) ? "\n" : "  ");
        while (n && same < first.n && same < other.n &&
               first.p[same] == other.p[same])
            same++;
        first = n ? (tby_str){first.p, same} : other;
    }
    /* what is typed stays if nothing that all have in common is longer */
    tby_str typed = tby_str_from(line, *from);
    if (first.n < typed.n + (n != 1))
        first = typed;
    snprintf(text, CONSOLE_MORE, "%.*s%s", (int)first.n, first.p,
             n == 1 ? " " : "");
    tby_buf_free(&all);
    return n;
}
