import { monthOf } from '../../access/company-calls.ts';
import { exceeded, limitsOf } from '../../access/quotas.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { eachOf } from '../../records/list.ts';
import { batchKind } from '../journal/records.ts';
/** Throws `unprocessable_entity` where the company would have launched more ads in this calendar month (UTC) than it may. */
export async function refuseOverAdQuota(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  ads: number,
): Promise<void> {
  const most = (await limitsOf(store, companyId))?.adsPerMonth;
  if (most === undefined) return;
  const from = Date.parse(`${monthOf(clock.now())}-01T00:00:00Z`);
  let used = 0;
  await eachOf(store, batchKind, companyId, { where: { createdAt: { from } }, order: { by: 'createdAt' } }, ({ doc }) => {
    // Those that failed are not there; those on their way will be.
    if (doc.rawStatus !== 'Draft') used += doc.totalAds - doc.failedAds;
  });
  if (used + ads <= most) return;
  throw exceeded(
    `Your company may launch ${most} ads in a calendar month. It has ${used} in this one, and this launch has ${ads}.`,
  );
}
