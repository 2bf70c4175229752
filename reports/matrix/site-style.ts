// The style sheet and the script of the pages of a matrix; the pages say everything without the script.

export const siteStyle = `:root { color-scheme: light dark; --back: #fff; --ink: #1c2024; --soft: #56606b; --line: #d9dee3; --panel: #f3f5f8; --link: #0b57d0;
  --holds: #d5efdc; --fails: #fbd9dc; --part: #fbecc8; --warn: #e6e1fa; --none: #e6e9ed; --open: #fff; }
@media (prefers-color-scheme: dark) { :root { --back: #14171a; --ink: #e4e8ec; --soft: #9aa5b1; --line: #3a424a; --panel: #1d2227; --link: #8ab4f8;
  --holds: #16401f; --fails: #5c1c23; --part: #4f3c09; --warn: #382e5e; --none: #2b3239; --open: #14171a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem 1.25rem 5rem; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); } h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.3rem 0; } h2 { font-size: 1.1rem; margin: 1.8rem 0 0.4rem; } h3 { font-size: 1rem; margin: 1.2rem 0 0.3rem; }
.contents { list-style: none; display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0.6rem 0; padding: 0; font-size: 0.9rem; }
nav { color: var(--soft); } nav a { margin-right: 1rem; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: 0.87em; }
pre { margin: 0.2rem 0; padding: 0.5rem 0.7rem; background: var(--panel); border-radius: 5px; white-space: pre-wrap; max-height: 26rem; overflow: auto; }
q { font-style: italic; } .soft { color: var(--soft); } .mark { display: block; font-size: 0.85rem; font-weight: 600; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: separate; border-spacing: 0; } caption { text-align: left; font-weight: 600; padding: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { vertical-align: bottom; font-weight: 600; } th[scope=row] { position: sticky; left: 0; background: var(--back); font-size: 0.85rem; } th small { display: block; max-width: 34rem; color: var(--soft); font-size: 0.78rem; } dd, p, li { overflow-wrap: anywhere; }
.states td { text-align: center; padding: 0; border-left: 1px solid var(--line); } .states td a { display: block; padding: 0.25rem 0.4rem; color: inherit; text-decoration: none; } .states td a:hover, .states td a:focus { text-decoration: underline; }
.up { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 14rem; text-align: left; }
.h { background: var(--holds); } .f { background: var(--fails); font-weight: 600; } .p { background: var(--part); } .w { background: var(--warn); } .n { background: var(--none); } .o { background: var(--open); color: var(--soft); }
.pill { display: inline-block; color: var(--ink); white-space: nowrap; border: 1px solid var(--line); border-radius: 9px; padding: 0 0.6rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0 0.8rem; margin: 0.4rem 0; } .facts dt { color: var(--soft); } .facts dd { margin: 0; }
section:target, tr:target th, tr:target td { outline: 2px solid var(--link); outline-offset: 4px; border-radius: 4px; }
.filter { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; margin: 0.6rem 0; } .filter input[type=search] { flex: 1 1 14rem; }
input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 5px; padding: 0.2rem 0.5rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; } [hidden] { display: none !important; }
@media (max-width: 40rem) { body { padding: 0.7rem 0.7rem 4rem; } th[scope=row] { max-width: 9.5rem; overflow-wrap: anywhere; } th small { display: none; } .facts { grid-template-columns: 1fr; } .facts dt { margin-top: 0.3rem; } .facts.legend { grid-template-columns: max-content 1fr; font-size: 0.85rem; line-height: 1.3; gap: 0.2rem 0.5rem; } .legend dt { margin: 0; } }
@media print { .filter, nav { display: none; } body { max-width: none; font-size: 11px; } .wide { overflow: visible; } th, td { padding: 0.15rem 0.25rem; } th[scope=row] { position: static; overflow-wrap: anywhere; } thead th { break-after: avoid; } tr, section { break-inside: avoid; } pre { max-height: none; } }
`;

export const siteScript = `'use strict';
const form = document.querySelector('.filter');
const rows = [...document.querySelectorAll('tr[data-words]')];
const show = () => {
  const words = form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const differing = form.elements.differing.checked;
  let count = 0;
  for (const row of rows) {
    const text = row.dataset.words;
    row.hidden = !words.every(word => text.includes(word)) || (differing && !row.hasAttribute('data-differs'));
    count += row.hidden ? 0 : 1;
  }
  for (const table of document.querySelectorAll('.block')) table.hidden = !table.querySelector('tr[data-words]:not([hidden])');
  form.querySelector('output').textContent = count + ' of ' + rows.length + ' statements';
  const query = new URLSearchParams();
  if (words.length > 0) query.set('q', words.join(' '));
  if (differing) query.set('differing', '1');
  history.replaceState(null, '', '#' + query);
};
if (form) {
  const query = new URLSearchParams(location.hash.slice(1));
  form.elements.words.value = query.get('q') ?? '';
  form.elements.differing.checked = query.has('differing');
  form.hidden = false;
  form.addEventListener('input', show);
  form.addEventListener('submit', event => event.preventDefault());
  show();
}
`;
