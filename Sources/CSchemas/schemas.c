// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-schemas: do not edit.

#include "CSchemas.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char check_schema[] = {
#embed "../../docs/reference/schemas/check.schema.json"
};

static const unsigned char fleet_schema[] = {
#embed "../../docs/reference/schemas/fleet.schema.json"
};

static const unsigned char plan_schema[] = {
#embed "../../docs/reference/schemas/plan.schema.json"
};

static const unsigned char privacy_schema[] = {
#embed "../../docs/reference/schemas/privacy.schema.json"
};

static const unsigned char run_schema[] = {
#embed "../../docs/reference/schemas/run.schema.json"
};

static const unsigned char status_schema[] = {
#embed "../../docs/reference/schemas/status.schema.json"
};

static const unsigned char suggest_schema[] = {
#embed "../../docs/reference/schemas/suggest.schema.json"
};

static const unsigned char test_schema[] = {
#embed "../../docs/reference/schemas/test.schema.json"
};

static const unsigned char why_schema[] = {
#embed "../../docs/reference/schemas/why.schema.json"
};

static const struct cschemas_file files[] = {
    {"check", check_schema, sizeof check_schema},
    {"fleet", fleet_schema, sizeof fleet_schema},
    {"plan", plan_schema, sizeof plan_schema},
    {"privacy", privacy_schema, sizeof privacy_schema},
    {"run", run_schema, sizeof run_schema},
    {"status", status_schema, sizeof status_schema},
    {"suggest", suggest_schema, sizeof suggest_schema},
    {"test", test_schema, sizeof test_schema},
    {"why", why_schema, sizeof why_schema},
};

size_t cschemas_count(void) { return sizeof files / sizeof files[0]; }

const struct cschemas_file *cschemas_at(size_t number) {
    return number < cschemas_count() ? &files[number] : NULL;
}
