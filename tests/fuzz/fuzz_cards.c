/* fuzz_cards.c - any bytes as a file of cards.  Each line is a card or is
 * refused and kept, once if it comes again; what is written is read again the
 * same, and written the same. */
#include "core/base/buf.h"
#include "fuzz/check.h"
#include "tabiya/cards.h"

#include <string.h>

static uint64_t read_text(tby_cards **c, tby_str text)
{
    uint64_t refused = 0;

    CHECK(tby_cards_open(c, NULL) == TBY_OK);
    tby_rc rc = tby_cards_read(*c, text, NULL, &refused);
    CHECK(rc == TBY_OK || rc == TBY_E_CARDS_VERSION);
    return refused;
}

static size_t count_lines(tby_str text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == '\n';
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str text = {(const char *)data, size};
    tby_cards *c = NULL, *again = NULL;
    tby_buf first, second;

    tby_buf_init(&first, NULL, SIZE_MAX);
    tby_buf_init(&second, NULL, SIZE_MAX);
    uint64_t refused = read_text(&c, text);
    CHECK(tby_cards_write(c, &first) == TBY_OK);
    uint64_t kept = read_text(&again, tby_buf_str(&first));
    CHECK(kept <= refused && (kept > 0) == (refused > 0));
    CHECK(tby_cards_count(again) == tby_cards_count(c));
    CHECK(count_lines(tby_buf_str(&first)) == 1 + tby_cards_count(c) + kept);
    CHECK(tby_cards_write(again, &second) == TBY_OK);
    CHECK(first.n == second.n && memcmp(first.p, second.p, first.n) == 0);
    for (size_t i = 0; i < tby_cards_count(again); i++) {
        tby_memory m = tby_cards_at(again, i)->memory;
        tby_memory_review(&m, 1 + i % 4, m.due);
        CHECK(m.stability >= TBY_STABILITY_MIN &&
              m.stability <= TBY_STABILITY_MAX && m.last <= m.due);
    }
    tby_cards_close(c);
    tby_cards_close(again);
    tby_buf_free(&first);
    tby_buf_free(&second);
    return 0;
}
