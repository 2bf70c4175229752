// The script of the HTML report: it lists, filters and opens cases. It builds elements and sets their text; it never parses HTML.
import {visibleBlock} from '../../base/text/visible-text.ts';
import type {HtmlData, HtmlExchange, HtmlFinding, HtmlRow, HtmlStory} from './page-shape.ts';

interface Case {
  readonly id: string;
  readonly title: string;
  readonly suite: string;
  readonly verdict: string;
  readonly ms: number;
  readonly statements: readonly string[];
  readonly cause: string;
  readonly detail: string;
  /** What is searched, in small letters. */
  readonly haystack: string;
  readonly story: HtmlStory | undefined;
}

const data = JSON.parse(byId('data').textContent ?? '') as HtmlData;
const cases = data.rows.map(caseOf);
const signs: {readonly [verdict: string]: string} = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  flaky: '≈',
  skip: '–',
  error: '?',
};
const pageSize = 100;
const lineSigns: {readonly [sign: string]: string} = {expected: '- ', actual: '+ ', both: '  ', note: '  '};
const linkKeys: ReadonlySet<string> = new Set(['case', 'statement', 'suite', 'verdict', 'q', 'theme']);
const list = byId('cases');
const search = byId('search') as HTMLInputElement;
const suiteBox = byId('suite') as HTMLSelectElement;
const found = byId('found');
const more = byId('more');
const buttons = [...document.querySelectorAll<HTMLButtonElement>('.bar [data-verdict]')];
const quotes = new Map(
  [...document.querySelectorAll('.matrix tbody tr')].map(row => [
    decodeURIComponent(row.id.slice('statement-'.length)),
    row.children[2],
  ]),
);
const state = {
  verdicts: new Set<string>(),
  statement: '',
  only: '',
  /** Indexes of the cases that match. */
  shown: [] as readonly number[],
  /** So many of them are in the page. */
  count: 0,
  /** The place in the list of the one that the keyboard is at. */
  current: -1,
};

listen();
show();
followLink();

