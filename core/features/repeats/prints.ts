import { adSetKey, type Plan, type PlannedOperation } from '../../launch/plan/plan.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';

/** An ad of a plan and its print. */
export interface Printed {
  readonly operation: PlannedOperation;
  /** The ad set it goes into, by `adSetKey`. */
  readonly into: string;
  readonly print: string;
}

/**
 * What tells an ad in an ad set from others: its name and all it consists of, not where it stands in the request and not
 * whether it starts paused. A file counts by its content, whatever address it has.
 */
export function printsOf(plan: Plan): readonly Printed[] {
  const prints: Printed[] = [];
  const contents = new Map<number, string>();
  const ads = new Map(plan.ads.map((ad) => [ad.index, ad]));
  // Where one ad becomes several in an ad set, each shows another of its files. They stand one after the other.
  let item = 0;
  let last: Printed | undefined;
  for (const operation of plan.operations) {
    if (operation.kind !== 'ad') continue;
    const ad = ads.get(operation.adIndex);
    if (ad === undefined) continue;
    const { account, adSetId = '' } = operation;
    const same = last?.operation.account === account && last.operation.adSetId === adSetId ? last : undefined;
    const into = same?.into ?? adSetKey(account, adSetId);
    item = same?.operation.adIndex === ad.index ? item + 1 : 0;
    const content = contents.get(ad.index) ?? contentOf(ad);
    contents.set(ad.index, content);
    last = { operation, into, print: hash(`${operation.name ?? ''}\n${item}\n${content}`) };
    prints.push(last);
  }
  return prints;
}

const NOT_CONTENT = {
  ...{ index: undefined, path: undefined, adSets: undefined, adSetsPath: undefined },
  ...{ paused: undefined, adName: undefined, media: undefined },
};

function contentOf(ad: LaunchAd): string {
  // JSON leaves out what is undefined.
  const media = ad.media.map((item) => (item.sha256 === undefined ? item : { ...item, url: undefined, filename: undefined }));
  return JSON.stringify([{ ...ad, ...NOT_CONTENT }, media]);
}

/** 53 bits of a text, fast. Two texts with one hash would cause a needless question, nothing else. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
