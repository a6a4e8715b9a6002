import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { asRow, rowsOf, text } from '../../kit/json.ts';
import type { AdOperation } from '../../kit/operations.ts';
import type { Params } from '../../kit/params.ts';
import { markOf, parametersFor } from '../names.ts';
import type { Api } from '../wire/client.ts';
import { failuresByIndex } from '../wire/errors.ts';
import { lastPart } from '../wire/gaql.ts';
import { statusWords } from '../wire/statuses.ts';
import { descriptionsOf, filledIn, headlinesOf, pathOf, pinsOf, templateOf, topicsOf } from '../words.ts';

/** Creates ads, those of any ad groups in one request; what is refused of it is refused alone. */
export async function sendAds(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const answer = await api.wire.call(access, {
    method: 'POST',
    path: `customers/${access.adAccountId}/adGroupAds:mutate`,
    body: { operations: operations.map((each) => operationOf(access, each)), partialFailure: true },
  });
  if (!answer.ok) {
    const { failure, maybeDone } = answer;
    return new Map(operations.map((each) => [each, { state: maybeDone ? 'unknown' : 'failed', failure }]));
  }
  const refused = failuresByIndex(answer.body, api.wire.newTraceId());
  const results = rowsOf(answer.body.results);
  return new Map(
    operations.map((each, index): [AdOperation, Outcome] => {
      const refusal = refused.get(index);
      if (refusal !== undefined) {
        const { failure } = api.wire.refused(access, { path: 'adGroupAds:mutate' }, refusal);
        return [each, { state: refusal.maybeDone ? 'unknown' : 'failed', failure }];
      }
      // `customers/1/adGroupAds/{ad group}~{ad}`
      const ref = lastPart(text(asRow(results[index])?.resourceName)).split('~')[1];
      if (ref !== undefined) return [each, { state: 'done', ref }];
      return [each, { state: 'unknown', failure: api.wire.fail('transient', 'The platform answered without an id.') }];
    }),
  );
}

/** What the platform has against ads, without making them. */
export async function validateAds(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  if (operations.length === 0) return new Map();
  const body = { operations: operations.map((each) => operationOf(access, each)), partialFailure: true, validateOnly: true };
  const answer = await api.mutate(access, 'adGroupAds', body, { harmlessTwice: true });
  const refused = answer.ok ? failuresByIndex(answer.body, api.wire.newTraceId()) : undefined;
  return new Map(
    operations.map((each, index): [AdOperation, Outcome] => {
      if (!answer.ok) return [each, { state: 'unknown', failure: answer.failure }];
      const refusal = refused?.get(index);
      return [each, refusal === undefined ? { state: 'done', ref: '' } : { state: 'failed', failure: refusal.failure }];
    }),
  );
}

/** An element of `operations`. An exemption is asked for only where the ad says so. */
export function operationOf({ adAccountId }: Access, operation: AdOperation): Params {
  const { ad, adSet, name } = operation;
  const topics = topicsOf(ad);
  const known = { adSetName: adSet.name, adName: name };
  return {
    create: {
      adGroup: `customers/${adAccountId}/adGroups/${adSet.id}`,
      status: ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
      ad: {
        finalUrls: [filledIn(ad.link ?? '', known)],
        ...(ad.utmTags !== undefined && { finalUrlSuffix: filledIn(ad.utmTags, known) }),
        ...(templateOf(ad) !== undefined && { trackingUrlTemplate: templateOf(ad) }),
        urlCustomParameters: parametersFor({}, name, markOf(operation)),
        responsiveSearchAd: searchAdOf(operation),
      },
    },
    ...(topics.length > 0 && { policyValidationParameter: { ignorablePolicyTopics: topics } }),
  };
}

function searchAdOf({ ad }: AdOperation): Params {
  const found = pinsOf(ad);
  const pins = 'wrong' in found ? [] : found;
  const pinned = (kind: 'H' | 'D', index: number): Params => {
    const place = pins.find((pin) => pin.kind === kind && pin.text === index + 1)?.place;
    return place === undefined ? {} : { pinnedField: `${kind === 'H' ? 'HEADLINE' : 'DESCRIPTION'}_${place}` };
  };
  const [path1, path2] = [pathOf(ad, 'path1'), pathOf(ad, 'path2')];
  return {
    headlines: headlinesOf(ad).map((words, index) => ({ text: words, ...pinned('H', index) })),
    descriptions: descriptionsOf(ad).map((words, index) => ({ text: words, ...pinned('D', index) })),
    ...(path1 !== undefined && { path1 }),
    ...(path2 !== undefined && { path2 }),
  };
}
