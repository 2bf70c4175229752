// The style sheet of the HTML report.

export const htmlStyle = `
:root { color-scheme: light dark; --back: #fff; --ink: #1c2024; --soft: #5b6570; --line: #d9dee3; --panel: #f5f7f9; --link: #0b57d0;
  --pass: #1a7f37; --fail: #c0182b; --warn: #8a5b00; --flaky: #8430b5; --skip: #5b6570; --error: #b3470b; --touched: #7a5200; --none: #6b7480; }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --back: #14171a; --ink: #e4e8ec; --soft: #9aa5b1; --line: #333a41; --panel: #1d2227; --link: #8ab4f8;
  --pass: #57c173; --fail: #ff7b85; --warn: #e2b340; --flaky: #d29bf0; --skip: #9aa5b1; --error: #ffa065; --touched: #d6b36a; --none: #8b96a1; } }
:root[data-theme=dark] { color-scheme: dark; --back: #14171a; --ink: #e4e8ec; --soft: #9aa5b1; --line: #333a41; --panel: #1d2227; --link: #8ab4f8;
  --pass: #57c173; --fail: #ff7b85; --warn: #e2b340; --flaky: #d29bf0; --skip: #9aa5b1; --error: #ffa065; --touched: #d6b36a; --none: #8b96a1; }
:root[data-theme=light] { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; overflow-wrap: break-word; padding: 1rem 1.25rem 6rem; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
code, pre, .mono { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: 0.87em; }
h2 { font-size: 1rem; margin: 1.6rem 0 0.4rem; }
.brand { margin: 0; color: var(--soft); letter-spacing: 0.04em; }
.banner { margin: 0.4rem 0; padding: 0.4rem 0.7rem; border: 2px solid var(--error); border-radius: 6px; font-weight: 600; }
.words { margin: 0.3rem 0 0.6rem; font-size: 1.7rem; line-height: 1.25; }
.pass { --tone: var(--pass); } .fail { --tone: var(--fail); } .warn { --tone: var(--warn); } .flaky { --tone: var(--flaky); }
.skip { --tone: var(--skip); } .error { --tone: var(--error); } .touched { --tone: var(--touched); } .none { --tone: var(--none); }
.words, .exit { color: var(--tone, inherit); } .exit { margin: 0 0 0.4rem; font-weight: 600; }
.wrong ol { list-style: none; margin: 0; padding: 0; } .wrong li { border-left: 3px solid var(--tone); padding: 0.15rem 0 0.15rem 0.8rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.wrong li > a { font-weight: 600; } .wrong q, .wrong li > span { display: block; font-size: 0.88rem; } .wrong q { color: var(--soft); }
.wrong span code { background: var(--panel); border-radius: 3px; padding: 0 0.25rem; }
.target { margin: 0.4rem 0; color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere; }
.contents { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; font-size: 0.9rem; }
.wrong h2 a { font-size: 0.85rem; font-weight: 400; margin-left: 0.6rem; } .wrong details { font-size: 0.85rem; } .wrong li > details { display: inline-block; margin-left: 0.6rem; } .wrong li > details[open] { display: block; margin-left: 0; } .wrong details ul { margin: 0.2rem 0; padding-left: 1.2rem; columns: 2; } .wrong details li { border: 0; padding: 0; margin: 0; break-inside: avoid; } .wrong details ul a { font-weight: 400; }
.count { font-variant-numeric: tabular-nums; font-weight: 600; }
.front { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; align-items: start; margin-top: 1rem; }
.numbers { display: flex; flex-direction: column; }
.tiles h2 { margin: 0.3rem 0; color: var(--soft); font-weight: 600; font-size: 0.85rem; }
.tiles dl { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; }
.tile { border: 1px solid var(--line); border-bottom: 3px solid var(--tone, var(--line)); border-radius: 6px; padding: 0.15rem 0.7rem; min-width: 4.6rem; }
.tile dt { color: var(--soft); font-size: 0.78rem; } .tile dd { margin: 0; font-size: 1.3rem; font-weight: 650; color: var(--tone, inherit); }
.tile.zero dd { color: var(--soft); font-weight: 400; }
.facts dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 0.8rem; margin: 0.3rem 0 0.4rem; font-size: 0.87rem; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.command { background: var(--panel); padding: 0.15rem 0.4rem; border-radius: 4px; overflow-wrap: anywhere; }
button, input, select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 5px; padding: 0.15rem 0.5rem; }
button { cursor: pointer; } button[aria-pressed=true] { border-color: var(--tone, var(--link)); box-shadow: inset 0 0 0 1px var(--tone, var(--link)); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.grid { display: flex; flex-wrap: wrap; gap: 2px; margin: 0.3rem 0; }
.grid a { width: 1.15rem; height: 1.15rem; line-height: 1.15rem; text-align: center; font-size: 0.75rem; color: var(--back); background: var(--tone); border-radius: 3px; }
.grid a.none, .grid a.skip { background: var(--panel); color: var(--tone); box-shadow: inset 0 0 0 1px var(--line); }
.legend { font-size: 0.82rem; } .legend label { margin-left: 1rem; }
.pill { display: inline-block; white-space: nowrap; border: 1px solid var(--tone); color: var(--tone); border-radius: 9px; padding: 0 0.5rem; font-size: 0.8rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; font-weight: 600; padding: 0.6rem 0 0.2rem; color: var(--soft); }
.matrix th, .matrix td { text-align: left; vertical-align: top; padding: 0.25rem 0.7rem 0.25rem 0; border-top: 1px solid var(--line); font-weight: 400; font-size: 0.88rem; }
.matrix th[scope=row] { font-family: ui-monospace, monospace; font-size: 0.8rem; white-space: nowrap; } .matrix thead th { color: var(--soft); border: 0; }
.matrix td:nth-child(3) { overflow-wrap: anywhere; } .matrix td:last-child { white-space: nowrap; }
.matrix.wide th, .matrix.wide td { white-space: normal; overflow-wrap: break-word; } .matrix.wide th[scope=row] { max-width: 22rem; }
.matrix tr:target { background: var(--panel); } .reading { display: block; color: var(--soft); }
.only-open tr.pass, .only-open tr.warn { display: none; }
.charts { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; } .charts > div { overflow-x: auto; }
.chart { width: auto; font-size: 0.82rem; } .chart th { text-align: left; font-weight: 400; padding-right: 0.8rem; max-width: 17rem; overflow-wrap: anywhere; } .chart td { padding: 0 0.6rem 0 0; white-space: nowrap; }
svg { background: var(--panel); } rect { fill: var(--tone); }
.bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; padding: 0.5rem 0; background: var(--back); border-bottom: 1px solid var(--line); }
.bar input[type=search] { flex: 1 1 14rem; min-width: 8rem; } .bar select { max-width: 14rem; } .bar button { color: var(--tone, inherit); }
.case { border-bottom: 1px solid var(--line); } .case > button { display: flex; gap: 0.6rem; align-items: baseline; width: 100%; text-align: left; border: 0; background: none; padding: 0.35rem 0.2rem; border-radius: 0; }
.case > button:hover, .case.current > button { background: var(--panel); } .case.current > button { box-shadow: inset 3px 0 0 var(--link); }
.case .pill { min-width: 4.4rem; text-align: center; } .case .text { flex: 1; min-width: 0; overflow-wrap: anywhere; } .case .id { display: block; color: var(--soft); font-family: ui-monospace, monospace; font-size: 0.78rem; } .case .ms { color: var(--soft); font-size: 0.8rem; white-space: nowrap; }
.story { padding: 0.2rem 0.6rem 1rem 1rem; border-left: 3px solid var(--tone); margin: 0 0 0.6rem 0.2rem; overflow-wrap: anywhere; }
.story h3 { font-size: 0.88rem; margin: 0.9rem 0 0.2rem; color: var(--soft); } .story q { font-style: italic; }
pre { margin: 0.15rem 0; padding: 0.4rem 0.6rem; background: var(--panel); border-radius: 5px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 28rem; overflow: auto; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; } .sides > div { min-width: 0; } .sides span { font-size: 0.78rem; color: var(--soft); }
.sides .expected pre { border-left: 3px solid var(--pass); } .sides .actual pre { border-left: 3px solid var(--fail); }
.frame { overflow-x: auto; white-space: pre; overflow-wrap: normal; } mark { color: inherit; background: none; font-weight: 700; text-decoration: underline; text-underline-offset: 3px; }
.expected mark { color: var(--pass); } .actual mark { color: var(--fail); } .lines span { display: block; } .lines .expected { color: var(--pass); } .lines .actual { color: var(--fail); } .lines .both, .lines .note { color: var(--soft); }
.copyline { display: flex; gap: 0.4rem; align-items: start; } .copyline pre { flex: 1; }
details.all { margin-top: 0.9rem; } details > summary { cursor: pointer; padding: 0.15rem 0; } .help { color: var(--soft); font-size: 0.82rem; } kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 0.3rem; font-size: 0.8em; }
@media (max-width: 46rem) { body { padding: 0.7rem 0.7rem 4rem; } .words { font-size: 1.35rem; } .sides, .front, .charts { grid-template-columns: minmax(0, 1fr); }
  .matrix thead { display: none; } .matrix tr { display: block; padding: 0.35rem 0; border-top: 1px solid var(--line); } .matrix td, .matrix th { display: inline-block; border: 0; padding: 0 0.6rem 0 0; } .matrix td:nth-child(3) { display: block; } .matrix td:last-child { white-space: normal; } .case .ms { display: none; }
  .bar { position: static; } .chart tr { display: block; margin-bottom: 0.3rem; } .chart th { display: block; max-width: none; padding: 0; } .chart td { display: inline-block; } }
@media print { .bar, button.copy, .grid, .help, .legend label { display: none !important; } body { max-width: none; } pre { max-height: none; } .frame { white-space: pre-wrap; overflow-wrap: anywhere; } .frame .caret { display: none; } .matrix tr, .wrong li, .case > button, .sides, h3 { break-inside: avoid; } h2, h3, .case > button[aria-expanded=true], details > summary { break-after: avoid; } details.all:not([open]) { display: none; } }
`;
