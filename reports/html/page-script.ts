// Made by scripts/make-page-script.ts from reports/browser; edit there, then: npm run generate

/** The script of the page. */
export const htmlScript = `'use strict';
(() => {
const { visibleBlock } = (() => {
function visibleText(text) {
    return text.replace(hiddenCharacters, visibleEscape);
}
function visibleLines(text) {
    return text.split(/\\r?\\n/).map(visibleText);
}
function visibleSourceLine(line) {
    return visibleText(line.replaceAll('\\t', ' '));
}
function visibleBlock(text) {
    return text
        .replaceAll('\\r\\n', '\\n')
        .replace(hiddenCharacters, character => character === '\\n' || character === '\\t' ? character : visibleEscape(character));
}
function withoutHidden(text) {
    return text.replace(hiddenCharacters, character => (character < ' ' ? character : visibleEscape(character)));
}
function jsonWithEscapes(json) {
    return json.replace(hiddenCharacters, character => (character === '\\n' ? character : jsonEscape(character)));
}
function jsonEscape(character) {
    return Array.from({ length: character.length }, (_, unit) => \`\\\\u\${hex(character.charCodeAt(unit), 4)}\`).join('');
}
function visibleEscape(character) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff)
        return \`\\\\u{\${hex(code, 5)}}\`;
    return shortEscapes[character] ?? (code < 0x100 ? \`\\\\x\${hex(code, 2)}\` : \`\\\\u\${hex(code, 4)}\`);
}
const shortEscapes = { '\\n': '\\\\n', '\\r': '\\\\r', '\\t': '\\\\t' };
function hex(code, digits) {
    return code.toString(16).padStart(digits, '0');
}
function cutText(text, charactersMax) {
    if (text.length <= charactersMax)
        return text;
    const kept = Array.from(text.slice(0, charactersMax + 1))
        .slice(0, -1)
        .join('');
    return \`\${kept}… (\${text.length - kept.length} more characters)\`;
}
function neutralLine(line) {
    return line.replace(/^(\\s*):(?=:)/, '$1\\\\x3a').replace(/##(?=[a-z]*\\[)/gi, '#\\\\x23');
}
const hiddenCharacters = /[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\p{NChar}\\p{DI}\\ufff9-\\ufffb]/gu;
return { visibleBlock };
})();
const data = JSON.parse(byId('data').textContent ?? '');
const cases = data.rows.map(caseOf);
const signs = {
    pass: '✓',
    fail: '✗',
    warn: '!',
    flaky: '≈',
    skip: '–',
    error: '?',
};
const pageSize = 100;
const lineSigns = { expected: '- ', actual: '+ ', both: '  ', note: '  ' };
const linkKeys = new Set(['case', 'statement', 'suite', 'verdict', 'q', 'theme']);
const list = byId('cases');
const search = byId('search');
const suiteBox = byId('suite');
const found = byId('found');
const more = byId('more');
const buttons = [...document.querySelectorAll('.bar [data-verdict]')];
const quotes = new Map([...document.querySelectorAll('.matrix tbody tr')].map(row => [
    decodeURIComponent(row.id.slice('statement-'.length)),
    row.children[2],
]));
const state = {
    verdicts: new Set(),
    statement: '',
    only: '',
    shown: [],
    count: 0,
    current: -1,
};
listen();
show();
followLink();
function byId(id) {
    const element = document.getElementById(id);
    if (element === null)
        throw new Error(\`the page has no element "\${id}"\`);
    return element;
}
function caseOf(row, n) {
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
function linkText(name) {
    try {
        return encodeURIComponent(name).replaceAll("'", '%27');
    }
    catch {
        return '';
    }
}
function make(tag, name = '', text, ...children) {
    const element = document.createElement(tag);
    if (name !== '')
        element.className = name;
    if (text !== undefined)
        element.textContent = visibleBlock(text);
    element.append(...children);
    if (tag === 'pre')
        element.tabIndex = 0;
    return element;
}
function makeButton(name, text, ...children) {
    const button = make('button', name, text, ...children);
    button.type = 'button';
    return button;
}
function copyLine(text) {
    return make('div', 'copyline', undefined, make('pre', 'command', text), makeButton('copy', 'copy'));
}
function pretty(text) {
    if (!isJson(text) || !/^\\s*[[{]/.test(text))
        return text;
    let depth = 0;
    const line = () => '\\n' + '  '.repeat(depth);
    return text.replace(/"(?:[^"\\\\]|\\\\.)*"|\\s+|[[{]\\s*[\\]}]|[[{]|[\\]}]|,|:/g, token => {
        if (token.startsWith('"'))
            return token;
        if (/^\\s/.test(token))
            return '';
        if (/^[[{]\\s*[\\]}]$/.test(token))
            return token.charAt(0) + token.charAt(token.length - 1);
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
function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    }
    catch {
        return false;
    }
}
function matches(one, words) {
    return ((state.only === '' || one.id === state.only) &&
        (suiteBox.value === '' || one.suite === suiteBox.value) &&
        (state.statement === '' || one.statements.includes(state.statement)) &&
        words.every(word => one.haystack.includes(word)));
}
function show() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const matching = cases.flatMap((one, n) => (matches(one, words) ? [n] : []));
    const counts = new Map();
    for (const n of matching)
        counts.set(verdictAt(n), (counts.get(verdictAt(n)) ?? 0) + 1);
    state.shown = matching.filter(n => state.verdicts.size === 0 || state.verdicts.has(verdictAt(n)));
    state.count = 0;
    state.current = -1;
    list.replaceChildren();
    for (const button of buttons) {
        const verdict = button.dataset['verdict'] ?? '';
        button.setAttribute('aria-pressed', String(state.verdicts.has(verdict)));
        const count = button.querySelector('.count');
        if (count !== null)
            count.textContent = String(counts.get(verdict) ?? 0);
    }
    const narrowed = [
        ...(state.statement === '' ? [] : [\`statement \${state.statement}\`]),
        ...(state.only === '' ? [] : ['one case']),
    ].join(', ');
    const suffix = narrowed === '' ? '' : \` (\${visibleBlock(narrowed)})\`;
    found.textContent = \`\${state.shown.length} of \${cases.length === 1 ? '1 case' : \`\${cases.length} cases\`}\${suffix}\`;
    showMore(pageSize);
}
function verdictAt(n) {
    return cases[n]?.verdict ?? '';
}
function showMore(by) {
    const next = state.shown.slice(state.count, state.count + by);
    list.append(...next.map(caseElement));
    state.count += next.length;
    more.hidden = state.count >= state.shown.length;
    more.textContent = \`show more (\${state.shown.length - state.count})\`;
}
function caseElement(n) {
    const { id, title, verdict, ms, cause } = cases[n];
    const name = make('span', 'id', id + (cause === '' ? '' : \` · \${cause}\`));
    const button = makeButton('', undefined, make('span', 'pill', \`\${signs[verdict] ?? ''} \${verdict}\`), make('span', 'text', undefined, make('span', '', title), name), make('span', 'ms', \`\${ms} ms\`));
    button.setAttribute('aria-expanded', 'false');
    const element = make('div', \`case \${verdict}\`, undefined, button);
    element.dataset['row'] = String(n);
    button.addEventListener('click', () => toggle(element));
    return element;
}
function toggle(element, isToBeOpen) {
    const button = element.firstElementChild;
    const isOpen = button?.getAttribute('aria-expanded') === 'true';
    if (isToBeOpen === isOpen)
        return;
    button?.setAttribute('aria-expanded', String(!isOpen));
    const one = cases[Number(element.dataset['row'])];
    if (isOpen)
        element.lastElementChild?.remove();
    else {
        element.append(storyElement(one));
        if (isToBeOpen === undefined)
            writeLink(one.id);
    }
    choose([...list.children].indexOf(element), false);
}
function storyElement(one) {
    const box = make('div', 'story', undefined, ...one.statements.map(id => statementElement(id, one.story)));
    if (one.detail !== '')
        box.append(make('p', '', one.detail));
    box.append(...(one.story === undefined ? [nothingMore(one)] : storyParts(one.story)));
    return box;
}
function statementElement(id, story) {
    const link = make('a', 'mono', id);
    link.href = \`#statement-\${linkText(id)}\`;
    const row = quotes.get(id);
    const [quote = '', reading = ''] = row === undefined
        ? ['a statement that this report does not know']
        : [...row.children].map(child => child.textContent ?? '');
    return make('p', '', undefined, link, story?.touched?.includes(id) === true ? ' (touched, not known to be broken) ' : ' ', make('q', '', quote), reading === '' ? '' : make('span', 'reading', reading));
}
function nothingMore({ verdict }) {
    const why = verdict === 'skip'
        ? 'Nothing was sent.'
        : 'Nothing more is in this page; the journal (results.jsonl) holds what was recorded.';
    return make('p', 'help', why);
}
function storyParts(story) {
    const telling = story.exchanges.find(exchange => exchange.tells);
    return [
        ...placeParts(story),
        ...(story.findings.length === 0 ? [] : [make('h3', '', 'Findings')]),
        ...story.findings.flatMap(findingParts),
        ...(story.findingsOmitted === 0 ? [] : [make('p', 'help', \`\${inJournal(story.findingsOmitted, 'more finding')}.\`)]),
        ...propertyParts(story),
        ...story.notes.map(note => make('p', 'help', \`note: \${note}\`)),
        ...(telling === undefined
            ? []
            : [make('h3', '', \`Request and response: \${telling.title}\`), exchangeElement(telling, true)]),
        make('h3', '', 'Run this case again'),
        copyLine(story.run),
        ...(story.exchanges.length === 0 ? [] : [allExchanges(story)]),
    ];
}
function placeParts({ place, source = '' }) {
    if (place === undefined)
        return [];
    return [make('h3', '', 'Position in the file'), make('pre', '', place + (source === '' ? '' : \`\\n\${source}\`))];
}
function findingParts(finding) {
    const { path, step, basis, place, message, frame, lines } = finding;
    const where = [
        path === '' ? 'the reply' : path,
        ...(step === undefined ? [] : [\`step \${step}\`]),
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
function frameElement(frame) {
    const border = frame.lastIndexOf('\\n');
    return make('pre', 'frame', frame.slice(0, border), make('span', 'caret', frame.slice(border)));
}
function sidesParts({ expected, actual }) {
    const side = (name, text, other) => text === undefined ? [] : [make('div', name, undefined, make('span', '', name), markedElement(text, other))];
    const sides = [...side('expected', expected, actual), ...side('actual', actual, expected)];
    return sides.length === 0 ? [] : [make('div', 'sides', undefined, ...sides)];
}
function markedElement(text, other) {
    if (other === undefined)
        return make('pre', '', text);
    if (text.includes('\\n') && other.includes('\\n'))
        return markedLines(text, other);
    const ends = equalEnds(text, other);
    if (ends === undefined)
        return make('pre', '', text);
    const last = text.length - ends.end;
    const value = make('pre', '', text.slice(0, ends.start));
    value.append(make('mark', '', text.slice(ends.start, last)), visibleBlock(text.slice(last)));
    return value;
}
function markedLines(text, other) {
    const left = new Map();
    for (const line of other.split('\\n'))
        left.set(bareLine(line), (left.get(bareLine(line)) ?? 0) + 1);
    const value = make('pre');
    for (const [index, line] of text.split('\\n').entries()) {
        const indent = /^\\s*/.exec(line)?.[0] ?? '';
        const count = left.get(bareLine(line)) ?? 0;
        left.set(bareLine(line), count - 1);
        value.append((index === 0 ? '' : '\\n') + indent);
        const bare = bareLine(line);
        value.append(count > 0 ? visibleBlock(bare) : make('mark', '', bare), line.slice(indent.length + bare.length));
    }
    return value;
}
function bareLine(line) {
    return line.trimStart().replace(/,$/, '');
}
function equalEnds(a, b) {
    const most = Math.min(a.length, b.length);
    let start = 0;
    while (start < most && a[start] === b[start])
        start += 1;
    let end = 0;
    while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end])
        end += 1;
    const isPair = /[\\ud800-\\udfff]/.test(a + b);
    return isPair || start + end < 3 ? undefined : { start, end };
}
function differenceElement(lines) {
    const block = make('pre', 'lines');
    for (const [sign, text] of lines)
        block.append(make('span', sign, \`\${lineSigns[sign] ?? ''}\${text}\\n\`));
    return make('div', '', undefined, make('p', 'help', '- expected  + actual'), block);
}
function propertyParts({ property, story = [] }) {
    if (property === undefined)
        return [];
    const sentences = story.map(sentence => make('li', '', sentence));
    return [
        make('h3', '', \`Property: \${property}\`),
        ...(sentences.length === 0 ? [] : [make('ol', '', undefined, ...sentences)]),
    ];
}
function inJournal(count, noun) {
    return count === 1 ? \`1 \${noun} is in the journal\` : \`\${count} \${noun}s are in the journal\`;
}
function allExchanges({ exchanges, exchangesOmitted, attempts }) {
    const count = exchanges.length === 1 ? 'The one exchange' : \`All \${exchanges.length} exchanges\`;
    const title = \`\${count} of \${attempts} \${attempts === 1 ? 'attempt' : 'attempts'}\`;
    const all = make('details', 'all', undefined, make('summary', '', title));
    all.append(...exchanges.map(exchange => exchangeElement(exchange, false)));
    if (exchangesOmitted > 0)
        all.append(make('p', 'help', \`\${inJournal(exchangesOmitted, 'earlier exchange')}.\`));
    return all;
}
function exchangeElement(exchange, isOpen) {
    const { title, asked, askedBody, answered, answeredBody, ms, repeat } = exchange;
    const firstLines = \`\${firstLine(asked)} → \${firstLine(answered)} · \${ms} ms\`;
    const summary = make('summary', '', isOpen ? firstLines : \`\${title} · \${firstLines}\`);
    const details = make('details', '', undefined, summary);
    const fill = () => {
        if (details.children.length > 1)
            return;
        details.append(make('pre', '', withBody(asked, askedBody)), make('pre', '', withBody(answered, answeredBody)));
        if (repeat !== undefined)
            details.append(copyLine(repeat));
    };
    details.open = isOpen;
    if (isOpen)
        fill();
    details.addEventListener('toggle', fill);
    return details;
}
function firstLine(text) {
    return text.split('\\n', 1)[0] ?? '';
}
function withBody(head, body = '') {
    return body === '' ? head : \`\${head}\\n\\n\${pretty(body)}\`;
}
function choose(index, isScrolling) {
    list.children[state.current]?.classList.remove('current');
    if (index >= state.count)
        showMore(pageSize);
    const now = list.children[Math.max(0, Math.min(index, state.count - 1))];
    if (now === undefined)
        return;
    state.current = [...list.children].indexOf(now);
    now.classList.add('current');
    if (!isScrolling)
        return;
    now.firstElementChild.focus({ preventScroll: true });
    now.scrollIntoView({ block: 'nearest' });
}
function reset() {
    state.verdicts.clear();
    state.statement = '';
    state.only = '';
    search.value = '';
    suiteBox.value = '';
}
function followLink() {
    const pairs = location.hash.slice(1).split('&');
    const values = new Map(pairs.flatMap(pair => {
        const [, key = '', value = ''] = /^([a-z]+)=(.*)$/.exec(pair) ?? [];
        const text = decoded(value);
        return linkKeys.has(key) && text !== undefined ? [[key, text]] : [];
    }));
    const theme = values.get('theme');
    if (theme === 'dark' || theme === 'light')
        document.documentElement.dataset['theme'] = theme;
    values.delete('theme');
    if (values.size === 0)
        return;
    reset();
    state.only = values.get('case') ?? '';
    state.statement = values.get('statement') ?? '';
    suiteBox.value = values.get('suite') ?? '';
    search.value = values.get('q') ?? '';
    state.verdicts = new Set((values.get('verdict') ?? '').split(',').filter(name => data.verdicts.includes(name)));
    show();
    if (state.only !== '' && list.firstElementChild !== null)
        toggle(list.firstElementChild, true);
    byId('list').scrollIntoView();
}
function writeLink(only = state.only) {
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
        .map(([key, value]) => \`\${key}=\${linkText(value).replaceAll('%2C', ',')}\`)
        .join('&');
    history.replaceState(null, '', link === '' ? location.pathname + location.search : \`#\${link}\`);
}
function decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return undefined;
    }
}
function listen() {
    for (const suite of data.suites) {
        const option = make('option', '', suite);
        option.value = suite;
        suiteBox.append(option);
    }
    for (const button of buttons)
        button.addEventListener('click', () => switchVerdict(button.dataset['verdict'] ?? ''));
    let timer;
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
    const onlyOpen = document.querySelector('#only-open');
    onlyOpen?.addEventListener('change', () => document.querySelector('.matrix')?.classList.toggle('only-open', onlyOpen.checked));
    byId('theme').addEventListener('click', switchTheme);
    document.addEventListener('click', event => {
        if (event.target instanceof HTMLElement && event.target.matches('button.copy'))
            copy(event.target);
    });
    document.addEventListener('keydown', onKey);
    addEventListener('hashchange', followLink);
    addEventListener('beforeprint', openForPrint);
}
function showAll() {
    state.only = '';
    show();
    writeLink();
}
function switchVerdict(verdict) {
    if (!state.verdicts.delete(verdict))
        state.verdicts.add(verdict);
    showAll();
}
function switchTheme() {
    const { dataset } = document.documentElement;
    const theme = dataset['theme'];
    const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    dataset['theme'] = isDark ? 'light' : 'dark';
    writeLink();
}
function copy(button) {
    const command = button.parentElement?.querySelector('.command');
    if (command === null || command === undefined)
        return;
    const range = document.createRange();
    range.selectNodeContents(command);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    void copyText(command.textContent ?? '').then(isCopied => {
        if (isCopied)
            button.textContent = 'copied';
    });
}
async function copyText(text) {
    const clipboard = navigator.clipboard;
    if (clipboard === undefined)
        return document.execCommand('copy');
    try {
        await clipboard.writeText(text);
        return true;
    }
    catch {
        return document.execCommand('copy');
    }
}
const moves = { j: 1, k: -1 };
function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey)
        return;
    if (event.target instanceof HTMLElement && event.target.matches('input, select')) {
        if (event.key === 'Escape')
            event.target.blur();
        return;
    }
    const move = moves[event.key];
    const current = list.children[state.current];
    if (event.key === '/') {
        event.preventDefault();
        search.focus();
        search.select();
    }
    else if (move !== undefined) {
        event.preventDefault();
        choose(state.current + move, true);
    }
    else if (event.key === 'o' && current !== undefined)
        toggle(current);
    else if (event.key === 'f')
        showWrong();
    else if (event.key === 'Escape') {
        reset();
        showAll();
    }
}
function showWrong() {
    reset();
    state.verdicts = new Set(['fail', 'flaky', 'error']);
    showAll();
    byId('list').scrollIntoView();
}
function openForPrint() {
    for (const details of document.querySelectorAll('.wrong details'))
        if (details.querySelectorAll(':scope > ul > li').length <= printedMax)
            details.open = true;
    const firsts = new Set([...document.querySelectorAll('.wrong ol > li > a')].map(link => link.getAttribute('href')));
    const isPrinted = ({ classList, dataset }) => {
        if (classList.contains('pass'))
            return false;
        const isRed = ['fail', 'flaky', 'error'].some(verdict => classList.contains(verdict));
        return !isRed || firsts.has(\`#case=\${linkText(cases[Number(dataset['row'])]?.id ?? '')}\`);
    };
    const printed = [...list.children].filter(element => isPrinted(element));
    for (const element of printed.slice(0, 50))
        toggle(element, true);
}
const printedMax = 8;
})();
`;
