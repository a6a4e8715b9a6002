import { describe, expect, it } from 'vitest';
import { derive } from '../../../core/report/derive.ts';
import { measuresOf, metricByName, metricKeys, metrics } from '../../../core/report/metrics.ts';
import { resultsInWords } from '../../../core/report/result-word.ts';
import { definitions } from '../../test-definition.ts';

const sums = {
  spend: 50,
  impressions: 2000,
  clicks: 40,
  results: 5,
  conversions: 4,
  conversionValue: 120,
  videoViews: 500,
};

describe('metrics', () => {
  it('are the thirteen of the interface and those of videos, and cpa is the cost per result', () => {
    expect(metricKeys).toEqual([
      'spend',
      'impressions',
      'clicks',
      'ctr',
      'cpm',
      'cpc',
      'results',
      'costPerResult',
      'conversions',
      'conversionValue',
      'roas',
      'videoViews',
      'hookRate',
      'reach',
      'frequency',
    ]);
    expect(metricByName('cpa')).toBe('costPerResult');
    expect(metricByName('constructor')).toBeUndefined();
  });

  it('are derived from sums', () => {
    const derived = Object.fromEntries(
      metricKeys.map((key) => [key, derive(key, { sums, resultType: 'purchase', reach: 800 })]),
    );
    expect(derived).toEqual({
      ...sums,
      hookRate: 25,
      ctr: 2,
      cpm: 25,
      cpc: 1.25,
      costPerResult: 10,
      roas: 2.4,
      reach: 800,
      frequency: 2.5,
    });
  });

  it('are null by a zero denominator, and a zero numerator is zero', () => {
    const nothing = {
      spend: 0,
      impressions: 0,
      clicks: 0,
      results: 0,
      conversions: 0,
      conversionValue: 0,
    };
    for (const key of ['ctr', 'cpm', 'cpc', 'costPerResult', 'roas'] as const)
      expect(derive(key, { sums: nothing })).toBeNull();
    expect(derive('roas', { sums: { ...nothing, spend: 3 } })).toBe(0);
    expect(derive('frequency', { sums, reach: 0 })).toBeNull();
    // Pictures are not watched.
    expect(derive('hookRate', { sums: { ...sums, videoViews: 0 } })).toBeNull();
  });

  it('do not invent a reach, nor results of several kinds', () => {
    expect(derive('reach', { sums })).toBeNull();
    expect(derive('frequency', { sums })).toBeNull();
    expect(derive('results', { sums, resultType: null })).toBeNull();
    expect(derive('costPerResult', { sums, resultType: null })).toBeNull();
  });

  it('take people reached as results where that is the goal', () => {
    const awareness = { sums: { ...sums, results: 0 }, resultType: 'reach' };
    expect(derive('results', { ...awareness, reach: 800 })).toBe(800);
    expect(derive('costPerResult', { ...awareness, reach: 800 })).toBe(0.0625);
    expect(derive('results', awareness)).toBeNull();
  });

  it('come from figures that the platforms keep, and say where', () => {
    for (const key of metricKeys) {
      for (const definition of Object.values(definitions)) {
        // One without reports keeps no figure at all.
        if (Object.keys(definition.metrics).length === 0) continue;
        const place = definition.metrics[metrics[key].needs];
        // Not every platform counts people, or says how long videos are watched.
        if (!['reach', 'videoViews'].includes(metrics[key].needs) || place !== undefined)
          expect(place).toMatch(/\w/);
      }
      if (key !== 'reach') expect(measuresOf(key).length).toBeGreaterThan(0);
    }
  });
});

it('results are counted in words', () => {
  const said = (type: string, number: number): string =>
    resultsInWords(type, number, String(number));
  expect(said('actions:offsite_conversion.fb_pixel_purchase', 50)).toBe('50 purchases');
  expect([said('lead', 1), said('link_click', 2), said('reach', 900), said('', 3)]).toEqual([
    '1 lead',
    '2 link clicks',
    '900 reach',
    '3 other',
  ]);
});
