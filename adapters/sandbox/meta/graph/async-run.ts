import type { Entity, JsonObject } from '../../entity.ts';
import { entryAnswer } from '../faults/play.ts';
import { pending } from './async.ts';
import { entryCall } from './batch-entries.ts';
import type { Api } from './calls.ts';
import { type Call, number, string } from './graph.ts';
import { isObject } from './params.ts';

/** Before each request: time passes for all callers alike. */
export async function runDue(api: Api, base: string): Promise<void> {
  for (const kind of ['asyncsessions', 'asyncadrequests'])
    for (const id of [...api.world.under(kind, pending)]) {
      const waiting = api.world.get(id);
      if (waiting === undefined || (number(waiting.data.due_at) ?? 0) > api.world.now() || waiting.data.fault === 'async-stuck')
        continue;
      const outcome = waiting.data.fault === 'async-failed' ? failed : await carryOut(api, waiting, base);
      const parents = waiting.parents.filter((parent) => parent !== pending);
      api.world.change(id, { done_at: api.world.now(), ...outcome }, parents);
    }
}

const failed: JsonObject = { state: 'failed', error_code: 1, exception: 'An unknown error occurred' };

async function carryOut(api: Api, waiting: Entity, base: string): Promise<JsonObject> {
  const { entry, token, version } = waiting.data;
  if (!isObject(entry)) return failed;
  const outer: Call = {
    method: 'POST',
    version: string(version) ?? 'v25.0',
    major: Number(/\d+/.exec(string(version) ?? '25')?.[0]),
    path: [],
    params: {},
    files: [],
    headers: new Headers(),
    bytes: undefined,
    token: string(token),
    base,
    asynchronous: true,
  };
  const call = entryCall(
    outer,
    {
      method: string(entry.method) ?? 'POST',
      relativeUrl: string(entry.relativeUrl) ?? '',
      body: string(entry.body) ?? '',
      name: undefined,
      dependsOn: undefined,
      omitOnSuccess: false,
      files: [],
    },
    new Map(),
  );
  const body = entryAnswer(await api.run(call))?.body ?? {};
  const error = isObject(body) && isObject(body.error) ? body.error : undefined;
  if (error !== undefined)
    return { state: 'failed', error_code: error.error_subcode ?? error.code ?? 1, exception: error.message ?? '', error };
  return { state: 'completed', result: waiting.data.fault === 'async-no-id' ? { success: true } : body };
}
