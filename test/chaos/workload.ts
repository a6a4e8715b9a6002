import { accountKey } from '../../core/accounts/account-key.ts';
import { type AdAccountRecord, adAccountKind, type ConnectionRecord, connectionKind } from '../../core/accounts/records.ts';
import { submitLaunch } from '../../core/launch/accept/submit.ts';
import type { Access, Credentials } from '../../core/ports/platform-accounts.ts';
import type { ChaosHouse } from './house.ts';
import type { Stage, StageName } from './stages.ts';

export const COMPANY = 'chaos';
const caller = { companyId: COMPANY, keyId: 'chaos' };
export const AD_SETS_PER_AD = 2;
/** For each platform. */
export const ADS_PER_BATCH = 20;

/** What should exist in the end: one ad of that name in that ad set. */
export interface Expected {
  readonly name: string;
  readonly adSetId: string;
}

/** Registers the sandbox's account, as connecting would. */
export async function connect(
  house: ChaosHouse,
  platform: StageName,
  adAccountId: string,
  credentials: Credentials,
): Promise<Access> {
  const connection: ConnectionRecord = {
    platform,
    name: 'Sandbox',
    sealedCredentials: await house.secrets.seal(JSON.stringify(credentials), { companyId: COMPANY, use: 'credentials' }),
    createdAt: 0,
  };
  const found = (await house.platforms[platform].accounts.list(COMPANY, credentials)).find(({ id }) => id === adAccountId);
  if (found === undefined) throw new Error(`The sandbox has no account ${adAccountId}.`);
  const { name, currency, timezone, status } = found;
  const account: AdAccountRecord = { platform, connectionId: platform, workspaceId: 'w1', name, currency, timezone, status };
  await house.store.commit([
    { kind: connectionKind, companyId: COMPANY, id: platform, expect: 'absent', doc: connection },
    { kind: adAccountKind, companyId: COMPANY, id: accountKey(platform, adAccountId), expect: 'absent', doc: account },
  ]);
  return { companyId: COMPANY, adAccountId, currency, timezone, credentials };
}

/** Submits the launches: ads of every kind the platforms take, sharing a few files; on several platforms in turns, in the same batches. */
export async function submitAds(
  house: ChaosHouse,
  stages: readonly Stage[],
  ads: number,
): Promise<{ batchIds: number[]; expected: Expected[] }> {
  const batchIds: number[] = [];
  const expected: Expected[] = [];
  const requests = Array.from({ length: ads }, (_, n) => {
    const stage = stages[n % stages.length];
    if (stage === undefined) throw new Error('There is no platform to play on.');
    const i = Math.floor(n / stages.length);
    const { adAccountId, adSetIds } = stage;
    const adSets = Array.from({ length: AD_SETS_PER_AD }, (_, k) => adSetIds[(i * AD_SETS_PER_AD + k) % adSetIds.length] ?? '');
    const adName = `chaos ${String(n).padStart(5, '0')}`;
    for (const adSetId of adSets) expected.push({ name: adName, adSetId });
    return { adName, adAccountId, adSets, ...stage.fields, ...stage.shapeOf(i) };
  });
  const perBatch = ADS_PER_BATCH * stages.length;
  for (let start = 0; start < ads; start += perBatch) {
    const answer = await submitLaunch(house, caller, { ads: requests.slice(start, start + perBatch), force: true });
    batchIds.push(answer.adBatchId);
  }
  return { batchIds, expected };
}