/** Gives an element that every page has. */
function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element "${id}"`);
  return element;
}

function caseOf(row: HtmlRow, n: number): Case {
  const [id, title, suite, verdict, ms, numbers, , cause, detail] = row;
  const statements = numbers.map(number => data.statements[number] ?? '');
  return {
    id,
    title,
    suite: data.suites[suite] ?? '',
    verdict: data.verdicts[verdict] ?? '',
    ms,
    statements,
    cause,
    detail,
    haystack: [id, title, cause, detail, ...statements].join(' ').toLowerCase(),
    story: data.stories[n],
  };
}

function linkText(name: string): string {
  try {
    return encodeURIComponent(name).replaceAll("'", '%27');
  } catch {
    return '';
  }
}

function make(tag: string, name = '', text?: string, ...children: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (name !== '') element.className = name;
  if (text !== undefined) element.textContent = visibleBlock(text);
  element.append(...children);
  // Long ones scroll, also by the keyboard.
  if (tag === 'pre') element.tabIndex = 0;
  return element;
}

function makeButton(name: string, text?: string, ...children: readonly Node[]): HTMLButtonElement {
  const button = make('button', name, text, ...children) as HTMLButtonElement;
  button.type = 'button';
  return button;
}

function copyLine(text: string): HTMLElement {
  return make('div', 'copyline', undefined, make('pre', 'command', text), makeButton('copy', 'copy'));
}

/** Indents JSON token by token, so that no number loses a digit; anything that is not JSON stays as it is. */
function pretty(text: string): string {
  if (!isJson(text) || !/^\s*[[{]/.test(text)) return text;
  let depth = 0;
  const line = (): string => '\n' + '  '.repeat(depth);
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+|[[{]\s*[\]}]|[[{]|[\]}]|,|:/g, token => {
    if (token.startsWith('"')) return token;
    if (/^\s/.test(token)) return '';
    if (/^[[{]\s*[\]}]$/.test(token)) return token.charAt(0) + token.charAt(token.length - 1);
    if (token === '[' || token === '{') {
      depth += 1;
      return token + line();
    }
    if (token === ']' || token === '}') {
      depth -= 1;
      return line() + token;
    }
    return token === ',' ? token + line() : ': ';
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Tells whether all filters but the verdicts take the case. */
function matches(one: Case, words: readonly string[]): boolean {
  return (
    (state.only === '' || one.id === state.only) &&
    (suiteBox.value === '' || one.suite === suiteBox.value) &&
    (state.statement === '' || one.statements.includes(state.statement)) &&
    words.every(word => one.haystack.includes(word))
  );
}

function show(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = cases.flatMap((one, n) => (matches(one, words) ? [n] : []));
  const counts = new Map<string, number>();
  for (const n of matching) counts.set(verdictAt(n), (counts.get(verdictAt(n)) ?? 0) + 1);
  state.shown = matching.filter(n => state.verdicts.size === 0 || state.verdicts.has(verdictAt(n)));
  state.count = 0;
  state.current = -1;
  list.replaceChildren();
  for (const button of buttons) {
    const verdict = button.dataset['verdict'] ?? '';
    button.setAttribute('aria-pressed', String(state.verdicts.has(verdict)));
    const count = button.querySelector('.count');
    if (count !== null) count.textContent = String(counts.get(verdict) ?? 0);
  }
  const narrowed = [
    ...(state.statement === '' ? [] : [`statement ${state.statement}`]),
    ...(state.only === '' ? [] : ['one case']),
  ].join(', ');
  const suffix = narrowed === '' ? '' : ` (${visibleBlock(narrowed)})`;
  found.textContent = `${state.shown.length} of ${cases.length === 1 ? '1 case' : `${cases.length} cases`}${suffix}`;
  showMore(pageSize);
}

function verdictAt(n: number): string {
  return cases[n]?.verdict ?? '';
}

function showMore(by: number): void {
  const next = state.shown.slice(state.count, state.count + by);
  list.append(...next.map(caseElement));
  state.count += next.length;
  more.hidden = state.count >= state.shown.length;
  more.textContent = `show more (${state.shown.length - state.count})`;
}

function caseElement(n: number): HTMLElement {
  const {id, title, verdict, ms, cause} = cases[n] as Case;
  const name = make('span', 'id', id + (cause === '' ? '' : ` · ${cause}`));
  const button = makeButton(
    '',
    undefined,
    make('span', 'pill', `${signs[verdict] ?? ''} ${verdict}`),
    make('span', 'text', undefined, make('span', '', title), name),
    make('span', 'ms', `${ms} ms`),
  );
  button.setAttribute('aria-expanded', 'false');
  const element = make('div', `case ${verdict}`, undefined, button);
  element.dataset['row'] = String(n);
  button.addEventListener('click', () => toggle(element));
  return element;
}

/** Opens a case that is closed, and closes one that is open; with `isToBeOpen`, only where that changes something. */
function toggle(element: Element, isToBeOpen?: boolean): void {
  const button = element.firstElementChild;
  const isOpen = button?.getAttribute('aria-expanded') === 'true';
  if (isToBeOpen === isOpen) return;
  button?.setAttribute('aria-expanded', String(!isOpen));
  const one = cases[Number((element as HTMLElement).dataset['row'])] as Case;
  if (isOpen) element.lastElementChild?.remove();
  else {
    element.append(storyElement(one));
    if (isToBeOpen === undefined) writeLink(one.id);
  }
  choose([...list.children].indexOf(element), false);
}

function storyElement(one: Case): HTMLElement {
  const box = make('div', 'story', undefined, ...one.statements.map(id => statementElement(id, one.story)));
  if (one.detail !== '') box.append(make('p', '', one.detail));
  box.append(...(one.story === undefined ? [nothingMore(one)] : storyParts(one.story)));
  return box;
}

function statementElement(id: string, story: Case['story']): HTMLElement {
  const link = make('a', 'mono', id) as HTMLAnchorElement;
  link.href = `#statement-${linkText(id)}`;
  const row = quotes.get(id);
  const [quote = '', reading = ''] =
    row === undefined
      ? ['a statement that this report does not know']
      : [...row.children].map(child => child.textContent ?? '');
  return make(
    'p',
    '',
    undefined,
    link,
    story?.touched?.includes(id) === true ? ' (touched, not known to be broken) ' : ' ',
    make('q', '', quote),
    reading === '' ? '' : make('span', 'reading', reading),
  );
}

function nothingMore({verdict}: Case): HTMLElement {
  const why =
    verdict === 'skip'
      ? 'Nothing was sent.'
      : 'Nothing more is in this page; the journal (results.jsonl) holds what was recorded.';
  return make('p', 'help', why);
}

