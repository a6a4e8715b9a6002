import { PlatformError } from '../../../../core/base/errors.ts';
import { at, text } from '../../kit/json.ts';
import { type CopyTimes, copyTimes, namedIn, rebuildFrom, type SourceNode, sourceTree } from '../../kit/rebuild.ts';
import type {
  Access,
  Api,
  Clock,
  CopiedObject,
  CopyOutcome,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  EntityType,
  Fail,
  PlatformFailure,
  Row,
  StartOutcome,
} from '../../types.ts';
import { isAutomated, shapes } from '../read/accounts.ts';
import { readRows } from '../read/entities.ts';
import { nouns, statusWords } from '../wire/values.ts';
import { createRebuilding } from './recreate.ts';

/** A task takes a campaign with up to 20 ad groups of up to 50 ads. */
const largestTask = 20 + 20 * 50;

/**
 * The platform copies campaigns alone, as tasks, for accounts it has let in. All else, and campaigns whose task is refused, is
 * built from what can be read.
 */
export function createCopies(api: Api, clock: Clock, times: CopyTimes & { readonly asyncMs: number }): DuplicateCapability {
  const { calls, wire } = api;
  const rebuilding = createRebuilding(api, clock);
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(api, access, type, id),
    recreate: (access, request) => rebuildFrom(rebuilding, access, request),
    async named(access, type, part) {
      const noun = nouns[type];
      const rows = await calls.list(access, `${noun}/get/`, { fields: [`${noun}_id`, `${noun}_name`] });
      return namedIn(rows, part, { id: `${noun}_id`, name: `${noun}_name` });
    },
    native: {
      types: ['campaign'],
      limits: { sync: 0, async: largestTask },
      asyncMs: times.asyncMs,
      async start(access, requests) {
        const outcomes: StartOutcome[] = [];
        // One task a second.
        for (const request of requests) outcomes.push(await startTask(access, request));
        return outcomes;
      },
      async poll(access, started) {
        const outcomes: (CopyOutcome | { readonly state: 'running' })[] = [];
        for (const { session, request } of started) {
          try {
            const data = await calls.read(access, 'campaign/copy/task/check/', { task_id: session });
            outcomes.push(taskOutcome(data, request, wire.fail));
          } catch (error) {
            if (!(error instanceof PlatformError)) throw error;
            outcomes.push({ state: 'unknown', failure: error.failure });
          }
        }
        return outcomes;
      },
    },
  };

  async function startTask(access: Access, request: CopyRequest): Promise<StartOutcome> {
    const row = (await readRows(calls, access, 'campaign', [request.sourceId])).get(request.sourceId);
    const body = {
      campaign_id: request.sourceId,
      // The platform refuses the same id within ten seconds.
      request_id: requestId(`${request.sourceId} ${request.marker ?? ''}`),
      operation_status: statusWords[request.status],
      campaign_name: `${text(row?.campaign_name) ?? ''}${request.marker === undefined ? '' : ` ${request.marker}`}`,
    };
    const answer = await calls.tried(access, 'campaign/copy/task/create/', body);
    if (!answer.ok) {
      const { failure, maybeDone } = answer;
      return maybeDone ? { state: 'unknown', failure } : refusedTask(failure);
    }
    const session = text(answer.body.task_id);
    if (session !== undefined) return { state: 'started', session };
    return { state: 'unknown', failure: wire.fail('transient', 'The task was started without an id.') };
  }
}

/** Where a task is refused, also for lack of permission, the campaign is built from its parts. */
function refusedTask(failure: PlatformFailure): StartOutcome {
  if (['throttled', 'auth', 'transient'].includes(failure.class)) return { state: 'failed', failure };
  return { state: 'failed', failure: { ...failure, class: 'rule' }, remedy: 'recreate' };
}

/** 63 bits of a running sum: the platform takes a 64-bit integer as text. */
function requestId(source: string) {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (const char of source) {
    high = Math.imul(high ^ char.charCodeAt(0), 0x01000193);
    low = Math.imul(low ^ char.charCodeAt(0) ^ (high >>> 7), 0x85ebca6b);
  }
  return String(((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)) & 0x7fffffffffffffffn);
}

/** A task that ended well may have made nothing: its result tells. */
function taskOutcome(data: Row, request: CopyRequest, fail: Fail): CopyOutcome | { readonly state: 'running' } {
  const status = text(data.task_status);
  if (status !== 'SUCCESS' && status !== 'FAILURE') return { state: 'running' };
  const id = text(at(data, 'task_result', 'campaign_id'));
  if (status === 'SUCCESS' && id !== undefined && id !== '0') {
    const objects: readonly CopiedObject[] = [{ type: 'campaign', sourceId: request.sourceId, id }];
    return { state: 'done', id, objects };
  }
  const said = at(data, 'task_result', 'campaign_error_infos');
  const why = Array.isArray(said) && said.length > 0 ? said.map(String).join(' ') : 'The platform does not say why.';
  const failure = fail('rule', `The campaign was not copied. ${why}`, 'Nothing to do: Slipway rebuilds it.');
  return { state: 'failed', failure, remedy: 'recreate' };
}

async function readTree({ calls, wire }: Api, access: Access, type: EntityType, id: string): Promise<CopySource> {
  const root = (await readRows(calls, access, type, [id])).get(id);
  if (root === undefined) throw wire.notFound(id);
  const filtering = type === 'campaign' ? { campaign_ids: [id] } : { adgroup_ids: [id] };
  const adSets = type === 'campaign' ? await calls.list(access, 'adgroup/get/', { filtering }) : [];
  const ads = type === 'ad' ? [] : await calls.list(access, 'ad/get/', { filtering });
  return sourceTree({ type, root, adSets, ads }, (level, row) => nodeOf(access, level, row));
}

const automated = 'Automated campaigns (Smart+) cannot be copied. Create a new one in the ads manager instead.';

const nodeOf = (access: Access, type: EntityType, row: Row): SourceNode => ({
  ...shapes.node(access, type, row),
  ...(type === 'campaign' && isAutomated(row) && { notCopyable: automated }),
});
