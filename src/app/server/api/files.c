/* files.c - the files of the web app, and which scripts and styles inside of
 * the page are its own. */
#include "app/server/http/server.h"
#include "core/base/str.h"
#include "io/system/file.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 1024 };

/* What is not here is sent as bytes, and no browser guesses. */
static const struct {
    const char *ending, *type;
} TYPES[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".wav", "audio/wav"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
};

static bool ends_with(tby_str s, const char *ending)
{
    size_t n = strlen(ending);

    return s.n >= n && memcmp(s.p + s.n - n, ending, n) == 0;
}

static const char *type_of(tby_str path)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (ends_with(path, TYPES[i].ending))
            return TYPES[i].type;
    return "application/octet-stream";
}

/* The segments as one path; a segment with a slash in it is none. */
static bool path_of(const target *t, char path[PATH_ROOM], tby_str *out)
{
    size_t n = 0;

    for (size_t i = 0; i < t->segments_n; i++) {
        tby_str s = t->segments[i];
        if (n + s.n + 2 > PATH_ROOM || (s.n && memchr(s.p, '/', s.n)))
            return false;
        if (i)
            path[n++] = '/';
        memcpy(path + n, s.p, s.n);
        n += s.n;
    }
    *out = n ? (tby_str){path, n} : TBY_STR("index.html");
    return true;
}

/* The build writes a file's compressed forms beside it; the smallest first. */
static const struct coding {
    const char *name, *ending, *mark; /* of the ETag */
} CODINGS[] = {{"br", ".br", "b"}, {"gzip", ".gz", "z"}};

typedef struct file {
    int fd;
    tby_file_info info;
    const struct coding *coding; /* NULL: as it is */
} file;

/* The form that the client likes best; of equal ones the smallest. */
static bool open_file(request *r, tby_str path, file *f)
{
    const char *folder = r->server->options->web;
    unsigned best = tby__request_weight(r, "identity");
    char name[PATH_ROOM + 4];
    tby_file_info info;
    int fd;

    if (tby_safe_path_open(folder, path, &f->fd, &f->info) != TBY_OK)
        return false;
    f->coding = NULL;
    for (size_t i = 0; i < sizeof CODINGS / sizeof *CODINGS; i++) {
        unsigned weight = tby__request_weight(r, CODINGS[i].name);
        if (!weight || weight < best || (f->coding && weight == best))
            continue;
        (void)snprintf(name, sizeof name, "%.*s%s", (int)path.n, path.p,
                       CODINGS[i].ending);
        if (tby_safe_path_open(folder, tby_str_of(name), &fd, &info) != TBY_OK)
            continue;
        tby_safe_path_close(f->fd);
        *f = (file){.fd = fd, .info = info, .coding = &CODINGS[i]};
        best = weight;
    }
    return true;
}

/* Vite puts a sum of the content into the names in assets/. */
static const char *cache_of(tby_str path)
{
    return tby_str_starts(path, TBY_STR("assets/"))
               ? "public, max-age=31536000, immutable"
               : "no-cache";
}

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

/* Out of inline.txt, which the build puts beside the page. */
static void load_csp_hashes(const char *folder, char sums[INLINED_ROOM])
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

void tby__answer_file(request *r)
{
    char room[PATH_ROOM];
    tby_str path;
    file f;

    if (r->server->options->web && path_of(&r->target, room, &path) &&
        open_file(r, path, &f)) {
        char etag[ETAG_ROOM];

        if (tby_str_is(path, "index.html"))
            load_csp_hashes(r->server->options->web, r->csp_hashes);
        (void)snprintf(etag, sizeof etag, "\"%llx-%llx%s\"",
                       (unsigned long long)f.info.size,
                       (unsigned long long)f.info.changed,
                       f.coding ? f.coding->mark : "");
        if (tby__etag_fresh(r, etag)) {
            tby_safe_path_close(f.fd);
        } else {
            struct MHD_Response *response =
                MHD_create_response_from_fd64(f.info.size, f.fd);
            if (!response)
                tby_safe_path_close(f.fd);
            tby__reply_response(r, response, MHD_HTTP_OK);
            tby__reply_header(r, "ETag", etag);
            tby__reply_header(r, "Content-Type", type_of(path));
            if (f.coding)
                tby__reply_header(r, "Content-Encoding", f.coding->name);
        }
        tby__reply_header(r, "Cache-Control", cache_of(path));
        tby__reply_header(r, "Vary", "Accept-Encoding");
    } else if (r->target.segments_n == 0) {
        /* The server works without the page, and says where it is missing. */
        tby__reply_static(
            r,
            TBY_STR(
                "<!doctype html><html lang=\"en\"><title>tabiya</title>"
                "<p>tabiya serves its API here, but the web app has not been "
                "built: run make web, or name its folder with --web.\n"),
            "text/html; charset=utf-8", MHD_HTTP_OK);
        tby__reply_header(r, "Cache-Control", "no-store");
    } else
        tby__request_refuse(r, REFUSE_NOT_FOUND);
}
