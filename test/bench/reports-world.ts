import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { adAccountKind } from '../../core/accounts/records.ts';
import { accountKey } from '../../core/base/account-key.ts';
import { addDays } from '../../core/base/time/days.ts';
import { features } from '../../core/features/registry.ts';
import { hooksOf } from '../../core/operations/feature.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Fact, Facts } from '../../core/ports/facts.ts';
import { createReportTraffic } from '../../core/report/traffic.ts';
import { testDefinition } from '../test-definition.ts';

/**
 * 20,000 ads in 1,000 ad sets and 200 campaigns over 50 days that have settled: 1,000,000 facts.
 */
export const ads = 20_000;
export const days = 50;
export const company = 'company';
export const account = 'act_1';
/** The account as facts know it. */
export const factsAccount = accountKey('primary', account);
export const from = '2026-05-01';
export const to = addDays(from, days - 1);

/** One day's facts. Figures differ by ad and day and have cents. */
export function factsOf(day: number): Fact[] {
  return Array.from({ length: ads }, (_, ad) => {
    const noise = ((ad * 7919 + day * 104_729) % 10_007) / 10_007;
    return {
      day: addDays(from, day),
      adId: `12021${String(ad).padStart(13, '0')}`,
      adName: `Ad number ${ad}`,
      adsetId: `12022${String(Math.floor(ad / 20)).padStart(13, '0')}`,
      adsetName: `Ad set ${Math.floor(ad / 20)}`,
      campaignId: `12023${String(Math.floor(ad / 100)).padStart(13, '0')}`,
      campaignName: `Campaign ${Math.floor(ad / 100)}`,
      country: '',
      spend: Math.round(noise * 10_000) / 100,
      impressions: Math.floor(noise * 9000),
      clicks: Math.floor(noise * 120),
      results: Math.floor(noise * 9),
      conversions: Math.floor(noise * 7),
      conversionValue: Math.round(noise * 25_000) / 100,
      resultType: 'purchase',
    };
  });
}

/** A service over those facts. Every day has settled, so the platform is never asked. */
export async function portsOver(facts: Facts) {
  const store = createMemoryStore();
  const never = (): never => {
    throw new Error('The platform must not be asked.');
  };
  const primary: AdPlatform = {
    definition: testDefinition(),
    accounts: { list: never, identities: never, campaigns: never, adSets: never },
    report: { attributionDays: 28, daily: never, reach: never },
  };
  const doc = {
    platform: 'primary' as const,
    connectionId: 'x',
    workspaceId: 'x',
    name: 'Shop',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    status: 'active' as const,
  };
  await store.commit([
    { kind: adAccountKind, companyId: company, id: factsAccount, expect: 'absent', doc },
  ]);
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12));
  const secrets = createNodeSecrets('a secret of sixteen characters');
  return {
    store,
    facts,
    clock,
    secrets,
    traffic: createReportTraffic({ clock, secrets }),
    hooks: hooksOf(features),
    jobs: { wake: async () => undefined, work: () => ({ stop: async () => undefined }) },
    platforms: { primary },
  };
}
