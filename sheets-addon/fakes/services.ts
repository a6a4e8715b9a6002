import { base64Of, bytesOf, FORM, formOf, utf8 } from './bytes.ts';
import { answerOfDrive, type StoredFile } from './drive.ts';
import { type Exception, exception } from './exceptions.ts';
import { kill, type Runtime, spend } from './execution.ts';
import { faked } from './guard.ts';

/**
 * Calls out of the sandbox: cryptography, the network and executions inside others, synchronous,
 * text in and text out.
 */
export type Host = (
  what: 'digest' | 'hmac' | 'uuid' | 'fetch' | 'sleep' | 'call',
  argument: string,
) => string;

/**
 * What happens to requests that match instead of what would happen. Each rule is used up by
 * `times`.
 */
export interface FetchFault {
  /** Part of `POST https://…`. */
  readonly match: string;
  times: number;
  /** Skip this many matching requests first. */
  skip?: number;
  readonly does:
    | 'unreachable'
    | 'timeout'
    | 'bandwidth'
    | 'size'
    | 'lost'
    | 'kill'
    | { readonly status: number; readonly headers?: object; readonly body?: unknown }
    /** The answer is the usual one, and comes this late. */
    | { readonly lateMs: number };
}

interface FetchOptions {
  readonly url: string;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly contentType?: string;
  readonly payload?: unknown;
  readonly muteHttpExceptions?: boolean;
}

interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  /** Where the answer is no text. */
  readonly base64?: string;
  readonly failed?: string;
}

export function urlFetchApp(
  runtime: Runtime,
  host: Host,
  {
    faults,
    log,
    files = [],
  }: {
    readonly faults: FetchFault[];
    readonly log: { method: string; url: string; body?: string }[];
    readonly files?: readonly StoredFile[] | undefined;
  },
) {
  const told = (name: Exception, values?: { readonly [name: string]: string }): Error =>
    exception(name, runtime.locale, values);
  const faultOf = ({ method = 'get', url }: FetchOptions): FetchFault | undefined =>
    faults.find((fault) => {
      if (fault.times === 0 || !`${method.toUpperCase()} ${url}`.includes(fault.match))
        return false;
      if ((fault.skip ?? 0) > 0) {
        fault.skip = (fault.skip ?? 0) - 1;
        return false;
      }
      return true;
    });

  const fetchOne = (options: FetchOptions): GoogleAppsScript.URL_Fetch.HTTPResponse => {
    const { url, method = 'get', headers = {}, contentType, payload, muteHttpExceptions } = options;
    if (url.length > 2082) throw new Error('Limit Exceeded: URLFetch URL Length.');
    if (runtime.allowlist?.every((start) => !url.startsWith(start)))
      throw told('allowlist', { url });
    if (typeof payload === 'string' && payload.length > MOST_BYTES)
      throw new Error('Limit Exceeded: URLFetch POST Size.');
    log.push({
      method: method.toUpperCase(),
      url,
      ...(typeof payload === 'string' && { body: payload }),
    });
    const fault = faultOf(options);
    if (fault !== undefined) fault.times -= 1;
    const { does } = fault ?? {};
    if (does === 'unreachable' || does === 'timeout' || does === 'bandwidth' || does === 'size')
      throw told(does, { url });
    if (typeof does === 'object') {
      if ('status' in does)
        return response(runtime, {
          status: does.status,
          headers: { ...does.headers },
          text: JSON.stringify(does.body ?? {}),
        });
      spend(runtime, does.lateMs);
    }
    const sent = {
      url,
      method: method.toUpperCase(),
      headers: contentType === undefined ? headers : { ...headers, 'content-type': contentType },
      ...bodyOf(payload),
    };
    if (payload !== undefined && 'form' in sent)
      sent.headers = { ...sent.headers, 'content-type': FORM };
    const answer: Answer =
      answerOfDrive(files, sent, runtime.scopes.drive) ??
      (JSON.parse(host('fetch', JSON.stringify(sent))) as Answer);
    if (fault?.does === 'kill') kill(runtime);
    if (fault?.does === 'lost') throw told('timeout', { url });
    if (answer.failed !== undefined) throw new Error(answer.failed);
    if (answer.status >= 400 && !muteHttpExceptions)
      throw new Error(`Request failed for ${url} returned code ${answer.status}.`);
    return response(runtime, answer);
  };
  return faked<GoogleAppsScript.URL_Fetch.UrlFetchApp>(runtime, 'UrlFetchApp', 'fetch', {
    fetchAll(requests: FetchOptions[]) {
      const scope = 'https://www.googleapis.com/auth/script.external_request';
      if (!runtime.scopes.fetch) throw told('permission', { call: 'UrlFetchApp.fetchAll', scope });
      runtime.left.fetches -= requests.length;
      if (runtime.left.fetches < 0) throw told('quota');
      return sideBySide(requests, fetchOne);
    },
  });
}

