// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-page: do not edit.

#include "CWebPage.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char web_app_app_css[] = {
#embed "web/app/app.css"
};

static const unsigned char web_app_deck_js[] = {
#embed "web/app/deck.js"
};

static const unsigned char web_app_dialogs_js[] = {
#embed "web/app/dialogs.js"
};

static const unsigned char web_app_dom_js[] = {
#embed "web/app/dom.js"
};

static const unsigned char web_app_i18n_js[] = {
#embed "web/app/i18n.js"
};

static const unsigned char web_app_keys_js[] = {
#embed "web/app/keys.js"
};

static const unsigned char web_app_live_js[] = {
#embed "web/app/live.js"
};

static const unsigned char web_app_main_js[] = {
#embed "web/app/main.js"
};

static const unsigned char web_app_pages_js[] = {
#embed "web/app/pages.js"
};

static const unsigned char web_app_review_js[] = {
#embed "web/app/review.js"
};

static const unsigned char web_app_toast_js[] = {
#embed "web/app/toast.js"
};

static const unsigned char web_favicon_ico[] = {
#embed "web/favicon.ico"
};

static const unsigned char web_index_html[] = {
#embed "web/index.html"
};

static const unsigned char web_more_account_js[] = {
#embed "web/more/account.js"
};

static const unsigned char web_more_code_js[] = {
#embed "web/more/code.js"
};

static const unsigned char web_more_groups_css[] = {
#embed "web/more/groups.css"
};

static const unsigned char web_more_groups_js[] = {
#embed "web/more/groups.js"
};

static const unsigned char web_more_help_js[] = {
#embed "web/more/help.js"
};

static const unsigned char web_more_offer_js[] = {
#embed "web/more/offer.js"
};

static const unsigned char web_more_welcome_js[] = {
#embed "web/more/welcome.js"
};

static const unsigned char web_rules_card_js[] = {
#embed "web/rules/card.js"
};

static const unsigned char web_rules_draft_js[] = {
#embed "web/rules/draft.js"
};

static const unsigned char web_rules_index_html[] = {
#embed "web/rules/index.html"
};

static const unsigned char web_rules_main_js[] = {
#embed "web/rules/main.js"
};

static const unsigned char web_rules_rules_css[] = {
#embed "web/rules/rules.css"
};

static const unsigned char web_rules_strings_de_json[] = {
#embed "web/rules/strings/de.json"
};

static const unsigned char web_rules_strings_en_json[] = {
#embed "web/rules/strings/en.json"
};

static const unsigned char web_rules_strings_es_json[] = {
#embed "web/rules/strings/es.json"
};

static const unsigned char web_rules_strings_fr_json[] = {
#embed "web/rules/strings/fr.json"
};

static const unsigned char web_strings_de_json[] = {
#embed "web/strings/de.json"
};

static const unsigned char web_strings_en_json[] = {
#embed "web/strings/en.json"
};

static const unsigned char web_strings_es_json[] = {
#embed "web/strings/es.json"
};

static const unsigned char web_strings_fr_json[] = {
#embed "web/strings/fr.json"
};

