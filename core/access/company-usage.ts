import { adAccountKind, connectionKind } from '../accounts/records.ts';
import { approvalKind } from '../features/approvals/records.ts';
import { isOpen } from '../features/approvals/status.ts';
import type { CompanyUsage } from '../features/companies/schema.ts';
import { exportKind } from '../features/exports/records.ts';
import { savedReportKind } from '../features/saved-reports/records.ts';
import { batchKind } from '../launch/journal/records.ts';
import { mediaKind } from '../media/records.ts';
import type { Clock } from '../ports/clock.ts';
import { type Store, SYSTEM } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { companyCallsKind, monthOf } from './company-calls.ts';
import { keyKind } from './keys.ts';

/** What a company has, and what it has launched in this calendar month (UTC). */
export async function companyUsage(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<CompanyUsage> {
  const { store, clock } = ports;
  const month = monthOf(clock.now());
  const thisMonth = { createdAt: { from: Date.parse(`${month}-01T00:00:00Z`) } };
  let [batches, adsLaunched, mediaBytes, openPlans] = [0, 0, 0, 0];
  await eachOf(store, batchKind, companyId, { where: thisMonth, order: { by: 'createdAt' } }, ({ doc }) => {
    if (doc.rawStatus === 'Draft') return;
    batches += 1;
    adsLaunched += doc.successfulAds;
  });
  await eachOf(store, mediaKind, companyId, {}, ({ doc }) => {
    mediaBytes += doc.bytes;
  });
  await eachOf(store, approvalKind, companyId, { where: { expiresAt: { from: clock.now() } } }, ({ doc }) => {
    if (isOpen(ports, doc)) openPlans += 1;
  });
  const [keys, connections, adAccounts, savedReports, exports, requests] = await Promise.all([
    store.count(keyKind, SYSTEM, { where: { companyId } }),
    store.count(connectionKind, companyId),
    store.count(adAccountKind, companyId),
    store.count(savedReportKind, companyId),
    store.count(exportKind, companyId, { where: thisMonth }),
    store.get(companyCallsKind, companyId, month),
  ]);
  const calls = requests?.doc.calls ?? 0;
  return { month, batches, adsLaunched, calls, exports, savedReports, keys, connections, adAccounts, mediaBytes, openPlans };
}
