// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

#include "CWords.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char de_carrying[] = {
#embed "words/de/carrying.json"
};

static const unsigned char de_commands[] = {
#embed "words/de/commands.json"
};

static const unsigned char de_common[] = {
#embed "words/de/common.json"
};

static const unsigned char de_devices[] = {
#embed "words/de/devices.json"
};

static const unsigned char de_errors[] = {
#embed "words/de/errors.json"
};

static const unsigned char de_execution[] = {
#embed "words/de/execution.json"
};

static const unsigned char de_fleet[] = {
#embed "words/de/fleet.json"
};

static const unsigned char de_issuer[] = {
#embed "words/de/issuer.json"
};

static const unsigned char de_outcomes[] = {
#embed "words/de/outcomes.json"
};

static const unsigned char de_pages[] = {
#embed "words/de/pages.json"
};

static const unsigned char de_photos[] = {
#embed "words/de/photos.json"
};

static const unsigned char de_plan[] = {
#embed "words/de/plan.json"
};

static const unsigned char de_progress[] = {
#embed "words/de/progress.json"
};

static const unsigned char de_report[] = {
#embed "words/de/report.json"
};

static const unsigned char de_review[] = {
#embed "words/de/review.json"
};

static const unsigned char de_signal[] = {
#embed "words/de/signal.json"
};

static const unsigned char de_similar[] = {
#embed "words/de/similar.json"
};

static const unsigned char de_templates[] = {
#embed "words/de/templates.json"
};

static const unsigned char de_tier[] = {
#embed "words/de/tier.json"
};

static const unsigned char de_upkeep[] = {
#embed "words/de/upkeep.json"
};

static const unsigned char en_carrying[] = {
#embed "words/en/carrying.json"
};

static const unsigned char en_commands[] = {
#embed "words/en/commands.json"
};

static const unsigned char en_common[] = {
#embed "words/en/common.json"
};

static const unsigned char en_devices[] = {
#embed "words/en/devices.json"
};

static const unsigned char en_execution[] = {
#embed "words/en/execution.json"
};

static const unsigned char en_fleet[] = {
#embed "words/en/fleet.json"
};

static const unsigned char en_issuer[] = {
#embed "words/en/issuer.json"
};

static const unsigned char en_pages[] = {
#embed "words/en/pages.json"
};

static const unsigned char en_photos[] = {
#embed "words/en/photos.json"
};

static const unsigned char en_plan[] = {
#embed "words/en/plan.json"
};

static const unsigned char en_progress[] = {
#embed "words/en/progress.json"
};

static const unsigned char en_report[] = {
#embed "words/en/report.json"
};

static const unsigned char en_review[] = {
#embed "words/en/review.json"
};

static const unsigned char en_signal[] = {
#embed "words/en/signal.json"
};

static const unsigned char en_similar[] = {
#embed "words/en/similar.json"
};

static const unsigned char en_templates[] = {
#embed "words/en/templates.json"
};

static const unsigned char en_tier[] = {
#embed "words/en/tier.json"
};

static const unsigned char en_upkeep[] = {
#embed "words/en/upkeep.json"
};

static const unsigned char es_carrying[] = {
#embed "words/es/carrying.json"
};

static const unsigned char es_commands[] = {
#embed "words/es/commands.json"
};

static const unsigned char es_common[] = {
#embed "words/es/common.json"
};

static const unsigned char es_devices[] = {
#embed "words/es/devices.json"
};

static const unsigned char es_errors[] = {
#embed "words/es/errors.json"
};

static const unsigned char es_execution[] = {
#embed "words/es/execution.json"
};

static const unsigned char es_fleet[] = {
#embed "words/es/fleet.json"
};

static const unsigned char es_issuer[] = {
#embed "words/es/issuer.json"
};

static const unsigned char es_outcomes[] = {
#embed "words/es/outcomes.json"
};

static const unsigned char es_pages[] = {
#embed "words/es/pages.json"
};

