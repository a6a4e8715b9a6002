import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import { runDueComments } from '../kit/comments.ts';
import { createShell, type Shell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { SimulatedPlatform } from '../platform.ts';
import type { World } from '../world.ts';
import { faultLibrary } from './faults/library.ts';
import { isNothing, markUsage, playAfter } from './faults/play.ts';
import { runDue } from './graph/async-run.ts';
import { runBatch } from './graph/batch.ts';
import { type Api, accountOf, carryOut, errorAnswer, seenCall, unavailable, withHeaders } from './graph/calls.ts';
import type { GraphFault } from './graph/errors.ts';
import type { Call } from './graph/graph.ts';
import { nodeTypes } from './graph/node-types.ts';
import { given } from './graph/params.ts';
import { checkProof, tokenKind } from './graph/tokens.ts';
import { readRequest } from './graph/transport.ts';
import { createUsage } from './graph/usage.ts';
import { commentSection } from './objects/comments.ts';
import { replacePageToken } from './objects/page-tokens.ts';

const name = 'meta';
export const basePath = '/meta';

/** The batch itself; its entries are the calls. */
const isBatch = ({ path, params, isEntry }: Call): boolean => path.length === 0 && isEntry !== true && given(params, 'batch');

export function simulateMeta(world: World, options: { readonly url?: string } = {}): SimulatedPlatform {
  let traces = 0;
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
    carryOut: (call, fired) => (isBatch(call) ? runBatch(api, call) : carryOut(api, call, fired)),
    refuse: (fault, fired) => errorAnswer(api, fault, fired),
    unavailable,
    revokedFor: 467,
    finish(answer, call, fired) {
      if (isBatch(call)) return answer;
      // Outside a batch the platform says it timed out.
      if (call.isEntry !== true && isNothing(fired)) return errorAnswer(api, unavailable, new Map());
      return withHeaders(api, call, playAfter(answer, fired));
    },
    htmlPage: '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>',
  });
  return shell;
}
