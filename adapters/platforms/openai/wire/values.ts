import { at, defined, numeric, said } from '../../kit/json.ts';
import type { Budgets, EntityStatus, EntityType, Pace, Row } from '../../types.ts';
import { wholeOfMicros } from '../money.ts';

interface Noun {
  /** In paths. */
  readonly path: string;
  /** How ids begin. */
  readonly prefix: string;
  /** The field of its parent’s id. */
  readonly parent?: 'campaign_id' | 'ad_group_id';
}

export const nouns: { readonly [T in EntityType]: Noun } = {
  campaign: { path: 'campaigns', prefix: 'cmpn_' },
  adset: { path: 'ad_groups', prefix: 'adgrp_', parent: 'campaign_id' },
  ad: { path: 'ads', prefix: 'ad_', parent: 'ad_group_id' },
};

const levels = ['campaign', 'adset', 'ad'] as const;

/** Undefined where the id does not tell. */
export const typeOfId = (id: string): EntityType | undefined =>
  levels.find((type) => id.startsWith(nouns[type].prefix));

export const placeOf = (type: EntityType, id: string) =>
  `${nouns[type].path}/${encodeURIComponent(id)}`;

export const toSeconds = (ms: number) => Math.floor(ms / 1_000);

export function msOf(value: unknown) {
  const seconds = numeric(value);
  return seconds === undefined || seconds <= 0 ? undefined : seconds * 1_000;
}

export const statusWords = { ACTIVE: 'active', PAUSED: 'paused' } as const;

const statuses: { readonly [word: string]: EntityStatus } = {
  active: 'ACTIVE',
  archived: 'ARCHIVED',
};

export const statusOf = ({ status }: Row): EntityStatus => statuses[said(status)] ?? 'PAUSED';

export const isLiving = (row: Row) => statusOf(row) !== 'ARCHIVED';

/** The platform’s words: what was set, or what the review says of an active ad. */
export function effectiveOf(row: Row): string {
  const review = said(row.review_status);
  return statusOf(row) === 'ACTIVE' && review !== '' && review !== 'approved'
    ? review
    : said(row.status);
}

/** Of a campaign: what it pays for. */
export const objectiveOf = ({ bidding_type }: Row) => said(bidding_type) || 'impressions';

/** Only campaigns have budgets and a schedule. */
export const budgetsOf = (campaign: Row): Budgets =>
  defined({
    dailyBudget: positive(at(campaign, 'budget', 'daily_spend_limit_micros')),
    lifetimeBudget: positive(at(campaign, 'budget', 'lifetime_spend_limit_micros')),
  });

export const paceOf = (campaign: Row): Pace =>
  defined({ startTime: msOf(campaign.start_time), endTime: msOf(campaign.end_time) });

function positive(value: unknown) {
  const amount = wholeOfMicros(value);
  return amount === undefined || amount <= 0 ? undefined : amount;
}
