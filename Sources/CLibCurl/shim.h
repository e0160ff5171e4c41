#pragma once
// curl_easy_setopt(3), curl_easy_getinfo(3) and curl_multi_setopt(3) are variadic, and the C
// compiler sees them as macros besides: Swift can call neither. What the last argument must be
// depends on the option, so there is one function for each kind of it.
#include <curl/curl.h>

static inline CURLcode libcurl_set_number(CURL *easy, CURLoption option, long value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_large(CURL *easy, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_bytes(CURL *easy, CURLoption option, const void *value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(easy, option, value);
}

// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION, which take the same kind of function.
static inline CURLcode libcurl_set_receiver(
    CURL *easy, CURLoption option, curl_write_callback value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_source(
    CURL *easy, CURLoption option, curl_read_callback value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_progress(
    CURL *easy, CURLoption option, curl_xferinfo_callback value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_set_prerequisite(
    CURL *easy, CURLoption option, curl_prereq_callback value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode libcurl_get_number(CURL *easy, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLMcode libcurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}
