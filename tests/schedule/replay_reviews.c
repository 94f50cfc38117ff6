/* replay_reviews.c - reviews in, what the scheduler makes of them out.
 *
 * Reads lines `new` and `NOW RATING` (seconds, 1 to 4) and answers each review
 * with `STABILITY DIFFICULTY DUE LAST REPS LAPSES`.  After each review the card
 * goes through the text of a file of cards, so that what is compared is what a
 * person has who trains a little every day. */
#include "core/base/buf.h"
#include "tabiya/cards.h"
#include "tabiya/tabiya.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool sound, const char *what)
{
    if (sound)
        return;
    fprintf(stderr, "replay_reviews: %s\n", what);
    exit(1);
}

static tby_memory through_file(const tby_memory *memory)
{
    tby_card card = {.pos = tby_pos_start(), .memory = *memory};
    tby_cards *written = NULL, *read = NULL;
    uint64_t refused = 0;
    tby_buf text;

    tby_buf_init(&text, NULL, 1 << 20);
    check(tby_cards_open(&written, NULL) == TBY_OK &&
              tby_cards_open(&read, NULL) == TBY_OK,
          "no memory");
    check(tby_cards_put(written, &card) == TBY_OK &&
              tby_cards_write(written, &text) == TBY_OK,
          "the card cannot be written");
    check(tby_cards_read(read, tby_buf_str(&text), NULL, &refused) == TBY_OK &&
              refused == 0 && tby_cards_count(read) == 1,
          "the card cannot be read");
    tby_memory out = tby_cards_at(read, 0)->memory;
    tby_cards_close(written);
    tby_cards_close(read);
    tby_buf_free(&text);
    return out;
}

int main(void)
{
    tby_memory memory = {0};
    char line[64];

    while (fgets(line, sizeof line, stdin)) {
        int64_t now;
        unsigned rating;

        if (strcmp(line, "new\n") == 0) {
            memory = (tby_memory){0};
            continue;
        }
        check(sscanf(line, "%" SCNd64 " %u", &now, &rating) == 2, line);
        tby_memory_review(&memory, (tby_rating)rating, now);
        tby_memory kept = through_file(&memory);
        check(memcmp(&kept, &memory, sizeof kept) == 0, "the file lost some");
        memory = kept;
        printf("%.17g %.17g %" PRId64 " %" PRId64 " %" PRIu32 " %" PRIu32 "\n",
               memory.stability, memory.difficulty, memory.due, memory.last,
               memory.reps, memory.lapses);
    }
    return 0;
}
