import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import { majorOf, version as versions } from '../../platforms/meta/version.ts';
import { runDueComments } from '../kit/comments.ts';
import { textOf } from '../kit/json.ts';
import { createShell, type Shell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import { createVersions } from '../kit/versions.ts';
import type { Entity, JsonObject, SimulatedPlatform, World } from '../types.ts';
import {
  endedVersion,
  entryAnswer,
  faultLibrary,
  isNothing,
  markUsage,
  playAfter,
  versionHeaders,
} from './faults/library.ts';
import { pending } from './graph/async.ts';
import { runBatch } from './graph/batch.ts';
import { entryCall } from './graph/batch-entries.ts';
import {
  type Api,
  accountOf,
  carryOut,
  errorAnswer,
  seenCall,
  unavailable,
  withHeaders,
} from './graph/calls.ts';
import { type Call, number, string } from './graph/graph.ts';
import { nodeTypes } from './graph/node-types.ts';
import { GraphError, type GraphFault, given, isObject } from './graph/params.ts';
import { checkProof, tokenKind } from './graph/tokens.ts';
import { readRequest } from './graph/transport.ts';
import { createUsage } from './graph/usage.ts';
import { commentSection } from './objects/comments.ts';
import { replacePageToken } from './objects/pages.ts';

const name = 'meta';
export const basePath = '/meta';

/** The batch itself; its entries are the calls. */
const isBatch = ({ path, params, isEntry }: Call) =>
  path.length === 0 && isEntry !== true && given(params, 'batch');

export function simulateMeta(
  world: World,
  options: { readonly url?: string } = {},
): SimulatedPlatform {
  let traces = 0;
  const isAlive = createVersions(world, name, versions);
  const api: Api = {
    world,
    types: nodeTypes(),
    usage: createUsage(world, name),
    tokens: createTokens(world, name, tokenKind),
    reports: new Map(),
    trace: () => `A${withoutTrailing(btoa(`${world.seed}.${++traces}`), '=')}`,
    run: (call) => shell.run(call),
    fire: (call) => shell.fire(call),
  };
  const shell: Shell<Call> = createShell<Call, GraphFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens: api.tokens,
    budget: api.usage,
    accountOf: (account) => account.replace(/^act_/, ''),
    async read(request, mount) {
      const call = await readRequest(request, mount, options.url);
      checkProof(call);
      return call;
    },
    runDue({ base }) {
      runDueComments(world, commentSection);
      return runDue(api, base);
    },
    see: (call) =>
      isBatch(call)
        ? { method: 'POST', path: '/batch', account: undefined, token: call.token, exactly: true }
        : seenCall(world, call),
    mark(call, fired) {
      if (fired.has('page-token-dead')) replacePageToken(world, api.tokens, call.token);
      const account = accountOf(world, call);
      if (account !== undefined) markUsage(api.usage, account, fired);
    },
    carryOut(call, fired) {
      if (!isAlive(call.version)) throw new GraphError(endedVersion);
      return isBatch(call) ? runBatch(api, call) : carryOut(api, call, fired);
    },
    refuse: (fault, fired) => errorAnswer(api, fault, fired),
    unavailable,
    revokedFor: 467,
    finish(answer, call, fired) {
      if (isBatch(call)) return answer;
      // Outside a batch the platform says it timed out.
      if (call.isEntry !== true && isNothing(fired))
        return errorAnswer(api, unavailable, new Map());
      const shown = playAfter(answer, fired);
      return withHeaders(api, call, {
        ...shown,
        headers: { ...shown.headers, ...versionHeaders(fired) },
      });
    },
    htmlPage:
      '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>',
  });
  return shell;
}

/** Time passes for all callers alike. */
async function runDue(api: Api, base: string): Promise<void> {
  for (const kind of ['asyncsessions', 'asyncadrequests'])
    for (const id of [...api.world.under(kind, pending)]) {
      const waiting = api.world.get(id);
      // Another request may have come while this one carried out those before it.
      if (!waiting?.parents.includes(pending)) continue;
      if (
        (number(waiting.data.due_at) ?? 0) > api.world.now() ||
        waiting.data.fault === 'async-stuck'
      )
        continue;
      const parents = waiting.parents.filter((parent) => parent !== pending);
      api.world.change(id, {}, parents);
      const outcome =
        waiting.data.fault === 'async-failed' ? failed : await carryOutLater(api, waiting, base);
      api.world.change(id, { done_at: api.world.now(), ...outcome });
    }
}

const failed: JsonObject = {
  state: 'failed',
  error_code: 1,
  exception: 'An unknown error occurred',
};

async function carryOutLater(api: Api, waiting: Entity, base: string): Promise<JsonObject> {
  const { entry, token, version } = waiting.data;
  if (!isObject(entry)) return failed;
  const used = string(version) ?? versions.pinned;
  const outer: Call = {
    method: 'POST',
    version: used,
    major: majorOf(used),
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
      relativeUrl: textOf(entry.relativeUrl),
      body: textOf(entry.body),
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
    return {
      state: 'failed',
      error_code: error.error_subcode ?? error.code ?? 1,
      exception: error.message ?? '',
      error,
    };
  return {
    state: 'completed',
    result: waiting.data.fault === 'async-no-id' ? { success: true } : body,
  };
}
