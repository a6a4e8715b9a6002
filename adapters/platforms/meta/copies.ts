import type { PlatformFailure } from '../../../core/errors.ts';
import type { Access, EntityType } from '../../../core/ports/ad-platform.ts';
import type {
  CopiedObject,
  CopyOutcome,
  CopyRequest,
  CopySource,
  DuplicateCapability,
} from '../../../core/ports/platform-changes.ts';
import { entityStatus } from './accounts.ts';
import { batchSize } from './batch.ts';
import type { Calls } from './calls.ts';
import type { Answer } from './client.ts';
import { creativeOfCopy, sourceAdFields } from './copy-creative.ts';
import { explain, wireFailure } from './errors.ts';
import { asRow, at, parse, type Row, rowsOf, text } from './json.ts';
import { chunks, encodeQuery, msOf, type Params } from './params.ts';
import { type CopyPorts, recreate } from './recreate.ts';

/** The platform copies up to 3 objects below the source in one answer, and 51 in the background. */
export function createCopies(ports: CopyPorts): DuplicateCapability {
  const { calls, graph } = ports;
  return {
    limits: { sync: 3, async: 51 },
    tree: (access, type, id) => tree(calls, access, type, id),
    async copy(access, request) {
      const params = await copyParams(calls, access, request);
      const [answer] = await graph.callAll(access, [{ method: 'POST', path: `${request.sourceId}/copies`, params }]);
      return outcomeOf(request.type, answer, graph.newTraceId());
    },
    async start(access, requests) {
      const results: { session?: string; failure?: PlatformFailure }[] = [];
      for (const some of chunks(requests, batchSize)) results.push(...(await startSome(access, some)));
      return results;
    },
    async poll(access, sessions) {
      const fields = 'id,name,status,percent_completed,result,error_code,exception';
      const answers = await calls.readMany(
        access,
        sessions.map((path) => ({ path, params: { fields } })),
      );
      return answers.map((answer) => sessionOutcome(answer, graph.newTraceId()));
    },
    recreate: (access, request) => recreate(ports, access, request),
    async copiesOf(access, type, id, since) {
      const rows = await calls.list(access, `${id}/copies`, { fields: 'id,name,created_time' });
      return rows
        .filter((row) => (msOf(row.created_time) ?? since) >= since - (since % 1000))
        .map((row) => ({ type, sourceId: id, id: text(row.id) ?? '', ...(text(row.name) && { name: text(row.name) ?? '' }) }));
    },
  };

  /** One asynchronous batch. Its sessions come back under the names we gave the entries. */
  async function startSome(
    access: Access,
    requests: readonly CopyRequest[],
  ): Promise<readonly { session?: string; failure?: PlatformFailure }[]> {
    const asyncbatch = await Promise.all(
      requests.map(async (request, position) => ({
        method: 'POST',
        relative_url: `${request.sourceId}/copies`,
        name: `copy${position}`,
        body: encodeQuery(await copyParams(calls, access, request)),
      })),
    );
    const [answer] = await graph.callAll(access, [{ method: 'POST', path: '', params: { asyncbatch } }]);
    if (answer === undefined || !answer.ok) {
      return requests.map(() => ({ failure: answer?.failure ?? wireFailure('transient', 'No answer.', graph.newTraceId()) }));
    }
    const sessions = rowsOf(answer.body.async_sessions);
    return requests.map((_, position) => {
      const named = sessions.find((session) => session.name === `copy${position}`) ?? sessions[position];
      const session = text(named?.id);
      if (session !== undefined) return { session };
      return { failure: wireFailure('transient', 'The platform started no session for this copy.', graph.newTraceId()) };
    });
  }
}

async function tree(calls: Calls, access: Access, type: EntityType, id: string): Promise<CopySource> {
  const fields = 'id,name,status';
  const source = (kind: EntityType, row: Row, children: readonly CopySource[] = []): CopySource => ({
    type: kind,
    id: text(row.id) ?? '',
    name: text(row.name) ?? '',
    status: entityStatus(row.status),
    children,
  });
  const root = await calls.read(access, id, { fields });
  if (type === 'ad') return source('ad', root);
  const ads = await calls.list(access, `${id}/ads`, { fields: `${fields},adset_id` });
  if (type === 'adset') {
    return source(
      'adset',
      root,
      ads.map((row) => source('ad', row)),
    );
  }
  const adSets = await calls.list(access, `${id}/adsets`, { fields });
  const below = (adSet: Row) => ads.filter((ad) => text(ad.adset_id) === text(adSet.id)).map((row) => source('ad', row));
  return source(
    'campaign',
    root,
    adSets.map((row) => source('adset', row, below(row))),
  );
}

