import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, defined, rowsOf, text } from '../../kit/json.ts';
import { outcomeOf, withoutId } from '../../kit/send-launch.ts';
import type { Access, AdOperation, Outcome } from '../../types.ts';
import { markOf, parametersFor } from '../names.ts';
import type { Api } from '../wire/client.ts';
import { failuresByIndex } from '../wire/errors.ts';
import { lastPart } from '../wire/gaql.ts';
import { statusWords } from '../wire/values.ts';
import {
  descriptionsOf,
  filledIn,
  headlinesOf,
  pathOf,
  pinsOf,
  templateOf,
  topicsOf,
} from '../words.ts';
import { fieldOfAd } from './field-of-ad.ts';

type Outcomes = ReadonlyMap<AdOperation, Outcome>;

const pathOfAds = ({ adAccountId }: Access) => `customers/${adAccountId}/adGroupAds:mutate`;

export async function sendAds(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
): Promise<Outcomes> {
  const body = {
    operations: operations.map((each) => operationOf(access, each)),
    partialFailure: true,
  };
  const answer = await api.wire.call(access, { method: 'POST', path: pathOfAds(access), body });
  if (!answer.ok) return new Map(operations.map((each) => [each, outcomeOf(answer)]));
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
      return [each, withoutId(api.wire.fail)];
    }),
  );
}

export async function validateAds(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
  { timeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<Outcomes> {
  if (operations.length === 0) return new Map();
  const all = (outcome: (operation: AdOperation, index: number) => Outcome) =>
    new Map(operations.map((each, index): [AdOperation, Outcome] => [each, outcome(each, index)]));
  const short = await shortage(api, access, operations.length);
  if (short !== undefined) return all(() => ({ state: 'unknown', failure: short }));
  const body = {
    operations: operations.map((each) => operationOf(access, each)),
    partialFailure: true,
    validateOnly: true,
  };
  // A short time-out forbids a repeat.
  const answer =
    timeoutMs === undefined
      ? await api.mutate(access, 'adGroupAds', body, harmlessTwice)
      : await api.wire.call(access, { method: 'POST', path: pathOfAds(access), body, timeoutMs });
  if (!answer.ok) return all(() => ({ state: 'unknown', failure: answer.failure }));
  const refused = failuresByIndex(answer.body, api.wire.newTraceId());
  return all(({ ad }, index) => {
    const failure = refused.get(index)?.failure;
    if (failure === undefined) return { state: 'done', ref: '' };
    const adField = fieldOfAd(ad, failure);
    return { state: 'failed', failure, ...defined({ adField }) };
  });
}

/** Validating counts as making: it is skipped where the launch would then lack operations. */
async function shortage(api: Api, access: Access, operations: number) {
  const { used, limit } = (await api.quota(access)) ?? { used: 0, limit: undefined };
  if (typeof limit !== 'number' || limit - used >= 2 * operations) return undefined;
  const message = `The platform was not asked about these ads: of the ${limit} operations that it allows in 24 hours ${Math.max(0, limit - used)} are left, and asking takes as many as launching.`;
  return api.wire.fail('throttled', message);
}

/** Asks for an exemption only where the ad says so. */
function operationOf({ adAccountId }: Access, operation: AdOperation) {
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

function searchAdOf({ ad }: AdOperation) {
  const found = pinsOf(ad);
  const pins = 'wrong' in found ? [] : found;
  const pinned = (kind: 'H' | 'D', index: number) => {
    const place = pins.find((pin) => pin.kind === kind && pin.text === index + 1)?.place;
    return place === undefined
      ? {}
      : { pinnedField: `${kind === 'H' ? 'HEADLINE' : 'DESCRIPTION'}_${place}` };
  };
  const [path1, path2] = [pathOf(ad, 'path1'), pathOf(ad, 'path2')];
  return {
    headlines: headlinesOf(ad).map((words, index) => ({ text: words, ...pinned('H', index) })),
    descriptions: descriptionsOf(ad).map((words, index) => ({
      text: words,
      ...pinned('D', index),
    })),
    ...defined({ path1, path2 }),
  };
}
