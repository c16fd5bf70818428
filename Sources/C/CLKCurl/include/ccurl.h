#ifndef CCURL_H
#define CCURL_H

// The functions of libcurl that fetching documents takes. The library is loaded when the first transfer starts, so that
// programs which never ask the web start without it: it drags in thirty libraries, which would cost 8 ms each time.
// Options and codes are curl.h's own; functions with variable arguments, which Swift cannot call, have typed forms here.

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads libcurl and sets it up, once; `NULL`, or what is missing and what to do, as a sentence without end.
///
/// The corresponding C function is `curl_global_init`. Every other function here may be called only after this gave `NULL`.
const char *_Nullable ccurl_load(void);

/// A transfer's handle; `NULL` without memory. The corresponding C function is `curl_easy_init`.
CURL *_Nullable ccurl_easy_open(void);

/// Frees it. The corresponding C function is `curl_easy_cleanup`.
void ccurl_easy_close(CURL *easy);

/// Sets an option that is a number. The corresponding C function is `curl_easy_setopt`.
CURLcode ccurl_easy_set_number(CURL *easy, CURLoption option, long value);

/// Sets an option that is a size in bytes. The corresponding C function is `curl_easy_setopt`.
CURLcode ccurl_easy_set_size(CURL *easy, CURLoption option, int64_t value);

/// Sets an option that is a text, of which libcurl makes a copy. The corresponding C function is `curl_easy_setopt`.
CURLcode ccurl_easy_set_text(CURL *easy, CURLoption option, const char *_Nullable value);

/// Sets the headers to send; the list is not copied. The corresponding option is `CURLOPT_HTTPHEADER`.
CURLcode ccurl_easy_set_headers(CURL *easy, struct curl_slist *_Nullable list);

/// Allows `http` and `https`, nothing else. The corresponding options are `CURLOPT_PROTOCOLS_STR` and, before 7.85, `CURLOPT_PROTOCOLS`.
CURLcode ccurl_easy_allow_web_only(CURL *easy);

/// Takes `count` bytes in; tells how many were taken, and with any other number than `count` the transfer ends.
typedef size_t (*ccurl_receive)(char *_Nullable bytes, size_t one, size_t count, void *_Nullable context);

/// Where the lines of the head and the bytes of the body go, and where the reason of a failure is written
/// (`CURL_ERROR_SIZE` bytes). The corresponding options are `CURLOPT_HEADERFUNCTION`, `CURLOPT_WRITEFUNCTION`, `CURLOPT_ERRORBUFFER`.
CURLcode ccurl_easy_set_receivers(CURL *easy, ccurl_receive head, ccurl_receive body, void *context, char *error);

/// The status of the answer, 0 without one. The corresponding value is `CURLINFO_RESPONSE_CODE`.
long ccurl_easy_status(CURL *easy);

/// The protocol of the answer, such as `CURL_HTTP_VERSION_2_0`. The corresponding value is `CURLINFO_HTTP_VERSION`.
long ccurl_easy_http_version(CURL *easy);

/// Where the answer redirects to, as a whole URL, or `NULL`; valid until the handle is used again. The corresponding value is `CURLINFO_REDIRECT_URL`.
const char *_Nullable ccurl_easy_redirect(CURL *easy);

/// Appends a copy of a text; `NULL` without memory, and then the list is as it was. The corresponding C function is `curl_slist_append`.
struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *text);

/// Frees a list. The corresponding C function is `curl_slist_free_all`.
void ccurl_list_free(struct curl_slist *_Nullable list);

/// What carries transfers out side by side; `NULL` without memory or descriptors. The corresponding C function is `curl_multi_init`.
CURLM *_Nullable ccurl_multi_open(void);

/// Closes all connections. The corresponding C function is `curl_multi_cleanup`.
void ccurl_multi_close(CURLM *multi);

/// Sets an option that is a number. The corresponding C function is `curl_multi_setopt`.
CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value);

/// Begins a transfer. The corresponding C function is `curl_multi_add_handle`.
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);

/// Ends a transfer, finished or not. The corresponding C function is `curl_multi_remove_handle`.
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);

/// Does what can be done without waiting. The corresponding C function is `curl_multi_perform`.
CURLMcode ccurl_multi_perform(CURLM *multi);

/// Waits for a socket, one of libcurl's own times, `ccurl_multi_wake`, or a time in milliseconds. The corresponding C function is `curl_multi_poll`.
CURLMcode ccurl_multi_wait(CURLM *multi, int milliseconds);

/// Ends a wait, from any thread. The corresponding C function is `curl_multi_wakeup`.
CURLMcode ccurl_multi_wake(CURLM *multi);

/// The next transfer that has finished, and how; `NULL` when there is none. The corresponding C function is `curl_multi_info_read`.
CURL *_Nullable ccurl_multi_finished(CURLM *multi, CURLcode *result);

#pragma clang assume_nonnull end

#endif
