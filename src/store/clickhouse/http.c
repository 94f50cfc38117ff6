/* http.c - see http.h.
 *
 * libcurl and what it brings along take longer to load than most commands to
 * run, so it is loaded when a cluster is opened for the first time. */
#include "store/clickhouse/http.h"

#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* --- libcurl --------------------------------------------------------------*/

#define CURL_FUNCTIONS(X)                                                      \
    X(global_init)                                                             \
    X(easy_init)                                                               \
    X(easy_cleanup)                                                            \
    X(easy_reset)                                                              \
    X(easy_setopt)                                                             \
    X(easy_getinfo)                                                            \
    X(easy_strerror)                                                           \
    X(easy_escape)                                                             \
    X(free)                                                                    \
    X(multi_init)                                                              \
    X(multi_cleanup)                                                           \
    X(multi_add_handle)                                                        \
    X(multi_remove_handle)                                                     \
    X(multi_perform)                                                           \
    X(multi_poll)                                                              \
    X(multi_info_read)                                                         \
    X(slist_append)                                                            \
    X(slist_free_all)

static struct {
    bool loaded;
#define CURL_MEMBER(name) __typeof__(curl_##name) *name;
    CURL_FUNCTIONS(CURL_MEMBER)
#undef CURL_MEMBER
} curl;

static void load_curl(void)
{
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    bool all = library != NULL;

    if (!library)
        return;
#define CURL_LOAD(name)                                                        \
    {                                                                          \
        void *at = dlsym(library, "curl_" #name);                              \
        memcpy(&curl.name, &at, sizeof at);                                    \
        all = all && at;                                                       \
    }
    CURL_FUNCTIONS(CURL_LOAD)
#undef CURL_LOAD
    curl.loaded = all && curl.global_init(CURL_GLOBAL_ALL) == CURLE_OK;
}

/* --- connections ----------------------------------------------------------*/

enum {
    CH_SLOTS = 4 * CH_SHARDS, /* requests at once */
    PASSWORD = 512,
    CONNECT_SECONDS = 5,
    USUAL_SECONDS = 300,
    SILENT_SECONDS = 60 /* without a byte */
};

#define USUAL_MOST ((size_t)256 << 20)

struct ch_http {
    ch_address address;
    char user[PASSWORD], password[PASSWORD];
    CURLM *multi;
    CURL *easy[CH_SLOTS]; /* made when they are first needed */
    struct curl_slist *plain, *gzip;
    const atomic_bool *stop;
};

static bool read_password_file(const char *path, char *out)
{
    FILE *f = fopen(path, "re");
    bool read = f && fgets(out, PASSWORD, f);

    if (read)
        out[strcspn(out, "\r\n")] = '\0';
    if (f)
        fclose(f);
    return read;
}

static bool copy_variable(const char *name, char *out)
{
    const char *value = getenv(name);

    if (!value)
        return true;
    if (strlen(value) >= PASSWORD)
        return false;
    memcpy(out, value, strlen(value) + 1);
    return true;
}

static bool read_user(ch_http *h)
{
    const char *file = getenv("TABIYA_CLICKHOUSE_PASSWORD_FILE");

    if (!copy_variable("TABIYA_CLICKHOUSE_USER", h->user) ||
        !copy_variable("TABIYA_CLICKHOUSE_PASSWORD", h->password))
        return false;
    if (h->address.user[0])
        memcpy(h->user, h->address.user, sizeof h->address.user);
    return !file || read_password_file(file, h->password);
}

tby_rc tby__ch_http_open(ch_http **out, const ch_address *address,
                         char text[CH_TEXT])
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    ch_http *h = calloc(1, sizeof *h);
    const char *why = NULL;

    *out = h;
    if (!h)
        return TBY_E_NOMEM;
    h->address = *address;
    pthread_once(&once, load_curl);
    if (!curl.loaded)
        why = "libcurl is missing: install the package libcurl4 of Debian";
    else if (!read_user(h))
        why = "the file of TABIYA_CLICKHOUSE_PASSWORD_FILE cannot be read, or "
              "a user or password is too long";
    if (why) {
        tby_text t = {text, CH_TEXT, 0};
        tby_text_cstr(&t, why);
        tby_text_end(&t);
        return TBY_E_STORE_SERVER;
    }
    h->multi = curl.multi_init();
    /* No "Expect: 100-continue", which costs a round for each INSERT. */
    h->plain = curl.slist_append(NULL, "Expect:");
    h->gzip = curl.slist_append(NULL, "Expect:");
    if (!h->multi || !h->plain || !h->gzip ||
        !curl.slist_append(h->gzip, "Content-Encoding: gzip"))
        return TBY_E_NOMEM;
    return TBY_OK;
}

