#ifndef RSSIUM_CCURL_SHIM_H
#define RSSIUM_CCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* libcurl is not linked: it drags in some thirty libraries, which would cost every command five milliseconds. It is
   opened at the first transfer, and each of its functions is then called through one of these pointers, which have
   curl's own prototypes as their types. */
#define RSSIUM_CURL_FUNCTIONS(X) \
    X(global_init) X(version_info) X(free) \
    X(slist_append) X(slist_free_all) \
    X(easy_init) X(easy_reset) X(easy_cleanup) X(easy_setopt) X(easy_getinfo) X(easy_strerror) \
    X(multi_init) X(multi_cleanup) X(multi_add_handle) X(multi_remove_handle) X(multi_perform) X(multi_poll) \
    X(multi_wakeup) X(multi_info_read) X(multi_setopt) X(multi_strerror) \
    X(url) X(url_set) X(url_get) X(url_cleanup)

#define RSSIUM_CURL_POINTER(NAME) __typeof__(&curl_##NAME) NAME;
typedef struct rssium_curl {
    RSSIUM_CURL_FUNCTIONS(RSSIUM_CURL_POINTER)
} rssium_curl;
#undef RSSIUM_CURL_POINTER

/* Fills the pointers from an opened library. Gives the name of the first function that is not in it, else NULL. */
static inline const char *rssium_curl_load(rssium_curl *curl, void *library) {
#define RSSIUM_CURL_FIND(NAME) \
    if (!(*(void **)&curl->NAME = dlsym(library, "curl_" #NAME))) return "curl_" #NAME;
    RSSIUM_CURL_FUNCTIONS(RSSIUM_CURL_FIND)
#undef RSSIUM_CURL_FIND
    return (const char *)0;
}

/* Swift cannot call a variadic function: one door for each kind of argument. */
static inline CURLcode rssium_set_long(const rssium_curl *curl, CURL *easy, CURLoption option, long value) {
    return curl->easy_setopt(easy, option, value);
}

/* Strings are copied by curl; lists and contexts are not. */
static inline CURLcode rssium_set_text(const rssium_curl *curl, CURL *easy, CURLoption option, const char *value) {
    return curl->easy_setopt(easy, option, value);
}

static inline CURLcode rssium_set_pointer(const rssium_curl *curl, CURL *easy, CURLoption option, void *value) {
    return curl->easy_setopt(easy, option, value);
}

static inline CURLcode rssium_set_list(
    const rssium_curl *curl, CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl->easy_setopt(easy, option, value);
}

/* What curl says of a failure is written there, CURL_ERROR_SIZE bytes at most. */
static inline CURLcode rssium_set_text_buffer(const rssium_curl *curl, CURL *easy, char *buffer) {
    return curl->easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

/* What receives header lines and what receives the body have the same shape. */
typedef size_t (*rssium_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode rssium_set_receiver(
    const rssium_curl *curl, CURL *easy, CURLoption option, rssium_receiver receiver) {
    return curl->easy_setopt(easy, option, receiver);
}

/* Called about once a second with the numbers of bytes so far; anything but 0 ends the transfer. */
static inline CURLcode rssium_set_progress_check(
    const rssium_curl *curl, CURL *easy, void *context, curl_xferinfo_callback check) {
    CURLcode code = curl->easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    if (code == CURLE_OK) code = curl->easy_setopt(easy, CURLOPT_XFERINFODATA, context);
    return code == CURLE_OK ? curl->easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, check) : code;
}

/* Opens the socket of a connection, or refuses its address with CURL_SOCKET_BAD. */
static inline CURLcode rssium_set_socket_opener(
    const rssium_curl *curl, CURL *easy, void *context, curl_opensocket_callback opener) {
    CURLcode code = curl->easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    return code == CURLE_OK ? curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener) : code;
}

/* The address is longer than the type of the field says. */
static inline const void *rssium_socket_address(const struct curl_sockaddr *address) { return &address->addr; }

/* Gets the addresses and ports of both ends of a new or reused connection; anything but 0 ends the transfer before the
   request is sent. */
typedef int (*rssium_request_check)(void *context, char *address, char *own_address, int port, int own_port);

static inline CURLcode rssium_get_long(const rssium_curl *curl, CURL *easy, CURLINFO what, long *value) {
    return curl->easy_getinfo(easy, what, value);
}

static inline CURLcode rssium_get_offset(const rssium_curl *curl, CURL *easy, CURLINFO what, curl_off_t *value) {
    return curl->easy_getinfo(easy, what, value);
}

static inline CURLMcode rssium_multi_set_long(
    const rssium_curl *curl, CURLM *multi, CURLMoption option, long value) {
    return curl->multi_setopt(multi, option, value);
}

/* The library that is loaded may be newer or older than the headers. So options that one of them may lack are given by
   number: PROTOCOLS_STR (10318) and REDIR_PROTOCOLS_STR (10319) exist since 7.85, QUICK_EXIT (322) since 7.87; the
   older PROTOCOLS (181) and REDIR_PROTOCOLS (182) are deprecated. */
static inline CURLcode rssium_allow_http_only(const rssium_curl *curl, CURL *easy) {
    CURLcode code = curl->easy_setopt(easy, (CURLoption)10318, "http,https");
    if (code == CURLE_OK) return curl->easy_setopt(easy, (CURLoption)10319, "http,https");
    code = curl->easy_setopt(easy, (CURLoption)181, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    if (code != CURLE_OK) return code;
    return curl->easy_setopt(easy, (CURLoption)182, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

/* PREREQFUNCTION (20312) and PREREQDATA (10313) exist since 7.80. */
static inline CURLcode rssium_set_request_check(
    const rssium_curl *curl, CURL *easy, void *context, rssium_request_check check) {
    CURLcode code = curl->easy_setopt(easy, (CURLoption)10313, context);
    return code == CURLE_OK ? curl->easy_setopt(easy, (CURLoption)20312, check) : code;
}

/* A name server that never answers must not block the end of a transfer. Libraries before 7.87 cannot promise it. */
static inline void rssium_quick_exit(const rssium_curl *curl, CURL *easy) {
    (void)curl->easy_setopt(easy, (CURLoption)322, 1L);
}

/* Where zlib keeps what it is doing. Its layout has been the same since 1995; inflateInit2_ checks its size. */
typedef struct {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate, *release, *opaque;
    int data_type;
    unsigned long adler, reserved;
} rssium_zlib_stream;

/* Unpacks gzip data, of one member or several, into `output`. Returns how many bytes it has, of which `capacity` may be a
   part; -1 if the data is damaged or zlib is missing (libcurl needs zlib, so it is there wherever that is). */
static inline ptrdiff_t rssium_gunzip(const uint8_t *input, unsigned size, uint8_t *output, size_t capacity) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    int (*init)(rssium_zlib_stream *, int, const char *, int) =
        (int (*)(rssium_zlib_stream *, int, const char *, int))dlsym(library, "inflateInit2_");
    int (*step)(rssium_zlib_stream *, int) = (int (*)(rssium_zlib_stream *, int))dlsym(library, "inflate");
    int (*reset)(rssium_zlib_stream *) = (int (*)(rssium_zlib_stream *))dlsym(library, "inflateReset");
    int (*end)(rssium_zlib_stream *) = (int (*)(rssium_zlib_stream *))dlsym(library, "inflateEnd");
    rssium_zlib_stream stream = {0};
    ptrdiff_t written = -1;
    if (init && step && reset && end && init(&stream, 31, "1", (int)sizeof stream) == 0) {
        int code = 0;
        stream.next_in = input;
        stream.avail_in = size;
        written = 0;
        while (stream.avail_in > 0 && (size_t)written < capacity) {
            size_t room = capacity - (size_t)written;
            stream.next_out = output + written;
            stream.avail_out = room > 1u << 30 ? 1u << 30 : (unsigned)room;
            code = step(&stream, 0);
            written = stream.next_out - output;
            /* 1: the end of a member. Anything behind it that does not begin as gzip data, such as zeros, is ignored. */
            if (code == 1 && (stream.avail_in < 2 || stream.next_in[0] != 0x1f || reset(&stream) != 0)) break;
            if (code != 0 && code != 1) break;
        }
        /* Data that is cut off is what came of it, as with a transfer that ends early: the parser judges it. */
        if (code < 0 && written == 0) written = -1;
        end(&stream);
    }
    dlclose(library);
    return written;
}

/* Makes glibc return large blocks to the system when they are freed. By default it raises its threshold and keeps ever
   larger blocks, so the memory of bodies would stay in use until the end of the run. */
static inline void rssium_return_large_blocks(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

/* Returns free memory to the system, small blocks included: a thread does not reuse what another thread has freed.
   Takes a few milliseconds for each hundred megabytes. */
static inline void rssium_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

#endif
