import type { Json } from '../world.ts';
import { type Api, accountOf, type Outcome, runCall } from './calls.ts';
import { GraphError, invalid } from './errors.ts';
import { type HttpDamage, unharmed } from './fault-play.ts';
import type { Call } from './graph.ts';
import { isList, isObject, json, type Params } from './params.ts';
import { resolveReferences } from './references.ts';
import { methodOf, readForm, splitPath } from './transport.ts';

export interface BatchEntry {
  readonly method: string;
  readonly relativeUrl: string;
  readonly body: string;
  readonly name: string | undefined;
  readonly dependsOn: string | undefined;
  readonly omitOnSuccess: boolean;
  readonly files: readonly string[];
}

export interface BatchAnswer {
  readonly body: Json;
  /** The first damage any entry suffered: it hits the answer that carries them all. */
  readonly damage: HttpDamage | undefined;
  /** The account of the last entry that had one: its usage shows on the answer as a whole. */
  readonly account: string | undefined;
}

const highest = 50;

/** Carries out up to 50 calls; entries that others refer to come first, the rest in order. */
export async function runBatch(api: Api, call: Call): Promise<BatchAnswer> {
  const entries = readEntries(call.params, 'batch');
  const withHeaders = String(call.params.include_headers ?? 'true') !== 'false';
  const names = new Map(entries.flatMap((entry, index) => (entry.name === undefined ? [] : [[entry.name, index] as const])));
  const referenced = new Set(entries.flatMap((entry) => namesIn(entry).filter((name) => names.has(name))));
  const outcomes: (Outcome | undefined)[] = entries.map(() => undefined);
  const running = new Set<number>();
  let account: string | undefined;

  const answerOf = async (name: string): Promise<Outcome> => {
    const index = names.get(name);
    if (index === undefined) throw unresolved(name);
    return runEntry(index);
  };

  const runEntry = async (index: number): Promise<Outcome> => {
    const done = outcomes[index];
    if (done !== undefined) return done;
    const entry = entries[index];
    if (entry === undefined || running.has(index)) throw unresolved(entry?.name ?? '');
    running.add(index);
    const outcome = await carryOut(entry);
    outcomes[index] = outcome;
    return outcome;
  };

  const carryOut = async (entry: BatchEntry): Promise<Outcome> => {
    try {
      const answers = new Map<string, Json>();
      for (const name of namesIn(entry)) {
        const { answer } = await answerOf(name);
        if (answer === null || answer.status >= 400) throw unresolved(name);
        answers.set(name, answer.body);
      }
      const entered = entryCall(call, entry, answers);
      account = accountOf(api.world, entered) ?? account;
      return await runCall(api, entered);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const fired = api.faults.fire({
        method: entry.method.toUpperCase(),
        path: `/${entry.relativeUrl.split('?')[0]}`,
        account: undefined,
      });
      return { answer: fired.has('batch-dependent-null') ? null : failed(api, error), played: unharmed, fired };
    }
  };

  for (let index = 0; index < entries.length; index++) await runEntry(index);
  const body = outcomes.map((outcome, index): Json => {
    const answer = outcome?.answer ?? null;
    const entry = entries[index];
    if (answer === null || entry === undefined) return null;
    const omitted = entry.name !== undefined && referenced.has(entry.name) && entry.omitOnSuccess && answer.status < 400;
    if (omitted) return null;
    const headers = { 'Content-Type': 'application/json; charset=UTF-8', ...answer.headers };
    return {
      code: answer.status,
      ...(withHeaders ? { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) } : {}),
      body: JSON.stringify(answer.body),
    };
  });
  const damage = outcomes.find((outcome) => outcome?.played.http !== undefined)?.played.http ?? slowness(entries, outcomes);
  return { body, damage, account };
}

/** More than ten ads in one batch are advised against; the fault `batch-slow` shows why. */
function slowness(entries: readonly BatchEntry[], outcomes: readonly (Outcome | undefined)[]): HttpDamage | undefined {
  const ads = entries.filter(({ method, relativeUrl }) => method.toUpperCase() === 'POST' && /\/ads(\?|$)/.test(relativeUrl));
  const fault = outcomes.map((outcome) => outcome?.fired.get('batch-slow')).find((options) => options !== undefined);
  return fault === undefined || ads.length <= 10 ? undefined : { kind: 'slow', delayMs: Number(fault.ms ?? 20_000) };
}

const failed = (api: Api, error: GraphError) => ({
  status: 400,
  body: { error: { message: error.message, type: 'OAuthException', code: error.fault.code, fbtrace_id: api.trace() } },
});

const unresolved = (name: string): GraphError =>
  new GraphError({ code: 2, message: `(#2) Could not resolve the reference to the batch entry "${name}"` });

/** Entries of `batch` and of `asyncbatch`, which have the same form. */
export function readEntries(params: Params, name: string): readonly BatchEntry[] {
  const entries = json(params, name);
  if (!isList(entries) || entries.length === 0) throw invalid(`Param ${name} must be a non-empty array`, name);
  if (entries.length > highest) throw invalid(`Too many requests in ${name}: at most ${highest} are allowed`, name);
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

/** References stand in plain text or percent-encoded: official clients send both. */
function namesIn(entry: BatchEntry): readonly string[] {
  const [pathname = '', query = ''] = splitOnce(entry.relativeUrl, '?');
  const text = [decodeURIComponent(pathname), ...Object.values(readForm(query)), ...Object.values(readForm(entry.body))].join(
    ' ',
  );
  const found = [...text.matchAll(/\{result=([^:}]+):/g)].map(([, name = '']) => name);
  return [...new Set(entry.dependsOn === undefined ? found : [...found, entry.dependsOn])];
}

/** The call an entry stands for. Its token and files are those of the whole request unless it has its own. */
export function entryCall(outer: Call, entry: BatchEntry, answers: ReadonlyMap<string, Json>): Call {
  const [pathname = '', query = ''] = splitOnce(entry.relativeUrl, '?');
  const own: Params = mapValues({ ...readForm(query), ...readForm(entry.body) }, answers);
  const { version, path } = splitPath(resolveReferences(pathname, answers));
  const named = /^\/?v\d+\.\d+(\/|$)/.test(pathname);
  return {
    ...outer,
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
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? resolveReferences(value, answers) : value]),
  );

const splitOnce = (value: string, mark: string): readonly string[] => {
  const at = value.indexOf(mark);
  return at < 0 ? [value] : [value.slice(0, at), value.slice(at + mark.length)];
};