void tby__ch_http_close(ch_http *h)
{
    if (!h)
        return;
    for (size_t i = 0; i < CH_SLOTS && h->easy[i]; i++)
        curl.easy_cleanup(h->easy[i]);
    if (h->multi)
        curl.multi_cleanup(h->multi);
    if (h->plain)
        curl.slist_free_all(h->plain);
    if (h->gzip)
        curl.slist_free_all(h->gzip);
    memset(h->password, 0, sizeof h->password);
    free(h);
}

void tby__ch_http_stop(ch_http *h, const atomic_bool *stop)
{
    h->stop = stop;
}

/* --- what went wrong ------------------------------------------------------*/

/* What a server says of a failure, as one line of plain characters. */
static void say(tby_text *t, tby_str s)
{
    enum { SAID = 300 };
    bool space = false;

    for (size_t i = 0; i < s.n && i < SAID; i++) {
        char c = s.p[i];
        bool plain = c > ' ' && c < 127;
        if (!plain && !space)
            tby_text_char(t, ' ');
        if (plain)
            tby_text_char(t, c);
        space = !plain;
    }
}

/* "Code: 60, e.displayText() = DB::Exception: ..., e.what() = ...": what
 * matters of it. */
static tby_str reason_of(tby_str said, unsigned *code)
{
    static const char begin[] = "DB::Exception: ", end[] = ", e.what()";
    tby_str s = said;

    *code = 0;
    if (tby_str_starts(s, TBY_STR("Code: ")))
        for (size_t i = 6; i < s.n && tby_is_digit(s.p[i]) && *code < 10000;
             i++)
            *code = *code * 10 + (unsigned)(s.p[i] - '0');
    for (size_t i = 0; i + sizeof begin - 1 <= s.n; i++)
        if (memcmp(s.p + i, begin, sizeof begin - 1) == 0) {
            s = tby_str_from(s, i + sizeof begin - 1);
            break;
        }
    for (size_t i = 0; i + sizeof end - 1 <= s.n; i++)
        if (memcmp(s.p + i, end, sizeof end - 1) == 0)
            s.n = i;
    return s;
}

static bool mentions(tby_str s, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + n <= s.n; i++)
        if (memcmp(s.p + i, word, n) == 0)
            return true;
    return false;
}

/* The numbers are ClickHouse's, the same in all versions. */
static tby_rc judge(ch_request *r, tby_str reason)
{
    switch (r->code) {
    case 159: /* took too long */
        return TBY_E_STORE_TIME;
    case 243: /* not enough space */
        return TBY_E_STORE_FULL;
    case 164: /* read only */
        return TBY_E_STORE_WRITE;
    case 160: /* too slow */
    case 202: /* too many queries at once */
    case 209: /* a time limit of a socket */
    case 210: /* network */
    case 216: /* the same is under way */
    case 241: /* memory */
    case 252: /* too many parts */
        r->again = true;
        return TBY_E_STORE_SERVER;
    default:
        if (mentions(reason, "No space left on device") ||
            mentions(reason, "errno: 28") || mentions(reason, "quota exceeded"))
            return TBY_E_STORE_FULL;
        return TBY_E_STORE_SERVER;
    }
}

static void fail(const ch_http *h, ch_request *r, tby_rc rc, tby_str reason)
{
    tby_text t = {r->text, sizeof r->text, 0};

    r->rc = rc;
    tby_text_cstr(&t, h->address.host[r->shard]);
    tby_text_cstr(&t, ": ");
    say(&t, reason);
    tby_text_end(&t);
}

