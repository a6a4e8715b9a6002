import type { EntityType } from '../types.ts';

/** A campaign here is a campaign group there, an ad set a campaign, an ad a creative. */
const nouns: { readonly [T in EntityType]: string } = {
  campaign: 'sponsoredCampaignGroup',
  adset: 'sponsoredCampaign',
  ad: 'sponsoredCreative',
};

export const numberOf = (id: string) => id.slice(id.lastIndexOf(':') + 1);

export const urnOf = (type: EntityType, id: string) => `urn:li:${nouns[type]}:${numberOf(id)}`;

export const accountUrn = (id: string) => `urn:li:sponsoredAccount:${numberOf(id)}`;

export const organizationUrn = (id: string) => `urn:li:organization:${numberOf(id)}`;

/** As the platform names the object itself: creatives by URN, all others by number. */
export const idOf = (type: EntityType, id: string) =>
  type === 'ad' ? urnOf(type, id) : numberOf(id);

/** Undefined for a bare number. */
export const typeOf = (id: string): EntityType | undefined =>
  (['campaign', 'adset', 'ad'] as const).find((type) => id.startsWith(`urn:li:${nouns[type]}:`));

export const mayBe = (type: EntityType, id: string) => (typeOf(id) ?? type) === type;

export const entityForm = /^(?:urn:li:sponsored(?:CampaignGroup|Campaign|Creative):)?\d{1,20}$/;
export const accountForm = /^(?:urn:li:sponsoredAccount:)?\d{1,20}$/;
export const organizationForm = /^(?:urn:li:organization:)?\d{1,20}$/;
export const postForm = /^urn:li:(?:share|ugcPost):\d{1,30}$/;

/** Of a lead form, as creatives name it. */
export const formUrn = (id: string) => `urn:li:adForm:${numberOf(id)}`;
