// SPDX-License-Identifier: Apache-2.0

#ifndef CLEANRULES_CSCHEMAS_H
#define CLEANRULES_CSCHEMAS_H

#include <stddef.h>

/// A JSON Schema of what a command writes, as it stands in the binary.
struct cschemas_file {
    /// The command, as in "plan".
    const char *name;
    /// Its bytes.
    const unsigned char *bytes;
    /// How many.
    size_t count;
};

/// How many there are.
size_t cschemas_count(void);

/// The schema of that number, counted from 0; NULL past the last one.
const struct cschemas_file *cschemas_at(size_t number);

#endif
