// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-page: do not edit.

#include "CWebPage.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_app_app_css[] = {
#embed "web/app/app.css"
};

static const unsigned char file_app_deck_js[] = {
#embed "web/app/deck.js"
};

static const unsigned char file_app_dialogs_js[] = {
#embed "web/app/dialogs.js"
};

static const unsigned char file_app_dom_js[] = {
#embed "web/app/dom.js"
};

static const unsigned char file_app_i18n_js[] = {
#embed "web/app/i18n.js"
};

static const unsigned char file_app_keys_js[] = {
#embed "web/app/keys.js"
};

static const unsigned char file_app_live_js[] = {
#embed "web/app/live.js"
};

static const unsigned char file_app_main_js[] = {
#embed "web/app/main.js"
};

static const unsigned char file_app_pages_js[] = {
#embed "web/app/pages.js"
};

static const unsigned char file_app_review_js[] = {
#embed "web/app/review.js"
};

static const unsigned char file_app_toast_js[] = {
#embed "web/app/toast.js"
};

static const unsigned char file_favicon_ico[] = {
#embed "web/favicon.ico"
};

static const unsigned char file_index_html[] = {
#embed "web/index.html"
};

static const unsigned char file_strings_de_json[] = {
#embed "web/strings/de.json"
};

static const unsigned char file_strings_en_json[] = {
#embed "web/strings/en.json"
};

static const unsigned char file_strings_fr_json[] = {
#embed "web/strings/fr.json"
};

static const struct cweb_file files[] = {
    {"/app/app.css", "text/css; charset=utf-8",
     file_app_app_css, sizeof file_app_app_css},
    {"/app/deck.js", "text/javascript; charset=utf-8",
     file_app_deck_js, sizeof file_app_deck_js},
    {"/app/dialogs.js", "text/javascript; charset=utf-8",
     file_app_dialogs_js, sizeof file_app_dialogs_js},
    {"/app/dom.js", "text/javascript; charset=utf-8",
     file_app_dom_js, sizeof file_app_dom_js},
    {"/app/i18n.js", "text/javascript; charset=utf-8",
     file_app_i18n_js, sizeof file_app_i18n_js},
    {"/app/keys.js", "text/javascript; charset=utf-8",
     file_app_keys_js, sizeof file_app_keys_js},
    {"/app/live.js", "text/javascript; charset=utf-8",
     file_app_live_js, sizeof file_app_live_js},
    {"/app/main.js", "text/javascript; charset=utf-8",
     file_app_main_js, sizeof file_app_main_js},
    {"/app/pages.js", "text/javascript; charset=utf-8",
     file_app_pages_js, sizeof file_app_pages_js},
    {"/app/review.js", "text/javascript; charset=utf-8",
     file_app_review_js, sizeof file_app_review_js},
    {"/app/toast.js", "text/javascript; charset=utf-8",
     file_app_toast_js, sizeof file_app_toast_js},
    {"/favicon.ico", "image/x-icon",
     file_favicon_ico, sizeof file_favicon_ico},
    {"/index.html", "text/html; charset=utf-8",
     file_index_html, sizeof file_index_html},
    {"/strings/de.json", "application/json",
     file_strings_de_json, sizeof file_strings_de_json},
    {"/strings/en.json", "application/json",
     file_strings_en_json, sizeof file_strings_en_json},
    {"/strings/fr.json", "application/json",
     file_strings_fr_json, sizeof file_strings_fr_json},
};

size_t cweb_count(void) { return sizeof files / sizeof files[0]; }

const struct cweb_file *cweb_at(size_t number) {
    return number < cweb_count() ? &files[number] : NULL;
}

const struct cweb_file *cweb_find(const char *path) {
    for (size_t number = 0; number < cweb_count(); number++) {
        if (strcmp(files[number].path, path) == 0) return &files[number];
    }
    return NULL;
}
