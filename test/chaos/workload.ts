import { type AdAccountRecord, adAccountKind, type ConnectionRecord, connectionKind } from '../../core/accounts/records.ts';
import { submitLaunch } from '../../core/launch/submit.ts';
import type { Access } from '../../core/ports/ad-platform.ts';
import type { ChaosHouse } from './house.ts';

export const COMPANY = 'chaos';
const caller = { companyId: COMPANY, keyId: 'chaos' };
export const AD_SETS_PER_AD = 2;
const ADS_PER_BATCH = 20;

/** What should exist in the end: one ad of that name in that ad set. */
export interface Expected {
  readonly name: string;
  readonly adSetId: string;
}

/** Registers the sandbox's account, as connecting would. */
export async function connect(house: ChaosHouse, token: string, adAccountId: string): Promise<Access> {
  const credentials = { accessToken: token };
  const connection: ConnectionRecord = {
    platform: 'primary',
    name: 'Sandbox',
    sealedCredentials: await house.secrets.seal(JSON.stringify(credentials)),
    createdAt: 0,
  };
  const found = (await house.platforms.primary.accounts.list(COMPANY, credentials)).find(({ id }) => id === adAccountId);
  if (found === undefined) throw new Error(`The sandbox has no account ${adAccountId}.`);
  const { name, currency, timezone, status } = found;
  const account: AdAccountRecord = {
    platform: 'primary',
    connectionId: 'c1',
    workspaceId: 'w1',
    name,
    currency,
    timezone,
    status,
  };
  await house.store.commit([
    { kind: connectionKind, companyId: COMPANY, id: 'c1', expect: 'absent', doc: connection },
    { kind: adAccountKind, companyId: COMPANY, id: adAccountId, expect: 'absent', doc: account },
  ]);
  return { companyId: COMPANY, adAccountId, currency, timezone, credentials };
}

export interface Identity {
  readonly page: string;
  readonly secondary: string;
}

/** Submits the launches: images, videos, carousels and placements, sharing a few files, in many small batches. */
export async function submitAds(
  house: ChaosHouse,
  adAccountId: string,
  identity: Identity,
  ads: number,
  adSetIds: readonly string[],
): Promise<{ batchIds: number[]; expected: Expected[] }> {
  const batchIds: number[] = [];
  const expected: Expected[] = [];
  const requests = Array.from({ length: ads }, (_, i) => {
    const adSets = Array.from({ length: AD_SETS_PER_AD }, (_, k) => adSetIds[(i * AD_SETS_PER_AD + k) % adSetIds.length] ?? '');
    const adName = `chaos ${String(i).padStart(5, '0')}`;
    for (const adSetId of adSets) expected.push({ name: adName, adSetId });
    return {
      adName,
      adAccountId,
      ...identity,
      adSets,
      title: 'Title',
      description: 'Text',
      cta: 'LEARN_MORE',
      link: 'https://shop.example/',
      ...shapeOf(i),
    };
  });
  for (let start = 0; start < ads; start += ADS_PER_BATCH) {
    const { answer } = await submitLaunch(house, caller, { ads: requests.slice(start, start + ADS_PER_BATCH), force: true });
    batchIds.push(answer.adBatchId);
  }
  return { batchIds, expected };
}

function shapeOf(i: number): object {
  const image = (name: string) => ({ url: `https://cdn.example/${name}-${i % 7}.png` });
  if (i % 10 === 9) return { media: [{ url: `https://cdn.example/clip-${i % 3}.mp4` }] };
  if (i % 10 === 8)
    return { type: 'carousel', media: [0, 1, 2].map((card) => ({ ...image(`card${card}`), carouselTitle: `Card ${card}` })) };
  if (i % 10 === 7)
    return { type: 'multi', media: [{ url: 'https://cdn.example/feed_1x1.png' }, { url: 'https://cdn.example/story_9x16.png' }] };
  return { media: [image('single')] };
}
