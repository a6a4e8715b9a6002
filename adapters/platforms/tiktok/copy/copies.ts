import { PlatformError } from '../../../../core/base/errors.ts';
import { at, said, text } from '../../kit/json.ts';
import {
  type CopyTimes,
  copyTimes,
  namedIn,
  type SourceNode,
  sourceTree,
} from '../../kit/rebuild.ts';
import type {
  Access,
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
import { familyFor, familyOf, formerSmart, type Tiktok } from '../family.ts';
import { adsIn, readRows, withSmart } from '../read/entities.ts';
import { inFamily } from '../read/other-family.ts';
import { shapes } from '../read/shapes.ts';
import { conversionNotes, smartNotes } from '../smart/bodies.ts';
import type { Buttons } from '../smart/buttons.ts';
import { nouns, requestId, statusWords } from '../wire/values.ts';
import { createRecreate } from './recreate.ts';

/**
 * A task takes a campaign with up to 20 ad groups of up to 50 ads; of Smart+ ones 10 with 200 ads,
 * and refuses others.
 */
const largestTask = 20 + 20 * 50;

/**
 * The platform copies campaigns alone, as tasks, for accounts it has let in. All else, and
 * campaigns whose task is refused, is built from what can be read.
 */
export function createCopies(
  api: Tiktok,
  buttons: Buttons,
  times: CopyTimes & { readonly asyncMs: number },
): DuplicateCapability {
  const { calls, wire } = api;
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(api, access, type, id),
    recreate: createRecreate(api, buttons),
    async named(access, type, part) {
      const noun = nouns[type];
      const fields = [`${noun}_id`, `${noun}_name`];
      const rows =
        type === 'ad'
          ? await adsIn(api, access, {}, { fields })
          : await calls.list(access, `${noun}/get/`, { fields });
      return namedIn(rows, part, { id: `${noun}_id`, name: `${noun}_name` });
    },
    native: {
      types: ['campaign'],
      limits: { sync: 0, async: largestTask },
      asyncMs: times.asyncMs,
      madeActive: ['adset'],
      async start(access, requests) {
        const outcomes: StartOutcome[] = [];
        // One task a second.
        for (const request of requests) {
          const source = { type: 'campaign', id: request.sourceId } as const;
          const start = () => startTask(access, request);
          outcomes.push(
            await inFamily(api, access, source, start, (told) =>
              told.state === 'failed' ? told.failure : undefined,
            ),
          );
        }
        return outcomes;
      },
      async poll(access, started) {
        const outcomes: (CopyOutcome | { readonly state: 'running' })[] = [];
        for (const { session, request } of started) {
          try {
            const [task_id, family] = session.split(' ');
            const path = `${family === 'smart' ? 'smart_plus/' : ''}campaign/copy/task/check/`;
            const data = await calls.read(access, path, { task_id });
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
    const row =
      (await readRows(api, access, 'campaign', [request.sourceId])).get(request.sourceId) ?? {};
    const isSmart = familyOf(row) === 'smart';
    const body = {
      campaign_id: request.sourceId,
      // The platform refuses the same id within ten seconds.
      request_id: requestId(`${request.sourceId} ${request.marker ?? ''}`),
      operation_status: statusWords[request.status],
      campaign_name: `${text(row.campaign_name) ?? ''}${request.marker === undefined ? '' : ` ${request.marker}`}`,
    };
    const answer = await calls.tried(
      access,
      `${isSmart ? 'smart_plus/' : ''}campaign/copy/task/create/`,
      body,
    );
    if (!answer.ok) {
      const { failure, maybeDone } = answer;
      return maybeDone ? { state: 'unknown', failure } : refusedTask(failure);
    }
    const session = text(answer.body.task_id);
    // Plans of earlier versions have the id alone.
    if (session !== undefined)
      return { state: 'started', session: isSmart ? `${session} smart` : session };
    return {
      state: 'unknown',
      failure: wire.fail('transient', 'The task was started without an id.'),
    };
  }
}

/** Where a task is refused, also for lack of permission, the campaign is built from its parts. */
function refusedTask(failure: PlatformFailure): StartOutcome {
  if (['throttled', 'auth', 'transient'].includes(failure.class))
    return { state: 'failed', failure };
  return { state: 'failed', failure: { ...failure, class: 'rule' }, remedy: 'recreate' };
}

/** A task that ended well may have made nothing: its result tells. */
function taskOutcome(
  data: Row,
  request: CopyRequest,
  fail: Fail,
): CopyOutcome | { readonly state: 'running' } {
  const status = text(data.task_status);
  if (status !== 'SUCCESS' && status !== 'FAILURE') return { state: 'running' };
  const id = text(at(data, 'task_result', 'campaign_id'));
  if (status === 'SUCCESS' && id !== undefined && id !== '0') {
    const objects: readonly CopiedObject[] = [{ type: 'campaign', sourceId: request.sourceId, id }];
    return { state: 'done', id, objects };
  }
  const infos = at(data, 'task_result', 'campaign_error_infos');
  const why =
    Array.isArray(infos) && infos.length > 0
      ? infos.map(String).join(' ')
      : 'The platform does not say why.';
  const failure = fail(
    'rule',
    `The campaign was not copied. ${why}`,
    'Nothing to do: Slipway rebuilds it.',
  );
  return { state: 'failed', failure, remedy: 'recreate' };
}

async function readTree(
  api: Tiktok,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const { calls, wire } = api;
  const root = (await readRows(api, access, type, [id])).get(id);
  if (root === undefined) throw wire.notFound(id);
  const isSmart = familyOf(root) === 'smart';
  const filtering = type === 'campaign' ? { campaign_ids: [id] } : { adgroup_ids: [id] };
  const listed = type === 'campaign' ? await calls.list(access, 'adgroup/get/', { filtering }) : [];
  const adSets = await withSmart(api, access, 'adset', listed);
  const ads = type === 'ad' ? [] : await adsIn(api, access, filtering, { mayBe: () => isSmart });
  const notes = createNotes(api, type, root);
  return sourceTree({ type, root, adSets, ads }, (level, row) => nodeOf(access, level, row, notes));
}

type Notes = (type: EntityType, row: Row) => readonly string[];

/** A manual campaign may become a Smart+ one: then its copy differs. */
function createNotes({ end, clock }: Tiktok, type: EntityType, root: Row): Notes {
  if (familyOf(root) === 'smart') return smartNotes;
  const becomes =
    type === 'campaign' && familyFor(end, said(root.objective_type), clock.now()) === 'smart';
  if (!becomes) return () => [];
  const family = `TikTok creates manual campaigns no more (since ${end.on}). Where it does not copy this one itself, the copy is an Upgraded Smart+ campaign; what that cannot keep is refused.`;
  return (level, row) => [
    ...(level === 'campaign' ? [family] : []),
    ...conversionNotes(level, row),
  ];
}

function nodeOf(access: Access, type: EntityType, row: Row, notesOf: Notes): SourceNode {
  const notes = notesOf(type, row);
  return {
    ...shapes.node(access, type, row),
    ...(notes.length > 0 && { notes }),
    ...(familyOf(row) === 'former' && { notCopyable: formerSmart }),
  };
}
