import { adAccountKind } from '../../accounts/records.ts';
import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import type { Finding } from '../../operations/feature.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Stored } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { DAY, formKind, leadWatchKind, type WatchRecord } from './records.ts';

type DoctorPorts = Pick<ServicePorts, 'store' | 'clock' | 'platforms'>;

const WORK =
  'Look whether a process works (`slipway serve`, or `--role worker`), and at the jobs of the queue leads.';

/**
 * A row for each account whose leads are read: a fault where they were not for a day, or are
 * refused.
 */
export async function doctorLeads(
  ports: DoctorPorts,
  companyId: string,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  // One that was disconnected meanwhile is not read.
  for (const watch of await allOf(ports.store, leadWatchKind, companyId))
    if ((await ports.store.get(adAccountKind, companyId, watch.id)) !== undefined)
      findings.push(await findingOf(ports, companyId, watch));
  return findings;
}

async function findingOf(
  { store, clock, platforms }: DoctorPorts,
  companyId: string,
  { id, doc: watch }: Stored<WatchRecord>,
): Promise<Finding> {
  // Watches are stored under account keys.
  const { platform, adAccountId } = accountOfKey(id as AccountKey);
  const name = `leads ${adAccountId}`;
  const forms = (
    await allOf(store, formKind, companyId, { where: { account: id as AccountKey } })
  ).map(({ doc }) => doc);
  const unread = forms.filter(
    ({ form, problem }) => problem !== undefined && form.state !== 'deleted',
  );
  const readAt = Math.min(
    watch.passedAt ?? watch.startedAt,
    ...unread.map((form) => form.readAt ?? watch.startedAt),
  );
  const isLate = clock.now() - readAt >= DAY;
  const since = new Date(readAt).toISOString();
  const troubles = [watch, ...unread].filter(({ problem }) => problem !== undefined);
  const { problem, isRefused } = troubles.find((each) => each.isRefused) ?? troubles[0] ?? {};
  if (problem === undefined)
    return isLate
      ? { name, ok: false, found: `not read since ${since}`, fix: WORK }
      : { name, ok: true, found: `read at ${since}` };
  const { leads } = platforms[platform] ?? {};
  const kept = leads?.keptDays === undefined ? 'after a time' : `after ${leads.keptDays} days`;
  const fix = `Until then leads stay unread, and the platform deletes them ${kept}.`;
  return {
    name,
    ok: !isLate && isRefused !== true,
    found: `not read since ${since}. ${problem}`,
    fix,
  };
}
