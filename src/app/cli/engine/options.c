/* options.c - which engine a command asks, and how; tabiya engine list: the
 * engines that are there and what can be set. */
#include "app/cli/commands.h"
#include "app/cli/engine/engine.h"
#include "core/base/str.h"
#include "io/system/process.h"

#include <limits.h>
#include <string.h>

enum { MS_MOST = 86400000 }; /* a day */

bool tby_cli_engine_limit(const tby_cli_call *call, unsigned depth,
                          tby_engine_limit *out)
{
    unsigned nodes = 0;

    if (!tby_cli_number_of(call, "depth", 1, TBY_ENGINE_DEPTH, &out->depth) ||
        !tby_cli_number_of(call, "nodes", 1, UINT_MAX, &nodes) ||
        !tby_cli_number_of(call, "time", 1, MS_MOST, &out->ms))
        return false;
    out->nodes = nodes;
    if (!out->depth && !nodes && !out->ms)
        out->depth = depth;
    return true;
}

void tby_cli_engine_set(tby_cli_engine *e, const char *name, tby_str value)
{
    if (e->n < sizeof e->options / sizeof *e->options)
        e->options[e->n++] = (tby_engine_choice){tby_str_of(name), value};
    e->settings.options = e->options;
    e->settings.options_n = e->n;
}

int tby_cli_engine_open(tby_cli_engine *e, const tby_cli_call *call,
                        const char *engine)
{
    *e = (tby_cli_engine){.name = engine};
    tby_rc rc = tby_profiles_read(&e->profiles);
    if (rc != TBY_OK) {
        const tby_profiles *p = &e->profiles;
        tby_cli_print_finding(
            &(tby_cli_finding){.severity = TBY_ERROR,
                               .file = p->file,
                               .place = p->place,
                               .name = tby_rc_name(rc),
                               .text = p->why ? p->why : tby_rc_text(rc)});
        return tby_cli_exit_of_file(rc);
    }

    tby_cli_engine_set(e, "Threads", tby_str_of("1"));
    const tby_profile *p =
        engine ? tby_profiles_find(&e->profiles, engine) : NULL;
    if (p) {
        e->name = p->path;
        for (size_t i = 0; i < p->options_n; i++)
            e->options[e->n++] = p->options[i];
    }
    for (size_t i = 0; i < call->many_n; i++) {
        const char *equals = strchr(call->many[i], '=');
        tby_str name = tby_str_of(call->many[i]);
        tby_engine_choice *o = &e->options[e->n++];

        if (equals)
            name.n = (size_t)(equals - call->many[i]);
        if (name.n == 0)
            return TBY_CLI_USAGE(call, "--option must be NAME=VALUE, not '%s'.",
                                 call->many[i]);
        *o = (tby_engine_choice){name, tby_str_of(equals ? equals + 1 : "")};
    }
    e->settings.options_n = e->n;
    return TBY_EXIT_OK;
}

void tby_cli_engine_close(tby_cli_engine *e)
{
    tby_profiles_free(&e->profiles);
}

int tby_cli_engine_failed(const char *path, const tby_engine_failure *f)
{
    char sentence[TBY_ENGINE_REFUSAL];

    tby_engine_explain(f, sentence, sizeof sentence);
    tby_cli_diag_file(path, sentence, tby_rc_name(f->code));
    return tby_cli_exit_of(f->code);
}

int tby_cli_engine_find(const tby_cli_engine *e, char *buf, size_t cap)
{
    tby_rc rc = tby_engine_find(e->name, buf, cap);
    tby_engine_failure none = tby_engine_unstarted(rc);

    return rc == TBY_OK
               ? TBY_EXIT_OK
               : tby_cli_engine_failed(e->name ? e->name : "engine", &none);
}

/* UCI engines as they are usually installed; others are named. */
static const char *const USUAL[] = {
    "stockfish", "fairy-stockfish", "lc0",      "berserk", "ethereal",
    "fruit",     "toga2",           "glaurung", "komodo",  "rubichess"};

typedef struct list {
    const tby_cli_call *call;
    size_t shown;
    tby_engine engine;
} list;

static void put_text(const tby_engine_options *o, const tby_engine_option *at)
{
    tby_str standard = tby_engine_option_text(o, at->standard), rest, one;

    printf("  %-22.*s ", (int)at->name.n, o->words + at->name.at);
    rest = tby_engine_option_text(o, at->list);
    switch (at->type) {
    case TBY_OPTION_SPIN:
        printf("%lld to %lld", (long long)at->min, (long long)at->max);
        break;
    case TBY_OPTION_CHECK:
        fputs("true or false", stdout);
        break;
    case TBY_OPTION_COMBO:
        for (bool first = true; tby_engine_option_next(&rest, &one);
             first = false)
            printf("%s%.*s", first ? "" : ", ", (int)one.n, one.p);
        break;
    case TBY_OPTION_BUTTON:
    case TBY_OPTION_STRING:
    case TBY_OPTION_TYPES:
        fputs(tby_engine_option_type_name(at->type), stdout);
        break;
    }
    if (standard.n)
        printf(", default %.*s", (int)standard.n, standard.p);
    putchar('\n');
}

