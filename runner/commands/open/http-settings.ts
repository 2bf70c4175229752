// Gives the way to an address: certificates, headers, proxy and bounds.
import type {HttpSettings, Machine} from '../../../model/machine.ts';
import type {TextOrVariable} from '../../../model/target-file.ts';
import {failed, type Opening} from './opening.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** Gives the way to an address as the options say. */
export function httpSettings(
  options: TargetOptions,
  machine: Machine,
  {baseUrl, bounds, redaction}: Pick<HttpSettings, 'baseUrl' | 'bounds' | 'redaction'>,
): {readonly kind: 'settings'; readonly settings: HttpSettings} | Extract<Opening, {kind: 'failed'}> {
  const pem: {[name: string]: string} = {};
  for (const [name, flag, file] of [
    ['caPem', '--ca-file', options.caFile],
    ['certPem', '--client-cert', options.clientCert],
    ['keyPem', '--client-key', options.clientKey],
  ] as const) {
    if (file === undefined) continue;
    const text = machine.files.readText(file, 4 * 1024 * 1024);
    if (text.kind === 'unreadable') return failed(2, `${flag} ${file}: ${text.why}`);
    if (!text.text.includes('-----BEGIN '))
      return failed(2, `${flag} ${file}: there is no PEM block in it\n  it begins with -----BEGIN`);
    pem[name] = text.text;
  }
  const fileHeaders: [string, string][] = [];
  for (const {name, value} of options.from?.headers ?? []) {
    const text = textOf(value, machine);
    if (text === undefined)
      return failed(2, `${options.from?.file ?? ''}: the header ${name}: its variable is not set`);
    fileHeaders.push([name, text]);
  }
  const flagHeaders = (options.header ?? []).map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon), header.slice(colon + 1).trim()];
  });
  const isFlag = new Set(flagHeaders.map(([name]) => name.toLowerCase()));
  const headers = [...fileHeaders.filter(([name]) => !isFlag.has(name.toLowerCase())), ...flagHeaders];
  return {
    kind: 'settings',
    settings: {
      baseUrl,
      bounds,
      tls: {...pem, insecure: options.insecure === true},
      ...(options.proxy === undefined ? {} : {proxy: {url: options.proxy, noProxy: options.proxyExcept ?? []}}),
      headers,
      redaction,
    },
  };
}

function textOf(value: TextOrVariable, {env}: Machine): string | undefined {
  return value.kind === 'text' ? value.text : env[value.variable];
}

/** Says what every report must show about the way there. */
export function networkNotes(options: TargetOptions, machine: Machine): readonly string[] {
  const variable = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].find(
    name => (machine.env[name] ?? '') !== '',
  );
  return [
    ...(options.insecure === true ? ['--insecure: certificates were not checked'] : []),
    ...(variable !== undefined && options.proxy === undefined
      ? [`${variable} is set and was not used; --proxy URL uses a proxy`]
      : []),
  ];
}
