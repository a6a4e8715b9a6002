import { describe, expect, test } from 'vitest';
import { measuresOf } from '../../../adapters/sandbox/kit/metrics.ts';
import type { PlatformError } from '../../../core/base/errors.ts';
import { shortVideo, type TiktokAtSandbox, tiktokAtSandbox } from './tiktok-at-sandbox.ts';

function reports(at: TiktokAtSandbox) {
  if (at.platform.report === undefined) throw new Error('it reports');
  return at.platform.report;
}

const all = { from: '2026-09-01', to: '2026-11-14', breakdown: 'none' } as const;

describe('daily figures', () => {
  test('are the sandbox’s own, to the cent, with the ads that were deleted since', async () => {
    const at = await tiktokAtSandbox({ account: 'usd' });
    const rows = await reports(at).daily(at.access, {
      from: '2026-10-01',
      to: '2026-10-05',
      breakdown: 'country',
    });
    const deleted = shortVideo.ad(at.access.adAccountId, 'traffic', 4);
    expect(rows.map(({ adId }) => adId)).toContain(deleted);
    for (const row of rows) {
      const { impressions, clicks, spend } = measuresOf(7, row.adId, {
        day: row.day,
        country: row.country,
        minorUnits: 100,
      });
      expect(row).toMatchObject({ impressions, clicks, spend: spend / 100 });
    }
  });

  test('read text, numbers and dashes alike; results tell their kind', async () => {
    const at = await tiktokAtSandbox();
    const rows = await reports(at).daily(at.access, all);
    for (const row of rows)
      for (const figure of [
        row.spend,
        row.clicks,
        row.results,
        row.conversions,
        row.conversionValue,
      ])
        expect(figure).not.toBeNaN();
    const kinds = (campaign: string) => [
      ...new Set(
        rows.filter(({ campaignName }) => campaignName === campaign).map((r) => r.resultType),
      ),
    ];
    expect(kinds('Traffic')).toEqual(['click']);
    expect(kinds('Conversions')).toEqual(['convert']);
    expect(kinds('Reach')).toEqual(['reach']);
    const sold = rows.filter(({ conversions }) => conversions > 0);
    expect(sold.length).toBeGreaterThan(0);
    for (const { campaignName, conversionValue } of sold) {
      expect(campaignName).toBe('Conversions');
      expect(conversionValue).toBeGreaterThan(0);
    }
    expect(
      rows.some(
        ({ campaignName, conversions }) => campaignName === 'Conversions' && conversions === 0,
      ),
    ).toBe(true);
  });

  test.each([
    ['report-too-large', '40067'],
    ['report-truncated', undefined],
  ])('%s asks the caller for less instead of giving a part for the whole', async (fault, code) => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault });
    const error = await reports(at)
      .daily(at.access, all)
      .catch((thrown: unknown) => thrown);
    expect((error as PlatformError).failure).toMatchObject({
      class: 'too-large',
      ...(code !== undefined && { code }),
    });
  });
});

describe('reach', () => {
  const range = { from: '2026-10-20', to: '2026-11-10' } as const;

  test('is told by country too, and of some countries only', async () => {
    const at = await tiktokAtSandbox();
    const countries = await reports(at).reach(at.access, {
      ...range,
      level: 'account',
      by: 'all',
      breakdown: 'country',
    });
    expect(countries.map(({ country }) => country).sort()).toEqual(['DE', 'FR', 'GB']);
    const [german] = await reports(at).reach(at.access, {
      ...range,
      level: 'account',
      by: 'all',
      countries: ['DE'],
    });
    expect(german?.reach).toBe(countries.find(({ country }) => country === 'DE')?.reach);
  });

  test('over more than a year is too much', async () => {
    const at = await tiktokAtSandbox();
    const asked = reports(at).reach(at.access, {
      from: '2025-01-01',
      to: '2026-10-01',
      level: 'account',
      by: 'all',
    });
    await expect(asked).rejects.toMatchObject({ failure: { class: 'too-large' } });
  });
});
