import { readForm } from '../../kit/requests.ts';
import type { Json } from '../../types.ts';
import type { Call } from './graph.ts';
import { GraphError, invalid, isList, isObject, json, type Params } from './params.ts';
import { methodOf, splitPath } from './transport.ts';

/** Replaces `{result=name:$.path}`; several values become a comma list. */
function resolveReferences(value: string, answers: ReadonlyMap<string, Json>): string {
  return value.replace(/\{result=([^:{}]+):([^{}]+)\}/g, (whole, name: string, path: string) => {
    const answer = answers.get(name);
    const found = answer === undefined ? [] : select(answer, path);
    if (found.length === 0)
      throw new GraphError({ code: 2, message: `(#2) The reference ${whole} finds nothing` });
    return found
      .map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each)))
      .join(',');
  });
}

/**
 * The JSONPath of the platform's examples: `$.a.b`, `$.data[0].id`, `$.images.*.hash`, `$['a']`.
 */
function select(value: Json, path: string): readonly Json[] {
  const steps = path.replace(/^\$/, '').match(/\[\*\]|\[\d+\]|\['[^']+'\]|[^.[\]]+/g) ?? [];
  let found: readonly Json[] = [value];
  for (const step of steps) {
    const key = step.replace(/^\['?|'?\]$/g, '');
    found = found.flatMap((each) => {
      if (key === '*') return isList(each) ? each : isObject(each) ? Object.values(each) : [];
      const next = isList(each) ? each[Number(key)] : isObject(each) ? each[key] : undefined;
      return next === undefined ? [] : [next];
    });
  }
  return found;
}

export interface BatchEntry {
  readonly method: string;
  readonly relativeUrl: string;
  readonly body: string;
  readonly name: string | undefined;
  readonly dependsOn: string | undefined;
  readonly omitOnSuccess: boolean;
  readonly files: readonly string[];
}

const highest = 50;

/** `batch` and `asyncbatch` share this form. */
export function readEntries(params: Params, name: string): readonly BatchEntry[] {
  const entries = json(params, name);
  if (!isList(entries) || entries.length === 0)
    throw invalid(`Param ${name} must be a non-empty array`, name);
  if (entries.length > highest)
    throw invalid(`Too many requests in ${name}: at most ${highest} are allowed`, name);
  return entries.map((entry): BatchEntry => {
    if (!isObject(entry) || typeof entry.relative_url !== 'string')
      throw invalid(`Each element of ${name} needs a relative_url`, name);
    const files = entry.attached_files ?? entry.attachedFiles;
    return {
      method: typeof entry.method === 'string' ? entry.method : 'GET',
      relativeUrl: entry.relative_url,
      body: typeof entry.body === 'string' ? entry.body : '',
      name: typeof entry.name === 'string' && entry.name !== '' ? entry.name : undefined,
      dependsOn: typeof entry.depends_on === 'string' ? entry.depends_on : undefined,
      omitOnSuccess: entry.omit_response_on_success !== false,
      files: typeof files === 'string' && files !== '' ? files.split(',') : [],
    };
  });
}

/** Plain or percent-encoded: official clients send both. */
export function namesIn(entry: BatchEntry): readonly string[] {
  // Most entries have none: nothing is decoded.
  if (!entry.relativeUrl.includes('result') && !entry.body.includes('result'))
    return entry.dependsOn === undefined ? [] : [entry.dependsOn];
  const [pathname = '', query = ''] = splitOnce(entry.relativeUrl, '?');
  const text = [
    decodeURIComponent(pathname),
    ...Object.values(readForm(query)),
    ...Object.values(readForm(entry.body)),
  ].join(' ');
  const found = [...text.matchAll(/\{result=([^:{}]+):/g)].map(([, name = '']) => name);
  return [...new Set(entry.dependsOn === undefined ? found : [...found, entry.dependsOn])];
}

/** Token and files default to those of the request. */
export function entryCall(
  outer: Call,
  entry: BatchEntry,
  answers: ReadonlyMap<string, Json>,
): Call {
  const [pathname = '', query = ''] = splitOnce(entry.relativeUrl, '?');
  const own: Params = mapValues({ ...readForm(query), ...readForm(entry.body) }, answers);
  const { version, path } = splitPath(resolveReferences(pathname, answers));
  const named = /^\/?v\d+\.\d+(\/|$)/.test(pathname);
  return {
    ...outer,
    isEntry: true,
    ...(named ? version : {}),
    method: methodOf(entry.method, own),
    path,
    params: { access_token: outer.token, ...own },
    files: outer.files.filter(({ part }) => entry.files.includes(part)),
    token: typeof own.access_token === 'string' ? own.access_token : outer.token,
  };
}

const mapValues = (params: Params, answers: ReadonlyMap<string, Json>): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? resolveReferences(value, answers) : value,
    ]),
  );

export const splitOnce = (value: string, mark: string) => {
  const at = value.indexOf(mark);
  return at < 0 ? [value] : [value.slice(0, at), value.slice(at + mark.length)];
};