function storyParts(story: HtmlStory): readonly HTMLElement[] {
  const telling = story.exchanges.find(exchange => exchange.tells);
  return [
    ...placeParts(story),
    ...(story.findings.length === 0 ? [] : [make('h3', '', 'Findings')]),
    ...story.findings.flatMap(findingParts),
    ...(story.findingsOmitted === 0 ? [] : [make('p', 'help', `${inJournal(story.findingsOmitted, 'more finding')}.`)]),
    ...propertyParts(story),
    ...story.notes.map(note => make('p', 'help', `note: ${note}`)),
    ...(telling === undefined
      ? []
      : [make('h3', '', `Request and response: ${telling.title}`), exchangeElement(telling, true)]),
    make('h3', '', 'Run this case again'),
    copyLine(story.run),
    ...(story.exchanges.length === 0 ? [] : [allExchanges(story)]),
  ];
}

function placeParts({place, source = ''}: HtmlStory): readonly HTMLElement[] {
  if (place === undefined) return [];
  return [make('h3', '', 'Position in the file'), make('pre', '', place + (source === '' ? '' : `\n${source}`))];
}

function findingParts(finding: HtmlFinding): readonly HTMLElement[] {
  const {path, step, basis, place, message, frame, lines} = finding;
  const where = [
    path === '' ? 'the reply' : path,
    ...(step === undefined ? [] : [`step ${step}`]),
    ...(basis === 'usual' ? ['usual, not stated'] : []),
    ...(place === undefined ? [] : [place]),
  ];
  const words = message === '' ? '' : make('span', '', message);
  return [
    make('p', '', undefined, make('span', 'mono', where.join(' · ')), make('br'), words),
    ...(frame === undefined ? [] : [frameElement(frame)]),
    ...(lines === undefined ? sidesParts(finding) : [differenceElement(lines)]),
  ];
}

/** A line of a suite, and below it a mark, which a sheet of paper leaves out: there the line is wrapped. */
function frameElement(frame: string): HTMLElement {
  const border = frame.lastIndexOf('\n');
  return make('pre', 'frame', frame.slice(0, border), make('span', 'caret', frame.slice(border)));
}

/** Both values beside each other, with what differs marked. */
function sidesParts({expected, actual}: HtmlFinding): readonly HTMLElement[] {
  const side = (name: string, text: string | undefined, other: string | undefined): readonly HTMLElement[] =>
    text === undefined ? [] : [make('div', name, undefined, make('span', '', name), markedElement(text, other))];
  const sides = [...side('expected', expected, actual), ...side('actual', actual, expected)];
  return sides.length === 0 ? [] : [make('div', 'sides', undefined, ...sides)];
}

/** A value with what the other lacks marked: whole lines where both have several, else the middle. */
function markedElement(text: string, other: string | undefined): HTMLElement {
  if (other === undefined) return make('pre', '', text);
  if (text.includes('\n') && other.includes('\n')) return markedLines(text, other);
  const ends = equalEnds(text, other);
  if (ends === undefined) return make('pre', '', text);
  const last = text.length - ends.end;
  const value = make('pre', '', text.slice(0, ends.start));
  value.append(make('mark', '', text.slice(ends.start, last)), visibleBlock(text.slice(last)));
  return value;
}

/** Marks the lines that the other text has fewer times, whatever their order. */
function markedLines(text: string, other: string): HTMLElement {
  const left = new Map<string, number>();
  for (const line of other.split('\n')) left.set(bareLine(line), (left.get(bareLine(line)) ?? 0) + 1);
  const value = make('pre');
  for (const [index, line] of text.split('\n').entries()) {
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const count = left.get(bareLine(line)) ?? 0;
    left.set(bareLine(line), count - 1);
    value.append((index === 0 ? '' : '\n') + indent);
    const bare = bareLine(line);
    value.append(count > 0 ? visibleBlock(bare) : make('mark', '', bare), line.slice(indent.length + bare.length));
  }
  return value;
}

/** A line of a list without its indentation and comma. */
function bareLine(line: string): string {
  return line.trimStart().replace(/,$/, '');
}

/** How many characters two texts have in common at their start and at their end; nothing where they have too few to help a reader. */
function equalEnds(a: string, b: string): {readonly start: number; readonly end: number} | undefined {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  // Half a character pair would be shown as two signs.
  const isPair = /[\ud800-\udfff]/.test(a + b);
  return isPair || start + end < 3 ? undefined : {start, end};
}

