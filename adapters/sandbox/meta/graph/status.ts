import { isTooNew } from '../../kit/faults.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  adSetOf,
  campaignOf,
  type FieldReader,
  type Listing,
  number,
  string,
  type Turn,
} from './graph.ts';
import { given, invalid, oneOf, type Params, refuse, words } from './params.ts';

export const configured = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const;

export const statusOfEntity = (entity: Entity) => string(entity.data.status) ?? 'PAUSED';

export const live = (entity: Entity) => !['DELETED', 'ARCHIVED'].includes(statusOfEntity(entity));

/** From its status, its parents' and its review. */
export function effectiveStatus(turn: Turn, entity: Entity): string {
  const own = statusOfEntity(entity);
  if (own === 'DELETED' || own === 'ARCHIVED') return own;
  if (isTooNew(turn, entity, 'in-process', 10_000)) return 'IN_PROCESS';
  const campaign = campaignOf(turn, entity);
  const adSet = adSetOf(turn, entity);
  for (const parent of [campaign, adSet]) {
    const status = parent === undefined ? 'ACTIVE' : statusOfEntity(parent);
    if (status === 'DELETED' || status === 'ARCHIVED') return status;
  }
  if (entity.kind === 'ads') {
    const verdict = verdictOf(turn, entity);
    if (verdict === 'DISAPPROVED' || verdict === 'WITH_ISSUES') return verdict;
    if (own === 'PAUSED') return own;
    if (verdict === 'PENDING_REVIEW') return verdict;
  }
  if (own === 'PAUSED') return own;
  if (campaign !== undefined && statusOfEntity(campaign) === 'PAUSED') return 'CAMPAIGN_PAUSED';
  if (adSet !== undefined && statusOfEntity(adSet) === 'PAUSED') return 'ADSET_PAUSED';
  return own;
}

/** The verdict was fixed when the ad was made. */
export function verdictOf(turn: Turn, ad: Entity) {
  if ((number(ad.data.reviewed_at) ?? 0) > turn.world.now()) return 'PENDING_REVIEW';
  return string(ad.data.verdict) ?? 'APPROVED';
}

export const statusFields: Table<FieldReader> = {
  status: statusOfEntity,
  configured_status: statusOfEntity,
  effective_status: (entity, turn) => effectiveStatus(turn, entity),
};

const shared = names('ACTIVE PAUSED DELETED ARCHIVED IN_PROCESS WITH_ISSUES');
const review = ['PENDING_REVIEW', 'DISAPPROVED', 'PREAPPROVED', 'PENDING_BILLING_INFO'];

/** Each level adds what parents or the review cause. */
const effectiveStatuses: Table<ReadonlySet<string>> = {
  campaigns: new Set(shared),
  adsets: new Set([...shared, 'CAMPAIGN_PAUSED']),
  ads: new Set([...shared, ...review, 'CAMPAIGN_PAUSED', 'ADSET_PAUSED']),
};

/** Living objects by default, deleted ones never. */
export function listLive(turn: Turn, kind: string, parent: string, params: Params): Listing {
  const wanted = words(params, 'effective_status') ?? words(params, 'status');
  if (wanted?.includes('DELETED'))
    throw invalid('Deleted objects cannot be listed. Read them by id', 'effective_status');
  const stray = wanted?.find((word) => effectiveStatuses[kind]?.has(word) === false);
  if (stray !== undefined)
    throw invalid(`Param effective_status holds the unknown value ${stray}`, 'effective_status');
  const since = given(params, 'updated_since') ? Number(params.updated_since) * 1000 : 0;
  const asked = wanted ?? statusesInFilter(params);
  return {
    ids: turn.world.under(kind, parent),
    keep: (entity) => {
      if (entity.updated < since || statusOfEntity(entity) === 'DELETED') return false;
      const status = effectiveStatus(turn, entity);
      if (wanted !== undefined) return wanted.includes(status);
      return (
        status !== 'DELETED' && (status !== 'ARCHIVED' || (asked?.includes('ARCHIVED') ?? false))
      );
    },
  };
}

const statusesInFilter = (params: Params) =>
  given(params, 'filtering') &&
  String(JSON.stringify(params.filtering)).includes('effective_status')
    ? [...configured].filter((status) => String(JSON.stringify(params.filtering)).includes(status))
    : undefined;

/** ACTIVE or PAUSED only. */
export function newStatus(params: Params): 'ACTIVE' | 'PAUSED' {
  return oneOf(params, 'status', ['ACTIVE', 'PAUSED']) ?? 'ACTIVE';
}

/** Archived and deleted objects can be renamed, archived ones deleted. */
export function checkEditable(entity: Entity, changes: JsonObject, subcode: number): void {
  const status = statusOfEntity(entity);
  if (status !== 'ARCHIVED' && status !== 'DELETED') return;
  const others = Object.keys(changes).filter(
    (name) =>
      name !== 'name' &&
      !(name === 'status' && status === 'ARCHIVED' && changes.status === 'DELETED'),
  );
  if (others.length > 0) throw refuse(subcode);
}