static const unsigned char es_photos[] = {
#embed "words/es/photos.json"
};

static const unsigned char es_plan[] = {
#embed "words/es/plan.json"
};

static const unsigned char es_progress[] = {
#embed "words/es/progress.json"
};

static const unsigned char es_report[] = {
#embed "words/es/report.json"
};

static const unsigned char es_review[] = {
#embed "words/es/review.json"
};

static const unsigned char es_signal[] = {
#embed "words/es/signal.json"
};

static const unsigned char es_similar[] = {
#embed "words/es/similar.json"
};

static const unsigned char es_templates[] = {
#embed "words/es/templates.json"
};

static const unsigned char es_tier[] = {
#embed "words/es/tier.json"
};

static const unsigned char es_upkeep[] = {
#embed "words/es/upkeep.json"
};

static const unsigned char fr_carrying[] = {
#embed "words/fr/carrying.json"
};

static const unsigned char fr_commands[] = {
#embed "words/fr/commands.json"
};

static const unsigned char fr_common[] = {
#embed "words/fr/common.json"
};

static const unsigned char fr_devices[] = {
#embed "words/fr/devices.json"
};

static const unsigned char fr_errors[] = {
#embed "words/fr/errors.json"
};

static const unsigned char fr_execution[] = {
#embed "words/fr/execution.json"
};

static const unsigned char fr_fleet[] = {
#embed "words/fr/fleet.json"
};

static const unsigned char fr_issuer[] = {
#embed "words/fr/issuer.json"
};

static const unsigned char fr_outcomes[] = {
#embed "words/fr/outcomes.json"
};

static const unsigned char fr_pages[] = {
#embed "words/fr/pages.json"
};

static const unsigned char fr_photos[] = {
#embed "words/fr/photos.json"
};

static const unsigned char fr_plan[] = {
#embed "words/fr/plan.json"
};

static const unsigned char fr_progress[] = {
#embed "words/fr/progress.json"
};

static const unsigned char fr_report[] = {
#embed "words/fr/report.json"
};

static const unsigned char fr_review[] = {
#embed "words/fr/review.json"
};

static const unsigned char fr_signal[] = {
#embed "words/fr/signal.json"
};

static const unsigned char fr_similar[] = {
#embed "words/fr/similar.json"
};

static const unsigned char fr_templates[] = {
#embed "words/fr/templates.json"
};

static const unsigned char fr_tier[] = {
#embed "words/fr/tier.json"
};

static const unsigned char fr_upkeep[] = {
#embed "words/fr/upkeep.json"
};

