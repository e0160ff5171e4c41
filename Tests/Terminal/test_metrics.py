# SPDX-License-Identifier: Apache-2.0
"""The figures of a round, read by the parsers that Prometheus itself ships."""
import pytest
from prometheus_client import parser as plain
from prometheus_client.openmetrics import parser as strict


@pytest.fixture
def figures(world, tmp_path):
    """What a round by rules with a difficult name writes, and the name as it is shown."""
    world = world()
    rules = world.rules.read_text().replace("then: review", "then: delete\n    undo_window: 1h")
    rules = rules.replace(
        "rules:\n", "limits: { percent: unlimited }\nquota: { deletes: 5/day }\nrules:\n", 1)
    own = tmp_path / 'own "of" \n us.yaml'
    own.write_text(rules)
    run = world.run(
        "run", "--rules", own, "--state", tmp_path / "own.sqlite", "--stage", "--metrics",
        tmp_path / "cleanrules.prom", check=False)
    assert run.returncode == 0, run.stderr
    return (tmp_path / "cleanrules.prom").read_text(), 'own "of" \\n us.yaml'


def test_figures_are_open_metrics(figures):
    text, name = figures
    families = {family.name: family for family in strict.text_string_to_metric_families(text)}
    assert families["cleanrules_deleted_items"].type == "counter"
    info = families["cleanrules_run_info"].samples[0]
    assert info.value == 1 and info.labels["rules"].endswith("/" + name)
    staged = [sample.value for sample in families["cleanrules_run_items"].samples
              if sample.labels == {"drive": "photos", "state": "staged"}]
    assert staged == [12]
    for family in families.values():
        assert family.name.startswith("cleanrules_") and family.documentation.endswith(".")


def test_figures_are_what_the_textfile_collector_reads(figures):
    text, _ = figures
    found = {family.name: family for family in plain.text_string_to_metric_families(text)}
    assert found["cleanrules_run_exit_status"].samples[0].value == 0
    assert found["cleanrules_waiting_items"].samples[0].value == 12