static const struct cweb_file web_files[] = {
    {"/app/app.css", "text/css; charset=utf-8",
     web_app_app_css, sizeof web_app_app_css},
    {"/app/deck.js", "text/javascript; charset=utf-8",
     web_app_deck_js, sizeof web_app_deck_js},
    {"/app/dialogs.js", "text/javascript; charset=utf-8",
     web_app_dialogs_js, sizeof web_app_dialogs_js},
    {"/app/dom.js", "text/javascript; charset=utf-8",
     web_app_dom_js, sizeof web_app_dom_js},
    {"/app/i18n.js", "text/javascript; charset=utf-8",
     web_app_i18n_js, sizeof web_app_i18n_js},
    {"/app/keys.js", "text/javascript; charset=utf-8",
     web_app_keys_js, sizeof web_app_keys_js},
    {"/app/live.js", "text/javascript; charset=utf-8",
     web_app_live_js, sizeof web_app_live_js},
    {"/app/main.js", "text/javascript; charset=utf-8",
     web_app_main_js, sizeof web_app_main_js},
    {"/app/pages.js", "text/javascript; charset=utf-8",
     web_app_pages_js, sizeof web_app_pages_js},
    {"/app/review.js", "text/javascript; charset=utf-8",
     web_app_review_js, sizeof web_app_review_js},
    {"/app/toast.js", "text/javascript; charset=utf-8",
     web_app_toast_js, sizeof web_app_toast_js},
    {"/favicon.ico", "image/x-icon",
     web_favicon_ico, sizeof web_favicon_ico},
    {"/index.html", "text/html; charset=utf-8",
     web_index_html, sizeof web_index_html},
    {"/more/account.js", "text/javascript; charset=utf-8",
     web_more_account_js, sizeof web_more_account_js},
    {"/more/code.js", "text/javascript; charset=utf-8",
     web_more_code_js, sizeof web_more_code_js},
    {"/more/groups.css", "text/css; charset=utf-8",
     web_more_groups_css, sizeof web_more_groups_css},
    {"/more/groups.js", "text/javascript; charset=utf-8",
     web_more_groups_js, sizeof web_more_groups_js},
    {"/more/help.js", "text/javascript; charset=utf-8",
     web_more_help_js, sizeof web_more_help_js},
    {"/more/offer.js", "text/javascript; charset=utf-8",
     web_more_offer_js, sizeof web_more_offer_js},
    {"/more/welcome.js", "text/javascript; charset=utf-8",
     web_more_welcome_js, sizeof web_more_welcome_js},
    {"/rules/card.js", "text/javascript; charset=utf-8",
     web_rules_card_js, sizeof web_rules_card_js},
    {"/rules/draft.js", "text/javascript; charset=utf-8",
     web_rules_draft_js, sizeof web_rules_draft_js},
    {"/rules/index.html", "text/html; charset=utf-8",
     web_rules_index_html, sizeof web_rules_index_html},
    {"/rules/main.js", "text/javascript; charset=utf-8",
     web_rules_main_js, sizeof web_rules_main_js},
    {"/rules/rules.css", "text/css; charset=utf-8",
     web_rules_rules_css, sizeof web_rules_rules_css},
    {"/rules/strings/de.json", "application/json",
     web_rules_strings_de_json, sizeof web_rules_strings_de_json},
    {"/rules/strings/en.json", "application/json",
     web_rules_strings_en_json, sizeof web_rules_strings_en_json},
    {"/rules/strings/es.json", "application/json",
     web_rules_strings_es_json, sizeof web_rules_strings_es_json},
    {"/rules/strings/fr.json", "application/json",
     web_rules_strings_fr_json, sizeof web_rules_strings_fr_json},
    {"/strings/de.json", "application/json",
     web_strings_de_json, sizeof web_strings_de_json},
    {"/strings/en.json", "application/json",
     web_strings_en_json, sizeof web_strings_en_json},
    {"/strings/es.json", "application/json",
     web_strings_es_json, sizeof web_strings_es_json},
    {"/strings/fr.json", "application/json",
     web_strings_fr_json, sizeof web_strings_fr_json},
};

size_t cweb_count(void) { return sizeof web_files / sizeof web_files[0]; }

const struct cweb_file *cweb_at(size_t number) {
    return number < cweb_count() ? &web_files[number] : NULL;
}

const struct cweb_file *cweb_find(const char *path) {
    for (size_t number = 0; number < cweb_count(); number++) {
        if (strcmp(web_files[number].path, path) == 0) return &web_files[number];
    }
    return NULL;
}

static const unsigned char report_report_css[] = {
#embed "report/report.css"
};

static const unsigned char report_report_js[] = {
#embed "report/report.js"
};

static const struct cweb_file report_files[] = {
    {"/report.css", "text/css; charset=utf-8",
     report_report_css, sizeof report_report_css},
    {"/report.js", "text/javascript; charset=utf-8",
     report_report_js, sizeof report_report_js},
};

size_t cweb_report_count(void) { return sizeof report_files / sizeof report_files[0]; }

const struct cweb_file *cweb_report_at(size_t number) {
    return number < cweb_report_count() ? &report_files[number] : NULL;
}

const struct cweb_file *cweb_report_find(const char *path) {
    for (size_t number = 0; number < cweb_report_count(); number++) {
        if (strcmp(report_files[number].path, path) == 0) return &report_files[number];
    }
    return NULL;
}
