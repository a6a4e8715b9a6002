import { join } from '../../base/schema/faults.ts';
import { createWarnings, type Warning } from '../../base/schema/unknown-fields.ts';
import type { Plan } from '../../launch/plan/plan.ts';

/** Ads of one launch that get the same name in the same ad set: reports and lists cannot tell them apart. */
export function sameNameWarnings({ ads, operations }: Plan): Warning[] {
  const warnings = createWarnings((count) => ({
    path: 'ads',
    code: 'ads',
    message: `There ${count === 1 ? 'is 1 more ad' : `are ${count} more ads`} whose name another one has.`,
  }));
  const firsts = new Map<string, number>();
  const told = new Set<number>();
  for (const { kind, account, adIndex, adSetId, name } of operations) {
    const ad = ads[adIndex];
    if (kind !== 'ad' || name === undefined || ad === undefined) continue;
    const key = `${account}\n${adSetId}\n${name}`;
    const first = firsts.get(key) ?? adIndex;
    firsts.set(key, first);
    if (first === adIndex || told.has(adIndex)) continue;
    told.add(adIndex);
    warnings.add(() => ({
      path: join(ad.path, 'adName'),
      code: 'same_name',
      message: `Ad ${first + 1} of this launch is called “${name.slice(0, 80)}” too, in the same ad set. {{index}} in a name tells them apart.`,
    }));
  }
  return warnings.list();
}
