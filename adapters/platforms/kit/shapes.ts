import { defined } from '../../../core/base/defined.ts';
import { isoTime, type Row, said } from './json.ts';
import type {
  Access,
  AdListing,
  AdSet,
  Budgets,
  Campaign,
  CopySource,
  EntityFacts,
  EntityStatus,
  EntityType,
  Pace,
} from './ports.ts';

/** How a platform writes a campaign, an ad set or an ad. */
interface ObjectWords {
  /** Default: the field `id`. */
  idOf?(type: EntityType, row: Row): string;
  /** Default: the field `name`. */
  nameOf?(type: EntityType, row: Row): string;
  statusOf(row: Row): EntityStatus;
  effectiveOf(row: Row, type: EntityType): string;
  createdAt(row: Row): number | undefined;
  updatedAt(row: Row): number | undefined;
  budgetsOf(row: Row, type: 'campaign' | 'adset'): Budgets;
  paceOf(row: Row, type: 'campaign' | 'adset'): Pace;
  /** Absent: no object has a bid of its own. */
  bidOf?(row: Row, type: 'campaign' | 'adset'): number | undefined;
  /** The campaign of an ad set or ad, where the row says it. */
  campaignOf(row: Row): string | undefined;
  adSetOf(row: Row): string | undefined;
  objectiveOf(campaign: Row): string;
}

/** What the ports want to know of campaigns, ad sets and ads, made of a platform's rows. */
export function shapesOf(words: ObjectWords) {
  const { statusOf, effectiveOf, budgetsOf, campaignOf, adSetOf, objectiveOf } = words;
  const { idOf = (_type, row) => said(row.id), nameOf = (_type, row) => said(row.name) } = words;
  const named = (type: EntityType, row: Row) => ({
    id: idOf(type, row),
    name: nameOf(type, row),
    status: statusOf(row),
  });
  const updated = (row: Row) => defined({ updatedAt: words.updatedAt(row) });
  const created = (row: Row) => isoTime(words.createdAt(row));
  const spending = (type: EntityType, row: Row) =>
    type === 'ad' ? {} : { ...budgetsOf(row, type), ...words.paceOf(row, type) };
  const bid = (type: EntityType, row: Row) =>
    type === 'ad' ? {} : defined({ bidAmount: words.bidOf?.(row, type) });
  const node = (
    { adAccountId }: Access,
    type: EntityType,
    row: Row,
  ): Omit<CopySource, 'children'> => ({
    type,
    ...named(type, row),
    adAccountId,
    ...spending(type, row),
    ...defined({
      campaignId: type === 'campaign' ? undefined : campaignOf(row),
      adSetId: type === 'ad' ? adSetOf(row) : undefined,
    }),
  });
  return {
    node,
    facts: (access: Access, type: EntityType, row: Row): EntityFacts => ({
      ...node(access, type, row),
      ...bid(type, row),
      createdTime: created(row),
    }),
    campaign: (row: Row): Campaign => ({
      ...named('campaign', row),
      objective: objectiveOf(row),
      effectiveStatus: effectiveOf(row, 'campaign'),
      ...spending('campaign', row),
      ...bid('campaign', row),
      ...updated(row),
    }),
    /** `ads`: those that count against `capacity`. */
    adSet: (row: Row, parent: Row, ads: readonly Row[], capacity: number): AdSet => ({
      ...named('adset', row),
      effectiveStatus: effectiveOf(row, 'adset'),
      campaignId: campaignOf(row) ?? '',
      campaignName: nameOf('campaign', parent),
      objective: objectiveOf(parent),
      ...spending('adset', row),
      ...bid('adset', row),
      campaign: { status: statusOf(parent), ...spending('campaign', parent) },
      hasActiveAds: ads.some((ad) => statusOf(ad) === 'ACTIVE'),
      adCount: ads.length,
      capacity,
      ...updated(row),
    }),
    /** Without a picture. */
    listing: (row: Row): AdListing => ({
      ...named('ad', row),
      effectiveStatus: effectiveOf(row, 'ad'),
      createdTime: created(row),
      thumbnailUrl: null,
      adSetId: adSetOf(row) ?? '',
      ...updated(row),
    }),
  };
}
