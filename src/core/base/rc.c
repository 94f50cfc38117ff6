/* rc.c - names and sentences of the result codes, from the table in rc.h. */
#include "tabiya/rc.h"

static const struct row {
    tby_rc rc;
    const char *name, *text;
} ROWS[] = {
#define ROW(symbol, number, name, sentence) {TBY_##symbol, name, sentence},
    TBY_RC_MAP(ROW)
#undef ROW
};

/* NULL for a number that is not in the table. */
static const struct row *row_of(tby_rc rc)
{
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (ROWS[i].rc == rc)
            return &ROWS[i];
    return NULL;
}

const char *tby_rc_name(tby_rc rc)
{
    const struct row *row = row_of(rc);

    return row ? row->name : "unknown";
}

const char *tby_rc_text(tby_rc rc)
{
    const struct row *row = row_of(rc);

    return row ? row->text : "Unknown result code.";
}
