import { SlipwayError } from '../../base/errors.ts';
import { MAX_ADS, MAX_CREATIONS } from '../../base/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { kind, type Store, type Write } from '../../ports/store.ts';
import type { Turns } from '../../ports/turns.ts';
import { adSetKey, type Plan } from './plan.ts';

/** A page is read and written in about a millisecond. */
export const PAGE_ADS = 100;
const AT_ONCE = 10;

/** Whole, or its known media and the number of pages of the rest. */
export type KeptPlan = Plan & { readonly pages?: PagesOf };

export interface PagesOf {
  readonly key: string;
  readonly count: number;
}

interface PlanPage extends Pick<Plan, 'ads' | 'operations' | 'adSets'> {
  readonly of: string;
}

export const planPageKind = kind<PlanPage>('batch-plan-page', { of: 'string' });

/**
 * Pages that belong to no batch. Id: their key. The commit that makes the batch removes it; the
 * sweep removes what a process left behind that died before, and what a forgotten batch (`batch`)
 * left behind.
 */
export const loosePagesKind = kind<{ readonly at: number; readonly batch?: string }>(
  'loose-plan-pages',
  { at: 'number' },
);

/** Larger than any launch that is accepted by default. */
const isPaged = ({ ads }: Plan) =>
  ads.length > MAX_ADS || ads.reduce((sum, { adSets }) => sum + adSets.length, 0) > MAX_CREATIONS;

const parentsOf = ({ parents }: Plan): Pick<Plan, 'parents'> =>
  parents === undefined ? {} : { parents };

const pageId = (key: string, page: number) => `${key}/${String(page).padStart(4, '0')}`;

export const pageOfAd = (index: number): number => Math.floor(index / PAGE_ADS);

/** Operations stand in the order of the ads. */
function cutIntoPages(plan: Plan, key: string): PlanPage[] {
  const pages = Array.from({ length: Math.ceil(plan.ads.length / PAGE_ADS) }, (_, page) => ({
    of: key,
    ads: plan.ads.slice(page * PAGE_ADS, (page + 1) * PAGE_ADS),
    operations: [] as Plan['operations'][number][],
    adSets: {} as { [key: string]: Plan['adSets'][string] },
  }));
  for (const operation of plan.operations)
    pages[pageOfAd(operation.adIndex)]?.operations.push(operation);
  for (const { operations, adSets } of pages)
    for (const { account, adSetId } of operations) {
      const facts = adSetId === undefined ? undefined : plan.adSets[adSetKey(account, adSetId)];
      if (facts !== undefined) adSets[adSetKey(account, adSetId ?? '')] = facts;
    }
  return pages;
}

/**
 * Writes the pages of a large plan, a few in a commit, and answers what belongs into the commit of
 * its batch.
 */
export async function keepPlan(
  { store, clock, turns }: { readonly store: Store; readonly clock: Clock; readonly turns?: Turns },
  companyId: string,
  key: string,
  plan: Plan,
): Promise<{ readonly plan: KeptPlan; readonly writes: readonly Write[] }> {
  if (!isPaged(plan)) return { plan, writes: [] };
  const pages = cutIntoPages(plan, key);
  const loose: Write = {
    kind: loosePagesKind,
    companyId,
    id: key,
    expect: 'absent',
    doc: { at: clock.now() },
  };
  for (let start = 0; start < pages.length; start += AT_ONCE) {
    const writes = pages.slice(start, start + AT_ONCE).map(
      (doc, i): Write => ({
        kind: planPageKind,
        companyId,
        id: pageId(key, start + i),
        expect: 'absent',
        doc,
      }),
    );
    const conflict = await store.commit(start === 0 ? [loose, ...writes] : writes);
    if (conflict !== undefined) throw new Error('Two plans have the same key.');
    await turns?.next();
  }
  return {
    plan: {
      ads: [],
      operations: [],
      adSets: {},
      known: plan.known,
      ...parentsOf(plan),
      pages: { key, count: pages.length },
    },
    writes: [{ kind: loosePagesKind, companyId, id: key, expect: 1, doc: undefined }],
  };
}

export async function wholePlan(
  store: Store,
  companyId: string,
  { pages, ...kept }: KeptPlan,
): Promise<Plan> {
  if (pages === undefined) return kept;
  const ads: Plan['ads'][number][] = [];
  const operations: Plan['operations'][number][] = [];
  const adSets: { [key: string]: Plan['adSets'][string] } = {};
  for (let page = 0; page < pages.count; page++) {
    const read = await readPage(store, companyId, pages.key, page);
    for (const ad of read.ads) ads.push(ad);
    for (const operation of read.operations) operations.push(operation);
    Object.assign(adSets, read.adSets);
  }
  return { ads, operations, adSets, known: kept.known, ...parentsOf(kept) };
}

export async function readPage(
  store: Store,
  companyId: string,
  key: string,
  page: number,
): Promise<PlanPage> {
  const found = await store.get(planPageKind, companyId, pageId(key, page));
  if (found === undefined) throw new SlipwayError('not_found', 'This part of the batch is gone.');
  return found.doc;
}
