import { demoCompany } from '../../adapters/sandbox/companies.ts';
import {
  type AdAccountRecord,
  adAccountKind,
  type ConnectionRecord,
  connectionKind,
} from '../../core/accounts/records.ts';
import { accountKey } from '../../core/base/account-key.ts';
import { submitLaunch } from '../../core/launch/accept/submit.ts';
import type { ChaosHouse } from './house.ts';
import type { Family, Sandbox } from './processes.ts';

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

/** A platform to play on, with ad sets that have room. */
export interface Place {
  readonly simulation: Family;
  readonly adSetIds: readonly string[];
}

/** Connects each platform's account and makes room there for so many ads. */
export async function openPlaces(
  house: ChaosHouse,
  sandbox: Sandbox,
  families: readonly Family[],
  adsOnEach: number,
): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const simulation of families) {
    // Both families of a platform are in one account.
    if (simulation.isAutomated !== true) await connect(house, simulation);
    // Half full in the end, so that an ad made twice finds room to show itself.
    const count = Math.max(2, Math.ceil((adsOnEach * AD_SETS_PER_AD * 2) / simulation.stage.room));
    places.push({ simulation, adSetIds: await sandbox.addAdSets(simulation, count) });
  }
  return places;
}

/** Registers the stage's account, as connecting would. */
export async function connect(
  house: ChaosHouse,
  { platform, stage, credentials }: Family,
  more: { readonly [name: string]: string } = {},
): Promise<void> {
  const { id: adAccountId } = stage.account;
  const given = { ...credentials(demoCompany), ...more };
  const connection: ConnectionRecord = {
    platform,
    name: 'Sandbox',
    sealedCredentials: await house.secrets.seal(JSON.stringify(given), {
      companyId: COMPANY,
      use: 'credentials',
    }),
    createdAt: 0,
  };
  const found = (await house.platforms[platform]?.accounts.list(COMPANY, given))?.find(
    ({ id }) => id === adAccountId,
  );
  if (found === undefined) throw new Error(`The sandbox has no account ${adAccountId}.`);
  const { name, currency, timezone, status } = found;
  const account: AdAccountRecord = {
    platform,
    connectionId: platform,
    workspaceId: 'w1',
    name,
    currency,
    timezone,
    status,
  };
  await house.store.commit([
    { kind: connectionKind, companyId: COMPANY, id: platform, expect: 'absent', doc: connection },
    {
      kind: adAccountKind,
      companyId: COMPANY,
      id: accountKey(platform, adAccountId),
      expect: 'absent',
      doc: account,
    },
  ]);
}

/**
 * Submits the launches: ads of every kind the platforms take, sharing a few files; on several
 * platforms in turns, in the same batches.
 */
export async function submitAds(
  house: ChaosHouse,
  places: readonly Place[],
  ads: number,
): Promise<{ batchIds: number[]; expected: Expected[] }> {
  const batchIds: number[] = [];
  const expected: Expected[] = [];
  const requests = Array.from({ length: ads }, (_, n) => {
    const place = places[n % places.length];
    if (place === undefined) throw new Error('There is no platform to play on.');
    const i = Math.floor(n / places.length);
    const { adSetIds } = place;
    const { account, fields, shapeOf } = place.simulation.stage;
    const adSets = Array.from(
      { length: AD_SETS_PER_AD },
      (_, k) => adSetIds[(i * AD_SETS_PER_AD + k) % adSetIds.length] ?? '',
    );
    const adName = `chaos ${String(n).padStart(5, '0')}`;
    for (const adSetId of adSets) expected.push({ name: adName, adSetId });
    return { adName, adAccountId: account.id, adSets, ...fields, ...shapeOf(i) };
  });
  const perBatch = ADS_PER_BATCH * places.length;
  for (let start = 0; start < ads; start += perBatch) {
    const answer = await submitLaunch(house, caller, {
      ads: requests.slice(start, start + perBatch),
      force: true,
    });
    batchIds.push(answer.adBatchId);
  }
  return { batchIds, expected };
}
