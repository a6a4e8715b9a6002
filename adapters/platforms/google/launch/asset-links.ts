import { asRow, rowsOf, text } from '../../kit/json.ts';
import { withoutId } from '../../kit/send-launch.ts';
import type { Access, AdOperation, Outcome, PlatformFailure } from '../../types.ts';
import { assetTypeOf } from '../check-assets.ts';
import type { Api } from '../wire/client.ts';
import { refusalsIn } from '../wire/errors.ts';
import { lastPart } from '../wire/gaql.ts';
import { statusWords } from '../wire/values.ts';
import { fieldOfAd } from './field-of-ad.ts';

/** `{asset group}~{asset}~{field type}`: what a launch makes in asset groups, and calls an ad. */
export function linkOf({ ad, adSet, assets, creativeKey }: AdOperation): string {
  const media = ad.media[itemOf(creativeKey)];
  const type = media === undefined ? undefined : assetTypeOf(ad, media);
  const fieldType = type === undefined || 'wrong' in type ? '' : type.fieldType;
  return `${adSet.id}~${assets[0]?.ref ?? ''}~${fieldType}`;
}

/** Plans number the media after the first. */
const itemOf = (creativeKey: string) => Number(/ (\d{1,3})$/.exec(creativeKey)?.[1] ?? 1) - 1;

function creationOf({ adAccountId }: Access, operation: AdOperation) {
  const [assetGroup, asset, fieldType] = linkOf(operation).split('~');
  return {
    create: {
      assetGroup: `customers/${adAccountId}/assetGroups/${assetGroup}`,
      asset: `customers/${adAccountId}/assets/${asset}`,
      fieldType,
      status: operation.ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
    },
  };
}

const alreadyThere = 'assetGroupAssetError.DUPLICATE_RESOURCE';

/** A refused request did nothing: the others are sent again without the refused ones. */
export async function sendLinks(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  for (let left = operations; left.length > 0; ) {
    const answer = await api.wire.call(access, {
      method: 'POST',
      path: `customers/${access.adAccountId}/assetGroupAssets:mutate`,
      body: { operations: left.map((each) => creationOf(access, each)) },
    });
    const judged = answer.ok
      ? left.map(
          (each, index) =>
            [
              each,
              madeOf(api, text(asRow(rowsOf(answer.body.results)[index])?.resourceName)),
            ] as const,
        )
      : refusedOf(left, answer);
    for (const [each, outcome] of judged) outcomes.set(each, outcome);
    left = left.filter((each) => !outcomes.has(each));
  }
  return outcomes;
}

function madeOf(api: Api, resourceName: string | undefined): Outcome {
  const ref = lastPart(resourceName);
  if (ref !== '') return { state: 'done', ref };
  return withoutId(api.wire.fail);
}

/** All operations where the refusal names none, or may have been carried out. */
function refusedOf(
  operations: readonly AdOperation[],
  { failure, maybeDone }: { readonly failure: PlatformFailure; readonly maybeDone: boolean },
): readonly (readonly [AdOperation, Outcome])[] {
  const named = maybeDone ? new Map<number, PlatformFailure>() : refusalsIn(failure);
  if (named.size === 0)
    return operations.map(
      (each) => [each, { state: maybeDone ? 'unknown' : 'failed', failure }] as const,
    );
  return operations.flatMap((each, index): readonly (readonly [AdOperation, Outcome])[] => {
    const refused = named.get(index);
    if (refused === undefined) return [];
    if (refused.code !== alreadyThere) return [[each, { state: 'failed', failure: refused }]];
    // An earlier request of ours, or a person, has put it there.
    return [
      [
        each,
        { state: 'done', ref: linkOf(each), warnings: ['The asset group had this asset already.'] },
      ],
    ];
  });
}

/** As far as the account holds them. */
export async function validateLinks(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
  { timeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  for (const each of operations)
    if (each.assets.length === 0)
      outcomes.set(each, {
        state: 'done',
        ref: '',
        warnings: ['The platform judges an image or a video once it is uploaded.'],
      });
  const held = operations.filter(({ assets }) => assets.length > 0);
  if (held.length === 0) return outcomes;
  const answer = await api.wire.call(access, {
    method: 'POST',
    path: `customers/${access.adAccountId}/assetGroupAssets:mutate`,
    body: { operations: held.map((each) => creationOf(access, each)), validateOnly: true },
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const named = answer.ok ? new Map<number, PlatformFailure>() : refusalsIn(answer.failure);
  held.forEach((each, index) => {
    const refused = named.get(index);
    if (refused !== undefined) {
      const adField = fieldOfAd(each.ad, refused);
      outcomes.set(each, {
        state: 'failed',
        failure: refused,
        ...(adField !== undefined && { adField }),
      });
    } else if (answer.ok || named.size > 0) outcomes.set(each, { state: 'done', ref: '' });
    else outcomes.set(each, { state: 'unknown', failure: answer.failure });
  });
  return outcomes;
}
