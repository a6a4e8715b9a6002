import { PlatformError } from '../../../../core/base/errors.ts';
import { asRow, at, defined, rowsOf, text } from '../../kit/json.ts';
import { type CopyTimes, copyTimes, rebuild, type SourceNode } from '../../kit/rebuild.ts';
import type {
  Access,
  Answer,
  Clock,
  CopiedObject,
  CopyOutcome,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  EntityType,
  Row,
} from '../../types.ts';
import { nameOf, objectOf } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { lastPart } from '../wire/gaql.ts';
import { budgetsOf, paceOf, statusOf } from '../wire/values.ts';
import { type CopyOperation, NotCopyable } from './bidding.ts';
import { adCreation, copyOperations } from './operations.ts';
import { adGroupOf, idOf, namedRows, readSource, type Source } from './source.ts';

/** Operations of one request, which is carried out whole or not at all. */
const mostOperations = 5_000;

/**
 * The platform copies nothing, but one request can build a whole campaign. Larger ones are built
 * object by object.
 */
export function createCopies(api: Api, clock: Clock, times: CopyTimes): DuplicateCapability {
  const { wire } = api;
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(api, access, type, id),
    recreate: (access, request) =>
      request.type === 'ad'
        ? recreateAd(access, request)
        : whole(access, { ...request, deep: false }),
    held: (access, type, id) => readSource(api, access, { type, id, deep: false }),
    async named(access, type, part) {
      const rows = await namedRows(api, access, type);
      return rows
        .map((row) => ({ id: idOf(type, row), name: nameOf(type, row) }))
        .filter(({ name }) => name.includes(part));
    },
    native: {
      types: ['campaign', 'adset', 'ad'],
      limits: { sync: mostOperations, async: 0 },
      asyncMs: times.settleMs,
      async copy(access, requests) {
        const outcomes: CopyOutcome[] = [];
        for (const request of requests) outcomes.push(await whole(access, request));
        return outcomes;
      },
    },
  };

  /** All that is wanted of an object, in one request. */
  async function whole(access: Access, request: CopyRequest): Promise<CopyOutcome> {
    const prepared = await prepare(access, request);
    if ('state' in prepared) return prepared;
    if (prepared.length > mostOperations) {
      const failure = wire.fail(
        'too-large',
        `A copy in one request would take ${prepared.length} operations.`,
        'Nothing to do: it is built object by object.',
      );
      return { state: 'failed', failure, remedy: 'smaller' };
    }
    const answer = await api.mutate(access, 'googleAds', {
      mutateOperations: prepared.map(({ operation }) => operation),
    });
    return outcomeOf(answer, prepared, request);
  }

  async function prepare(
    access: Access,
    request: CopyRequest,
  ): Promise<readonly CopyOperation[] | CopyOutcome> {
    try {
      const source = await readSource(api, access, {
        type: request.type,
        id: request.sourceId,
        deep: request.deep,
      });
      if (source === undefined) return { state: 'failed', failure: wire.missing(request.sourceId) };
      return copyOperations(access, source, request, clock.now());
    } catch (error) {
      return refused(error, request);
    }
  }

  /** An ad that cannot be copied does not block others: ads are then built one by one. */
  function refused(error: unknown, { deep }: CopyRequest): CopyOutcome {
    if (error instanceof PlatformError) return { state: 'failed', failure: error.failure };
    if (!(error instanceof NotCopyable)) throw error;
    const failure = wire.fail('rule', error.message, 'Make it by hand in Google Ads.');
    return { state: 'failed', failure, ...(deep && { remedy: 'recreate-ads' as const }) };
  }

  function outcomeOf(
    answer: Answer,
    operations: readonly CopyOperation[],
    { sourceId }: CopyRequest,
  ): CopyOutcome {
    if (!answer.ok)
      return { state: answer.maybeDone ? 'unknown' : 'failed', failure: answer.failure };
    const results = rowsOf(answer.body.mutateOperationResponses);
    const objects = operations.flatMap(({ of }, index): CopiedObject[] => {
      const name = text(asRow(Object.values(results[index] ?? {})[0])?.resourceName);
      const id = lastPart(name).split('~').pop() ?? '';
      return of === undefined || id === '' ? [] : [{ ...of, id }];
    });
    const root = objects.find((each) => each.sourceId === sourceId);
    if (root !== undefined) return { state: 'done', id: root.id, objects };
    return {
      state: 'unknown',
      failure: wire.fail('transient', 'The platform answered without an id.'),
    };
  }

  function recreateAd(access: Access, request: CopyRequest): Promise<CopyOutcome> {
    const prepare_ = async () => {
      const source = await readSource(api, access, {
        type: 'ad',
        id: request.sourceId,
        deep: false,
      });
      if (source === undefined) throw wire.notFound(request.sourceId);
      const adGroup = `customers/${access.adAccountId}/adGroups/${request.parentId ?? adGroupOf(source.root)}`;
      const create = creationOf(source, adGroup, request);
      return () => api.mutate(access, 'adGroupAds', { operations: [{ create }] });
    };
    return rebuild(
      wire.fail,
      request,
      prepare_,
      ({ body }) => lastPart(text(rowsOf(body.results)[0]?.resourceName)).split('~')[1],
    );
  }

  function creationOf({ root }: Source, adGroup: string, request: CopyRequest) {
    try {
      return adCreation(root, adGroup, request);
    } catch (error) {
      if (!(error instanceof NotCopyable)) throw error;
      throw wire.error('rule', error.message, 'Make it by hand in Google Ads.');
    }
  }
}