static const struct cwords_file files[] = {
    {"de", "carrying", de_carrying, sizeof de_carrying},
    {"de", "commands", de_commands, sizeof de_commands},
    {"de", "common", de_common, sizeof de_common},
    {"de", "devices", de_devices, sizeof de_devices},
    {"de", "errors", de_errors, sizeof de_errors},
    {"de", "execution", de_execution, sizeof de_execution},
    {"de", "fleet", de_fleet, sizeof de_fleet},
    {"de", "issuer", de_issuer, sizeof de_issuer},
    {"de", "outcomes", de_outcomes, sizeof de_outcomes},
    {"de", "pages", de_pages, sizeof de_pages},
    {"de", "photos", de_photos, sizeof de_photos},
    {"de", "plan", de_plan, sizeof de_plan},
    {"de", "progress", de_progress, sizeof de_progress},
    {"de", "report", de_report, sizeof de_report},
    {"de", "review", de_review, sizeof de_review},
    {"de", "signal", de_signal, sizeof de_signal},
    {"de", "similar", de_similar, sizeof de_similar},
    {"de", "templates", de_templates, sizeof de_templates},
    {"de", "tier", de_tier, sizeof de_tier},
    {"de", "upkeep", de_upkeep, sizeof de_upkeep},
    {"en", "carrying", en_carrying, sizeof en_carrying},
    {"en", "commands", en_commands, sizeof en_commands},
    {"en", "common", en_common, sizeof en_common},
    {"en", "devices", en_devices, sizeof en_devices},
    {"en", "execution", en_execution, sizeof en_execution},
    {"en", "fleet", en_fleet, sizeof en_fleet},
    {"en", "issuer", en_issuer, sizeof en_issuer},
    {"en", "pages", en_pages, sizeof en_pages},
    {"en", "photos", en_photos, sizeof en_photos},
    {"en", "plan", en_plan, sizeof en_plan},
    {"en", "progress", en_progress, sizeof en_progress},
    {"en", "report", en_report, sizeof en_report},
    {"en", "review", en_review, sizeof en_review},
    {"en", "signal", en_signal, sizeof en_signal},
    {"en", "similar", en_similar, sizeof en_similar},
    {"en", "templates", en_templates, sizeof en_templates},
    {"en", "tier", en_tier, sizeof en_tier},
    {"en", "upkeep", en_upkeep, sizeof en_upkeep},
    {"es", "carrying", es_carrying, sizeof es_carrying},
    {"es", "commands", es_commands, sizeof es_commands},
    {"es", "common", es_common, sizeof es_common},
    {"es", "devices", es_devices, sizeof es_devices},
    {"es", "errors", es_errors, sizeof es_errors},
    {"es", "execution", es_execution, sizeof es_execution},
    {"es", "fleet", es_fleet, sizeof es_fleet},
    {"es", "issuer", es_issuer, sizeof es_issuer},
    {"es", "outcomes", es_outcomes, sizeof es_outcomes},
    {"es", "pages", es_pages, sizeof es_pages},
    {"es", "photos", es_photos, sizeof es_photos},
    {"es", "plan", es_plan, sizeof es_plan},
    {"es", "progress", es_progress, sizeof es_progress},
    {"es", "report", es_report, sizeof es_report},
    {"es", "review", es_review, sizeof es_review},
    {"es", "signal", es_signal, sizeof es_signal},
    {"es", "similar", es_similar, sizeof es_similar},
    {"es", "templates", es_templates, sizeof es_templates},
    {"es", "tier", es_tier, sizeof es_tier},
    {"es", "upkeep", es_upkeep, sizeof es_upkeep},
    {"fr", "carrying", fr_carrying, sizeof fr_carrying},
    {"fr", "commands", fr_commands, sizeof fr_commands},
    {"fr", "common", fr_common, sizeof fr_common},
    {"fr", "devices", fr_devices, sizeof fr_devices},
    {"fr", "errors", fr_errors, sizeof fr_errors},
    {"fr", "execution", fr_execution, sizeof fr_execution},
    {"fr", "fleet", fr_fleet, sizeof fr_fleet},
    {"fr", "issuer", fr_issuer, sizeof fr_issuer},
    {"fr", "outcomes", fr_outcomes, sizeof fr_outcomes},
    {"fr", "pages", fr_pages, sizeof fr_pages},
    {"fr", "photos", fr_photos, sizeof fr_photos},
    {"fr", "plan", fr_plan, sizeof fr_plan},
    {"fr", "progress", fr_progress, sizeof fr_progress},
    {"fr", "report", fr_report, sizeof fr_report},
    {"fr", "review", fr_review, sizeof fr_review},
    {"fr", "signal", fr_signal, sizeof fr_signal},
    {"fr", "similar", fr_similar, sizeof fr_similar},
    {"fr", "templates", fr_templates, sizeof fr_templates},
    {"fr", "tier", fr_tier, sizeof fr_tier},
    {"fr", "upkeep", fr_upkeep, sizeof fr_upkeep},
};

size_t cwords_count(void) { return sizeof files / sizeof files[0]; }

const struct cwords_file *cwords_at(size_t number) {
    return number < cwords_count() ? &files[number] : NULL;
}
