import { mapBounded } from '../../../../core/base/map-bounded.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Api } from '../../kit/calls.ts';
import type { Fail } from '../../kit/failures.ts';
import { chunks, groupedBy, type Params, text } from '../../kit/json.ts';
import { landingPage } from '../../kit/links.ts';
import type { AdOperation, CreativeOperation } from '../../kit/operations.ts';
import { adTypeOf, creativeTypeOf, ctaOf, fieldsOf, headlineOf } from '../fields.ts';
import { perRequest, writeAll } from '../wire/bulk.ts';
import type { Item } from '../wire/errors.ts';
import { creativeName } from './names.ts';

export async function sendAds(
  api: Api,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  await mapBounded(packed(operations), 4, async (pack) => {
    const path = `adsquads/${pack[0]?.adSet.id ?? ''}/ads`;
    const send = (body: Params) => api.wire.call(access, { method: 'POST', path, body });
    const items = await writeAll(api, access, { plural: 'ads', send }, pack.map(adOf));
    for (const [position, operation] of pack.entries()) outcomes.set(operation, outcomeOfItem(items[position], api.wire.fail));
  });
  return outcomes;
}

const adOf = ({ ad, name, adSet, creativeId }: AdOperation): Params => ({
  name,
  ad_squad_id: adSet.id,
  creative_id: creativeId,
  type: adTypeOf[creativeTypeOf(ad)],
  status: ad.paused ? 'PAUSED' : 'ACTIVE',
});

/** Ads of one ad squad, in order. */
export const packed = (operations: readonly AdOperation[]): readonly (readonly AdOperation[])[] =>
  [...groupedBy(operations, ({ adSet }) => adSet.id).values()].flatMap((list) => chunks(list, perRequest));

function outcomeOfItem(item: Item | undefined, fail: Fail): Outcome {
  const ref = item?.ok ? text(item.row.id) : undefined;
  if (ref !== undefined) return { state: 'done', ref };
  if (item === undefined || item.ok)
    return { state: 'unknown', failure: fail('transient', 'The platform answered without an id.') };
  return { state: item.maybeDone ? 'unknown' : 'failed', failure: item.failure };
}

export async function sendCreatives(
  api: Api,
  access: Access,
  operations: readonly CreativeOperation[],
): Promise<ReadonlyMap<CreativeOperation, Outcome>> {
  const path = `adaccounts/${access.adAccountId}/creatives`;
  const send = (body: Params) => api.wire.call(access, { method: 'POST', path, body });
  const objects = operations.map((operation) => creativeOf(access, operation));
  const items = await writeAll(api, access, { plural: 'creatives', send }, objects);
  return new Map(
    operations.map((operation, position) => {
      const outcome = outcomeOfItem(items[position], api.wire.fail);
      return [operation, outcome.state === 'done' ? { ...outcome, ...warningsOf(operation) } : outcome];
    }),
  );
}

/** The platform has no place for these. */
function warningsOf({ ad }: CreativeOperation): { readonly warnings?: readonly string[] } {
  if (ad.description === undefined && ad.adDescription === undefined) return {};
  return { warnings: ['The text of the ad was left out: ads of this platform show a headline alone.'] };
}

function creativeOf({ adAccountId }: Access, operation: CreativeOperation): Params {
  const { ad, assets } = operation;
  const { brandName, profileId } = fieldsOf(ad);
  const type = creativeTypeOf(ad);
  const cta = ctaOf(ad);
  return {
    ad_account_id: adAccountId,
    name: creativeName(ad.adName, operation),
    type,
    headline: headlineOf(ad),
    brand_name: brandName,
    profile_properties: { profile_id: profileId },
    top_snap_media_id: assets[0]?.ref,
    shareable: true,
    // A picture that leads nowhere has no button.
    ...(type === 'WEB_VIEW' && { web_view_properties: { url: landingPage(ad) } }),
    ...(type === 'WEB_VIEW' && cta !== undefined && { call_to_action: cta }),
  };
}