function differenceElement(lines: NonNullable<HtmlFinding['lines']>): HTMLElement {
  const block = make('pre', 'lines');
  for (const [sign, text] of lines) block.append(make('span', sign, `${lineSigns[sign] ?? ''}${text}\n`));
  return make('div', '', undefined, make('p', 'help', '- expected  + actual'), block);
}

function propertyParts({property, story = []}: HtmlStory): readonly HTMLElement[] {
  if (property === undefined) return [];
  const sentences = story.map(sentence => make('li', '', sentence));
  return [
    make('h3', '', `Property: ${property}`),
    ...(sentences.length === 0 ? [] : [make('ol', '', undefined, ...sentences)]),
  ];
}

function inJournal(count: number, noun: string): string {
  return count === 1 ? `1 ${noun} is in the journal` : `${count} ${noun}s are in the journal`;
}

function allExchanges({exchanges, exchangesOmitted, attempts}: HtmlStory): HTMLElement {
  const count = exchanges.length === 1 ? 'The one exchange' : `All ${exchanges.length} exchanges`;
  const title = `${count} of ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const all = make('details', 'all', undefined, make('summary', '', title));
  all.append(...exchanges.map(exchange => exchangeElement(exchange, false)));
  if (exchangesOmitted > 0) all.append(make('p', 'help', `${inJournal(exchangesOmitted, 'earlier exchange')}.`));
  return all;
}

/** An exchange whose texts are made when it is opened first. */
function exchangeElement(exchange: HtmlExchange, isOpen: boolean): HTMLElement {
  const {title, asked, askedBody, answered, answeredBody, ms, repeat} = exchange;
  const firstLines = `${firstLine(asked)} → ${firstLine(answered)} · ${ms} ms`;
  const summary = make('summary', '', isOpen ? firstLines : `${title} · ${firstLines}`);
  const details = make('details', '', undefined, summary) as HTMLDetailsElement;
  const fill = (): void => {
    if (details.children.length > 1) return;
    details.append(make('pre', '', withBody(asked, askedBody)), make('pre', '', withBody(answered, answeredBody)));
    if (repeat !== undefined) details.append(copyLine(repeat));
  };
  details.open = isOpen;
  if (isOpen) fill();
  details.addEventListener('toggle', fill);
  return details;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function withBody(head: string, body = ''): string {
  return body === '' ? head : `${head}\n\n${pretty(body)}`;
}

/** Moves to a case of the list; one that is not in the page yet is added to it. */
function choose(index: number, isScrolling: boolean): void {
  list.children[state.current]?.classList.remove('current');
  if (index >= state.count) showMore(pageSize);
  const now = list.children[Math.max(0, Math.min(index, state.count - 1))];
  if (now === undefined) return;
  state.current = [...list.children].indexOf(now);
  now.classList.add('current');
  if (!isScrolling) return;
  (now.firstElementChild as HTMLElement).focus({preventScroll: true});
  now.scrollIntoView({block: 'nearest'});
}

function reset(): void {
  state.verdicts.clear();
  state.statement = '';
  state.only = '';
  search.value = '';
  suiteBox.value = '';
}

/** Shows what the fragment of the address says, e.g. `#case=labels%2Fname` or `#verdict=fail&q=label&theme=dark`. */
function followLink(): void {
  const pairs = location.hash.slice(1).split('&');
  const values = new Map(
    pairs.flatMap(pair => {
      const [, key = '', value = ''] = /^([a-z]+)=(.*)$/.exec(pair) ?? [];
      const text = decoded(value);
      return linkKeys.has(key) && text !== undefined ? [[key, text] as const] : [];
    }),
  );
  const theme = values.get('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset['theme'] = theme;
  values.delete('theme');
  if (values.size === 0) return;
  reset();
  state.only = values.get('case') ?? '';
  state.statement = values.get('statement') ?? '';
  suiteBox.value = values.get('suite') ?? '';
  search.value = values.get('q') ?? '';
  state.verdicts = new Set((values.get('verdict') ?? '').split(',').filter(name => data.verdicts.includes(name)));
  show();
  if (state.only !== '' && list.firstElementChild !== null) toggle(list.firstElementChild, true);
  byId('list').scrollIntoView();
}

/** Keeps theme and filters in the address, so that it can be sent to somebody. */
function writeLink(only = state.only): void {
  const values = {
    case: only,
    statement: state.statement,
    suite: suiteBox.value,
    verdict: [...state.verdicts].join(','),
    q: search.value.trim(),
    theme: document.documentElement.dataset['theme'] ?? '',
  };
  const link = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${linkText(value).replaceAll('%2C', ',')}`)
    .join('&');
  history.replaceState(null, '', link === '' ? location.pathname + location.search : `#${link}`);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function listen(): void {
  for (const suite of data.suites) {
    const option = make('option', '', suite) as HTMLOptionElement;
    option.value = suite;
    suiteBox.append(option);
  }
  for (const button of buttons) button.addEventListener('click', () => switchVerdict(button.dataset['verdict'] ?? ''));
  let timer: number | undefined;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(showAll, 80);
  });
  suiteBox.addEventListener('change', showAll);
  more.addEventListener('click', () => showMore(1000));
  byId('reset').addEventListener('click', () => {
    reset();
    showAll();
  });
  const onlyOpen = document.querySelector<HTMLInputElement>('#only-open');
  onlyOpen?.addEventListener('change', () =>
    document.querySelector('.matrix')?.classList.toggle('only-open', onlyOpen.checked),
  );
  byId('theme').addEventListener('click', switchTheme);
  document.addEventListener('click', event => {
    if (event.target instanceof HTMLElement && event.target.matches('button.copy')) copy(event.target);
  });
  document.addEventListener('keydown', onKey);
  addEventListener('hashchange', followLink);
  addEventListener('beforeprint', openForPrint);
}

