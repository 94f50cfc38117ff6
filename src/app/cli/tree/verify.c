/* verify.c - tabiya tree verify: is a tree what it should be? */
#include "app/cli/commands.h"
#include "app/cli/tree/cmd_tree.h"
#include "core/ctree/ctree_check.h"

typedef struct verify {
    const tby_cli_call *call;
    tby_ctree_tally tally;
    tby_ctree_identity identity;
} verify;

/* --- the report -----------------------------------------------------------*/

static void print_text(const verify *v, const tby_ctree_files *f)
{
    const tby_ctree *t = &f->tree;

    tby_cli_put_clean(stdout, tby_str_of(tby_cli_file_name(v->call->args[0])));
    printf("\nNodes       %zu\n", t->nodes_n);
    printf("Dialect     %s\n", tby_cli_tree_dialect(t->dialect));
    printf("Form        %s\n", f->folder ? "folders" : "packed");
    printf("Identity    %s\n", tby_cli_tree_identity_name(v->identity));
    printf("Moves       %s\n", t->partial ? "some" : "all");
    printf("Deviations  %llu\n", (unsigned long long)v->tally.n);
    for (size_t i = 0; i < v->tally.kinds_n; i++)
        printf("  %-22s %llu\n", tby_rc_name(v->tally.kinds[i].code),
               (unsigned long long)v->tally.kinds[i].n);
}

static int print_json(const verify *v, const tby_ctree_files *f)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "file", tby_cli_file_name(v->call->args[0]));
    tby_jsonw_put_u64(w, "nodes", f->tree.nodes_n);
    tby_jsonw_put_cstr(w, "dialect", tby_cli_tree_dialect(f->tree.dialect));
    tby_jsonw_put_cstr(w, "form", f->folder ? "folders" : "packed");
    tby_jsonw_put_cstr(w, "identity", tby_cli_tree_identity_name(v->identity));
    tby_jsonw_put_bool(w, "partial", f->tree.partial);
    tby_jsonw_put_u64(w, "deviations", v->tally.n);
    tby_jsonw_put_u64(w, "warnings", v->tally.warnings);
    tby_jsonw_key(w, "kinds");
    tby_jsonw_object(w);
    for (size_t i = 0; i < v->tally.kinds_n; i++)
        tby_jsonw_put_u64(w, tby_rc_name(v->tally.kinds[i].code),
                          v->tally.kinds[i].n);
    tby_jsonw_object_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the work -------------------------------------------------------------*/

static tby_rc check(verify *v, tby_ctree_files *f,
                    const tby_ctree_load_job *job)
{
    tby_ctree_relay relay = {f, job};
    tby_ctree_listener listener = tby_ctree_relay_of(&relay);
    tby_rc rc = TBY_OK;

    if (!tby_cli_value(v->call, "identity"))
        rc = tby_ctree_guess(&f->tree, &v->identity);
    return rc == TBY_OK ? tby_ctree_check(&f->tree, v->identity, &listener)
                        : rc;
}

static int finish(verify *v, const tby_ctree_files *f, tby_rc rc)
{
    if (rc != TBY_OK)
        return tby_cli_tree_failed(v->call->args[0], rc);
    int code = v->tally.n ? TBY_EXIT_MALFORMED : TBY_EXIT_OK;
    if (v->call->json)
        return tby_cli_worse_exit(code, print_json(v, f));
    print_text(v, f);
    return code;
}

static int run(const tby_cli_call *call)
{
    static verify v; /* large, and there is one */
    tby_ctree_files f;

    v = (verify){.call = call};
    v.identity = tby_cli_tree_identity(call);
    if (!tby_cli_tree_tally_open(&v.tally, call))
        return TBY_EXIT_USAGE;
    tby_ctree_load_job job = tby_cli_tree_load_job(&v.tally, call->args[0]);
    tby_rc rc = tby_ctree_load(&f, &job);
    if (rc == TBY_OK)
        rc = check(&v, &f, &job);
    tby_cli_tree_tally_done(&v.tally);
    int code = finish(&v, &f, rc);
    tby_ctree_files_free(&f);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_CTREE_IDENTITY(
        "when two nodes are the same (default: what fits better)"),
    TBY_CTREE_MAX_ERRORS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya tree verify ply3.tree", "a tree in one file"},
    {"tabiya tree verify --json chesstree", "one in folders"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_tree_verify = {
    .noun = "tree",
    .verb = "verify",
    .args = "TREE",
    .summary = "say what is wrong with a tree",
    .about =
        "Reads a tree of either dialect, in one file or in folders, and names "
        "everything that is not as docs/formats/tree.md has it by file, line "
        "and column: numbers that breadth first does not give, positions that "
        "the moves do not lead to, moves that are missing, not legal, not in "
        "order or not in their shortest form, parents that are missing or do "
        "not exist, endings that the position refutes, marks that are not what "
        "the tree proves, and marks of a node and of the moves to it that do "
        "not agree.\n\n"
        "A move may lead to a number behind the last node: it stands for a "
        "position that is not in the tree. A tree whose root has the comment "
        "'partial tree' may lack moves.\n\n"
        "The exit code is 0 if there is nothing to say, 3 if there is a "
        "deviation, and 2 if the tree cannot be read.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
