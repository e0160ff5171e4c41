// SPDX-License-Identifier: Apache-2.0

extension HTMLReport {
    /// The style sheet; the page's policy names it by its hash, so it goes out as it stands here.
    static let style = light + layout + headline + tables + tools + narrow + settings

    /// Colours in the light and in the dark. Delete is orange and keep is blue, with a sign and a
    /// word beside them, so that nothing hangs on red and green.
    private static let light = #"""

        :root {
          color-scheme: light dark;
          --page: #f4f5f7; --surface: #ffffff; --raised: #f8f9fb; --line: #dde2e8; --edge: #7a8694;
          --ink: #17202b; --soft: #55616f; --accent: #1c5fb0; --focus: #1c5fb0;
          --delete: #ae4205; --delete-tint: #fdf0e6; --delete-fill: #d9661f;
          --review: #6a3fb5; --review-tint: #f4effc; --review-fill: #9068d6;
          --keep: #1c5fb0; --keep-tint: #eaf2fb; --keep-fill: #b9cfe8;
          --mark: #ffe58a; --shadow: 0 1px 2px rgb(23 32 43 / .06), 0 4px 16px rgb(23 32 43 / .05);
        }
        @media (prefers-color-scheme: dark) {
          :root:not([data-theme="light"]) { \#(dark) }
        }
        :root[data-theme="dark"] { color-scheme: dark; \#(dark) }
        :root[data-theme="light"] { color-scheme: light; }

        """#

    private static let dark = #"""
        --page: #0f1319; --surface: #171d25; --raised: #1d242e; --line: #2c3643; --edge: #7d8b9b;
          --ink: #e7ecf2; --soft: #9ba8b7; --accent: #86b8ff; --focus: #86b8ff;
          --delete: #ffa366; --delete-tint: #35210f; --delete-fill: #e07a35;
          --review: #c7a8ff; --review-tint: #2a2140; --review-fill: #9a78da;
          --keep: #86b8ff; --keep-tint: #15263c; --keep-fill: #33557f;
          --mark: #6b5a10; --shadow: none;
        """#

    private static let layout = #"""
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--page); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif;
        }
        .wrap { max-width: 80rem; margin: 0 auto; padding: 0 clamp(.75rem, 3vw, 2rem); }
        h1, h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
        h1 { font-size: clamp(1.5rem, 1.1rem + 1.6vw, 2.1rem); line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; }
        h2 { font-size: 1.15rem; line-height: 1.3; letter-spacing: -.005em; }
        a { color: var(--accent); text-underline-offset: .15em; }
        code, .code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; font-size: .9em; }
        [hidden] { display: none !important; }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem; }
        .skip { position: absolute; left: -100vw; top: 0; background: var(--surface); padding: .75rem 1rem; z-index: 2; }
        .skip:focus { left: .5rem; top: .5rem; }
        .spoken { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .soft { color: var(--soft); }
        .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
        .escape { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; color: var(--delete); border: 1px solid currentColor; border-radius: .2rem; padding: 0 .15em; }
        mark { background: var(--mark); color: var(--ink); border-radius: .15rem; padding: 0 .05em; }

        .top { padding: 1.75rem 0 0; }
        .top .wrap { display: grid; grid-template-columns: 1fr auto; gap: .4rem 1rem; align-items: start; }
        .brand { display: flex; align-items: center; gap: .5rem; font-weight: 650; font-size: .95rem; color: var(--soft); grid-column: 1; min-height: 2.75rem; }
        .brand svg { width: 1.4rem; height: 1.4rem; flex: none; }
        .top h1, .top .meta { grid-column: 1 / -1; }
        .meta { color: var(--soft); font-size: .95rem; overflow-wrap: anywhere; }
        .meta span + span::before { content: "·"; margin: 0 .5em 0 .25em; }
        main > section { margin-top: 1.5rem; }
        section.card { background: var(--surface); border: 1px solid var(--line); border-radius: .9rem; box-shadow: var(--shadow); }
        .card > h2, .card > .head { padding: 1.1rem clamp(.9rem, 2.2vw, 1.4rem) 0; }
        footer.wrap { margin-top: 2rem; margin-bottom: 3rem; color: var(--soft); font-size: .9rem; }
        footer dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem 1.5rem; margin-bottom: 1rem; }
        footer dt { font-weight: 650; color: var(--ink); }

        """#

    private static let headline = #"""
        .share { display: block; width: 100%; height: .9rem; border-radius: .45rem; overflow: hidden; background: var(--line); }
        .share .delete { fill: var(--delete-fill); } .share .review { fill: var(--review-fill); } .share .keep { fill: var(--keep-fill); }
        .stats { display: grid; grid-template-columns: repeat(4, 1fr); gap: .9rem; margin-bottom: .9rem; }
        .stat { background: var(--surface); border: 1px solid var(--line); border-radius: .9rem; box-shadow: var(--shadow); padding: 1rem 1.1rem 1.05rem; min-width: 0; }
        .stat dt { display: flex; align-items: center; gap: .5rem; font-weight: 600; font-size: .95rem; }
        .stat dd strong { display: block; font-size: clamp(1.4rem, .55rem + 1.75vw, 2.4rem); line-height: 1.15; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; margin-top: .25rem; }
        .stat dd { color: var(--soft); font-size: .92rem; overflow-wrap: break-word; }
        .stat.delete dt, .stat.delete strong { color: var(--delete); }
        .stat.review dt, .stat.review strong { color: var(--review); }
        .stat.keep dt, .stat.keep strong { color: var(--keep); }
        .sign { display: inline-grid; place-items: center; width: 1.35rem; height: 1.35rem; flex: none; border-radius: 50%; font-weight: 700; font-size: .95rem; line-height: 1; }
        .sign.delete { background: var(--delete-tint); color: var(--delete); }
        .sign.review { background: var(--review-tint); color: var(--review); }
        .sign.keep { background: var(--keep-tint); color: var(--keep); }
        .sign.plain { background: var(--raised); color: var(--soft); }
        .calm { margin-top: .8rem; color: var(--soft); }

        .limits { padding: .2rem 0; }
        .limits summary { cursor: pointer; padding: .9rem clamp(.9rem, 2.2vw, 1.4rem); font-weight: 600; border-radius: .9rem; }
        .limits summary .soft { font-weight: 400; }
        .limits ul { list-style: none; display: grid; gap: .9rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); padding: .3rem clamp(.9rem, 2.2vw, 1.4rem) 1.2rem; }
        .limits li { min-width: 0; overflow-wrap: anywhere; }
        .limits .number { white-space: normal; }
        .limits .over { color: var(--delete); font-weight: 600; }
        .gauge { display: block; width: 100%; height: .5rem; border-radius: .25rem; overflow: hidden; background: var(--line); margin-top: .4rem; }
        .gauge rect { fill: var(--keep-fill); } .gauge.near rect { fill: var(--review-fill); } .gauge.full rect { fill: var(--delete-fill); }
        .blocked { border-color: var(--delete) !important; border-left-width: .4rem !important; }
        .blocked h2 { color: var(--delete); }
        .blocked > p { padding: .4rem clamp(.9rem, 2.2vw, 1.4rem) .9rem; max-width: 62ch; }
        .notes { padding: 1rem clamp(.9rem, 2.2vw, 1.4rem); }
        .notes h2 { padding: 0; }
        .notes ul { padding-left: 1.2rem; margin-top: .4rem; overflow-wrap: anywhere; }

        """#

    private static let tables = #"""
        .scroll { overflow-x: auto; margin-top: .7rem; border-radius: 0 0 .9rem .9rem; }
        table { width: 100%; border-collapse: collapse; text-align: left; font-size: .95rem; }
        thead th { font-size: .85rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
        tbody th { font-weight: 400; }
        th, td { padding: .6rem .7rem; vertical-align: top; border-top: 1px solid var(--line); }
        th:first-child, td:first-child { padding-left: clamp(.9rem, 2.2vw, 1.4rem); }
        th:last-child, td:last-child { padding-right: clamp(.9rem, 2.2vw, 1.4rem); }
        thead th { border-top: 0; border-bottom: 1px solid var(--line); background: var(--surface); }
        .right { text-align: right; }
        .rules td.right, .items td.right { font-variant-numeric: tabular-nums; white-space: nowrap; }
        .rules .nothing .id { color: var(--soft); font-weight: 400; }
        .rules .id a { display: inline-block; padding: .1rem 0; }
        .rules .zero { color: var(--soft); }
        .rules .who { display: grid; grid-template-columns: auto 1fr; gap: 0 .6rem; }
        .rules .who .id { font-weight: 600; overflow-wrap: anywhere; }
        .rules .who .why { color: var(--soft); font-size: .92em; grid-column: 2; max-width: 62ch; }
        .rules .strong { font-weight: 650; }
        .rules .strong.delete { color: var(--delete); } .rules .strong.review { color: var(--review); }
        .rules tfoot td, .rules tfoot th { font-weight: 650; color: var(--ink); font-size: .95rem; border-top: 2px solid var(--line); }

        .items table { table-layout: fixed; }
        .items col.verdict { width: 8.2rem; } .items col.size { width: 6.4rem; } .items col.changed { width: 7rem; }
        .items col.rule { width: 9.5rem; } .items col.why { width: 31%; }
        .items td { overflow-wrap: anywhere; }
        .items .badge { display: inline-flex; align-items: center; gap: .4rem; font-weight: 600; white-space: nowrap; }
        .badge.delete { color: var(--delete); } .badge.review { color: var(--review); } .badge.keep { color: var(--keep); }
        .items .name { font-weight: 600; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; line-clamp: 3; overflow: hidden; unicode-bidi: isolate; }
        .items .folder { color: var(--soft); font-size: .9em; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; overflow: hidden; unicode-bidi: isolate; }
        .items .because { font-size: .95em; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; line-clamp: 4; overflow: hidden; }
        .tag { font-size: .78rem; font-weight: 600; color: var(--soft); border: 1px solid var(--line); border-radius: .3rem; padding: 0 .3em; margin-left: .4em; }
        .items.live tbody tr.row { cursor: pointer; }
        .items.live tbody tr.row:hover td, tbody tr.open td, tbody tr.detail td { background: var(--raised); }
        .items tr.detail td { border-top: 0; padding-top: 0; cursor: auto; }
        .items .line { display: grid; grid-template-columns: 1fr auto; gap: .1rem .4rem; }
        .items .line .folder { grid-column: 1; }
        .more { grid-row: 1 / span 2; grid-column: 2; align-self: start; width: 1.9rem; height: 1.9rem; margin: -.15rem 0; border: 0; border-radius: .4rem; background: none; color: var(--soft); cursor: pointer; display: grid; place-items: center; }
        .more:hover { background: var(--line); color: var(--ink); }
        .more svg { width: .8rem; height: .8rem; transition: transform .12s; }
        .more[aria-expanded="true"] svg { transform: rotate(90deg); }
        .facts { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; max-width: 76rem; padding: .3rem 0 .5rem; }
        .facts dt { color: var(--soft); } .facts dd { overflow-wrap: anywhere; unicode-bidi: isolate; min-width: 0; }
        .facts ul { list-style: none; }
        .th { font: inherit; color: inherit; background: none; border: 0; padding: .2rem .1rem; margin: -.2rem -.1rem; cursor: pointer; display: inline-flex; gap: .35rem; align-items: center; border-radius: .25rem; min-height: 1.75rem; }
        .items:not(.live) .th, .live .th + span { display: none; }
        .th:hover { color: var(--ink); }
        .th .arrow { width: .7rem; height: .7rem; opacity: .35; }
        [aria-sort="ascending"] .th, [aria-sort="descending"] .th { color: var(--ink); }
        [aria-sort="ascending"] .arrow, [aria-sort="descending"] .arrow { opacity: 1; }
        .arrow .up, .arrow .down { fill: currentColor; }
        [aria-sort="ascending"] .down, [aria-sort="descending"] .up { opacity: .15; }
        .none { padding: 2.5rem 1.5rem 3rem; text-align: center; color: var(--soft); }
        .none strong { display: block; color: var(--ink); font-size: 1.1rem; margin-bottom: .25rem; }

        """#

    private static let tools = #"""
        .tools { padding: .9rem clamp(.9rem, 2.2vw, 1.4rem) 0; display: grid; gap: .75rem; }
        .find { display: flex; flex-wrap: wrap; gap: .6rem; }
        .find label { display: grid; gap: .2rem; font-size: .85rem; color: var(--soft); font-weight: 600; min-width: 0; flex: 1 1 14rem; }
        input[type="search"], select, .button {
          font: inherit; font-size: 1rem; color: var(--ink); background: var(--surface); border: 1px solid var(--edge); border-radius: .55rem; min-height: 2.75rem; padding: .4rem .8rem; min-width: 0; max-width: 100%; font-weight: 400;
        }
        input[type="search"] { width: 100%; }
        input::placeholder { color: var(--soft); opacity: 1; }
        .button { cursor: pointer; font-weight: 600; }
        .button:hover:not(:disabled) { background: var(--raised); }
        .button:disabled { color: var(--soft); border-color: var(--line); cursor: default; }
        .chips { display: flex; flex-wrap: wrap; gap: .45rem; align-items: center; }
        .chips .title { font-size: .85rem; font-weight: 600; color: var(--soft); min-width: 4rem; }
        .chip { font: inherit; font-size: .92rem; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 2rem; padding: .25rem .8rem; min-height: 2.1rem; cursor: pointer; display: inline-flex; align-items: center; gap: .45rem; max-width: 100%; overflow-wrap: anywhere; text-align: left; }
        .chip .count { color: var(--soft); font-variant-numeric: tabular-nums; font-size: .9em; }
        .chip:hover { border-color: var(--edge); }
        .chip[aria-pressed="true"] { background: var(--ink); color: var(--surface); border-color: var(--ink); font-weight: 600; }
        .chip[aria-pressed="true"] .count { color: inherit; opacity: .8; }
        .found { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; justify-content: space-between; font-size: .95rem; color: var(--soft); }
        .found strong { color: var(--ink); }
        .pager { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; justify-content: space-between; padding: .9rem clamp(.9rem, 2.2vw, 1.4rem) 1.1rem; border-top: 1px solid var(--line); }
        .pager div { display: flex; gap: .6rem; align-items: center; flex-wrap: wrap; }
        .pager label { color: var(--soft); font-size: .9rem; display: flex; gap: .5rem; align-items: center; }
        .theme { display: inline-flex; gap: .5rem; align-items: center; justify-self: end; font-size: .9rem; padding: .3rem .75rem; border-color: var(--line); }
        .theme svg { width: 1rem; height: 1rem; }
        .script-off { padding: .8rem clamp(.9rem, 2.2vw, 1.4rem) 0; color: var(--soft); }

        """#

    /// Below 48 rem the rows become cards, and a menu sorts them.
    private static let narrow = #"""
        .sorting { display: none !important; }
        @media screen and (max-width: 62rem) {
          .items col.changed { width: 6.2rem; } .items col.rule { width: 8.5rem; } .items col.verdict { width: 7.4rem; }
        }
        @media screen and (max-width: 48rem) {
          .stats { grid-template-columns: repeat(2, 1fr); gap: .6rem; }
          .stat { padding: .8rem .85rem; }
          .sorting { display: grid !important; }
          .rules table, .rules tbody, .rules tfoot, .rules tr, .rules td, .rules th[scope="row"],
          .items table, .items tbody, .items tr, .items td { display: block; width: auto; }
          .rules thead, .items thead, .items colgroup { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          .items table { table-layout: auto; }
          .items .th { display: none; } .live .th + span { display: inline; }
          .rules tr, .items tr.row { border-top: 1px solid var(--line); padding: .75rem clamp(.9rem, 2.2vw, 1.4rem); }
          .rules td, .rules th[scope="row"], .items td { border: 0 !important; padding: 0 !important; }
          .rules tr { display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; }
          .rules th[scope="row"] { flex: 1 0 100%; white-space: normal; }
          .rules td.right { text-align: left; } .rules td.right::before { content: attr(data-label) " "; color: var(--soft); font-weight: 400; font-size: .9em; }
          .rules td.zero { display: none; }
          .items tr.row { display: grid; grid-template-columns: 1fr auto; gap: .15rem .9rem; }
          .items td.verdict { grid-area: 1 / 1; } .items td.size { grid-area: 1 / 2; }
          .items td.item { grid-area: 2 / 1 / auto / -1; } .items td.because-cell { grid-area: 3 / 1 / auto / -1; }
          .items td.rule { grid-area: 4 / 1; } .items td.changed { grid-area: 4 / 2; text-align: right; }
          .items td.rule, .items td.changed { color: var(--soft); font-size: .9rem; }
          .items td.rule::before { content: attr(data-label) " "; } .items td.rule.empty::before { content: ""; }
          .items tr.detail { padding: 0 clamp(.9rem, 2.2vw, 1.4rem) .6rem; background: var(--raised); }
          .items tr.open { background: var(--raised); }
          .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .5rem; }
          .pager, .pager div { justify-content: center; }
          .chips { flex-wrap: nowrap; overflow-x: auto; padding: .3rem; margin: -.3rem; scrollbar-width: thin; }
          .chip { flex: none; }
          .chips .title { position: absolute; width: 1px; height: 1px; min-width: 0; overflow: hidden; clip-path: inset(50%); }
        }
        @media screen and (max-width: 24rem) {
          .top .meta span { display: block; } .meta span + span::before { content: none; }
        }

        """#

    private static let settings = #"""
        @media (prefers-reduced-motion: no-preference) { html.smooth { scroll-behavior: smooth; } }
        @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
        @media (prefers-contrast: more) {
          :root { --line: #6b7785; --soft: #3c4753; --shadow: none; }
          :root[data-theme="dark"] { --line: #9aa7b5; --soft: #cfd8e2; }
        }
        @media (prefers-contrast: more) and (prefers-color-scheme: dark) {
          :root:not([data-theme="light"]) { --line: #9aa7b5; --soft: #cfd8e2; }
        }
        @media (forced-colors: active) {
          .share, .gauge { border: 1px solid CanvasText; forced-color-adjust: none; background: Canvas; }
          .share .delete, .gauge rect { fill: Highlight; } .share .review { fill: GrayText; } .share .keep { fill: Canvas; }
          .sign, .stat, .chip { border: 1px solid CanvasText; }
          .chip[aria-pressed="true"] { background: Highlight; color: HighlightText; forced-color-adjust: none; border-color: Highlight; }
          mark { background: Highlight; color: HighlightText; forced-color-adjust: none; }
        }
        @media print {
          html { font-size: 11px; }
          :root:not(#screen) { color-scheme: light; --page: #fff; --surface: #fff; --ink: #000; --soft: #444; --line: #bbb; --shadow: none; --delete: #8a3200; --review: #4f2a94; --keep: #174d90; --raised: #fff; --mark: #ffe58a; --accent: #000;
            --delete-tint: #fdf0e6; --review-tint: #f4effc; --keep-tint: #eaf2fb; --delete-fill: #d9661f; --review-fill: #9068d6; --keep-fill: #b9cfe8; }
          .card > h2, .card > .head { break-after: avoid; }
          .items col.verdict { width: 7rem; } .items col.size { width: 5.5rem; } .items col.changed { width: 6rem; } .items col.rule { width: 8rem; }
          .wrap { max-width: none; padding: 0; }
          .tools, .pager, .theme, .skip, .more, .script-off, .arrow { display: none !important; }
          .stats { grid-template-columns: repeat(4, 1fr); }
          section.card, .stat { box-shadow: none; border-color: #bbb; }
          .scroll { overflow: visible; }
          thead { display: table-header-group; } tfoot { display: table-row-group; } tr { break-inside: avoid; }
          .items .name, .items .folder, .items .because { -webkit-line-clamp: none; line-clamp: none; display: block; }
          th, td { padding: .25rem .4rem; }
        }

        """#
}