async function readTree(
  api: Api,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const source = await readSource(api, access, { type, id, deep: true });
  if (source === undefined) throw api.wire.notFound(id);
  const ads = source.ads.map((row): CopySource => ({ ...nodeOf(access, 'ad', row), children: [] }));
  const withAds = (row: Row): CopySource => {
    const node = nodeOf(access, 'adset', row);
    return { ...node, children: ads.filter(({ adSetId }) => adSetId === node.id) };
  };
  if (type === 'campaign') {
    const children = [...source.adGroups, ...source.assetGroups].map(withAds);
    return { ...nodeOf(access, 'campaign', source.root), children };
  }
  return type === 'adset'
    ? withAds(source.root)
    : { ...nodeOf(access, 'ad', source.root), children: [] };
}

function nodeOf({ adAccountId, timezone }: Access, type: EntityType, row: Row): SourceNode {
  const channel = text(at(row, 'campaign', 'advertisingChannelType'));
  return {
    type,
    adAccountId,
    id: idOf(type, row),
    name: nameOf(type, row),
    status: statusOf(objectOf(type, row).status),
    ...(type === 'campaign'
      ? { ...budgetsOf(asRow(row.campaignBudget)), ...paceOf(asRow(row.campaign) ?? {}, timezone) }
      : {}),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(at(row, 'campaign', 'id')),
      adSetId: type === 'ad' ? text(at(row, 'adGroup', 'id')) : undefined,
      notCopyable: type === 'campaign' ? whyNot(asRow(row.campaign) ?? {}, channel) : undefined,
    }),
  };
}

/** Ads of other channels are of types that are not copied; shops show their feed. */
function whyNot(campaign: Row, channel: string | undefined) {
  if (channel !== 'SEARCH' && channel !== 'PERFORMANCE_MAX')
    return `Campaigns of the channel ${channel} cannot be copied: only those of search and Performance Max can.`;
  const merchant = text(at(campaign, 'shoppingSetting', 'merchantId'));
  return merchant === undefined || merchant === '0'
    ? undefined
    : 'The campaign shows products of a Merchant Center feed, whose groups a copy would lose. Make it by hand in Google Ads.';
}
