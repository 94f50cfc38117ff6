/* cards_sum.c - all cards at once: see tabiya/cards.h. */
#include "tabiya/cards.h"

#include <string.h>

enum { DAY = 24 * 60 * 60 };

uint32_t tby_cards_due(const tby_cards *c, int64_t now)
{
    uint32_t due = 0;

    for (size_t i = 0; i < tby_cards_count(c); i++)
        due += tby_cards_at(c, i)->memory.due <= now;
    return due;
}

void tby_cards_by_day(const tby_cards *c, int64_t end, uint32_t *days, size_t n)
{
    if (!n)
        return;
    memset(days, 0, n * sizeof *days);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        int64_t due = tby_cards_at(c, i)->memory.due;
        uint64_t day =
            due < end ? 0 : ((uint64_t)due - (uint64_t)end) / DAY + 1;
        if (day < n)
            days[day]++;
    }
}

void tby_cards_by_recall(const tby_cards *c, int64_t now,
                         uint32_t tenths[TBY_CARDS_TENTHS])
{
    memset(tenths, 0, TBY_CARDS_TENTHS * sizeof *tenths);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        double recall = tby_memory_recall(&tby_cards_at(c, i)->memory, now);
        int tenth = (int)(recall * TBY_CARDS_TENTHS);
        tenths[tenth < TBY_CARDS_TENTHS ? tenth : TBY_CARDS_TENTHS - 1]++;
    }
}

void tby_cards_by_stability(const tby_cards *c,
                            uint32_t counts[TBY_CARDS_STABILITIES])
{
    static const double BELOW[TBY_CARDS_STABILITIES - 1] = {1, 7, 30, 90, 365};

    memset(counts, 0, TBY_CARDS_STABILITIES * sizeof *counts);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        double days = tby_cards_at(c, i)->memory.stability;
        size_t at = 0;
        while (at < TBY_CARDS_STABILITIES - 1 && days >= BELOW[at])
            at++;
        counts[at]++;
    }
}
