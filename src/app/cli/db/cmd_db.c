/* cmd_db.c - see cmd_db.h. */
#include "app/cli/db/cmd_db.h"

#include "core/base/num.h"
#include "core/base/str.h"
#include "io/system/thread.h"
#include "work/games/kind.h"
#include "work/json/answer.h"

#include <string.h>

/* --- options --------------------------------------------------------------*/

/* "300M", "2G", "65536K" or plain bytes. */
static bool size_of(const char *text, uint64_t *out)
{
    static const char UNITS[] = "KMG";
    tby_str s = tby_str_of(text);
    const char *unit = s.n ? strchr(UNITS, s.p[s.n - 1]) : NULL;
    unsigned shift = unit && *unit ? 10 * (unsigned)(unit - UNITS + 1) : 0;

    s.n -= shift > 0;
    if (tby_num_u64(s, 0, UINT64_MAX >> shift, out, NULL) != TBY_OK)
        return false;
    *out <<= shift;
    return true;
}

bool tby_db_work_of(const tby_cli_call *call, size_t *memory, unsigned *threads)
{
    const uint64_t least = 128u << 20, most = UINT64_C(1) << 42;
    const char *text = tby_cli_value(call, "memory");
    const char *number = tby_cli_value(call, "threads");
    uint64_t bytes = 512u << 20;

    if (text && (!size_of(text, &bytes) || bytes < least || bytes > most)) {
        tby_cli_usage(call->command, NULL,
                      "--memory: '%s' is no size from 128M to 4096G.", text);
        return false;
    }
    *memory = (size_t)bytes;
    return !number || tby_cli_number(call, "--threads", number, 0,
                                     TBY_THREADS_MAX, threads);
}

/* --- the database ---------------------------------------------------------*/

int tby_db_fail(const tby_store *s, const char *path, tby_rc rc)
{
    const char *text = tby_store_error_text(s);

    tby_cli_diag_file(path, *text ? text : tby_rc_text(rc), tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}

int tby_db_open(tby_store **out, const char *path, tby_store_mode mode)
{
    tby_store *s = NULL;
    tby_rc rc = tby_store_open(&s, path, mode);

    *out = NULL;
    if (rc == TBY_OK) {
        *out = s;
        return TBY_EXIT_OK;
    }
    const char *other = rc == TBY_E_STORE_FOREIGN
                            ? tby_kind_refusal_of_file(TBY_WANT_DATABASE, path)
                            : NULL;
    int code = tby_cli_exit_of(TBY_E_FILE_KIND);
    if (other)
        tby_cli_diag_file(path, other, tby_rc_name(TBY_E_FILE_KIND));
    else
        code = tby_db_fail(s, path, rc);
    tby_store_close(s);
    return code;
}

/* --- figures --------------------------------------------------------------*/

const char *tby_db_date(uint32_t date, char buf[TBY_DB_DATE])
{
    *buf = '\0';
    return date >> 9 ? tby_answer_date(date, buf) : buf;
}

const char *tby_db_bytes(uint64_t bytes, char buf[TBY_DB_BYTES])
{
    static const char *const UNITS[] = {"B", "kB", "MB", "GB", "TB"};
    double value = (double)bytes;
    size_t unit = 0;

    while (value >= 999.95 && unit + 1 < sizeof UNITS / sizeof *UNITS) {
        value /= 1000;
        unit++;
    }
    snprintf(buf, TBY_DB_BYTES, "%.*f %s", unit > 0, value, UNITS[unit]);
    return buf;
}