/** One case of a link is not looked at alone any more. */
function showAll(): void {
  state.only = '';
  show();
  writeLink();
}

function switchVerdict(verdict: string): void {
  if (!state.verdicts.delete(verdict)) state.verdicts.add(verdict);
  showAll();
}

function switchTheme(): void {
  const {dataset} = document.documentElement;
  const theme = dataset['theme'];
  const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  dataset['theme'] = isDark ? 'light' : 'dark';
  writeLink();
}

/** Copies the command beside a button; it is selected too, for a browser that does not let a page copy. */
function copy(button: HTMLElement): void {
  const command = button.parentElement?.querySelector('.command');
  if (command === null || command === undefined) return;
  const range = document.createRange();
  range.selectNodeContents(command);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  void copyText(command.textContent ?? '').then(isCopied => {
    if (isCopied) button.textContent = 'copied';
  });
}

async function copyText(text: string): Promise<boolean> {
  // A page that is opened from disk has no clipboard in some browsers.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return document.execCommand('copy');
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}

const moves: {readonly [key: string]: number} = {j: 1, k: -1};

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLElement && event.target.matches('input, select')) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  const move = moves[event.key];
  const current = list.children[state.current];
  if (event.key === '/') {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (move !== undefined) {
    event.preventDefault();
    choose(state.current + move, true);
  } else if (event.key === 'o' && current !== undefined) toggle(current);
  else if (event.key === 'f') showWrong();
  else if (event.key === 'Escape') {
    reset();
    showAll();
  }
}

function showWrong(): void {
  reset();
  state.verdicts = new Set(['fail', 'flaky', 'error']);
  showAll();
  byId('list').scrollIntoView();
}

/** Nobody opens a list on paper; of failures that are alike the first is printed whole, and the others by their names. */
function openForPrint(): void {
  // Many names would push the other causes from the first page.
  for (const details of document.querySelectorAll<HTMLDetailsElement>('.wrong details'))
    if (details.querySelectorAll(':scope > ul > li').length <= printedMax) details.open = true;
  const firsts = new Set([...document.querySelectorAll('.wrong ol > li > a')].map(link => link.getAttribute('href')));
  const isPrinted = ({classList, dataset}: HTMLElement): boolean => {
    if (classList.contains('pass')) return false;
    const isRed = ['fail', 'flaky', 'error'].some(verdict => classList.contains(verdict));
    return !isRed || firsts.has(`#case=${linkText(cases[Number(dataset['row'])]?.id ?? '')}`);
  };
  const printed = [...list.children].filter(element => isPrinted(element as HTMLElement));
  for (const element of printed.slice(0, 50)) toggle(element, true);
}

/** So many names of failures that are alike are printed; of more, the count. */
const printedMax = 8;
