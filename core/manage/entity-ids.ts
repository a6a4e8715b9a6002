import type { Fault } from '../base/errors.ts';
import { platformCalled } from '../base/platforms.ts';
import { refuseFaults } from '../base/refusal.ts';
import { sentName } from '../base/schema/aliases.ts';
import { join } from '../base/schema/faults.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';

const idFields = [
  'entityId',
  'entityIds',
  'objectId',
  'campaignId',
  'adSetId',
  'adsetId',
  'adId',
  'adIds',
  'targetCampaignId',
  'targetAdSetId',
] as const;

/** Refuses what cannot be an id on these platforms, before anything is asked for it. */
export function refuseForeignIds(platforms: readonly AdPlatform[], request: object): void {
  const faults: Fault[] = [];
  for (const field of idFields) {
    const value = (request as { readonly [field: string]: unknown })[field];
    const path = sentName(request, field);
    if (typeof value === 'string') faults.push(...faultOf(platforms, value, path));
    if (Array.isArray(value))
      faults.push(...value.flatMap((id, i) => faultOf(platforms, String(id), join(path, i))));
  }
  refuseFaults(faults);
}

function faultOf(platforms: readonly AdPlatform[], id: string, path: string): Fault[] {
  if (
    platforms.length === 0 ||
    platforms.some(({ definition }) => definition.entityId.pattern.test(id))
  )
    return [];
  const forms = [
    ...new Set(
      platforms.map(
        ({ definition }) => `${platformCalled(definition.label)}: ${definition.entityId.hint}`,
      ),
    ),
  ].join('; ');
  const message = `${id.slice(0, 60)} cannot be an id here (${forms}). Copy it from the address or the list where you saw it.`;
  return [{ path, code: 'invalid_id', message }];
}

const isSent = (request: object, field: string): boolean =>
  (request as { readonly [field: string]: unknown })[field] !== undefined;

/**
 * Where the request names each field of its schema: platforms blame fields by the same names.
 * `location` makes places of targeting.
 */
export const namedFields = (
  form: { readonly request: object },
  request: object,
): { readonly [field: string]: string } => ({
  ...Object.fromEntries(
    Object.keys((form.request as { readonly entries?: object }).entries ?? {}).map((field) => [
      field,
      sentName(request, field),
    ]),
  ),
  ...(isSent(request, 'location') &&
    !isSent(request, 'targeting') && { targeting: sentName(request, 'location') }),
});