static void finish(const ch_http *h, ch_request *r, CURL *easy, CURLcode result)
{
    long status = 0;
    unsigned code;

    curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (r->answer.rc == TBY_E_NOMEM) {
        r->rc = TBY_E_NOMEM;
    } else if (r->answer.rc != TBY_OK) {
        fail(h, r, TBY_E_STORE_SERVER,
             TBY_STR("it answers with more than was asked for"));
    } else if (result != CURLE_OK) {
        /* it was not reached, or went away meanwhile */
        r->again = result != CURLE_PEER_FAILED_VERIFICATION &&
                   result != CURLE_SSL_CACERT_BADFILE;
        const char *why = result == CURLE_OPERATION_TIMEDOUT
                              ? "it does not answer in time"
                              : curl.easy_strerror(result);
        fail(h, r, TBY_E_STORE_SERVER, (tby_str){why, strlen(why)});
    } else if (status == 401 || status == 403) {
        fail(h, r, TBY_E_STORE_SERVER,
             TBY_STR("the user or the password is wrong"));
    } else if (status != 200) {
        tby_str said = tby_buf_str(&r->answer);
        tby_str reason = reason_of(said, &code);
        r->code = code;
        r->again = status == 502 || status == 503 || status == 504;
        tby_rc rc = judge(r, reason);
        bool silent = reason.n == 0;
        /* 192 to 195 and 516: who it is, without the name */
        if ((code >= 192 && code <= 195) || code == 516)
            reason = TBY_STR("the user or the password is wrong");
        else if (silent)
            reason = TBY_STR("this is no ClickHouse, or one that is ill");
        fail(h, r, rc, reason);
    }
}

/* --- questions ------------------------------------------------------------*/

static size_t take_bytes(char *bytes, size_t size, size_t n, void *ctx)
{
    ch_request *r = ctx;

    tby_buf_add(&r->answer, (tby_str){bytes, size * n});
    return r->answer.rc == TBY_OK ? size * n : 0;
}

/* HOST:PORT/?database=...; an INSERT goes into the address, since its data are
 * the body. */
static tby_rc set_address(const ch_http *h, const ch_request *r, CURL *easy)
{
    tby_buf url;

    tby_buf_init(&url, NULL, (size_t)1 << 20);
    tby_buf_join(&url, h->address.tls ? "https://" : "http://",
                 h->address.host[r->shard],
                 "/?wait_end_of_query=1&max_query_size=33554432"
                 "&enable_http_compression=1&max_insert_block_size=16777216"
                 "&max_ast_elements=5000000&max_expanded_ast_elements=5000000"
                 "&max_execution_time=");
    tby_buf_u64(&url, r->seconds ? r->seconds : USUAL_SECONDS);
    if (!r->no_database)
        tby_buf_join(&url, "&database=", h->address.database);
    if (r->body.p) {
        char *query = curl.easy_escape(easy, r->sql.p, (int)r->sql.n);
        if (!query)
            url.rc = TBY_E_NOMEM;
        else
            tby_buf_join(&url, "&query=", query);
        curl.free(query);
    }
    tby_buf_char(&url, '\0');
    tby_rc rc = url.rc;
    if (rc == TBY_OK && curl.easy_setopt(easy, CURLOPT_URL, url.p) != CURLE_OK)
        rc = TBY_E_NOMEM;
    tby_buf_free(&url);
    return rc;
}

