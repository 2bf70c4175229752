// The script of the HTML report: it lists, filters and opens cases. It builds elements and sets their text; it never parses HTML.
import {hiddenCharacters} from '../../base/text/visible-text.ts';

export const htmlScript = `'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const [ID, TITLE, SUITE, VERDICT, MS, STATEMENTS, KIND, CAUSE, DETAIL] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const signs = {pass: '✓', fail: '✗', warn: '!', flaky: '≈', skip: '–', error: '?'};
  const hidden = new RegExp(${JSON.stringify(hiddenCharacters.source)}, 'gu');
  const pageSize = 100;
  const byId = id => document.getElementById(id);
  const list = byId('cases'), search = byId('search'), suiteBox = byId('suite'), found = byId('found'), more = byId('more');
  const buttons = [...document.querySelectorAll('.bar [data-verdict]')];
  const haystack = data.rows.map(row => (row[ID] + ' ' + row[TITLE] + ' ' + row[CAUSE] + ' ' + row[DETAIL] + ' ' + row[STATEMENTS].map(n => data.statements[n]).join(' ')).toLowerCase());
  const quotes = new Map([...document.querySelectorAll('.matrix tbody tr')].map(tr => [decodeURIComponent(tr.id.slice('statement-'.length)), tr.children[2]]));
  const state = {verdicts: new Set(), statement: '', shown: [], count: 0, current: -1, only: ''};

  const linkText = name => { try { return encodeURIComponent(name).replaceAll("'", '%27'); } catch { return ''; } };
  // Line breaks and tabs of a body stay; everything else that hides or moves text is spelt out.
  const visible = text => String(text).replace(/\\r\\n/g, '\\n').replace(hidden, c => {
    if (c === '\\n' || c === '\\t') return c;
    const code = c.codePointAt(0);
    return code > 0xffff ? '\\\\u{' + code.toString(16) + '}' : code < 0x100 ? '\\\\x' + code.toString(16).padStart(2, '0') : '\\\\u' + code.toString(16).padStart(4, '0');
  });
  const make = (tag, name, text, ...children) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = visible(text);
    element.append(...children);
    return element;
  };
  // Indents JSON token by token, so that no number loses a digit; anything that is no JSON stays as it is.
  const pretty = text => {
    try { JSON.parse(text); } catch { return text; }
    if (!/^\\s*[[{]/.test(text)) return text;
    let depth = 0;
    const line = () => '\\n' + '  '.repeat(depth);
    return text.replace(/"(?:[^"\\\\]|\\\\.)*"|\\s+|[[{]\\s*[\\]}]|[[{]|[\\]}]|,|:/g, token => {
      if (token[0] === '"') return token;
      if (/^\\s/.test(token)) return '';
      if (/^[[{]\\s*[\\]}]$/.test(token)) return token[0] + token[token.length - 1];
      if (token === '[' || token === '{') { depth += 1; return token + line(); }
      if (token === ']' || token === '}') { depth -= 1; return line() + token; }
      return token === ',' ? token + line() : ': ';
    });
  };
  const copyLine = text => {
    const button = make('button', 'copy', 'copy');
    button.type = 'button';
    return make('div', 'copyline', undefined, make('pre', 'command', text), button);
  };

  const matches = (row, n, words) =>
    (state.only === '' || row[ID] === state.only) &&
    (state.verdicts.size === 0 || state.verdicts.has(data.verdicts[row[VERDICT]])) &&
    (suiteBox.value === '' || data.suites[row[SUITE]] === suiteBox.value) &&
    (state.statement === '' || row[STATEMENTS].some(s => data.statements[s] === state.statement)) &&
    words.every(word => haystack[n].includes(word));

  function show() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    state.shown = [];
    data.rows.forEach((row, n) => { if (matches(row, n, words)) state.shown.push(n); });
    state.count = 0;
    state.current = -1;
    list.replaceChildren();
    for (const button of buttons) button.setAttribute('aria-pressed', String(state.verdicts.has(button.dataset.verdict)));
    const narrowed = [state.statement && 'statement ' + state.statement, state.only && 'one case'].filter(Boolean).join(', ');
    found.textContent = state.shown.length + ' of ' + data.rows.length + ' cases' + (narrowed ? ' (' + visible(narrowed) + ')' : '');
    showMore(pageSize);
  }
  function showMore(by) {
    const next = state.shown.slice(state.count, state.count + by);
    list.append(...next.map(caseElement));
    state.count += next.length;
    more.hidden = state.count >= state.shown.length;
    more.textContent = 'show more (' + (state.shown.length - state.count) + ')';
  }
  function caseElement(n) {
    const row = data.rows[n], verdict = data.verdicts[row[VERDICT]];
    const text = make('span', 'text', undefined, make('span', '', row[TITLE]), make('span', 'id', row[ID] + (row[CAUSE] ? ' · ' + row[CAUSE] : '')));
    const button = make('button', '', undefined, make('span', 'pill', signs[verdict] + ' ' + verdict), text, make('span', 'ms', row[MS] + ' ms'));
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    const element = make('div', 'case ' + verdict, undefined, button);
    element.dataset.row = String(n);
    button.addEventListener('click', () => toggle(element));
    return element;
  }
  function toggle(element, force) {
    const button = element.firstElementChild, isOpen = button.getAttribute('aria-expanded') === 'true';
    if (force !== undefined && isOpen === force) return;
    button.setAttribute('aria-expanded', String(!isOpen));
    if (isOpen) element.lastElementChild.remove();
    else {
      element.append(storyElement(Number(element.dataset.row)));
      if (force === undefined) history.replaceState(null, '', '#case=' + linkText(data.rows[element.dataset.row][ID]));
    }
    choose([...list.children].indexOf(element), false);
  }
  function storyElement(n) {
    const row = data.rows[n], story = data.stories[n], box = make('div', 'story');
    const head = text => box.append(make('h3', '', text));
    for (const s of row[STATEMENTS]) {
      const id = data.statements[s], link = make('a', 'mono', id);
      link.href = '#statement-' + linkText(id);
      const [quote, reading] = quotes.has(id) ? [...quotes.get(id).children].map(child => child.textContent) : ['a statement that this report does not know'];
      box.append(make('p', '', undefined, link, ' ', make('q', '', quote), reading ? make('span', 'reading', reading) : ''));
    }
    if (row[DETAIL]) box.append(make('p', '', row[DETAIL]));
    if (!story) {
      box.append(make('p', 'help', data.verdicts[row[VERDICT]] === 'skip' ? 'Nothing was sent.' : 'Nothing more is in this page; the journal (results.jsonl) holds what was recorded.'));
      return box;
    }
    if (story.place) { head('Where it stands'); box.append(make('pre', '', story.place + (story.source ? '\\n' + story.source : ''))); }
    if (story.findings.length) head('Findings');
    for (const finding of story.findings) {
      const where = [finding.path || 'the reply', finding.step ? 'step ' + finding.step : '', finding.basis === 'usual' ? 'usual, not stated' : '', finding.place || ''].filter(Boolean).join(' · ');
      box.append(make('p', '', undefined, make('span', 'mono', where), make('br'), finding.message ? make('span', '', finding.message) : ''));
      const sides = make('div', 'sides');
      for (const side of ['expected', 'actual']) if (finding[side] !== undefined) sides.append(make('div', side, undefined, make('span', '', side), make('pre', '', finding[side])));
      if (sides.children.length) box.append(sides);
    }
    if (story.findingsOmitted) box.append(make('p', 'help', story.findingsOmitted + ' more findings are in the journal.'));
    if (story.property) {
      head('Property: ' + story.property);
      if (story.story && story.story.length) box.append(make('ol', '', undefined, ...story.story.map(sentence => make('li', '', sentence))));
    }
    for (const note of story.notes) box.append(make('p', 'help', 'note: ' + note));
    const telling = story.exchanges.find(exchange => exchange.tells);
    if (telling) { head('What was said in ' + telling.title); box.append(exchangeElement(telling, true)); }
    head('Run this case again');
    box.append(copyLine(story.run));
    if (story.exchanges.length) {
      const count = story.exchanges.length;
      const all = make('details', 'all', undefined, make('summary', '', (count === 1 ? 'The one exchange' : 'All ' + count + ' exchanges') + ' of ' + story.attempts + (story.attempts === 1 ? ' attempt' : ' attempts')));
      all.append(...story.exchanges.map(exchange => exchangeElement(exchange, false)));
      if (story.exchangesOmitted) all.append(make('p', 'help', story.exchangesOmitted + ' earlier exchanges are in the journal.'));
      box.append(all);
    }
    return box;
  }
  function exchangeElement(exchange, isOpen) {
    const details = make('details', '', undefined, make('summary', '', (isOpen ? '' : exchange.title + ' · ') + exchange.asked.split('\\n')[0] + ' → ' + exchange.answered.split('\\n')[0] + ' · ' + exchange.ms + ' ms'));
    const fill = () => {
      if (details.children.length > 1) return;
      details.append(make('pre', '', exchange.asked + (exchange.askedBody ? '\\n\\n' + pretty(exchange.askedBody) : '')), make('pre', '', exchange.answered + (exchange.answeredBody ? '\\n\\n' + pretty(exchange.answeredBody) : '')));
      if (exchange.repeat) details.append(copyLine(exchange.repeat));
    };
    details.open = isOpen;
    if (isOpen) fill();
    details.addEventListener('toggle', fill);
    return details;
  }
  function choose(index, scroll) {
    const old = list.children[state.current];
    if (old) old.classList.remove('current');
    if (index >= state.count) showMore(pageSize);
    const now = list.children[Math.max(0, Math.min(index, state.count - 1))];
    if (!now) return;
    state.current = [...list.children].indexOf(now);
    now.classList.add('current');
    if (scroll) { now.firstElementChild.focus({preventScroll: true}); now.scrollIntoView({block: 'nearest'}); }
  }
  function reset() {
    state.verdicts.clear(); state.statement = ''; state.only = ''; search.value = ''; suiteBox.value = '';
  }
  function followLink() {
    const [, key, value] = /^#(case|statement|suite|verdict)=(.*)$/.exec(location.hash) || [];
    if (!key) return;
    let name = '';
    try { name = decodeURIComponent(value); } catch { return; }
    reset();
    if (key === 'case') state.only = name;
    if (key === 'statement') state.statement = name;
    if (key === 'suite') suiteBox.value = name;
    if (key === 'verdict') state.verdicts = new Set(name.split(','));
    show();
    if (key === 'case' && list.firstElementChild) toggle(list.firstElementChild, true);
    byId('list').scrollIntoView();
  }

  for (const suite of data.suites) { const option = make('option', '', suite); option.value = suite; suiteBox.append(option); }
  for (const button of buttons) button.addEventListener('click', () => {
    const {verdict} = button.dataset;
    if (!state.verdicts.delete(verdict)) state.verdicts.add(verdict);
    state.only = '';
    show();
  });
  let timer;
  search.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { state.only = ''; show(); }, 80); });
  suiteBox.addEventListener('change', () => { state.only = ''; show(); });
  more.addEventListener('click', () => showMore(1000));
  byId('reset').addEventListener('click', () => { reset(); history.replaceState(null, '', location.pathname + location.search); show(); });
  byId('only-open').addEventListener('change', event => document.querySelector('.matrix').classList.toggle('only-open', event.target.checked));
  byId('theme').addEventListener('click', () => {
    const isDark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  });
  document.addEventListener('click', event => {
    if (!event.target.matches('button.copy')) return;
    const text = event.target.parentElement.querySelector('.command');
    const range = document.createRange();
    range.selectNodeContents(text);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    const done = () => { event.target.textContent = 'copied'; };
    if (navigator.clipboard) navigator.clipboard.writeText(text.textContent).then(done, () => { if (document.execCommand('copy')) done(); });
    else if (document.execCommand('copy')) done();
  });
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches('input, select')) { if (event.key === 'Escape') event.target.blur(); return; }
    const moves = {j: 1, k: -1};
    if (event.key === '/') { event.preventDefault(); search.focus(); search.select(); }
    else if (event.key in moves) { event.preventDefault(); choose(state.current + moves[event.key], true); }
    else if (event.key === 'o' && list.children[state.current]) toggle(list.children[state.current]);
    else if (event.key === 'f') { reset(); state.verdicts = new Set(['fail', 'flaky', 'error']); show(); byId('list').scrollIntoView(); }
    else if (event.key === 'Escape') { reset(); show(); }
  });
  addEventListener('hashchange', followLink);
  addEventListener('beforeprint', () => { for (const element of [...list.children].slice(0, 50)) if (!element.classList.contains('pass')) toggle(element, true); });
  show();
  followLink();
})();
`;
