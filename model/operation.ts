// What one operation of the hosting contract is, and how a dialect names it.
import type {Json, JsonObject} from './json.ts';

/** One operation of proto/hosting.openapi.yaml. */
export interface Operation {
  readonly id: string;
  /** It is the user's and not ours. */
  readonly isUsers?: boolean;
  readonly method: string;
  /** Path template below the API prefix, e.g. `/repos/{owner}/{repo}/issues`. Paths that do not begin with the prefix begin with `//`. */
  readonly path: string;
  /** The record shows method and path. */
  readonly isPathStated: boolean;
  readonly parameters: readonly OperationParameter[];
  /** Content type of the request body, when there is one. */
  readonly requestType?:
    | 'application/json'
    | 'multipart/form-data'
    | 'application/octet-stream'
    | 'application/x-www-form-urlencoded';
  /** Response status → JSON Schema of the body (2020-12, $refs inlined or under $defs); `undefined` schema = no body described. */
  readonly responses: {readonly [status: string]: ResponseContract};
}

export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** The value may hold `/` and is encoded segment by segment. */
  readonly isMultiSegment: boolean;
}

export interface ResponseContract {
  readonly schema?: JsonObject;
  /** JSON Pointers into the body (with `*` for list items) that the record shows (`x-stated: true`). */
  readonly stated: readonly StatedProperty[];
}

/** One property that the record shows, and the statements that show it. */
export interface StatedProperty {
  readonly pointer: string;
  readonly requirements: readonly string[];
}

/** The names that the record does not show, as one family of servers speaks them. */
export interface Dialect {
  readonly name: string;
  readonly title: string;
  readonly operations: {readonly [operationId: string]: DialectOperation};
  /** Our header name (lower-case) → theirs, e.g. `total-count: x-total-count`. */
  readonly headers: {readonly [name: string]: string};
  /** Purpose (`issueWrite`) → scope names of a token. */
  readonly scopes: {readonly [purpose: string]: readonly string[]};
  /** Plain values that suites name as `${dialect.*}`. */
  readonly values: JsonObject;
  /** Operations that this family does not have. */
  readonly absent: readonly string[];
  /** The page on which people sign in with name and password, where this family has one. */
  readonly webLogin?: WebLogin;
  /** How servers of this family are recognised; without any, the dialect is chosen only by name. */
  readonly recognise?: readonly Recognition[];
  /** Servers that no dialect recognises are taken for this family, and names are guessed from this version of it. */
  readonly fallback?: {readonly family: string; readonly version: string};
  /** Operations of capabilities that the target was declared to lack → why. */
  readonly lacking?: {readonly [operationId: string]: string};
  /** Values that are certain to be this server's, because its owner wrote them or it was recognised; `*` stands for all. */
  readonly said?: readonly string[];
  /** Digest of the user's own names, when a file or a target file of theirs gave any. */
  readonly own?: string;
}

/** One way to recognise a server by what it says of itself. */
export interface Recognition {
  /** Pattern with stars for the version text. */
  readonly version: string;
  /** The version number that is compared begins after this text, e.g. `+gitea-`. */
  readonly after?: string;
  /** The first version number, and the first one that is too new: `1.20`, `1.23`. */
  readonly from?: string;
  readonly below?: string;
  /** Pattern with stars for the title of the server's API document. */
  readonly title?: string;
}

/** A form on a page outside the API; hidden fields, such as a token against forged forms, are taken from the page. */
export interface WebLogin {
  /** Path of the page that shows the form, relative to the base URL. */
  readonly page: string;
  /** Names of the fields for user name and password. */
  readonly user: string;
  readonly password: string;
  /** Path of a page that answers 2xx to somebody who has signed in, and to nobody else. */
  readonly home: string;
}

export interface DialectOperation {
  readonly method?: string;
  readonly path?: string;
  /** Status that this family answers on success. */
  readonly usualStatus?: Json;
  readonly rename: {readonly [ours: string]: string};
}

/** Rights in a repository, weakest first; `owner` is what no collaborator and no team can have. */
export const rights = ['read', 'write', 'admin', 'owner'] as const;

export type Right = (typeof rights)[number];

/** What fixtures/rights.yaml says. */
export interface Rights {
  /** Operation → the right that it asks. Operations that are not about one repository have none. */
  readonly operations: ReadonlyMap<string, Right>;
  /** Operations that take an issue and a pull request alike. */
  readonly subjects: ReadonlySet<string>;
  /** Statements about rights themselves → the least right that their cases give. */
  readonly stated: ReadonlyMap<string, Right>;
}

/** No rights are known: nobody but the owner can be the subject. */
export const noRights: Rights = {operations: new Map(), subjects: new Set(), stated: new Map()};
