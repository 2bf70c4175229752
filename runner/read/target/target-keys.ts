// Every key that a target file may have: the one table that the reader, fixtures/targets/target.schema.json and editors go by.
import type {JsonObject} from '../../../model/json.ts';
import {boundRanges} from '../../../model/target-file.ts';
import {addressForms} from '../../../model/peers/transports.ts';
import type {KeyTable} from '../../../base/yaml/yaml-place.ts';

const text = {type: 'string', minLength: 1};
const texts = {type: 'array', items: text};
const command = {type: 'array', items: text, minItems: 1};
const id = {type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 100};
const duration = {type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$'};
const size = {
  anyOf: [
    {type: 'integer', minimum: 0},
    {type: 'string', pattern: '^[0-9]+(KiB|MiB|)$'},
  ],
};
const variable = {type: 'string', pattern: '^TOUCHSTONE_[A-Z0-9_]+$'};
const textOrVariable = {
  anyOf: [
    {type: 'string'},
    {type: 'object', properties: {env: variable}, required: ['env'], additionalProperties: false},
  ],
};
const settings = {
  type: 'object',
  propertyNames: {pattern: '^[^.=\\s]+\\.[^=\\s]+$'},
  additionalProperties: {type: ['string', 'number', 'boolean']},
};

const settingsKey = {
  settings: {about: 'Settings of the embedded reference: section.KEY → value.', schema: settings},
} as const satisfies KeyTable;

const peopleKeys = {
  admin: {
    about: 'The site administrator, who makes the accounts that act; or one ordinary account.',
    schema: {$ref: '#/$defs/account'},
  },
  accounts: {
    about: 'Accounts that are there already, by role (alice, bob): used instead of accounts that would be made.',
    schema: {type: 'object', additionalProperties: {$ref: '#/$defs/account'}},
  },
} as const satisfies KeyTable;

const secret = {
  anyOf: [
    {type: 'string', pattern: '\\$\\{'},
    {type: 'object', properties: {env: variable}, required: ['env'], additionalProperties: false},
    {type: 'object', properties: {file: text}, required: ['file'], additionalProperties: false},
  ],
};
const secrets = {type: 'object', minProperties: 1, additionalProperties: secret};
const named = {...secrets, maxProperties: 1};

export const signInKeys = {
  bearer: {about: 'A token in `Authorization: Bearer`.', schema: secret},
  basic: {
    about: 'User name and password in `Authorization: Basic`.',
    schema: {
      type: 'object',
      properties: {user: text, password: secret},
      required: ['user', 'password'],
      additionalProperties: false,
    },
  },
  header: {about: 'A header: its name → its value.', schema: named},
  query: {about: 'A query parameter: its name → its value.', schema: named},
  cookie: {about: 'One cookie or several: name → value.', schema: secrets},
  fetch: {
    about: 'Requests that are sent before the first case of this actor; what they capture is ${name} in the method.',
    schema: {type: 'array', minItems: 1, items: {$ref: '#/$defs/fetch'}},
  },
} as const satisfies KeyTable;

export const fetchKeys = {
  request: {
    about: 'Method and path, e.g. POST /login.',
    schema: {type: 'string', pattern: '^[A-Z]+ +(/|\\$\\{)'},
    required: true,
  },
  query: {about: 'Query of the request.', schema: {type: 'object'}},
  headers: {about: 'Header fields of the request.', schema: {type: 'object'}},
  body: {about: 'JSON body; {env: TOUCHSTONE_…} anywhere in it is a secret.', schema: {}},
  text: {about: 'Body as text.', schema: {type: 'string'}},
  form: {about: 'Fields of an application/x-www-form-urlencoded body.', schema: {type: 'object'}},
  capture: {
    about: 'Name → JSON Pointer into the reply, or {header | cookie | field | body}. Everything captured is a secret.',
    schema: {type: 'object', minProperties: 1},
  },
} as const satisfies KeyTable;

export const targetFileKeys = {
  target: {about: 'Name of the target, e.g. staging.', schema: id, required: true},
  title: {about: 'What it is, in a few words.', schema: text},
  url: {
    about: 'Base URL of the hosting server; /api/v1 is below it. {port} is a free port, with start.',
    schema: text,
  },
  start: {about: 'How the server is started for the run, and stopped.', schema: {$ref: '#/$defs/start'}},
  reference: {about: 'The embedded reference, started for the run.', schema: {const: true}},
  ...settingsKey,
  peer: {
    about: `A decoder under test: ${addressForms('decoder')}, or {command: [program, argument]}.`,
    schema: {
      anyOf: [text, {type: 'object', properties: {command}, required: ['command'], additionalProperties: false}],
    },
  },
  livePeer: {about: `A running overlay peer: ${addressForms('livePeer')}.`, schema: text},
  node: {
    about:
      'How the node at livePeer (nebula://127.0.0.1:{port}) is started for the run; the run makes its certificates.',
    schema: {$ref: '#/$defs/node'},
  },
  ...peopleKeys,
  auth: {
    about:
      'For an API that is not the record’s: how each actor signs in (actor → method), or one method, which is that of alice. Nothing is requested there but what cases and these methods say; {} means that no actor signs in.',
    schema: {
      anyOf: [{$ref: '#/$defs/signIn'}, {type: 'object', additionalProperties: {$ref: '#/$defs/signIn'}}],
    },
  },
  vars: {
    about: 'Name → value of ${vars.name} in your suites; {env: TOUCHSTONE_…} and {file: PATH} are secrets.',
    schema: {type: 'object'},
  },
  emailDomain: {
    about: 'Domain of the e-mail addresses of accounts that are made; example.org when left out.',
    schema: {type: 'string', pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$'},
  },
  dialect: {
    about:
      'The names that it speaks: a dialect, or the file of one; recognised by what the server reports when left out.',
    schema: text,
  },
  values: {
    about: 'Single names that replace those of the dialect, e.g. {hookType: forge, botName: forge-bot}.',
    schema: {type: 'object'},
  },
  edition: {
    about:
      'The edition of the suites that counts, e.g. "2026.1"; newer cases still run and are shown, but do not fail the run.',
    schema: {type: 'string', pattern: '^\\d{4}\\.\\d+$'},
  },
  absent: {
    about:
      'Capability that the target lacks → why. Cases that need it are skipped, and no profile allows that for a row of its own.',
    schema: {type: 'object', additionalProperties: text},
  },
  existing: {
    about: 'What the API cannot make and is there already: name → values; a secret is {env: TOUCHSTONE_…}.',
    schema: {type: 'object', additionalProperties: {type: 'object'}},
  },
  variants: {
    about: 'The same target with other settings, by the names that cases ask for.',
    schema: {type: 'object', additionalProperties: {$ref: '#/$defs/variant'}},
  },
  webhook: {about: 'How the target reaches the receiver of this run.', schema: {$ref: '#/$defs/webhook'}},
  openid: {
    about: 'The identity provider that the run offers to the target, for cases in which people sign in through one.',
    schema: {$ref: '#/$defs/openid'},
  },
  tls: {about: 'Certificates.', schema: {$ref: '#/$defs/tls'}},
  headers: {
    about: 'Header name → value (or {env: TOUCHSTONE_…}) for every request.',
    schema: {type: 'object', additionalProperties: textOrVariable},
  },
  proxy: {about: 'Requests go through this proxy.', schema: text},
  proxyExcept: {about: 'Hosts that are reached without it.', schema: texts},
  testServer: {
    about: 'true says: accounts, organizations and repositories may be made and removed there.',
    schema: {type: 'boolean'},
  },
  bounds: {about: 'Limits, under the names of their flags.', schema: {$ref: '#/$defs/bounds'}},
  run: {
    about: 'Options of touchstone run, under the names of their flags; a flag or a variable of the environment wins.',
    schema: {$ref: '#/$defs/run'},
  },
} as const satisfies KeyTable;

export const nodeKeys = {
  command: {
    about:
      'Program and arguments; no shell reads them. {config}, {ca}, {cert} and {key} are files that the run writes, {host}, {port} and {cipher} what the node is to use, {lighthouse} and {lighthouseAddress} the lighthouse of a host.',
    schema: command,
    required: true,
  },
  configuration: {
    about:
      'Text of the configuration file, with the same names in braces; that of a lighthouse on the loopback, or of a host where livePeer says role=host, when left out.',
    schema: text,
  },
} as const satisfies KeyTable;

export const startKeys = {
  command: {
    about: 'Program and arguments; no shell reads them. {port} is a free port.',
    schema: command,
    required: true,
  },
  ready: {about: 'When it counts as started.', schema: {$ref: '#/$defs/ready'}},
  stop: {about: 'Command that stops what the first one left running, such as containers.', schema: command},
  logs: {about: 'Command that prints its log, where its own output is not the log.', schema: command},
  env: {
    about: 'Environment variables for it: name → text or {env: TOUCHSTONE_…}.',
    schema: {type: 'object', additionalProperties: textOrVariable},
  },
} as const satisfies KeyTable;

export const readyKeys = {
  path: {
    about: 'Path below the base URL that answers 2xx, 401 or 403 when it is ready.',
    schema: {type: 'string', pattern: '^/'},
  },
  within: {about: 'How long that may take, e.g. 60s.', schema: duration},
} as const satisfies KeyTable;

export const variantKeys = {
  title: {about: 'What is different there.', schema: text},
  url: {about: 'Its own base URL.', schema: text},
  args: {about: 'Arguments added to the start command.', schema: texts},
  env: {
    about: 'Environment variables added to those of the start command.',
    schema: {type: 'object', additionalProperties: textOrVariable},
  },
  ...settingsKey,
  ...peopleKeys,
} as const satisfies KeyTable;

export const accountKeys = {
  user: {about: 'Its user name; needed with a password.', schema: text},
  tokenEnv: {about: 'Environment variable that holds an access token.', schema: variable},
  tokenFile: {about: 'File that holds an access token.', schema: text},
  passwordEnv: {about: 'Environment variable that holds its password.', schema: variable},
  passwordFile: {about: 'File that holds its password.', schema: text},
  cookieEnv: {
    about:
      'Environment variable that holds the Cookie header of a browser in which it is signed in, where the form cannot be sent from here.',
    schema: variable,
  },
  cookieFile: {about: 'File that holds that Cookie header.', schema: text},
} as const satisfies KeyTable;

export const webhookKeys = {
  listen: {about: 'HOST:PORT on which the receiver listens.', schema: text},
  url: {about: 'The address under which the target reaches it.', schema: text},
} as const satisfies KeyTable;

export const openidPlaceKeys = {
  listen: {about: 'HOST:PORT on which the provider listens.', schema: text},
  url: {about: 'The address that the target is configured with: its issuer.', schema: text},
  clientSecretEnv: {
    about: 'Environment variable that holds the client secret that the target was given.',
    schema: variable,
  },
  clientSecretFile: {about: 'File that holds it.', schema: text},
} as const satisfies KeyTable;

export const tlsKeys = {
  caFile: {about: 'PEM file with the certificate authorities to trust.', schema: text},
  clientCert: {about: 'PEM file with a client certificate.', schema: text},
  clientKey: {about: 'PEM file with its key.', schema: text},
  insecure: {about: 'Accept any certificate; every report says so.', schema: {type: 'boolean'}},
} as const satisfies KeyTable;

const unitSchemas = {duration, size, count: {type: 'integer'}} as const;

export const boundKeys: KeyTable = Object.fromEntries(
  Object.entries(boundRanges).map(([name, {unit, least, most, about}]) => {
    const schema: JsonObject =
      unit === 'count' ? {...unitSchemas.count, minimum: least, maximum: most} : unitSchemas[unit];
    return [name, {about, schema}];
  }),
);
