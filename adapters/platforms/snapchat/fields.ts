import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { buttonOf } from './call-to-action.ts';

/** Names of request fields. */
export const fieldNames = {
  brandName: 'photoMessagingBrandName',
  profileId: 'photoMessagingProfileId',
  adType: 'photoMessagingAdType',
  headline: 'photoMessagingHeadline',
  cta: 'photoMessagingCTA',
} as const;

export type OwnFields = { readonly [K in keyof typeof fieldNames]?: string };

export function fieldsOf({ platformFields = {} }: Pick<LaunchAd, 'platformFields'>): OwnFields {
  const given = Object.entries(fieldNames).flatMap(([key, name]) => {
    const value = platformFields[name]?.trim();
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  return Object.fromEntries(given);
}

/** The platform's own field, else the title. */
export const headlineOf = (ad: LaunchAd): string | undefined => fieldsOf(ad).headline ?? ad.title;

export function ctaOf(ad: LaunchAd): string | undefined {
  const { cta = ad.cta } = fieldsOf(ad);
  return cta === undefined ? undefined : buttonOf(cta.toUpperCase());
}
