/* test_ctree_load.c - trees in files and folders, those of the shared data
 * among them. */
#define _GNU_SOURCE /* mkdtemp() */
#include "core/ctree/ctree.h"
#include "io/system/file.h"
#include "io/system/folders.h"
#include "support/data.h"
#include "unit/ctree/ctree.h"
#include "work/ctree/file.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- what is told ---------------------------------------------------------*/

typedef struct noted {
    unsigned n, by_code[1100];
    char first[400], last[400];
} noted;

static void note(void *ctx, const tby_finding *n)
{
    noted *t = ctx;
    char *text = t->n++ ? t->last : t->first;

    assert_true(n->code < 0 && n->code > -1100);
    assert_true(n->file && n->file[0]);
    t->by_code[-n->code]++;
    snprintf(text, sizeof t->first, "%s:%zu:%zu %s", n->file, n->place.line,
             n->place.column, tby_rc_name(n->code));
}

/* Reads and checks; returns the number of nodes. */
static size_t verify(const char *path, noted *out, tby_ctree_identity *identity)
{
    tby_ctree_files f;
    tby_ctree_load_job job = {.path = path, .notice = note, .ctx = out};
    tby_ctree_relay relay = {&f, &job};
    tby_ctree_listener listener = tby_ctree_relay_of(&relay);

    memset(out, 0, sizeof *out);
    assert_int_equal(tby_ctree_load(&f, &job), TBY_OK);
    assert_int_equal(tby_ctree_guess(&f.tree, identity), TBY_OK);
    assert_int_equal(tby_ctree_check(&f.tree, *identity, &listener), TBY_OK);
    size_t n = f.tree.nodes_n;
    tby_ctree_files_free(&f);
    return n;
}

/* --- shared data ----------------------------------------------------------*/

static const char *shared(const char *name, char path[512])
{
    const char *root = getenv("TBY_SHARED");
    tby_file_info info;

    snprintf(path, 512, "%s/data/tree/%s", root ? root : "../shared", name);
    return tby_file_look(path, &info) == TBY_OK ? path : NULL;
}

/* Counted by hand from the files: 216 pawn moves in the legacy form and one
 * capture that is longer than need be; the rest is explained in place. */
static void hand_written(void **state)
{
    char path[512];
    noted n;
    tby_ctree_identity identity;

    (void)state;
    if (!shared("chesstree_v1_hand", path)) {
        skip_without_shared(1);
        return;
    }
    assert_int_equal(verify(path, &n, &identity), 64);
    assert_int_equal(n.by_code[-TBY_E_TREE_FORM], 217);
    assert_int_equal(n.by_code[-TBY_E_TREE_ID], 1);     /* "#50, 6" */
    assert_int_equal(n.by_code[-TBY_E_TREE_BLANK], 2);  /* behind #63 */
    assert_int_equal(n.by_code[-TBY_E_TREE_NUMBER], 1); /* 1234 for 1233 */
    assert_int_equal(n.by_code[-TBY_E_TREE_TRANSPOSES], 6);
    assert_int_equal(n.by_code[-TBY_E_TREE_FROM_MISSING], 43); /* #21 to #63 */
    assert_int_equal(n.n, 270);
}

static void later_dialect(void **state)
{
    char path[512];
    noted n;
    tby_ctree_identity identity;

    (void)state;
    if (!shared("chesstree_v2_sample", path)) {
        skip_without_shared(1);
        return;
    }
    assert_int_equal(verify(path, &n, &identity), 40);
    assert_int_equal(identity, TBY_CTREE_EXACT);
    CHECK(n.n == 0, "%s", n.first);
}

/* --- folders of our own ---------------------------------------------------*/

typedef struct place {
    char root[64];
    char path[256];
} place;

static place *new_place(void)
{
    static place p;

    snprintf(p.root, sizeof p.root, "/tmp/tby-tree-XXXXXX");
    assert_non_null(mkdtemp(p.root));
    return &p;
}

