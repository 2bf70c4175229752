// Reads the words of a curl command: what it would send. Nothing is run, no file is read, and no shell sees it.
import {defined} from '../../../base/json/defined.ts';
import {shellWords} from '../../../base/text/shell-words.ts';

/** What curl would send. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The data options, joined as curl joins them. */
  readonly data?: string;
  /** Fields of -F. */
  readonly form: readonly (readonly [name: string, value: string])[];
  /** USER:PASSWORD of -u. */
  readonly user?: string;
  readonly cookie?: string;
  /** Files that curl would send; nothing reads them here. */
  readonly files?: readonly CurlFile[];
}

/** A file as a part of a form, or, without a name, as the whole body. */
interface CurlFile {
  readonly name?: string;
  readonly path: string;
  readonly type?: string;
}

/** The request, or what in the line cannot be taken over. */
export type CurlReading =
  | {readonly kind: 'request'; readonly request: CurlRequest}
  | {readonly kind: 'refused'; readonly why: string};

/** Reads the words as the shell has split them; the first one may be `curl`. A line that is one word is split as a shell would. */
export function readCurlLine(given: readonly string[]): CurlReading {
  if (given.some(word => /\^["\n]|^\^$/.test(word)))
    return refused('the line is written for cmd.exe, with ^ before its quotes; copy it "as cURL (bash)"');
  const [line = ''] = given;
  const split = shellWords(given.length === 1 && /^\s*curl\s/.test(line) ? line : '');
  if (split.kind === 'unclosed') return refused('a quote of the line is never closed');
  const words = split.words.length > 0 ? split.words : given;
  const state: State = {
    urls: [],
    headers: [],
    data: [],
    form: [],
    files: [],
    problems: [],
    isGet: false,
    isHead: false,
  };
  const left = words[0] === 'curl' ? words.slice(1) : [...words];
  for (let index = 0; index < left.length; index += 1) {
    const word = left[index] ?? '';
    if (!word.startsWith('-') || word === '-') state.urls.push(word);
    else
      for (const {name, value} of optionsIn(word))
        index += take(name, value ?? left[index + 1], value === undefined, state);
  }
  const [problem] = state.problems;
  if (problem !== undefined) return refused(problem);
  const [url, second] = state.urls;
  if (url === undefined) return refused('there is no URL in it');
  if (second !== undefined) return refused(`it has two URLs, ${url} and ${second}; give one`);
  if (!isUrl(url)) return refused(`"${url}" is not a URL`);
  const isForm = state.form.length > 0 || state.files.some(({name}) => name !== undefined);
  if ((state.data.length > 0 || state.files.some(({name}) => name === undefined)) && isForm)
    return refused('-d and -F exclude each other');
  return {kind: 'request', request: requestOf(url, state)};
}

interface State {
  readonly urls: string[];
  readonly headers: (readonly [string, string])[];
  readonly data: string[];
  readonly form: (readonly [string, string])[];
  readonly files: CurlFile[];
  readonly problems: string[];
  method?: string;
  user?: string;
  cookie?: string;
  isGet: boolean;
  isHead: boolean;
}

function requestOf(url: string, {headers, data, form, files, method, user, cookie, isGet, isHead}: State): CurlRequest {
  const joined = data.length === 0 ? undefined : data.join('&');
  const inQuery = isGet && joined !== undefined;
  const usual = isHead ? 'HEAD' : (joined !== undefined && !isGet) || form.length + files.length > 0 ? 'POST' : 'GET';
  return {
    method: (method ?? usual).toUpperCase(),
    url: inQuery ? `${url}${url.includes('?') ? '&' : '?'}${joined}` : url,
    headers,
    ...(joined === undefined || inQuery ? {} : {data: joined}),
    form,
    ...defined({user, cookie}),
    ...(files.length === 0 ? {} : {files}),
  };
}

function isUrl(text: string): boolean {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return text !== '-' && URL.canParse(whole) && /^https?:/i.test(whole);
}

interface Option {
  readonly name: string;
  /** What stands in the same word, as in -XPOST or --request=POST. */
  readonly value?: string;
}

/** Splits `-sSi`, `-XPOST` and `--request=POST` into options. */
function optionsIn(word: string): readonly Option[] {
  if (word.startsWith('--')) {
    const [, name = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    return [value === undefined ? {name} : {name, value}];
  }
  const found: Option[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const name = `-${word.charAt(index)}`;
    const rest = word.slice(index + 1);
    if (takesValue(name)) return [...found, rest === '' ? {name} : {name, value: rest}];
    found.push({name});
  }
  return found;
}

/** Takes one option; gives 1 when it used up the next word. */
function take(name: string, value: string | undefined, isNext: boolean, state: State): number {
  if (ignored.has(name)) return 0;
  const known = Object.hasOwn(takers, name) ? takers[name] : undefined;
  if (known === undefined && !ignoredWithValue.has(name)) {
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) state.problems.push(`${name} is an option of curl that cannot be converted; leave it out`);
    else flag(state);
    return 0;
  }
  if (value === undefined) state.problems.push(`${name} has no value`);
  else known?.(value, state);
  return isNext ? 1 : 0;
}

function takesValue(name: string): boolean {
  return Object.hasOwn(takers, name) || ignoredWithValue.has(name);
}

const flags: {readonly [name: string]: (state: State) => void} = {
  '-G': state => (state.isGet = true),
  '--get': state => (state.isGet = true),
  '-I': state => (state.isHead = true),
  '--head': state => (state.isHead = true),
};

const addHeader = (line: string, state: State): void => {
  const colon = line.indexOf(':');
  if (colon > 0) state.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  else if (!/^[^:;]+;$/.test(line)) state.problems.push('a header has no colon; write -H "Name: value"');
};

const addData = (value: string, state: State): void => {
  if (value.startsWith('@')) addFile(value.slice(1), state);
  else state.data.push(value);
};

const addField = (value: string, state: State): void => {
  const [, name, content] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name === undefined || content === undefined) state.problems.push('-F needs NAME=VALUE');
  else if (/^[@<]/.test(content)) {
    const [path = '', ...rest] = content.slice(1).split(';');
    const type = rest.find(part => part.startsWith('type='))?.slice('type='.length);
    addFile(path, state, {name, ...defined({type})});
  } else state.form.push([name, content]);
};

const addFile = (path: string, state: State, more: Omit<CurlFile, 'path'> = {}): void => {
  const bare = path.replaceAll(/^"|"$/g, '');
  if (bare === '' || bare === '-') state.problems.push('what it sends comes from its standard input; name a file');
  else state.files.push({path: bare, ...more});
};

const takers: {readonly [name: string]: (value: string, state: State) => void} = {
  '-X': (value, state) => (state.method = value),
  '--request': (value, state) => (state.method = value),
  '--url': (value, state) => state.urls.push(value),
  '-H': addHeader,
  '--header': addHeader,
  '-d': addData,
  '--data': addData,
  '--data-ascii': addData,
  '--data-binary': addData,
  '--data-raw': (value, state) => state.data.push(value),
  '--data-urlencode': (value, state) => {
    const [, name = '', text = value] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
    state.data.push(`${name === '' ? '' : `${name}=`}${encodeURIComponent(text)}`);
  },
  '-T': (value, state) => {
    addFile(value, state);
    state.method ??= 'PUT';
  },
  '--upload-file': (value, state) => {
    addFile(value, state);
    state.method ??= 'PUT';
  },
  '--json': (value, state) => {
    addData(value, state);
    state.headers.push(['Content-Type', 'application/json']);
  },
  '-F': addField,
  '--form': addField,
  '--form-string': (value, state) =>
    state.form.push([value.split('=', 1)[0] ?? '', value.slice(value.indexOf('=') + 1)]),
  '-u': (value, state) => (state.user = value),
  '--user': (value, state) => (state.user = value),
  '-b': (value, state) => (state.cookie = value),
  '--cookie': (value, state) => (state.cookie = value),
  '-A': (value, state) => state.headers.push(['User-Agent', value]),
  '--user-agent': (value, state) => state.headers.push(['User-Agent', value]),
  '-e': (value, state) => state.headers.push(['Referer', value]),
  '--referer': (value, state) => state.headers.push(['Referer', value]),
};

/** How curl shows things and gets there; the target options of touchstone say that here. */
const ignored: ReadonlySet<string> = new Set(
  '-s --silent -S --show-error -i --include -k --insecure -L --location -v --verbose -g --globoff --path-as-is --compressed -f --fail --fail-with-body -N --no-buffer -# --progress-bar -4 -6 --http1.1 --http2 --no-progress-meter -O'.split(
    ' ',
  ),
);
const ignoredWithValue: ReadonlySet<string> = new Set(
  '-o --output -w --write-out -m --max-time --connect-timeout --retry --retry-delay -x --proxy --cacert --cert -E --key --resolve -D --dump-header --noproxy'.split(
    ' ',
  ),
);

function refused(why: string): CurlReading {
  return {kind: 'refused', why};
}
