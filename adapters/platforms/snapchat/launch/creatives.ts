import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Api } from '../../kit/calls.ts';
import type { Params } from '../../kit/json.ts';
import { landingPage } from '../../kit/links.ts';
import type { CreativeOperation } from '../../kit/operations.ts';
import { creativeTypeOf, ctaOf, fieldsOf, headlineOf } from '../fields.ts';
import { writeAll } from '../wire/bulk.ts';
import { outcomeOfItem } from './ads.ts';
import { creativeName } from './names.ts';

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