static const char *in(place *p, const char *name)
{
    snprintf(p->path, sizeof p->path, "%s/%s", p->root, name);
    return p->path;
}

static void put(place *p, const char *name, const char *text)
{
    FILE *f = fopen(in(p, name), "wb");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static uint64_t grow(place *p, const char *name, unsigned depth, bool folders,
                     tby_ctree_identity identity)
{
    tby_ctree_write_sum sum;
    tby_ctree_write_job job = {.path = in(p, name),
                               .folders = folders,
                               .tree = {.root = tby_pos_start(),
                                        .depth = depth,
                                        .identity = identity,
                                        .max = 10000}};

    assert_int_equal(tby_ctree_write(&job, &sum), TBY_OK);
    return sum.bytes;
}

/* The 421 nodes that were made by the rules are made byte for byte. */
static void canonical_bytes(void **state)
{
    char path[512], command[1200];
    place *p = new_place();

    (void)state;
    if (!shared("chesstree_v1_canonical", path)) {
        skip_without_shared(1);
        return;
    }
    grow(p, "tree", 2, true, TBY_CTREE_EXACT);
    snprintf(command, sizeof command, "diff -r %s %s", in(p, "tree"), path);
    assert_int_equal(system(command), 0);
    tby_folders_remove(p->root);
}

/* The same nodes in both forms. */
static void packed_and_folders(void **state)
{
    place *p = new_place();
    tby_ctree_files a, b;
    tby_ctree_load_job job = {.path = NULL};
    tby_buf x, y;

    (void)state;
    assert_int_equal(grow(p, "packed.tree.gz", 2, false, TBY_CTREE_POSITION),
                     grow(p, "folders", 2, true, TBY_CTREE_POSITION));
    job.path = in(p, "packed.tree.gz");
    assert_int_equal(tby_ctree_load(&a, &job), TBY_OK);
    job.path = in(p, "folders");
    assert_int_equal(tby_ctree_load(&b, &job), TBY_OK);
    write_tree(&a.tree, &x);
    write_tree(&b.tree, &y);
    assert_int_equal(x.n, y.n);
    assert_memory_equal(x.p, y.p, x.n);
    tby_buf_free(&x);
    tby_buf_free(&y);
    tby_ctree_files_free(&a);
    tby_ctree_files_free(&b);
    tby_folders_remove(p->root);
}

/* Links to themselves and to what is above, pipes, names that are no numbers,
 * nodes in the wrong place, folders that nobody may read. */
static void hostile_folders(void **state)
{
    place *p = new_place();
    noted n;
    tby_ctree_identity identity;
    char other[300];

    (void)state;
    grow(p, "t", 1, true, TBY_CTREE_POSITION);
    assert_int_equal(verify(in(p, "t"), &n, &identity), 21);
    CHECK(n.n == 0, "%s", n.first);
    assert_int_equal(symlink("..", in(p, "t/0/30")), 0);
    assert_int_equal(symlink("info.txt", in(p, "t/0/1/info")), 0);
    assert_int_equal(mkfifo(in(p, "t/0/2/info"), 0600), 0);
    assert_int_equal(mkdir(in(p, "t/0/01"), 0700), 0);
    assert_int_equal(mkdir(in(p, "t/0/one"), 0700), 0);
    put(p, "t/0/one/info.txt", FORCED);
    put(p, "t/0/notes.txt", "x");
    assert_int_equal(verify(in(p, "t"), &n, &identity), 21);
    assert_int_equal(n.by_code[-TBY_E_TREE_FOLDER], 6);
    assert_int_equal(n.n, 6);
    /* a node in the folder of another, and one under the wrong parent */
    snprintf(other, sizeof other, "%s", in(p, "t/0/3"));
    assert_int_equal(rename(other, in(p, "t/0/99")), 0);
    snprintf(other, sizeof other, "%s", in(p, "t/0/4"));
    assert_int_equal(rename(other, in(p, "t/0/5/4")), 0);
    assert_int_equal(verify(in(p, "t"), &n, &identity), 21);
    assert_int_equal(n.by_code[-TBY_E_TREE_FOLDER], 8);
    tby_folders_remove(p->root);
}

static void one_file_after_another(void **state)
{
    place *p = new_place();
    noted n;
    tby_ctree_identity identity;
    tby_ctree_files f;
    tby_ctree_load_job job = {.notice = note, .ctx = &n};

    (void)state;
    put(p, "empty", "");
    assert_int_equal(verify(in(p, "empty"), &n, &identity), 0);
    assert_int_equal(n.by_code[-TBY_E_TREE_ROOT], 1);
    put(p, "forced", FORCED);
    assert_int_equal(verify(in(p, "forced"), &n, &identity), 2);
    assert_int_equal(n.n, 0);
    memset(&n, 0, sizeof n);
    job.path = in(p, "nothing");
    assert_int_equal(tby_ctree_load(&f, &job), TBY_E_IO_OPEN);
    assert_int_equal(n.n, 1);
    tby_ctree_files_free(&f);
    tby_folders_remove(p->root);
}

/* What is there is not replaced, and a tree that is too large leaves nothing.
 */
static void whole_or_not_at_all(void **state)
{
    place *p = new_place();
    tby_ctree_write_sum sum;
    tby_ctree_write_job job = {
        .folders = true,
        .tree = {.root = tby_pos_start(), .depth = 2, .max = 400}};
    char path[300];

    (void)state;
    snprintf(path, sizeof path, "%s", in(p, "t"));
    job.path = path;
    assert_int_equal(tby_ctree_write(&job, &sum), TBY_E_TREE_SIZE);
    assert_int_equal(rmdir(p->root), 0); /* it is empty */
    assert_int_equal(mkdir(p->root, 0700), 0);
    job.tree.max = 421;
    assert_int_equal(tby_ctree_write(&job, &sum), TBY_OK);
    assert_int_equal(tby_ctree_write(&job, &sum), TBY_E_TREE_EXISTS);
    job.replace = true;
    job.tree.depth = 1;
    assert_int_equal(tby_ctree_write(&job, &sum), TBY_OK);
    noted n;
    tby_ctree_identity identity;
    assert_int_equal(verify(path, &n, &identity), 21);
    tby_folders_remove(path);
    assert_int_equal(rmdir(p->root), 0); /* nothing temporary is left */
}

/* Bytes after the first line changed, lost and doubled: it is read to its end,
 * and what is reported has a place. */
static void random_damage(void **state)
{
    rng r = rng_for(__func__);
    place *p = new_place();
    static char text[1 << 16];
    FILE *f;

    (void)state;
    grow(p, "sound", 1, false, TBY_CTREE_POSITION);
    for (unsigned i = 0; i < 200; i++) {
        noted n;
        tby_ctree_identity identity;

        f = fopen(in(p, "sound"), "rb");
        assert_non_null(f);
        size_t size = fread(text, 1, sizeof text, f);
        fclose(f);
        for (unsigned k = 1 + rng_below(&r, 5); k > 0; k--) {
            size_t at = 3 + rng_below(&r, (unsigned)size - 3);
            size_t run = 1 + rng_below(&r, 30);

            if (rng_chance(&r, 50))
                text[at] = (char)rng_below(&r, 256);
            else if (at + run < size) {
                memmove(text + at, text + at + run, size - at - run);
                size -= run;
            }
        }
        f = fopen(in(p, "damaged"), "wb");
        assert_non_null(f);
        fwrite(text, 1, size, f);
        fclose(f);
        assert_true(verify(in(p, "damaged"), &n, &identity) <= 40);
    }
    tby_folders_remove(p->root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_written),
        cmocka_unit_test(later_dialect),
        cmocka_unit_test(canonical_bytes),
        cmocka_unit_test(packed_and_folders),
        cmocka_unit_test(hostile_folders),
        cmocka_unit_test(one_file_after_another),
        cmocka_unit_test(whole_or_not_at_all),
        cmocka_unit_test(random_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
