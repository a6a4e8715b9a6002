import {
  type CreationWords,
  campaignReader,
  creationOf,
  type Made,
  type Sent,
} from '../../kit/create.ts';
import { asRow, chunks, rowsOf, said, text } from '../../kit/json.ts';
import type { Access, CommonRequest, CreateCapability, Params, WriteTimes } from '../../types.ts';
import { markIn, toValue } from '../names.ts';
import { readEntities } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { refusalsIn } from '../wire/errors.ts';
import { idsIn, lastPart, quoted, select } from '../wire/gaql.ts';
import {
  adGroupOperations,
  adSetWords,
  campaignOperations,
  campaignWords,
  unknownAccess,
} from './operations.ts';
import type { AdSetRequest, CampaignRequest } from './schema.ts';

/**
 * Objects of a request, which is asked about whole where it was lost, and its operations, of which
 * the platform takes 10,000.
 */
const perRequest = 100;
const mostOperations = 5_000;
const namesPerQuestion = 100;

/**
 * Campaigns with their budgets and places, or ad groups with their keywords, are one request that
 * is carried out whole or not at all: operations name each other by negative temporary ids, unique
 * in the request, and stand by kind (Google Ads API v26, guide "Mutating resources: best
 * practices"). The mark is a custom parameter of the object, as that of ads.
 */
export function createCreate(api: Api, times: WriteTimes): CreateCapability {
  return {
    ...times,
    campaign: creationOf<CampaignRequest>({
      ...campaignWords,
      ...wired('campaign', campaignOperations),
    }),
    adSet: creationOf<AdSetRequest>({
      ...adSetWords,
      campaign: campaignReader((...asked) => readEntities(api, ...asked)),
      ...wired('ad_group', adGroupOperations),
    }),
  };

  function wired<R extends CommonRequest>(
    resource: 'campaign' | 'ad_group',
    operationsOf: Build<R>,
  ): Pick<CreationWords<R>, 'send' | 'marked' | 'most' | 'countsEach' | 'calls'> {
    const field = resource === 'campaign' ? 'campaign' : 'adGroup';
    return {
      most: perRequest,
      countsEach: true,
      calls: (request) =>
        Object.values(
          operationsOf(unknownAccess, { request, name: '', mark: '', above: undefined }, 1),
        ).flat().length,
      send: (access, sent) => sendWhole(api, access, sent, { field, operationsOf }),
      async marked(access, wanted) {
        const found = [];
        const fields = ['id', 'url_custom_parameters'].map((each) => `${resource}.${each}`);
        const above = [...new Set(wanted.flatMap(({ request }) => request.campaignId ?? []))];
        for (const some of chunks(wanted, namesPerQuestion)) {
          const names = some.map(({ request }) => quoted(request.name)).join(', ');
          const conditions = [
            `${resource}.name IN (${names})`,
            ...(above.length === 0 ? [] : [idsIn('campaign.id', above)]),
          ];
          for (const row of await api.search(access, select(fields, resource, conditions))) {
            const object = asRow(row[field]) ?? {};
            const value = markIn(object);
            const own = some.find(({ mark }) => toValue(mark) === value);
            if (own !== undefined) found.push({ id: said(object.id), text: own.mark });
          }
        }
        return found;
      },
    };
  }
}

/**
 * Operations of one object by kind, in the order of kinds; `number` is its own in the request. The
 * object's own kind is `field`.
 */
type Build<R> = (
  access: Access,
  sent: Sent<R>,
  number: number,
) => { readonly [kind: string]: readonly Params[] };

interface Whole<R> {
  readonly field: 'campaign' | 'adGroup';
  readonly operationsOf: Build<R>;
}

/**
 * An object that is refused is left out, and the others are sent again: the refused request made
 * nothing.
 */
async function sendWhole<R extends CommonRequest>(
  api: Api,
  access: Access,
  sent: readonly Sent<R>[],
  { field, operationsOf }: Whole<R>,
): Promise<readonly Made[]> {
  const made = new Map<Sent<R>, Made>();
  let left = sent;
  while (left.length > 0) {
    const parts = fitting(
      left.map((each, index) => ({ each, byKind: operationsOf(access, each, index + 1) })),
    );
    const kinds = [...new Set(parts.flatMap(({ byKind }) => Object.keys(byKind)))];
    const operations = kinds.flatMap((kind) =>
      parts.flatMap(({ each, byKind }) =>
        (byKind[kind] ?? []).map((create) => ({ each, kind, create })),
      ),
    );
    const mutateOperations = operations.map(({ kind, create }) => ({
      [`${kind}Operation`]: { create },
    }));
    const answer = await api.mutate(access, 'googleAds', { mutateOperations });
    if (answer.ok) {
      const results = rowsOf(answer.body.mutateOperationResponses);
      for (const [index, { each, kind }] of operations.entries()) {
        if (kind !== field) continue;
        const id = lastPart(text(asRow(Object.values(results[index] ?? {})[0])?.resourceName));
        const failure = api.wire.fail('transient', 'The platform answered without an id.');
        made.set(each, id === '' ? { failure, maybeDone: true } : { id });
      }
      left = left.slice(parts.length);
      continue;
    }
    const { failure, maybeDone } = answer;
    const [index] = maybeDone ? [] : refusalsIn(failure).keys();
    const blamed = index === undefined ? undefined : operations[index]?.each;
    for (const { each } of parts)
      if (blamed === undefined || blamed === each) made.set(each, { failure, maybeDone });
    left = left.filter((each) => !made.has(each));
  }
  return sent.map(
    (each) =>
      made.get(each) ?? { failure: api.wire.fail('transient', 'Not sent.'), maybeDone: false },
  );
}

/** As many from the first on as one request takes, at least one. */
function fitting<P extends { readonly byKind: ReturnType<Build<never>> }>(
  parts: readonly P[],
): readonly P[] {
  let operations = 0;
  const end = parts.findIndex(({ byKind }) => {
    operations += Object.values(byKind).flat().length;
    return operations > mostOperations;
  });
  return end < 0 ? parts : parts.slice(0, Math.max(1, end));
}
