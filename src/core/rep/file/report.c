/* report.c - what is reported of a repertoire file: sentence and place. */
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/rep/file/int.h"

/* No more of a text is quoted; FENs are shorter. */
enum { QUOTE_MAX = 300, SENTENCE_MAX = 3 * (2 * QUOTE_MAX + 50) };

void tby__rep_file_report(struct rep_reader *r, tby_severity severity,
                          tby_rc code, const struct rep_line *line,
                          size_t offset, tby_str sentence)
{
    tby_str before = {r->text.p + line->at, offset - line->at};
    tby_diag_item item = {.severity = severity,
                          .code = code,
                          .offset = offset,
                          .place = {line->number, 1},
                          .detail = sentence};

    r->report->errors += severity == TBY_ERROR;
    r->report->warnings += severity == TBY_WARNING;
    if (!r->diag)
        return;
    if (before.n)
        item.place.column += tby_utf8_count(before);
    tby_diag_report(r->diag, &item);
}

/* Text of the file, fit to be shown: what is no UTF-8 and what would move the
 * cursor of a terminal becomes a sign for it. */
static void quote(tby_text *t, tby_str s)
{
    tby_str shown = {s.p, s.n < QUOTE_MAX ? s.n : QUOTE_MAX};

    while (shown.n) {
        size_t n = tby_utf8_decode(shown, NULL);
        unsigned char c = (unsigned char)*shown.p;

        if (!n || c < ' ' || c == 0x7F)
            tby_text_cstr(t, "\xEF\xBF\xBD"); /* U+FFFD */
        else
            tby_text_str(t, (tby_str){shown.p, n});
        shown = tby_str_from(shown, n ? n : 1);
    }
    if (s.n > QUOTE_MAX)
        tby_text_cstr(t, "...");
}

static void quoted(tby_text *t, const char *before, tby_str s)
{
    tby_text_join(t, before, " '");
    quote(t, s);
    tby_text_char(t, '\'');
}

tby_rc tby__rep_file_report_limit(struct rep_reader *r,
                                  const struct rep_line *line, tby_rc rc)
{
    if (rc == TBY_E_LIMIT)
        tby__rep_file_report(
            r, TBY_ERROR, rc, line, line->at,
            TBY_STR("With this line the file is larger than the "
                    "limit."));
    return rc;
}

void tby__rep_file_report_fault(struct rep_reader *r,
                                const struct rep_line *line,
                                const struct rep_fault *fault)
{
    char sentence[SENTENCE_MAX];
    tby_text t = {sentence, sizeof sentence, 0};

    /* the sentences are those of the format: docs/formats/rep.md */
    switch ((int)fault->code) {
    case TBY_E_REP_VERSION:
        tby_text_cstr(&t, "Unsupported version. Expected v5.0, but got ");
        quote(&t, fault->text);
        break;
    case TBY_E_REP_FEN:
        tby_text_join(&t, "Invalid FEN: ", fault->because);
        break;
    case TBY_E_REP_MOVE:
        quoted(&t, "Invalid move", fault->text);
        tby_text_cstr(&t, " from state ");
        quote(&t, fault->state);
        break;
    case TBY_E_REP_COORDINATES:
        quoted(&t, "Invalid coordinates", fault->text);
        break;
    case TBY_E_REP_EVALUATION:
        quoted(&t, "Invalid evaluation", fault->text);
        break;
    case TBY_E_REP_LINE:
        quoted(&t, "Invalid line", fault->text);
        break;
    default:
        tby_text_cstr(&t, tby_rc_text(fault->code));
    }
    tby__rep_file_report(r, TBY_ERROR, fault->code, line, fault->offset,
                         (tby_str){sentence, tby_text_end(&t)});
}
