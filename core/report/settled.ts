import type { Access } from '../ports/platform-accounts.ts';
import { kind, type Store } from '../ports/store.ts';
import type { ReportAccount } from './accounts.ts';

/** Until when a platform calls the figures of an account settled, ms. */
interface SettledRecord {
  readonly until: number;
}

export const settledKind = kind<SettledRecord>('report-settled');

interface Ports {
  readonly store: Store;
}

/** Only the latest counts: a lost race is no loss. */
export async function keepSettled(
  { store }: Ports,
  companyId: string,
  account: ReportAccount,
  access: Access,
): Promise<void> {
  const until = account.report.settledUntil?.(access);
  if (until === undefined) return;
  const known = await store.get(settledKind, companyId, account.key);
  if (known !== undefined && known.doc.until >= until) return;
  await store.commit([
    {
      kind: settledKind,
      companyId,
      id: account.key,
      expect: known?.version ?? 'absent',
      doc: { until },
    },
  ]);
}

/** Undefined where the platform never says, or has not been asked. */
export async function settledUntil(
  { store }: Ports,
  companyId: string,
  account: ReportAccount,
): Promise<number | undefined> {
  if (account.report.settledUntil === undefined) return undefined;
  return (await store.get(settledKind, companyId, account.key))?.doc.until;
}
