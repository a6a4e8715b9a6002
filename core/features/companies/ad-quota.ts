import { monthOf } from '../../access/company-calls.ts';
import { exceeded, limitsOf } from '../../access/quotas.ts';
import type { AcceptedLaunch, AcceptPorts } from '../../launch/hooks.ts';
import { batchKind } from '../../launch/journal/records.ts';
import type { Write } from '../../ports/store.ts';
import { eachOf } from '../../records/list.ts';
/** Throws `unprocessable_entity` where the company would have launched more ads in this calendar month (UTC) than it may. */
export async function refuseOverAdQuota(
  { store, clock }: AcceptPorts,
  companyId: string,
  { plan }: AcceptedLaunch,
): Promise<readonly Write[]> {
  const most = (await limitsOf(store, companyId))?.adsPerMonth;
  if (most === undefined) return [];
  const from = Date.parse(`${monthOf(clock.now())}-01T00:00:00Z`);
  let used = 0;
  await eachOf(store, batchKind, companyId, { where: { createdAt: { from } }, order: { by: 'createdAt' } }, ({ doc }) => {
    // Those that failed are not there; those on their way will be.
    if (doc.rawStatus !== 'Draft') used += doc.totalAds - doc.failedAds;
  });
  const ads = plan.operations.filter(({ kind }) => kind === 'ad').length;
  if (used + ads <= most) return [];
  throw exceeded(
    `Your company may launch ${most} ads in a calendar month. It has ${used} in this one, and this launch has ${ads}.`,
  );
}
