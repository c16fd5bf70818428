#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>

static struct {
    CURLcode (*global_init)(long);
    curl_version_info_data *(*version_info)(CURLversion);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
    CURLMcode (*multi_wakeup)(CURLM *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
} api;
static const char *failure;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        failure = "libcurl is not installed; install it (Debian: libcurl4)";
        return;
    }
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "curl_" #name))
    LOAD(global_init);
    LOAD(version_info);
    LOAD(easy_init);
    LOAD(easy_cleanup);
    LOAD(easy_setopt);
    LOAD(easy_getinfo);
    LOAD(slist_append);
    LOAD(slist_free_all);
    LOAD(multi_init);
    LOAD(multi_cleanup);
    LOAD(multi_setopt);
    LOAD(multi_add_handle);
    LOAD(multi_remove_handle);
    LOAD(multi_perform);
    LOAD(multi_poll);
    LOAD(multi_wakeup);
    LOAD(multi_info_read);
#undef LOAD
    if (missing) {
        failure = "libcurl is older than 7.68; install a newer one";
        return;
    }
    // OpenSSL, when libcurl is built with it, would free its memory at exit while the thread of a client still uses it.
    int (*openssl)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
    const uint64_t no_atexit = 0x00080000;
    if (openssl) openssl(no_atexit, NULL);
    if (api.global_init(CURL_GLOBAL_DEFAULT)) {
        failure = "libcurl cannot be set up; see whether its TLS library is whole";
        return;
    }
    if (!(api.version_info(CURLVERSION_NOW)->features & CURL_VERSION_ASYNCHDNS))
        failure = "libcurl would stand still while it looks a name up; install one with asynchronous DNS (Debian: libcurl4)";
}

const char *ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure;
}

CURL *ccurl_easy_open(void) { return api.easy_init(); }
void ccurl_easy_close(CURL *easy) { api.easy_cleanup(easy); }

CURLcode ccurl_easy_set_number(CURL *easy, CURLoption option, long value) { return api.easy_setopt(easy, option, value); }

CURLcode ccurl_easy_set_size(CURL *easy, CURLoption option, int64_t value) {
    return api.easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode ccurl_easy_set_text(CURL *easy, CURLoption option, const char *value) {
    return api.easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_headers(CURL *easy, struct curl_slist *list) {
    return api.easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

CURLcode ccurl_easy_allow_web_only(CURL *easy) {
    // By number: an older curl.h does not name the first, a newer one warns of the second.
    const CURLoption protocols_str = (CURLoption)10318, protocols = (CURLoption)181;
    if (!api.easy_setopt(easy, protocols_str, "http,https")) return CURLE_OK;
    return api.easy_setopt(easy, protocols, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

CURLcode ccurl_easy_set_receivers(CURL *easy, ccurl_receive head, ccurl_receive body, void *context, char *error) {
    CURLcode code = api.easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
    if (!code) code = api.easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (!code) code = api.easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    if (!code) code = api.easy_setopt(easy, CURLOPT_WRITEDATA, context);
    if (!code) code = api.easy_setopt(easy, CURLOPT_ERRORBUFFER, error);
    return code;
}

long ccurl_easy_status(CURL *easy) {
    long status = 0;
    api.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

long ccurl_easy_http_version(CURL *easy) {
    long version = 0;
    api.easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
    return version;
}

const char *ccurl_easy_redirect(CURL *easy) {
    const char *url = NULL;
    api.easy_getinfo(easy, CURLINFO_REDIRECT_URL, &url);
    return url;
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) { return api.slist_append(list, text); }
void ccurl_list_free(struct curl_slist *list) { api.slist_free_all(list); }

CURLM *ccurl_multi_open(void) {
    CURLM *multi = api.multi_init();
    // Without a descriptor left there would be a handle nevertheless, but nothing could wake it.
    if (multi && api.multi_wakeup(multi)) {
        api.multi_cleanup(multi);
        multi = NULL;
    }
    return multi;
}

void ccurl_multi_close(CURLM *multi) { api.multi_cleanup(multi); }

CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return api.multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return api.multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return api.multi_remove_handle(multi, easy); }

CURLMcode ccurl_multi_perform(CURLM *multi) {
    int running;
    return api.multi_perform(multi, &running);
}

CURLMcode ccurl_multi_wait(CURLM *multi, int milliseconds) { return api.multi_poll(multi, NULL, 0, milliseconds, NULL); }
CURLMcode ccurl_multi_wake(CURLM *multi) { return api.multi_wakeup(multi); }

CURL *ccurl_multi_finished(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = api.multi_info_read(multi, &left)))
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return NULL;
}
