/* source_archive.c - the files in a zip or 7z archive, one after another.
 *
 * The library that knows them runs in a child: without memory it ends the
 * process it is in (libarchive 3.6), and whatever damaged bytes may do to it
 * happens there.  The child reports what it finds in records. */
#define _GNU_SOURCE /* close_range(), memfd_create() */
#include "io/stream/source_impl.h"
#include "io/system/file.h"
#include "io/system/process.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

enum {
    ZIP_END = 22,
    ZIP_COMMENT = 65535,
    ZIP64_RECORD = 56, /* without what future versions add */
    ZIP64_LOCATOR = 20,
    SEVENZIP_HEADER = 32
};

static uint32_t le16(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static uint32_t le32(const uint8_t *p)
{
    return le16(p) | le16(p + 2) << 16;
}

static uint64_t le64(const uint8_t *p)
{
    return le32(p) | (uint64_t)le32(p + 4) << 32;
}

/* n bytes from a place of the file; TBY_E_IO_CUT if it has grown shorter. */
static tby_rc read_at(tby_raw *r, uint64_t place, uint8_t *buf, size_t n)
{
    tby_rc rc = tby_raw_seek(r, place);

    while (rc == TBY_OK && n) {
        size_t got = 0;
        rc = tby_raw_take(r, buf, n, &got);
        buf += got;
        n -= got;
    }
    return rc == TBY_DONE ? TBY_E_IO_CUT : rc;
}

/* What an end record says of the directory. */
typedef struct directory {
    uint64_t entries, size, start;
    uint64_t stop; /* where it has to end */
} directory;

/* True if a number of the end record is the one in 64 bits, or refers to it by
 * being all ones. */
static bool agrees(uint64_t number, uint64_t ones, uint64_t wide)
{
    return number == ones || number == wide;
}

/* Replaces *d by what is said in 64 bits, if that stands before the end record
 * at d->stop and fits it. */
static tby_rc widen(tby_raw *r, directory *d)
{
    static const uint8_t LOCATOR[] = {'P', 'K', 6, 7};
    static const uint8_t RECORD[] = {'P', 'K', 6, 6};
    uint8_t p[ZIP64_RECORD];

    if (d->stop < ZIP64_RECORD + ZIP64_LOCATOR)
        return TBY_OK;
    uint64_t end = d->stop - ZIP64_LOCATOR;
    tby_rc rc = read_at(r, end, p, ZIP64_LOCATOR);
    if (rc != TBY_OK || memcmp(p, LOCATOR, sizeof LOCATOR) != 0)
        return rc;
    uint64_t place = le64(p + 8);
    if (place > end - ZIP64_RECORD)
        return TBY_OK;
    rc = read_at(r, place, p, ZIP64_RECORD);
    if (rc != TBY_OK || memcmp(p, RECORD, sizeof RECORD) != 0 ||
        le64(p + 4) != end - place - 12)
        return rc;
    directory wide = {le64(p + 32), le64(p + 40), le64(p + 48), place};
    if (agrees(d->entries, UINT16_MAX, wide.entries) &&
        agrees(d->size, UINT32_MAX, wide.size) &&
        agrees(d->start, UINT32_MAX, wide.start))
        *d = wide;
    return TBY_OK;
}

/* Judges a zip file by its n last bytes. */
static tby_rc judge_zip(tby_raw *r, const uint8_t *p, size_t n, tby_tail *tail)
{
    static const uint8_t END[] = {'P', 'K', 5, 6};
    size_t i = n < ZIP_END ? 0 : n - ZIP_END + 1;

    *tail = (tby_tail){TBY_E_IO_CUT, r->total, UINT32_MAX};
    while (i > 0 && memcmp(p + i - 1, END, sizeof END) != 0)
        i--;
    if (i == 0)
        return TBY_OK;
    const uint8_t *end = p + i - 1;
    uint64_t place = r->total - (uint64_t)(p + n - end);
    uint64_t stop = place + ZIP_END + le16(end + 20);
    directory d = {le16(end + 10), le32(end + 12), le32(end + 16), place};

    if (stop > r->total)
        return TBY_OK;
    tby_rc rc = widen(r, &d);
    bool fits = d.start <= d.stop && d.size == d.stop - d.start;
    *tail = (tby_tail){fits ? TBY_DONE : TBY_E_IO_CORRUPT, place,
                       (uint32_t)(d.entries & UINT16_MAX)};
    if (d.entries == UINT16_MAX) /* or more, by a writer without 64 bits */
        tail->entries = UINT32_MAX;
    if (stop < r->total)
        *tail = (tby_tail){TBY_E_IO_CORRUPT, stop, tail->entries};
    return rc;
}

/* Looks at a file that seeks and goes back to its start.  TBY_OK, or the
 * failure to read it. */
static tby_rc tail_of_zip(tby_raw *r, tby_tail *tail)
{
    size_t most = ZIP_END + ZIP_COMMENT;
    size_t n = r->total < most ? (size_t)r->total : most;
    uint8_t *bytes = malloc(n ? n : 1);

    if (!bytes)
        return TBY_E_NOMEM;
    tby_rc rc = read_at(r, r->total - n, bytes, n);
    if (rc == TBY_OK)
        rc = judge_zip(r, bytes, n, tail);
    free(bytes);
    return rc == TBY_OK ? tby_raw_seek(r, 0) : rc;
}

static tby_rc tail_of_7z(tby_raw *r, tby_tail *tail)
{
    uint8_t head[SEVENZIP_HEADER];

    *tail = (tby_tail){TBY_E_IO_CUT, r->total, UINT32_MAX};
    if (r->total < sizeof head)
        return TBY_OK;
    tby_rc rc = read_at(r, 0, head, sizeof head);
    if (rc != TBY_OK)
        return rc;
    uint64_t place = le64(head + 12), size = le64(head + 20);
    uint64_t room = r->total - sizeof head;
    if (crc32(0, head + 12, 20) != le32(head + 8))
        *tail = (tby_tail){TBY_E_IO_CORRUPT, 8, UINT32_MAX};
    else if (place <= room && size == room - place)
        tail->rc = TBY_DONE;
    else if (place <= room && size < room - place)
        *tail = (tby_tail){TBY_E_IO_CORRUPT, sizeof head + place + size,
                           UINT32_MAX};
    return tby_raw_seek(r, 0);
}

/* What the child reports; so many bytes follow. */
typedef struct record {
    enum { MEMBER = 1, DATA, END } kind; /* a name, bytes, a sentence */
    tby_rc rc;                           /* of the end: TBY_DONE or a fault */
    uint32_t n;
    uint64_t place; /* that it has come to in the file */
} record;

typedef struct archive_state {
    tby_tail tail;
    int fd; /* to the other side, of either */

    /* the child's */
    struct archive *archive;
    bool open;        /* it knows the format */
    tby_rc failed;    /* of the raw file, inside the callbacks */
    bool inside;      /* of a member */
    uint32_t members; /* seen so far, of any kind */

    /* ours */
    pid_t child;
    record next;    /* that it has reported, if there is one ... */
    bool has_next;  /* ... that has not been taken */
    uint32_t left;  /* bytes of data that have not */
    bool offered;   /* a member that is neither wanted nor passed over yet */
    bool line_open; /* the last member did not end with a line end */
    char last;      /* byte delivered */
} archive_state;

static la_ssize_t on_read(struct archive *a, void *ctx, const void **bytes)
{
    tby_source *s = ctx;
    archive_state *z = s->state;
    tby_rc rc = tby_raw_need(&s->raw, 1);

    (void)a;
    if (rc < 0) {
        z->failed = rc;
        return ARCHIVE_FATAL;
    }
    size_t n = tby_raw_left(&s->raw);
    *bytes = s->raw.at;
    s->raw.at = s->raw.end;
    return (la_ssize_t)n;
}

static la_int64_t on_seek(struct archive *a, void *ctx, la_int64_t offset,
                          int whence)
{
    tby_source *s = ctx;
    archive_state *z = s->state;
    int64_t total = (int64_t)s->raw.total, from = 0;

    (void)a;
    if (whence == SEEK_CUR)
        from = (int64_t)tby_raw_place(&s->raw);
    else if (whence == SEEK_END)
        from = total;
    if (offset < -from)
        offset = -from;
    if (offset > total - from)
        offset = total - from;
    z->failed = tby_raw_seek(&s->raw, (uint64_t)(from + offset));
    return z->failed == TBY_OK ? from + offset : ARCHIVE_FATAL;
}

/* How far the library has come in the file. */
static uint64_t place(const archive_state *z)
{
    la_int64_t n = archive_filter_bytes(z->archive, 0);

    return n > 0 ? (uint64_t)n : 0;
}

/* What the library could not do, as one of our codes.  When it has no memory it
 * often says something else, or nothing: errno was 0 before it was called. */
static tby_rc fault(tby_source *s)
{
    archive_state *z = s->state;
    bool memory = errno == ENOMEM || archive_errno(z->archive) == ENOMEM;
    const char *detail = archive_error_string(z->archive);

    if (z->failed != TBY_OK)
        return tby_source_fail_raw(s, z->failed);
    if (memory || (detail && strstr(detail, "llocate ")))
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    /* crashes before that: github.com/libarchive/libarchive/issues/1785 */
    if (z->open && archive_read_has_encrypted_entries(z->archive) > 0)
        return tby_source_fail(s, TBY_E_IO_FORMAT, "The %s file is encrypted.",
                               s->codec->name);
    if (z->tail.rc == TBY_E_IO_CUT)
        return tby_source_cut(s);
    if (detail && strstr(detail, "upported"))
        return tby_source_fail(s, TBY_E_IO_FORMAT,
                               "The %s file cannot be read: %s.",
                               s->codec->name, detail);
    return tby_source_corrupt(s, place(z), detail);
}

static tby_rc start(tby_source *s, archive_state *z)
{
    int (*support)(struct archive * a) = s->codec == &tby_codec_zip
                                             ? archive_read_support_format_zip
                                             : archive_read_support_format_7zip;

    errno = 0;
    z->archive = archive_read_new();
    if (!z->archive)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    archive_read_set_read_callback(z->archive, on_read);
    archive_read_set_seek_callback(z->archive, on_seek);
    z->open = support(z->archive) == ARCHIVE_OK &&
              archive_read_set_callback_data(z->archive, s) == ARCHIVE_OK &&
              archive_read_open1(z->archive) == ARCHIVE_OK;
    return z->open ? TBY_OK : fault(s);
}

/* Folders, and links to what comes anyway or is elsewhere; anything else is a
 * file whose attributes were damaged, and its text would be lost. */
static bool may_skip(struct archive_entry *entry)
{
    mode_t type = archive_entry_filetype(entry);

    return type == AE_IFLNK ||
           (type == AE_IFDIR && archive_entry_size(entry) == 0);
}

/* Goes to the next member; inside it if it is a file. */
static tby_rc next_member(tby_source *s, archive_state *z)
{
    struct archive_entry *entry;
    errno = 0;
    int result = archive_read_next_header(z->archive, &entry);

    if (result == ARCHIVE_EOF) {
        /* After the last member: was that all? */
        if (z->tail.rc == TBY_E_IO_CUT)
            return tby_source_cut(s);
        if (z->tail.rc == TBY_E_IO_CORRUPT)
            return tby_source_corrupt(s, z->tail.place,
                                      "it is not the end of this archive");
        if (z->tail.entries != UINT32_MAX &&
            z->tail.entries != (z->members & UINT16_MAX))
            return tby_source_corrupt(s, z->tail.place,
                                      "the number of files is wrong");
        return TBY_DONE;
    }
    /* a warning is about its name, or its sum will tell */
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
        return fault(s);
    z->members++;
    if (archive_entry_is_encrypted(entry))
        return fault(s);
    z->inside = archive_entry_filetype(entry) == AE_IFREG;
    if (!z->inside && !may_skip(entry))
        return tby_source_corrupt(s, place(z), "a file of no known kind");

    /* Its name, or the end of one that is longer than any that people give. */
    const char *name = archive_entry_pathname_utf8(entry);

    if (!name)
        name = archive_entry_pathname(entry);
    if (!name || !*name)
        name = "?";
    size_t n = strlen(name), most = sizeof s->file - 1;
    snprintf(s->file, sizeof s->file, "%s", n > most ? name + n - most : name);
    tby_source_clean(s->file);

    return TBY_OK;
}

/* Whoever does not listen any more wants no more. */
static void tell(const archive_state *z, const record *r, const void *bytes)
{
    if (send(z->fd, r, sizeof *r, MSG_NOSIGNAL) != (ssize_t)sizeof *r ||
        send(z->fd, bytes, r->n, MSG_NOSIGNAL) != (ssize_t)r->n)
        _exit(EXIT_SUCCESS);
}

/* Only this call tells that a member is cut or that its sum is wrong; with a
 * mere warning the bytes are there, but they are not the right ones. */
static tby_rc next_block(tby_source *s, archive_state *z)
{
    const void *bytes = NULL;
    size_t n = 0;
    la_int64_t offset;
    errno = 0;
    int result = archive_read_data_block(z->archive, &bytes, &n, &offset);

    if (result == ARCHIVE_EOF) {
        z->inside = false;
        return TBY_OK;
    }
    if ((result == ARCHIVE_OK || result == ARCHIVE_WARN) && n) {
        record r = {.kind = DATA, .n = (uint32_t)n, .place = place(z)};
        tell(z, &r, bytes);
    }
    return result == ARCHIVE_OK ? TBY_OK : fault(s);
}

/* Tells all members that are files, and the bytes of those that are wanted. */
static void unpack(tby_source *s, archive_state *z)
{
    tby_rc rc = start(s, z);

    while (rc == TBY_OK && (rc = next_member(s, z)) == TBY_OK) {
        record r = {
            .kind = MEMBER, .n = (uint32_t)strlen(s->file), .place = place(z)};
        char wanted = 0;

        if (!z->inside)
            continue;
        tell(z, &r, s->file);
        if (recv(z->fd, &wanted, 1, 0) != 1)
            return;
        while (wanted && z->inside && rc == TBY_OK)
            rc = next_block(s, z);
    }
    record end = {.kind = END,
                  .rc = rc,
                  .n = (uint32_t)strlen(s->text),
                  .place = s->raw.total};
    tell(z, &end, s->text);
}

static void end_at_once(void)
{
    _exit(EXIT_FAILURE);
}

static tby_rc look_at_end(tby_source *s, archive_state *z)
{
    return s->codec == &tby_codec_zip ? tail_of_zip(&s->raw, &z->tail)
                                      : tail_of_7z(&s->raw, &z->tail);
}

#define SELF   "/proc/self/exe"
#define UNPACK "__unpack"

/* Before main() of any program that was started as start_child() does it: the
 * archive is its standard input, the socket its standard output. */
__attribute__((constructor)) static void unpack_if_asked(int argc, char **argv)
{
    archive_state z = {.fd = STDOUT_FILENO};
    tby_source *s;

    if (argc != 3 || strcmp(argv[0], SELF) != 0 || strcmp(argv[1], UNPACK) != 0)
        return;
    if (tby_source_open(&s, "-") != TBY_OK)
        _exit(EXIT_FAILURE);
    s->codec = strcmp(argv[2], tby_codec_zip.name) == 0 ? &tby_codec_zip
                                                        : &tby_codec_7z;
    s->state = &z;
    if (!s->raw.seeks || look_at_end(s, &z) != TBY_OK)
        _exit(EXIT_FAILURE);
    signal(SIGINT, SIG_IGN); /* the parent decides */
    atexit(end_at_once);     /* the library may end the process */
    close_range(STDERR_FILENO + 1, UINT_MAX, 0);
    unpack(s, &z);
    _exit(EXIT_SUCCESS);
}

static int end_child(archive_state *z)
{
    int status = 0;

    if (z->child > 0) {
        close(z->fd);
        kill(z->child, SIGKILL); /* it may be far from noticing */
    }
    while (z->child > 0 && waitpid(z->child, &status, 0) < 0 && errno == EINTR)
        continue;
    z->child = 0;
    return status;
}

/* A file for the child: the source's own, or one without a name that holds the
 * same bytes as its memory.  -1, and errno says why. */
static int file_for_child(const tby_raw *r)
{
    if (r->fd >= 0)
        return r->fd;
    int fd = memfd_create("archive", MFD_CLOEXEC);

    if (fd >= 0 && tby_file_write(fd, r->start, r->total) != TBY_OK) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

/* From the beginning on, perhaps again.  The child is this program started
 * anew: fork() alone would copy locks that other threads hold, of the allocator
 * for example, and nobody would ever unlock them there. */
static tby_rc start_child(tby_source *s)
{
    const char *const argv[] = {SELF, UNPACK, s->codec->name, NULL};
    archive_state *z = s->state;
    int ends[2] = {-1, -1};

    z->left = 0;
    z->has_next = z->offered = false;
    int in = file_for_child(&s->raw);
    int error = in < 0 ? errno : 0;
    if (!error && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        error = errno;
    if (!error)
        error = tby__spawn(&z->child, argv, in, ends[1], false);
    if (in >= 0 && in != s->raw.fd)
        close(in);
    if (ends[1] >= 0)
        close(ends[1]);
    if (!error) {
        z->fd = ends[0];
        return TBY_OK;
    }
    if (ends[0] >= 0)
        close(ends[0]);
    z->child = 0;
    s->raw.error = error;
    return tby_source_fail_raw(s, TBY_E_IO_SPAWN);
}

static tby_rc open_archive(tby_source *s)
{
    archive_state *z = calloc(1, sizeof *z);

    s->state = z;
    if (!z)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    tby_rc rc = tby_raw_spool(&s->raw);
    if (rc == TBY_OK)
        rc = look_at_end(s, z);
    /* Without the directory at its end, nothing of a 7z archive can be read. */
    if (rc == TBY_E_IO_CUT || (rc == TBY_OK && s->codec == &tby_codec_7z &&
                               z->tail.rc == TBY_E_IO_CUT))
        return tby_source_cut(s);
    return rc == TBY_OK ? start_child(s) : tby_source_fail_raw(s, rc);
}

static void close_archive(tby_source *s)
{
    archive_state *z = s->state;

    if (z)
        end_child(z);
    free(z);
}

/* Bytes of the child, some or MSG_WAITALL.  That it has died is no reason to
 * die, too. */
static tby_rc take(tby_source *s, archive_state *z, void *to, size_t n, int how,
                   size_t *got)
{
    ssize_t some;

    do
        some = recv(z->fd, to, n, how);
    while (some < 0 && errno == EINTR);
    if (some == (ssize_t)n || (some > 0 && !how)) {
        *got = (size_t)some;
        return TBY_OK;
    }
    if (some < 0 && errno != ECONNRESET) {
        s->raw.error = errno;
        return tby_source_fail_raw(s, TBY_E_IO_READ);
    }
    int status = end_child(z);
    return tby_source_fail(
        s, TBY_E_IO_READ,
        "The process that unpacks the %s file has died (%s %d): there is no "
        "memory, or the file is damaged.",
        s->codec->name, WIFSIGNALED(status) ? "signal" : "exit code",
        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* A name or a sentence. */
static tby_rc take_text(tby_source *s, archive_state *z, char *to, size_t cap)
{
    size_t n = z->next.n < cap ? z->next.n : cap - 1;

    to[n] = '\0';
    return n ? take(s, z, to, n, MSG_WAITALL, &n) : TBY_OK;
}

static void answer(archive_state *z, char wanted)
{
    if (z->offered)
        (void)!send(z->fd, &wanted, 1, MSG_NOSIGNAL);
    z->offered = false;
}

/* The next record, which stays the next one; the end is always next. */
static tby_rc look_ahead(tby_source *s, archive_state *z)
{
    tby_rc rc = TBY_OK;

    if (!z->has_next) {
        size_t n = sizeof z->next;
        rc = take(s, z, &z->next, n, MSG_WAITALL, &n);
        if (rc == TBY_OK && z->next.kind == END)
            rc = take_text(s, z, s->text, sizeof s->text);
        if (rc != TBY_OK)
            return rc;
        z->has_next = true;
        /* how far we are: the child reads the file, or a copy of the memory */
        if (s->raw.fd >= 0)
            s->raw.fetched = z->next.place;
        else if (z->next.place <= s->raw.total)
            s->raw.at = s->raw.start + z->next.place;
    }
    return z->next.kind == END ? z->next.rc : TBY_OK;
}

static tby_rc enter_member(tby_source *s, archive_state *z)
{
    z->has_next = false;
    z->offered = true;
    z->line_open = !s->split && s->offset > 0 && z->last != '\n';
    return take_text(s, z, s->file, sizeof s->file);
}

static void enter_data(archive_state *z)
{
    z->has_next = false;
    z->left = z->next.n;
}

/* What fits of the bytes of a member; a line end comes before the first of
 * them if one is missing. */
static tby_rc read_archive(tby_source *s, uint8_t *buf, size_t cap, size_t *n)
{
    archive_state *z = s->state;
    tby_rc rc = TBY_OK;

    answer(z, 1);
    while (rc == TBY_OK && !z->left) {
        rc = look_ahead(s, z);
        if (rc == TBY_OK && z->next.kind == DATA) {
            enter_data(z);
        } else if (rc == TBY_OK) {
            if (s->split)
                return TBY_DONE;
            rc = enter_member(s, z);
            answer(z, 1);
        }
    }
    if (rc != TBY_OK)
        return rc;
    if (z->line_open) {
        z->line_open = false;
        z->last = '\n';
        *buf = '\n';
        *n = 1;
        return TBY_OK;
    }
    rc = take(s, z, buf, z->left < cap ? z->left : cap, 0, n);
    if (rc == TBY_OK) {
        z->left -= (uint32_t)*n;
        z->last = (char)buf[*n - 1];
    }
    return rc;
}

static tby_rc next_file(tby_source *s)
{
    archive_state *z = s->state;
    tby_rc rc = TBY_OK;

    answer(z, 0);
    for (;;) {
        char unwanted[4096];
        size_t n = 0;

        while (rc == TBY_OK && z->left) {
            rc = take(s, z, unwanted,
                      z->left < sizeof unwanted ? z->left : sizeof unwanted, 0,
                      &n);
            z->left -= (uint32_t)n;
        }
        if (rc == TBY_OK)
            rc = look_ahead(s, z);
        if (rc != TBY_OK)
            return rc;
        if (z->next.kind == MEMBER)
            return enter_member(s, z);
        enter_data(z);
    }
}

static tby_rc first_file(tby_source *s)
{
    end_child(s->state);
    tby_rc rc = tby_raw_seek(&s->raw, 0);

    return rc == TBY_OK ? start_child(s) : tby_source_fail_raw(s, rc);
}

const tby_codec tby_codec_zip = {.name = "zip",
                                 .open = open_archive,
                                 .read = read_archive,
                                 .close = close_archive,
                                 .next = next_file,
                                 .again = first_file};
const tby_codec tby_codec_7z = {.name = "7z",
                                .open = open_archive,
                                .read = read_archive,
                                .close = close_archive,
                                .next = next_file,
                                .again = first_file};
