import { PlatformError, type PlatformFailure } from '../../../../core/base/errors.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { CopyRequest, DuplicateCapability, StartOutcome } from '../../../../core/ports/platform-changes.ts';
import { asRow, chunks, encodeQuery, type Params, type Row, rowsOf, text } from '../../kit/json.ts';
import { namedIn } from '../../kit/rebuild.ts';
import type { Answer } from '../../kit/wire.ts';
import { type BatchEntry, batchSize } from '../wire/batch.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode } from '../wire/params.ts';
import { creativeOfCopy, sourceAdFields } from './creative.ts';
import { copyOutcome, failedCopy, sessionOutcome } from './outcomes.ts';
import { type CopyPorts, recreate, sourceFields } from './recreate.ts';
import { readTree } from './tree.ts';

type CopyOptions = CopyPorts & Pick<DuplicateCapability, 'settleMs' | 'answerMs' | 'lagMs'> & { readonly asyncMs: number };

/** The platform advises against more than ten creations of ads in one batch. */
const waveSize = 10;

export function createCopies({ settleMs, answerMs, lagMs, asyncMs, ...ports }: CopyOptions): DuplicateCapability {
  const { calls, graph } = ports;
  return {
    settleMs,
    answerMs,
    lagMs,
    tree: (access, type, id) => readTree(calls, access, type, id),
    recreate: (access, request) => recreate(ports, access, request),
    held: (access, type, id) => calls.read(access, id, { fields: `status,${sourceFields[type]}` }),
    async named(access, type, part) {
      const edge = { campaign: 'campaigns', adset: 'adsets', ad: 'ads' }[type];
      const filtering = [{ field: 'name', operator: 'CONTAIN', value: part }];
      const rows = await calls.list(access, `${accountNode(access.adAccountId)}/${edge}`, { fields: 'id,name', filtering });
      return namedIn(rows, part, { id: 'id', name: 'name' });
    },
    native: {
      types: ['campaign', 'adset', 'ad'],
      // "Fewer than 3" below the source in one answer, says the refusal (1885194); 51 in the background.
      limits: { sync: 2, async: 51 },
      asyncMs,
      async copy(access, requests) {
        const prepared = await prepare(access, requests);
        const entries = prepared.flatMap(({ entry }) => entry ?? []);
        const [single, ...others] = entries;
        const answers: Answer[] =
          single !== undefined && others.length === 0
            ? [await graph.call(access, { method: 'POST', path: single.path, body: single.params ?? {} })]
            : (await graph.batchAll(access, chunks(entries, waveSize))).flat();
        return prepared.map(({ request, failure }) =>
          failure === undefined ? copyOutcome(request, answers.shift(), graph) : failedCopy(request, failure),
        );
      },
      async start(access, requests) {
        const results: StartOutcome[] = [];
        for (const some of chunks(requests, batchSize)) results.push(...(await startSome(access, some)));
        return results;
      },
      async poll(access, started) {
        const fields = 'id,name,status,percent_completed,result,error_code,exception';
        const answers = await calls.readMany(
          access,
          started.map(({ session }) => ({ path: session, params: { fields } })),
        );
        return started.map(({ request }, position) => sessionOutcome(request, answers[position], graph));
      },
    },
  };

  /** Only reading so far: where it fails nothing was made. */
  function prepare(access: Access, requests: readonly CopyRequest[]): Promise<readonly Prepared[]> {
    return Promise.all(
      requests.map(async (request): Promise<Prepared> => {
        try {
          const params = await copyParams(calls, access, request);
          return { request, entry: { method: 'POST', path: `${request.sourceId}/copies`, params } };
        } catch (error) {
          if (error instanceof PlatformError) return { request, failure: error.failure };
          throw error;
        }
      }),
    );
  }

  /** Sessions come back under the names of their entries. */
  async function startSome(access: Access, requests: readonly CopyRequest[]): Promise<readonly StartOutcome[]> {
    const prepared = await prepare(access, requests);
    const asyncbatch = prepared.flatMap(({ entry }, position) =>
      entry === undefined
        ? []
        : [{ method: 'POST', relative_url: entry.path, name: `copy${position}`, body: encodeQuery(entry.params ?? {}) }],
    );
    const answer =
      asyncbatch.length === 0 ? undefined : await graph.call(access, { method: 'POST', path: '', body: { asyncbatch } });
    const sessions = answer?.ok ? rowsOf(answer.body.async_sessions) : [];
    return prepared.map(({ request, failure }, position) => {
      if (failure !== undefined) return failedCopy(request, failure);
      if (answer !== undefined && !answer.ok)
        return answer.maybeDone ? { state: 'unknown', failure: answer.failure } : failedCopy(request, answer.failure);
      const session = text((sessions.find(({ name }) => name === `copy${position}`) ?? sessions[position])?.id);
      if (session !== undefined) return { state: 'started', session };
      return { state: 'unknown', failure: graph.fail('transient', 'The copy was started without a session.') };
    });
  }
}

interface Prepared {
  readonly request: CopyRequest;
  readonly entry?: BatchEntry;
  readonly failure?: PlatformFailure;
}

/** The platform takes no exact name: it appends a marker, or nothing, and the caller renames. */
async function copyParams(calls: Calls, access: Access, request: CopyRequest): Promise<Params> {
  const parents: { readonly [T in EntityType]?: string } = { adset: 'campaign_id', ad: 'adset_id' };
  const parent = parents[request.type];
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