static tby_rc begin(ch_http *h, ch_request *r, size_t slot)
{
    unsigned seconds = r->seconds ? r->seconds : USUAL_SECONDS;
    CURL *easy = h->easy[slot];

    tby_buf_init(&r->answer, NULL, r->most ? r->most : USUAL_MOST);
    r->rc = TBY_OK;
    r->again = false;
    r->code = 0;
    r->text[0] = '\0';
    if (!easy)
        easy = h->easy[slot] = curl.easy_init();
    if (!easy)
        return TBY_E_NOMEM;
    curl.easy_reset(easy);
    TBY_TRY(set_address(h, r, easy));
    tby_str body = r->body.p ? r->body : r->sql;
    curl.easy_setopt(easy, CURLOPT_POSTFIELDS, body.p);
    curl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body.n);
    curl.easy_setopt(easy, CURLOPT_HTTPHEADER, r->body.p ? h->gzip : h->plain);
    curl.easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
    curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
    curl.easy_setopt(easy, CURLOPT_WRITEDATA, r);
    curl.easy_setopt(easy, CURLOPT_PRIVATE, r);
    curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(easy, CURLOPT_PROXY, "");
    curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR,
                     h->address.tls ? "https" : "http");
    curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl.easy_setopt(easy, CURLOPT_TIMEOUT, (long)seconds + CONNECT_SECONDS);
    /* A connection that the other side has forgotten shows itself. */
    curl.easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    if (h->user[0])
        curl.easy_setopt(easy, CURLOPT_USERNAME, h->user);
    if (h->user[0] || h->password[0])
        curl.easy_setopt(easy, CURLOPT_PASSWORD, h->password);
    if (!h->user[0] && h->password[0])
        curl.easy_setopt(easy, CURLOPT_USERNAME, "default");
    const char *authority = getenv("TABIYA_CLICKHOUSE_CA");
    if (h->address.tls && authority)
        curl.easy_setopt(easy, CURLOPT_CAINFO, authority);
    return curl.multi_add_handle(h->multi, easy) == CURLM_OK ? TBY_OK
                                                             : TBY_E_NOMEM;
}

static bool is_stopped(const ch_http *h)
{
    return h->stop && atomic_load(h->stop);
}

/* Waits until all are through. */
static tby_rc wait_for_all(ch_http *h)
{
    enum { TICK = 100 }; /* milliseconds */
    int running = 0, left;
    CURLMsg *m;

    do {
        if (curl.multi_perform(h->multi, &running) != CURLM_OK)
            return TBY_E_NOMEM;
        while ((m = curl.multi_info_read(h->multi, &left)) != NULL) {
            void *r;
            if (m->msg != CURLMSG_DONE)
                continue;
            curl.easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &r);
            finish(h, r, m->easy_handle, m->data.result);
        }
        if (running && is_stopped(h))
            return TBY_E_STORE_STOPPED;
        if (running &&
            curl.multi_poll(h->multi, NULL, 0, TICK, NULL) != CURLM_OK)
            return TBY_E_NOMEM;
    } while (running);
    return TBY_OK;
}

tby_rc tby__ch_ask(ch_http *h, ch_request *requests, size_t n)
{
    tby_rc rc = n <= CH_SLOTS ? TBY_OK : TBY_E_LIMIT;
    size_t begun = 0;

    for (; rc == TBY_OK && begun < n; begun++)
        rc = begin(h, &requests[begun], begun);
    if (rc == TBY_OK)
        rc = wait_for_all(h);
    for (size_t i = 0; i < begun; i++)
        if (h->easy[i])
            curl.multi_remove_handle(h->multi, h->easy[i]);
    for (size_t i = 0; rc == TBY_OK && i < n; i++)
        rc = requests[i].rc;
    return rc;
}

tby_rc tby__ch_gzip(tby_str bytes, tby_buf *out)
{
    enum { GZIP = 16 + 15, MEMORY = 8 };
    z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes.p,
                  .avail_in = (uInt)bytes.n};

    if (bytes.n > UINT32_MAX)
        return TBY_E_LIMIT;
    if (deflateInit2(&z, 1, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return TBY_E_NOMEM;
    size_t most = deflateBound(&z, (uLong)bytes.n);
    char *to = tby_buf_room(out, most);
    z.next_out = (Bytef *)to;
    z.avail_out = (uInt)most;
    int end = to ? deflate(&z, Z_FINISH) : Z_MEM_ERROR;
    if (end == Z_STREAM_END)
        out->n += z.total_out;
    deflateEnd(&z);
    return end == Z_STREAM_END ? TBY_OK : TBY_E_NOMEM;
}