/** All are sent; where one of them cannot be delivered it throws for all. */
function sideBySide<A, B>(all: readonly A[], send: (one: A) => B): B[] {
  let failure: unknown;
  const answers = all.flatMap((each) => {
    try {
      return [send(each)];
    } catch (error) {
      failure ??= error;
      return [];
    }
  });
  if (failure !== undefined) throw failure;
  return answers;
}

const MOST_BYTES = 50 * 1024 * 1024;

/** Text and bytes as they are, an object as a form, with a blob as multipart/form-data. */
function bodyOf(payload: unknown): object {
  if (payload === undefined) return {};
  if (typeof payload === 'string') return { body: payload };
  if (Array.isArray(payload)) return { base64: base64Of(payload as number[]) };
  const fields = Object.entries(payload as object);
  if (fields.some(([, value]) => blobs.has(value as object)))
    return { parts: partsOf(payload as object) };
  return { form: true, body: formOf(fields) };
}

const partsOf = (payload: object): readonly object[] =>
  Object.entries(payload).map(([name, value]) => ({
    name,
    ...(blobs.get(value as object) ?? { text: String(value) }),
  }));

/** What a blob holds, its name and its type. */
const blobs = new WeakMap<object, { base64: string; filename: string; type: string }>();

function blob(
  runtime: Runtime,
  base64: string,
  {
    type,
    name = '',
    bytes,
  }: { readonly type: string; readonly name?: string | undefined; readonly bytes?: () => number[] },
): GoogleAppsScript.Base.Blob {
  const made: GoogleAppsScript.Base.Blob = faked<GoogleAppsScript.Base.Blob>(
    runtime,
    'Blob',
    'anything',
    {
      ...(bytes && { getBytes: bytes }),
      setName: (filename: string) => {
        blobs.set(made, { base64, filename, type });
        return made;
      },
    },
    'all',
  );
  blobs.set(made, { base64, filename: name, type });
  return made;
}

const response = (
  runtime: Runtime,
  { status, headers, text, base64 }: Answer,
): GoogleAppsScript.URL_Fetch.HTTPResponse =>
  faked<GoogleAppsScript.URL_Fetch.HTTPResponse>(
    runtime,
    'HTTPResponse',
    'fetch',
    {
      getResponseCode: () => status,
      getContentText: () => text,
      getAllHeaders: () => headers,
      getBlob: () => blob(runtime, base64 ?? '', { type: headers['content-type'] ?? '' }),
      getContent: () => (base64 === undefined ? utf8(text) : bytesOf(base64)),
    },
    'all',
  );

export function utilities(runtime: Runtime, host: Host) {
  const bytes = (what: 'digest' | 'hmac', argument: unknown): number[] =>
    JSON.parse(host(what, JSON.stringify(argument))) as number[];
  return faked<GoogleAppsScript.Utilities.Utilities>(runtime, 'Utilities', 'anything', {
    DigestAlgorithm: { SHA_256: 'SHA-256' },
    sleep: (ms: number) => {
      if (!(ms >= 0 && ms <= 300_000))
        throw new Error('The sleep time must be between 0 and 300000.');
      host('sleep', String(ms));
      spend(runtime, ms);
    },
    getUuid: () => host('uuid', ''),
    computeDigest: (_: unknown, value: string | number[]) =>
      bytes('digest', typeof value === 'string' ? utf8(value) : value),
    computeHmacSha256Signature: (value: number[], key: number[]) => bytes('hmac', { value, key }),
    newBlob: (data: string | number[], type = '', name = '') => {
      const content = typeof data === 'string' ? utf8(data) : data;
      return blob(runtime, type === '' ? '' : base64Of(content), {
        type,
        name,
        bytes: () => content,
      });
    },
  });
}

