import { PlatformError } from '../../../../core/base/errors.ts';
import {
  asRow,
  at,
  chunks,
  defined,
  encodeQuery,
  parse,
  rowsOf,
  said,
  text,
} from '../../kit/json.ts';
import { namedIn, type SourceNode, sourceTree } from '../../kit/rebuild.ts';
import type {
  Access,
  Answer,
  CopiedObject,
  CopyOutcome,
  CopyRemedy,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  EntityType,
  PlatformFailure,
  Row,
  StartOutcome,
  Wire,
} from '../../types.ts';
import { entityStatus } from '../read/accounts.ts';
import { pacedBudgets, paceFields } from '../read/pace.ts';
import { type BatchEntry, batchSize } from '../wire/batch.ts';
import type { Calls } from '../wire/calls.ts';
import { explain } from '../wire/errors.ts';
import { accountNode, asMissing, edgeOf } from '../wire/params.ts';
import { creativeOfCopy, sourceAdFields } from './creative.ts';
import { type CopyPorts, recreate, sourceFields } from './recreate.ts';

type CopyOptions = CopyPorts &
  Pick<DuplicateCapability, 'settleMs' | 'answerMs' | 'lagMs'> & { readonly asyncMs: number };

/** The platform advises against more than ten creations of ads in one batch. */
const waveSize = 10;

