import { faultsOfLaunch } from '../launch/accept/check.ts';
import type { LaunchFacts } from '../launch/accept/facts.ts';
import { normalizeLaunch } from '../launch/accept/normalize.ts';
import type { LaunchAd } from '../ports/launch-ad.ts';
import { atOnce } from '../records/steps.ts';
import type { Layout } from './headers.ts';
import { type LocatedFault, located, locateFault } from './locate.ts';
import type { SheetAd } from './read-rows.ts';

/**
 * A company's lists as last read from the service. An account's status is 'active' when no account
 * is known, so that none is blamed.
 */
export interface SheetKnowledge extends Omit<LaunchFacts, 'media' | 'companyPaused'> {
  /**
   * Whether the service keeps the file of an address: it has measured it, and its plan judges the
   * ratio.
   */
  readonly keeps?: (url: string) => boolean;
}

/**
 * Core's own checks over the ads of a sheet, each fault at its cell: one list for each ad. Asks no
 * service. Room in ad sets is counted over ready ads; the others take none yet.
 */
export function checkSheet(
  ads: readonly SheetAd[],
  layout: Layout,
  knowledge: SheetKnowledge,
): LocatedFault[][] {
  const found = ads.map(({ faults }): LocatedFault[] =>
    faults.map((fault) => located(fault, layout)),
  );
  for (const ready of [true, false]) {
    const positions = ads.map((_, i) => i).filter((i) => ads[i]?.ready === ready);
    const some = positions.flatMap((i) => ads[i] ?? []);
    for (const { ad, fault } of faultsOf(some, layout, knowledge, !ready)) {
      const list = found[positions[ad] ?? -1];
      // An unreadable cell is not also reported as missing.
      if (
        list !== undefined &&
        !list.some(({ row, key }) => row === fault.row && key === fault.key)
      )
        list.push(fault);
    }
  }
  return found;
}

function faultsOf(
  ads: readonly SheetAd[],
  layout: Layout,
  knowledge: SheetKnowledge,
  force: boolean,
): { ad: number; fault: LocatedFault }[] {
  if (ads.length === 0) return [];
  const facts: LaunchFacts = { ...knowledge, media: () => undefined };
  const body = { ads: ads.map(({ ad }) => ad) };
  const normalized = normalizeLaunch(body, facts);
  // A sheet may hold more than fits one launch: it is sent in several.
  const faults = atOnce(faultsOfLaunch({ ...normalized, force }, facts));
  return faults.flatMap((fault) => {
    if (
      fault.code === 'placement_ratio_unknown' &&
      knowledge.keeps?.(addressAt(fault.path, normalized.ads))
    )
      return [];
    const cell = locateFault(fault, ads, layout);
    return cell === undefined
      ? []
      : [{ ad: Number(/^ads\[(\d+)\]/.exec(fault.path)?.[1]), fault: cell }];
  });
}

function addressAt(path: string, ads: readonly LaunchAd[]): string {
  const [, ad, item] = /^ads\[(\d+)\]\.media\[(\d+)\]/.exec(path) ?? [];
  return ads[Number(ad)]?.media[Number(item)]?.url ?? '';
}