export interface Stores {
  readonly user: Map<string, string>;
  readonly document: Map<string, string>;
  /** Of the file's owner, read by formulas; absent: the user is the owner. */
  owner: Map<string, string> | undefined;
}

/** What all properties of a store may have together. */
const STORE_BYTES = 500 * 1024;

export function propertiesService(runtime: Runtime, stores: Stores) {
  const store = (of: Map<string, string>) =>
    faked<GoogleAppsScript.Properties.Properties>(runtime, 'Properties', 'properties', {
      getProperty: (key: string) => of.get(key) ?? null,
      getProperties: () => Object.fromEntries(of),
      setProperty: (key: string, value: string) => {
        if (utf8(value).length > 9 * 1024) throw new Error('Argument too large: value');
        const others = [...of].reduce(
          (sum, [name, text]) => sum + (name === key ? 0 : name.length + text.length),
          0,
        );
        if (others + key.length + value.length > STORE_BYTES)
          throw new Error(
            'You have exceeded the property storage quota. Please remove some properties and try again.',
          );
        of.set(key, value);
      },
      deleteProperty: (key: string) => {
        of.delete(key);
      },
    });
  const ofUser = (): Map<string, string> =>
    (runtime.execution?.mode === 'CUSTOM_FUNCTION' ? stores.owner : undefined) ?? stores.user;
  return faked<GoogleAppsScript.Properties.PropertiesService>(
    runtime,
    'PropertiesService',
    'properties',
    {
      getUserProperties: () => store(ofUser()),
      getDocumentProperties: () => store(stores.document),
    },
    'all',
  );
}

/** More items than this, and the oldest go until there are 900. */
const MOST_ITEMS = 1000;

/** The caches of the document and of the user are two. */
export function cacheService(runtime: Runtime) {
  const [ofDocument, ofUser] = [cache(runtime), cache(runtime)];
  return faked<GoogleAppsScript.Cache.CacheService>(
    runtime,
    'CacheService',
    'properties',
    { getDocumentCache: () => ofDocument, getUserCache: () => ofUser },
    'all',
  );
}

function cache(runtime: Runtime): GoogleAppsScript.Cache.Cache {
  const entries = new Map<string, { readonly value: string; readonly until: number }>();
  const live = (key: string): string | null => {
    const entry = entries.get(key);
    return entry !== undefined && entry.until > runtime.now ? entry.value : null;
  };
  const put = (key: string, value: string, seconds = 600): void => {
    if (key.length > 250) throw new Error('Argument too large: key');
    if (utf8(value).length > 100 * 1024) throw new Error('Argument too large: value');
    entries.delete(key);
    entries.set(key, { value, until: runtime.now + Math.min(seconds, 21_600) * 1000 });
    if (entries.size > MOST_ITEMS)
      for (const old of [...entries.keys()].slice(0, entries.size - 900)) entries.delete(old);
  };
  return faked<GoogleAppsScript.Cache.Cache>(runtime, 'Cache', 'properties', {
    getAll: (keys: string[]) =>
      Object.fromEntries(keys.flatMap((key) => (live(key) === null ? [] : [[key, live(key)]]))),
    putAll: (values: { [key: string]: string }, seconds?: number) => {
      for (const [key, value] of Object.entries(values)) put(key, value, seconds);
    },
    get: live,
    put,
    remove: (key: string) => {
      entries.delete(key);
    },
  });
}

/** A real lock: an execution has it until it ends. */
export function lockService(runtime: Runtime, state: { heldByOther: boolean }) {
  const isTaken = (): boolean =>
    state.heldByOther ||
    (runtime.lockedBy !== undefined &&
      runtime.lockedBy !== runtime.execution &&
      !runtime.lockedBy.dead);
  const tryLock = (ms: number): boolean => {
    if (isTaken()) {
      spend(runtime, ms);
      return false;
    }
    runtime.lockedBy = runtime.execution;
    return true;
  };
  const lock = faked<GoogleAppsScript.Lock.Lock>(runtime, 'Lock', 'properties', {
    tryLock,
    waitLock: (ms: number) => {
      if (!tryLock(ms)) throw exception('lock', runtime.locale);
    },
    releaseLock: () => {
      if (runtime.lockedBy === runtime.execution) runtime.lockedBy = undefined;
    },
  });
  return faked<GoogleAppsScript.Lock.LockService>(
    runtime,
    'LockService',
    'properties',
    { getDocumentLock: () => lock },
    'all',
  );
}