static void put_json(tby_jsonw *w, const tby_engine_options *o,
                     const tby_engine_option *at)
{
    tby_str rest = tby_engine_option_text(o, at->list), one;

    tby_jsonw_object(w);
    tby_jsonw_put_str(w, "name", tby_engine_option_text(o, at->name));
    tby_jsonw_put_cstr(w, "type", tby_engine_option_type_name(at->type));
    if (at->type != TBY_OPTION_BUTTON)
        tby_jsonw_put_str(w, "default",
                          tby_engine_option_text(o, at->standard));
    if (at->type == TBY_OPTION_SPIN) {
        tby_jsonw_key(w, "min");
        tby_jsonw_i64(w, at->min);
        tby_jsonw_key(w, "max");
        tby_jsonw_i64(w, at->max);
    }
    if (at->type == TBY_OPTION_COMBO) {
        tby_jsonw_put_array(w, "values");
        while (tby_engine_option_next(&rest, &one))
            tby_jsonw_str(w, one);
        tby_jsonw_array_end(w);
    }
    tby_jsonw_object_end(w);
}

static int print_engine(list *l, const char *profile, const char *path)
{
    const tby_engine *e = &l->engine;

    if (!l->call->json) {
        printf("%s%s%s%s\n", l->shown++ ? "\n" : "", profile ? profile : "",
               profile ? "  " : "", path);
        printf("  %s%s%s\n", e->name, e->author[0] ? " by " : "", e->author);
        for (size_t i = 0; i < e->options.n; i++)
            put_text(&e->options, &e->options.at[i]);
        return TBY_EXIT_OK;
    }
    tby_jsonw *w = tby_cli_json_object();
    tby_jsonw_put_cstr(w, "profile", profile);
    tby_jsonw_put_cstr(w, "path", path);
    tby_jsonw_put_cstr(w, "name", e->name);
    tby_jsonw_put_cstr(w, "author", e->author);
    tby_jsonw_put_array(w, "options");
    for (size_t i = 0; i < e->options.n; i++)
        put_json(w, &e->options, &e->options.at[i]);
    tby_jsonw_array_end(w);
    return tby_cli_json_object_end();
}

/* Starts the engine, which is all it takes to know its options. */
static int show_engine(list *l, const char *name)
{
    static tby_cli_engine choice; /* large, and one at a time */
    tby_engine_event event;
    char path[PATH_MAX];
    int code = tby_cli_engine_open(&choice, l->call, name);
    bool profile = tby_profiles_find(&choice.profiles, name) != NULL;

    if (code == TBY_EXIT_OK)
        code = tby_cli_engine_find(&choice, path, sizeof path);
    if (code == TBY_EXIT_OK) {
        choice.settings.path = path;
        tby_rc rc = tby_engine_start(&l->engine, &choice.settings);
        while (rc == TBY_OK && (rc = tby_engine_next(&l->engine, 1, &event)) ==
                                   TBY_E_IO_TIMEOUT)
            rc = TBY_OK;
        code = rc != TBY_OK ? tby_cli_engine_failed(path, &l->engine.failure)
                            : print_engine(l, profile ? name : NULL, path);
        tby_engine_close(&l->engine);
    }
    tby_cli_engine_close(&choice);
    return code;
}

static int engine_list(const tby_cli_call *call)
{
    static list l; /* large, and there is one */
    static tby_cli_engine all;
    char path[PATH_MAX];
    int code = tby_cli_engine_open(&all, call, NULL);
    bool any = code == TBY_EXIT_OK && call->n == 0;

    l = (list){.call = call};
    for (size_t i = 0; i < call->n; i++)
        code = tby_cli_worse_exit(code, show_engine(&l, call->args[i]));
    for (size_t i = 0; any && i < all.profiles.n; i++)
        code =
            tby_cli_worse_exit(code, show_engine(&l, all.profiles.at[i].name));
    for (size_t i = 0; any && i < sizeof USUAL / sizeof *USUAL; i++)
        if (!tby_profiles_find(&all.profiles, USUAL[i]) &&
            tby_program_find(USUAL[i], path, sizeof path) == TBY_OK)
            code = tby_cli_worse_exit(code, show_engine(&l, USUAL[i]));
    tby_cli_engine_close(&all);
    return code;
}

const tby_cli_command tby_cmd_engine_list = {
    TBY_CLI_SYNOPSIS("engine", "list", "[ENGINE...]",
                     "list engines and the options that can be set"),
    .about =
        "Starts the engines of engines.json and those that are installed under "
        "a usual name, or the ones that are named, and prints for each its "
        "path, its name and author, and the options it has with their ranges "
        "and defaults. An engine that does not start, or does not take the "
        "options of its profile, is reported and costs only itself; the exit "
        "code is 2 then.",
    TBY_CLI_EXAMPLES(
        {"tabiya engine list", "all that are found, with their options"},
        {"tabiya --json engine list stockfish | jq -r .options[].name",
         "the names of the options of one"}),
    .run = engine_list,
};
