import { companyCallsKind, monthOf } from '../../access/company-calls.ts';
import type { CompanyUsage } from '../../access/company-schema.ts';
import { keyKind } from '../../access/keys.ts';
import { exceeded, limitsOf } from '../../access/quotas.ts';
import { adAccountKind, connectionKind } from '../../accounts/records.ts';
import type { AcceptedLaunch, AcceptPorts } from '../../launch/hooks.ts';
import { batchKind } from '../../launch/journal/records.ts';
import { mediaKind } from '../../media/records.ts';
import type { Feature } from '../../operations/feature.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { SYSTEM, type Write } from '../../ports/store.ts';
import { eachOf } from '../../records/list.ts';

/** Launches are those of this calendar month (UTC). */
export async function companyUsage(
  ports: ServicePorts,
  companyId: string,
  features: readonly Feature[],
): Promise<CompanyUsage> {
  const { store, clock } = ports;
  const month = monthOf(clock.now());
  const since = Date.parse(`${month}-01T00:00:00Z`);
  let [batches, adsLaunched, mediaBytes] = [0, 0, 0];
  await eachOf(store, batchKind, {
    companyId,
    query: { where: { createdAt: { from: since } }, order: { by: 'createdAt' } },
    see: ({ doc }) => {
      if (doc.rawStatus === 'Draft') return;
      batches += 1;
      adsLaunched += doc.successfulAds;
    },
  });
  await eachOf(store, mediaKind, {
    companyId,
    query: {},
    see: ({ doc }) => {
      mediaBytes += doc.bytes;
    },
  });
  const [keys, connections, adAccounts, requests] = await Promise.all([
    store.count(keyKind, SYSTEM, { where: { companyId } }),
    store.count(connectionKind, companyId),
    store.count(adAccountKind, companyId),
    store.get(companyCallsKind, companyId, month),
  ]);
  const counted = { exports: 0, savedReports: 0, openPlans: 0 };
  for (const { usage } of features) Object.assign(counted, await usage?.(ports, companyId, since));
  const calls = requests?.doc.calls ?? 0;
  return {
    month,
    batches,
    adsLaunched,
    calls,
    keys,
    connections,
    adAccounts,
    mediaBytes,
    ...counted,
  };
}

/**
 * Throws `unprocessable_entity` where the company would have launched more ads in this calendar
 * month (UTC) than it may.
 */
export async function refuseOverAdQuota(
  { store, clock }: AcceptPorts,
  companyId: string,
  { plan }: AcceptedLaunch,
): Promise<readonly Write[]> {
  const most = (await limitsOf(store, companyId))?.adsPerMonth;
  if (most === undefined) return [];
  const from = Date.parse(`${monthOf(clock.now())}-01T00:00:00Z`);
  let used = 0;
  await eachOf(store, batchKind, {
    companyId,
    query: { where: { createdAt: { from } }, order: { by: 'createdAt' } },
    see: ({ doc }) => {
      // Ads on their way count too.
      if (doc.rawStatus !== 'Draft') used += doc.totalAds - doc.failedAds;
    },
  });
  const ads = plan.operations.filter(({ kind }) => kind === 'ad').length;
  if (used + ads <= most) return [];
  throw exceeded(
    `Your company may launch ${most} ads in a calendar month. It has ${used} in this one, and this launch has ${ads}.`,
  );
}
