#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark's five rules in other engines, over a listing of `cleanrules-bench listing`.

    peers.py polars|duckdb LISTING [THREADS [PLAN]]

Prints how long reading took, how long the query took with everything in memory, and what came
out. With PLAN, duckdb also writes what is not kept there, as JSON lines: all it knows of the item, the verdict, the
rule that decided, and of copies the one that stays. The queries judge rule by rule: no third truth value, no guards, no explanations.
Needs `pip install polars duckdb`.
"""
import os
import resource
import sys
import time

NOW = 1_795_219_200
DAY = 86_400


def with_polars(path, threads, _):
    os.environ["POLARS_MAX_THREADS"] = threads
    import polars as pl

    began = time.perf_counter()
    schema = {
        "id": pl.String, "path": pl.String, "size": pl.Int64, "created": pl.String,
        "modified": pl.String, "mime": pl.String, "hashes": pl.Struct({"quickxor": pl.String}),
    }
    items = pl.read_ndjson(path, schema=schema).with_columns(
        name=pl.col("path").str.extract(r"([^/]+)$"),
        folder=pl.col("path").str.extract(r"^(.*)/[^/]+$"),
        created=pl.col("created").str.to_datetime("%Y-%m-%dT%H:%M:%SZ").dt.epoch("s"),
        modified=pl.col("modified").str.to_datetime("%Y-%m-%dT%H:%M:%SZ").dt.epoch("s"),
        hash=pl.col("hashes").struct.field("quickxor"),
    ).with_row_index("row").drop("hashes")
    read = time.perf_counter()

    lazy = items.lazy()
    copies = (
        lazy.filter(pl.col("hash").is_not_null() & (pl.col("size") > 0))
        .with_columns(length=pl.col("path").str.len_chars())
        .group_by("size", "hash")
        .agg(
            count=pl.len(),
            first=pl.col("row").sort_by("created", "length", "path").first(),
        )
        .filter(pl.col("count") > 1)
    )
    folder, name = pl.col("folder"), pl.col("name")
    old = pl.col("modified") < NOW - 365 * DAY
    papers = (
        (folder == "/Keep") | folder.str.starts_with("/Keep/")
        | name.str.contains("(?i)passport|contract")
    )
    screenshots = name.str.contains("^(?i)screen ?shot") & old
    leftovers = (
        name.str.contains(r"(?i)\.tmp$") | name.str.starts_with("~$")
        | (name.str.to_lowercase() == "thumbs.db")
    )
    films = (
        pl.col("mime").str.starts_with("video/").fill_null(False)
        & (pl.col("size") > 500_000_000) & (pl.col("modified") < NOW - 730 * DAY)
    )
    result = (
        lazy.join(copies, on=["size", "hash"], how="left")
        .select(
            verdict=pl.when(papers).then(pl.lit("keep"))
            .when(films).then(pl.lit("review"))
            .when(screenshots | leftovers).then(pl.lit("delete"))
            .when(pl.col("first").is_not_null() & (pl.col("first") != pl.col("row")))
            .then(pl.lit("delete")).otherwise(pl.lit("keep"))
        )
        .group_by("verdict").len().collect(engine="streaming")
    )
    return began, read, sorted(result.rows())


def with_duckdb(path, threads, plan):
    import duckdb

    db = duckdb.connect()
    db.execute(f"set threads={int(threads)}")
    db.execute("set preserve_insertion_order=false")
    began = time.perf_counter()
    db.execute(
        """create table items as select row_number() over () as row, id, path, size,
             regexp_extract(path, '([^/]+)$', 1) as name,
             regexp_extract(path, '^(.*)/[^/]+$', 1) as folder,
             epoch(created)::bigint as created, epoch(modified)::bigint as modified,
             mime, hashes.quickxor as hash
           from read_json(?, format='newline_delimited', columns={id: 'VARCHAR',
             path: 'VARCHAR', size: 'BIGINT', created: 'TIMESTAMP', modified: 'TIMESTAMP',
             mime: 'VARCHAR', hashes: 'STRUCT(quickxor VARCHAR)'})""",
        [path],
    )
    read = time.perf_counter()
    judged = f"""with repeated as (
              select size, hash from items where hash is not null and size > 0
              group by all having count(*) > 1),
            ranked as (
              select row, row_number() over place as place, first(path) over place as stays
              from items i semi join repeated r on i.size = r.size and i.hash = r.hash
              window place as (partition by i.size, i.hash order by created, length(path), path)),
            judged as (
              select items.*, place, stays, case
                when folder = '/Keep' or starts_with(folder, '/Keep/')
                  or regexp_matches(name, '(?i)passport|contract') then 'papers'
                when starts_with(mime, 'video/') and size > 500000000
                  and modified < {NOW - 730 * DAY} then 'films'
                when (name ilike 'screenshot%' or name ilike 'screen shot%')
                  and modified < {NOW - 365 * DAY} then 'screenshots'
                when name ilike '%.tmp' or starts_with(name, '~$') or name ilike 'thumbs.db'
                  then 'leftovers'
                when place > 1 then 'copies' end as rule,
                case when rule is null or rule = 'papers' then 'keep'
                  when rule = 'films' then 'review' else 'delete' end as verdict
              from items left join ranked using (row))"""
    if plan:
        db.execute(
            f"""copy ({judged} select id, path, name, size, created, modified, mime, hash, verdict, rule,
                  case when rule = 'copies' then stays end as stays
                from judged where verdict <> 'keep') to '{plan}' (format json)""")
        with open(plan, "rb") as file:
            return began, read, [("entries", sum(1 for _ in file))]
    rows = db.execute(f"{judged} select verdict, count(*) from judged group by 1").fetchall()
    return began, read, sorted(rows)


def main():
    engines = {"polars": with_polars, "duckdb": with_duckdb}
    if len(sys.argv) < 3 or sys.argv[1] not in engines:
        sys.exit(__doc__)
    threads = sys.argv[3] if len(sys.argv) > 3 else "2"
    plan = sys.argv[4] if len(sys.argv) > 4 else None
    began, read, rows = engines[sys.argv[1]](sys.argv[2], threads, plan)
    done = time.perf_counter()
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{sys.argv[1]} {threads}t: read {read - began:.2f} s, query {done - read:.3f} s,"
        f" process cpu {usage.ru_utime + usage.ru_stime:.2f} s,"
        f" peak {usage.ru_maxrss // 1024} MiB, {rows}"
    )


main()