export function createCopies({
  settleMs,
  answerMs,
  lagMs,
  asyncMs,
  ...ports
}: CopyOptions): DuplicateCapability {
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
      const rows = await calls.list(access, edgeOf(access, edge), { fields: 'id,name', filtering });
      return namedIn(rows, part, { id: 'id', name: 'name' });
    },
    native: {
      types: ['campaign', 'adset', 'ad'],
      // "Fewer than 3" below the source in one answer, says the refusal (1885194); 51 in the
      // background.
      limits: { sync: 2, async: 51 },
      asyncMs,
      async copy(access, requests) {
        const prepared = await prepare(access, requests);
        const entries = prepared.flatMap(({ entry }) => entry ?? []);
        const [single, ...others] = entries;
        const answers: Answer[] =
          single !== undefined && others.length === 0
            ? [
                await graph.call(access, {
                  method: 'POST',
                  path: single.path,
                  body: single.params ?? {},
                }),
              ]
            : (await graph.batchAll(access, chunks(entries, waveSize))).flat();
        return prepared.map(({ request, failure }) =>
          failure === undefined
            ? copyOutcome(request, answers.shift(), graph)
            : failedCopy(request, failure),
        );
      },
      async start(access, requests) {
        const results: StartOutcome[] = [];
        for (const some of chunks(requests, batchSize))
          results.push(...(await startSome(access, some)));
        return results;
      },
      async poll(access, started) {
        const fields = 'id,name,status,percent_completed,result,error_code,exception';
        const answers = await calls.readMany(
          access,
          started.map(({ session }) => ({ path: session, params: { fields } })),
        );
        return started.map(({ request }, position) =>
          sessionOutcome(request, answers[position], graph),
        );
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
  async function startSome(
    access: Access,
    requests: readonly CopyRequest[],
  ): Promise<readonly StartOutcome[]> {
    const prepared = await prepare(access, requests);
    const asyncbatch = prepared.flatMap(({ entry }, position) =>
      entry === undefined
        ? []
        : [
            {
              method: 'POST',
              relative_url: entry.path,
              name: `copy${position}`,
              body: encodeQuery(entry.params ?? {}),
            },
          ],
    );
    const answer =
      asyncbatch.length === 0
        ? undefined
        : await graph.call(access, { method: 'POST', path: '', body: { asyncbatch } });
    const sessions = answer?.ok ? rowsOf(answer.body.async_sessions) : [];
    return prepared.map(({ request, failure }, position) => {
      if (failure !== undefined) return failedCopy(request, failure);
      if (answer !== undefined && !answer.ok)
        return answer.maybeDone
          ? { state: 'unknown', failure: answer.failure }
          : failedCopy(request, answer.failure);
      const session = text(
        (sessions.find(({ name }) => name === `copy${position}`) ?? sessions[position])?.id,
      );
      if (session !== undefined) return { state: 'started', session };
      return {
        state: 'unknown',
        failure: graph.fail('transient', 'The copy was started without a session.'),
      };
    });
  }
}

interface Prepared {
  readonly request: CopyRequest;
  readonly entry?: BatchEntry;
  readonly failure?: PlatformFailure;
}

/** The platform takes no exact name: it appends a marker, or nothing, and the caller renames. */
async function copyParams(calls: Calls, access: Access, request: CopyRequest) {
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

async function creativeParameters(calls: Calls, access: Access, request: CopyRequest) {
  if (request.type !== 'ad' || request.values === undefined) return undefined;
  const { adName: _name, ...values } = request.values;
  if (Object.values(values).every((value) => value === undefined)) return undefined;
  const ad = await calls.read(access, request.sourceId, { fields: sourceAdFields });
  return creativeOfCopy(asRow(ad.creative) ?? {}, request.values);
}

/**
 * Refusals that a new ad gets around: labels of assets (2446173), two the interface names without a
 * reason (1634013, 3390001), ended enhancements and crops (3858504, 2490085), a post without a link
 * (2446383, 2061015).
 */
const aboutAds = ['2446173', '1634013', '3390001', '3858504', '2490085', '2446383', '2061015'];

/**
 * Refusals a copy cannot get around: audience flag (1870227), explore placements (2490392), ended
 * interests (1870247), a budget beside the campaign's (4834002).
 */
const aboutAdSets = ['1870227', '2490392', '1870247', '4834002'];

function remedyOf({ type, deep }: CopyRequest, failure: PlatformFailure): CopyRemedy | undefined {
  const code = failure.subcode ?? failure.code ?? '';
  if (failure.class === 'too-large') return 'smaller';
  if (aboutAds.includes(code))
    return type === 'ad' ? 'recreate' : deep ? 'recreate-ads' : undefined;
  if (aboutAdSets.includes(code))
    return type === 'adset' ? 'recreate' : deep ? 'smaller' : undefined;
  return undefined;
}

function failedCopy(
  request: CopyRequest,
  failure: PlatformFailure,
): CopyOutcome & { state: 'failed' } {
  const remedy = remedyOf(request, failure);
  return { state: 'failed', failure, ...(remedy !== undefined && { remedy }) };
}

function copyOutcome(
  request: CopyRequest,
  answer: Answer | undefined,
  wire: Pick<Wire, 'fail' | 'newTraceId'>,
): CopyOutcome {
  if (answer === undefined)
    return { state: 'unknown', failure: wire.fail('transient', 'No answer.') };
  if (answer.ok) return copied(request.type, answer.body, wire);
  return answer.maybeDone
    ? { state: 'unknown', failure: answer.failure }
    : failedCopy(request, answer.failure);
}

/** Sources word the state differently: only the final words are used. */
function sessionOutcome(
  request: CopyRequest,
  answer: Answer | undefined,
  wire: Pick<Wire, 'fail' | 'newTraceId'>,
): CopyOutcome | { readonly state: 'running' } {
  if (answer === undefined) return { state: 'running' };
  if (!answer.ok)
    return answer.failure.retryable
      ? { state: 'running' }
      : { state: 'unknown', failure: answer.failure };
  const status = said(answer.body.status).toLowerCase();
  const result = asRow(
    typeof answer.body.result === 'string' ? parse(answer.body.result) : answer.body.result,
  );
  const error = asRow(result?.error);
  if (error !== undefined) return failedCopy(request, explain(error, wire.newTraceId()));
  if (status === 'completed') return copied(request.type, result ?? {}, wire);
  if (status !== 'failed' && status !== 'error') return { state: 'running' };
  const exception = answer.body.exception;
  const message =
    text(exception) ?? text(at(exception, 'message')) ?? 'The copy failed in the background.';
  return failedCopy(request, explain({ code: answer.body.error_code, message }, wire.newTraceId()));
}

const objectTypes: { readonly [type: string]: EntityType } = {
  campaign: 'campaign',
  ad_set: 'adset',
  adset: 'adset',
  ad: 'ad',
};
const idField: { readonly [T in EntityType]: string } = {
  campaign: 'copied_campaign_id',
  adset: 'copied_adset_id',
  ad: 'copied_ad_id',
};

function copied(type: EntityType, body: Row, wire: Pick<Wire, 'fail' | 'newTraceId'>): CopyOutcome {
  const id = text(body[idField[type]]);
  const objects = rowsOf(body.ad_object_ids).flatMap((row): CopiedObject[] => {
    const kind = objectTypes[said(row.ad_object_type)];
    const made = text(row.copied_id);
    const sourceId = text(row.source_id);
    return kind === undefined || made === undefined || sourceId === undefined
      ? []
      : [{ type: kind, sourceId, id: made }];
  });
  if (id !== undefined) return { state: 'done', id, objects };
  return {
    state: 'unknown',
    failure: wire.fail('transient', 'The copy was answered without an id.'),
  };
}

const common = 'id,name,status,account_id';
const sourceField: { readonly [T in EntityType]: string } = {
  campaign: 'source_campaign_id',
  adset: 'source_adset_id',
  ad: 'source_ad_id',
};

const ownFields: { readonly [T in EntityType]: string } = {
  campaign: `smart_promotion_type,${paceFields.campaign}`,
  adset: `campaign_id,${paceFields.adset}`,
  ad: 'campaign_id,adset_id,adset{promoted_object},creative{applink_treatment,interactive_components_spec}',
};

/** Since v25 these can neither be created nor copied. */
const legacyAutomated = ['AUTOMATED_SHOPPING_ADS', 'SMART_APP_PROMOTION'];
const automated =
  'Automated campaigns of the older kind can no longer be copied. Create a new campaign instead.';

/** With what is alive below it: one call for each level. */
async function readTree(
  calls: Calls,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const levels: readonly EntityType[] =
    type === 'campaign' ? ['campaign', 'adset', 'ad'] : type === 'adset' ? ['adset', 'ad'] : ['ad'];
  const fields = (level: EntityType) => `${common},${sourceField[level]},${ownFields[level]}`;
  const [root, adSets, ads] = await Promise.all([
    calls.read(access, id, { fields: fields(type) }),
    type === 'campaign' ? calls.list(access, `${id}/adsets`, { fields: fields('adset') }) : [],
    levels.length > 1 ? calls.list(access, `${id}/ads`, { fields: fields('ad') }) : [],
  ]).catch((error: unknown) => {
    throw error instanceof PlatformError
      ? new PlatformError(asMissing(error.failure, type))
      : error;
  });
  return sourceTree({ type, root, adSets, ads }, (level, row) => nodeOf(access, level, row));
}

function nodeOf(access: Access, type: EntityType, row: Row): SourceNode {
  const copiedFrom = text(row[sourceField[type]]);
  return {
    type,
    id: said(row.id),
    name: said(row.name),
    status: entityStatus(row.status),
    adAccountId: accountNode(said(row.account_id)),
    ...(type === 'ad' ? {} : pacedBudgets(access, row)),
    ...defined({
      campaignId: text(row.campaign_id),
      adSetId: text(row.adset_id),
      // The platform writes "0" where there is no source.
      copiedFrom: copiedFrom === '0' || copiedFrom === '' ? undefined : copiedFrom,
      notCopyable: legacyAutomated.includes(said(row.smart_promotion_type))
        ? automated
        : endedAd(row),
    }),
  };
}

/** Meta refuses these on every version since 2026-10-27: changelog of v26.0, read 2026-11-16. */
function endedAd({ adset, creative }: Row) {
  if (
    rowsOf(at(creative, 'interactive_components_spec', 'components')).some(({ type }) =>
      /poll/i.test(said(type)),
    )
  )
    return 'Meta takes no poll ads any more. Make an ad without the poll.';
  const leadsToApp = at(adset, 'promoted_object', 'omnichannel_object') !== undefined;
  return leadsToApp && at(creative, 'applink_treatment') === 'web_only'
    ? 'Meta takes no ad that leads to the web only (applink_treatment web_only) in a campaign for website and app. Make an ad with another treatment.'
    : undefined;
}