/** There is no parameter for an exact name: a marker is appended, or nothing, and the caller renames. */
async function copyParams(calls: Calls, access: Access, request: CopyRequest): Promise<Params> {
  const parent = { campaign: undefined, adset: 'campaign_id', ad: 'adset_id' }[request.type];
  const rename_options =
    request.marker === undefined
      ? { rename_strategy: 'NO_RENAME' }
      : { rename_strategy: 'ONLY_TOP_LEVEL_RENAME', rename_suffix: ` ${request.marker}` };
  return {
    ...(request.type !== 'ad' && { deep_copy: request.deep }),
    ...(parent !== undefined && { [parent]: request.parentId }),
    status_option: request.status,
    rename_options,
    creative_parameters: await creativeParameters(calls, access, request),
  };
}

async function creativeParameters(calls: Calls, access: Access, request: CopyRequest): Promise<Row | undefined> {
  if (request.type !== 'ad' || request.values === undefined) return undefined;
  const { adName: _name, ...values } = request.values;
  if (Object.values(values).every((value) => value === undefined)) return undefined;
  const ad = await calls.read(access, request.sourceId, { fields: sourceAdFields });
  return creativeOfCopy(asRow(ad.creative) ?? {}, request.values);
}

const objectTypes: { readonly [type: string]: EntityType } = { campaign: 'campaign', ad_set: 'adset', adset: 'adset', ad: 'ad' };

function outcomeOf(type: EntityType, answer: Answer | undefined, traceId: string): CopyOutcome {
  if (answer === undefined) return { state: 'unknown', failure: wireFailure('transient', 'No answer.', traceId) };
  if (answer.ok) return copied(answer.body, traceId, type);
  if (answer.maybeDone) return { state: 'unknown', failure: answer.failure };
  return { state: 'failed', failure: answer.failure, objects: [] };
}

/** The body of a good copy: the new id, and what was made below it. */
function copied(body: Row, traceId: string, type?: EntityType): CopyOutcome {
  const found = { campaign: body.copied_campaign_id, adset: body.copied_adset_id, ad: body.copied_ad_id };
  const id = text(type === undefined ? (found.campaign ?? found.adset ?? found.ad) : found[type]);
  const objects = rowsOf(body.ad_object_ids).flatMap((row): CopiedObject[] => {
    const kind = objectTypes[text(row.ad_object_type) ?? ''];
    const made = text(row.copied_id);
    return kind === undefined || made === undefined ? [] : [{ type: kind, sourceId: text(row.source_id) ?? '', id: made }];
  });
  if (id !== undefined) return { state: 'done', id, objects };
  return { state: 'unknown', failure: wireFailure('transient', 'The copy was answered without an id.', traceId) };
}

/** The words for a session's state differ from source to source: only the final ones are told apart. */
function sessionOutcome(answer: Answer, traceId: string): CopyOutcome | { readonly state: 'running' } {
  if (!answer.ok) {
    if (answer.failure.retryable) return { state: 'running' };
    return { state: 'unknown', failure: answer.failure };
  }
  const status = (text(answer.body.status) ?? '').toLowerCase();
  const result = asRow(typeof answer.body.result === 'string' ? parse(answer.body.result) : answer.body.result);
  const error = asRow(result?.error);
  if (error !== undefined) return { state: 'failed', failure: explain(error, traceId), objects: [] };
  if (status === 'completed') return copied(result ?? {}, traceId);
  if (status !== 'failed' && status !== 'error') return { state: 'running' };
  const exception = answer.body.exception;
  const message = text(exception) ?? text(at(exception, 'message')) ?? 'The copy failed in the background.';
  return { state: 'failed', failure: explain({ code: answer.body.error_code, message }, traceId), objects: [] };
}
