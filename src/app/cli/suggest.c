/* suggest.c - what a mistyped word was probably meant to be. */
#include "app/cli/cli.h"

#include <string.h>

enum { LONGEST = 40 }; /* nothing longer is a slip of the finger */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours that turn a into
 * b (optimal string alignment), row by row. */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(a);
    size_t m = strlen(b);
    size_t rows[3][LONGEST + 1];

    if (n > LONGEST || m > LONGEST)
        return SIZE_MAX;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3];
        const size_t *up = rows[(i + 2) % 3];
        const size_t *up2 = rows[(i + 1) % 3];

        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = up[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(row[j], least(up[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], up2[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

const char *tby_cli_nearest(const char *word, const char *const words[])
{
    const char *best = NULL;
    size_t length = strlen(word);
    /* a third of the letters may be wrong, but one always */
    size_t limit = (length < 3 ? 1 : length / 3) + 1;

    for (size_t i = 0; words[i]; i++) {
        size_t d = distance(word, words[i]);
        /* the start of a word, if it is more than a letter, is near */
        if (length > 1 && strncmp(word, words[i], length) == 0)
            d = 1;
        if (d < limit) {
            limit = d;
            best = words[i];
        }
    }
    return best;
}
