import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import { accountIdOf, type SentLaunch } from '../accept/body.ts';
import type { NewObjectInput } from '../request-schema.ts';
import { type NewParent, newId } from './parents.ts';
import { rowRef } from './row-ref.ts';

/** A campaign or ad set that ads describe, each in its own row. */
export interface RowParent {
  /** The first ad that describes it, with the member. */
  readonly path: string;
  readonly adAccountId: string;
  readonly input: NewObjectInput;
}

interface RowParents {
  readonly campaigns: readonly RowParent[];
  readonly adSets: readonly RowParent[];
  /** The ref of the ad set that an ad describes, by the place of the ad. */
  readonly byAd: ReadonlyMap<number, string>;
  readonly faults: readonly Fault[];
}

type Fields = { readonly [field: string]: unknown };

interface Described {
  readonly path: string;
  readonly name: string;
  readonly adAccountId: string;
  readonly fields: Map<
    string,
    { readonly value: unknown; readonly ad: number; readonly path: string }
  >;
}

/**
 * One row is one ad, and what stands above it repeats: ads that agree in account, campaign and name
 * share an ad set. An empty field says nothing; two ads that say different things of one object are
 * refused, each at its field. Pure.
 */
export function parentsInRows({ ads }: SentLaunch): RowParents {
  const campaigns = new Map<string, Described>();
  const adSets = new Map<string, Described>();
  const byAd = new Map<number, string>();
  const faults: Fault[] = [];
  for (const [position, { path, input }] of ads.entries()) {
    const [campaign, adSet] = [written(input?.newCampaign), written(input?.newAdSet)];
    if (input === undefined || (campaign.size === 0 && adSet.size === 0)) continue;
    const adAccountId = accountIdOf(input) ?? '';
    const [campaignName, name] = [textOf(campaign.get('name')), textOf(adSet.get('name'))];
    const missing = (level: string, message: string) =>
      faults.push({ path: join(path, `${level}.name`), code: 'missing_field', message });
    if (name === '')
      missing('newAdSet', 'Name the ad set that the ad goes into, or leave the campaign out.');
    if (campaignName === '')
      missing(
        'newCampaign',
        'Name the campaign of the ad set: a new name, or that of one that exists.',
      );
    if (name === '' || campaignName === '') continue;
    const ref = rowRef(adAccountId, campaignName, name);
    const place = { ad: position, path, adAccountId };
    take(
      campaigns,
      rowRef(adAccountId, campaignName),
      campaign,
      { ...place, level: 'newCampaign', name: campaignName },
      faults,
    );
    take(adSets, ref, adSet, { ...place, level: 'newAdSet', name }, faults);
    byAd.set(position, ref);
  }
  return {
    campaigns: [...campaigns].map(([ref, each]) => parentOf(ref, each)),
    adSets: [...adSets].map(([ref, each]) => ({
      ...parentOf(ref, each),
      input: {
        ...parentOf(ref, each).input,
        campaign: { ref: ref.slice(0, ref.lastIndexOf('/')) },
      },
    })),
    byAd,
    faults,
  };
}

interface Place {
  readonly ad: number;
  readonly path: string;
  readonly adAccountId: string;
  readonly level: 'newCampaign' | 'newAdSet';
  readonly name: string;
}

function take(
  known: Map<string, Described>,
  ref: string,
  fields: ReadonlyMap<string, unknown>,
  { ad, path, adAccountId, level, name }: Place,
  faults: Fault[],
): void {
  const described = known.get(ref) ?? {
    path: join(path, level),
    name,
    adAccountId,
    fields: new Map(),
  };
  known.set(ref, described);
  for (const [field, value] of fields) {
    const at = join(path, `${level}.${field}`);
    const before = described.fields.get(field);
    if (before === undefined) described.fields.set(field, { value, ad, path: at });
    else if (JSON.stringify(before.value) !== JSON.stringify(value)) {
      const word = level === 'newCampaign' ? 'campaign' : 'ad set';
      const message = `Ads ${before.ad + 1} and ${ad + 1} describe the ${word} “${name}” and differ here: ${shown(before.value)} and ${shown(value)}. Give one of them, or another name.`;
      faults.push(
        { path: before.path, code: 'rows_disagree', message },
        { path: at, code: 'rows_disagree', message },
      );
    }
  }
}

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 80);

function parentOf(ref: string, { path, adAccountId, fields }: Described): RowParent {
  const { countries, locationIds, ...rest } = Object.fromEntries(
    [...fields].map(([field, { value }]) => [field, value]),
  ) as Fields;
  return {
    path,
    adAccountId,
    input: {
      ...rest,
      ...(countries !== undefined && { location: { countries } }),
      ...(locationIds !== undefined && { targeting: { location_ids: locationIds } }),
      ref,
      adAccountId,
    },
  };
}

/**
 * Whether rows describe it by its name; what a request lists under a ref of its own is always
 * another one.
 */
export function isOfRows({ level, ref, request }: NewParent): boolean {
  const names = ref.split('/');
  return names.length === (level === 'campaign' ? 2 : 3) && names.pop() === rowRef(request.name);
}

/** Each ad also goes into the ad set that it describes. */
export const placedAds = (
  sent: SentLaunch,
  byAd: ReadonlyMap<number, string>,
  existing: ReadonlyMap<string, string> = new Map(),
): SentLaunch => ({
  ...sent,
  ads: sent.ads.map((ad, position) => {
    const ref = byAd.get(position);
    if (ref === undefined || ad.input === undefined) return ad;
    const adSet = existing.get(ref) ?? newId(ref);
    return { ...ad, input: { ...ad.input, adSets: [...(ad.input.adSets ?? []), adSet] } };
  }),
});

/** What is filled in. */
const written = (sent: object | null | undefined): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(sent ?? {}).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
