// SPDX-License-Identifier: Apache-2.0

#ifndef CLEANRULES_CWORDS_H
#define CLEANRULES_CWORDS_H

#include <stddef.h>

/// One file of the program's words, as it stands in the binary.
struct cwords_file {
    /// The language, as in "de".
    const char *language;
    /// What they are about, as in "review".
    const char *area;
    /// Its bytes: a JSON object.
    const unsigned char *bytes;
    /// How many.
    size_t count;
};

/// How many files there are.
size_t cwords_count(void);

/// The file of that number, counted from 0; NULL past the last one.
const struct cwords_file *cwords_at(size_t number);

#endif
