// SPDX-License-Identifier: Apache-2.0

#ifndef CLEANRULES_CWEBPAGE_H
#define CLEANRULES_CWEBPAGE_H

#include <stddef.h>

/// A file of a page, as it stands in the binary.
struct cweb_file {
    /// Where it is asked for, as in "/app/main.js".
    const char *path;
    /// What its bytes are, as in "text/javascript; charset=utf-8".
    const char *media_type;
    /// Its bytes.
    const unsigned char *bytes;
    /// How many.
    size_t count;
};

/// How many files the page of the review has.
size_t cweb_count(void);

/// The file of that number, counted from 0; NULL past the last one.
const struct cweb_file *cweb_at(size_t number);

/// The file that is asked for by `path`; NULL if there is none.
const struct cweb_file *cweb_find(const char *path);

/// How many files stand in the page of every plan.
size_t cweb_report_count(void);

/// The one of them of that number, counted from 0; NULL past the last one.
const struct cweb_file *cweb_report_at(size_t number);

/// The one of them at `path`; NULL if there is none.
const struct cweb_file *cweb_report_find(const char *path);

#endif
