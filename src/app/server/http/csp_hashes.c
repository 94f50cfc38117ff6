/* csp_hashes.c - which scripts and styles inside of the page are its own. */
#include "app/server/http/csp_hashes.h"

#include "core/base/str.h"
#include "io/system/safe_path.h"

#include <string.h>

enum { FILE_MOST = 1 << 17 }; /* more than is read at a time */

static bool is_base64(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           tby_is_digit(c) || c == '+' || c == '/';
}

/* 32 bytes are 43 characters and one that fills up. */
static bool is_sum(tby_str word)
{
    static const tby_str BEFORE = {"'sha256-", 8}, BEHIND = {"='", 2};

    if (word.n != INLINED_SUM || !tby_str_starts(word, BEFORE) ||
        !tby_str_equal(tby_str_from(word, INLINED_SUM - BEHIND.n), BEHIND))
        return false;
    for (size_t i = BEFORE.n; i < INLINED_SUM - BEHIND.n; i++)
        if (!is_base64(word.p[i]))
            return false;
    return true;
}

bool tby__csp_hashes_read(tby_str text, char sums[INLINED_ROOM])
{
    char *at = sums;
    tby_str word;

    for (int n = 0; tby_str_word(&text, &word); n++) {
        if (n == INLINED_MOST || !is_sum(word)) {
            *sums = '\0';
            return false;
        }
        *at++ = ' ';
        memcpy(at, word.p, word.n);
        at += word.n;
    }
    *at = '\0';
    return true;
}

void tby__csp_hashes_load(const char *folder, char sums[INLINED_ROOM])
{
    tby_buf text;
    tby_file_info info;

    *sums = '\0';
    tby_buf_init(&text, NULL, FILE_MOST);
    if (tby_safe_path_read(folder, TBY_STR("inline.txt"), &text, &info) ==
        TBY_OK)
        (void)tby__csp_hashes_read(tby_buf_str(&text), sums);
    tby_buf_free(&text);
}
