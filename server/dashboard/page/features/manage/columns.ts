import type { FigureType } from '../../base/words.ts';
import type { Figure, Level } from './data.ts';

export const COLUMNS: { readonly [F in Figure]: readonly [label: string, type: FigureType] } = {
  spend: ['Spend', 'money'],
  results: ['Results', 'count'],
  costPerResult: ['CPA', 'money'],
  roas: ['ROAS', 'ratio'],
  impressions: ['Impressions', 'count'],
  clicks: ['Clicks', 'count'],
  ctr: ['CTR', 'percent'],
  cpc: ['CPC', 'money'],
  cpm: ['CPM', 'money'],
  conversions: ['Conversions', 'count'],
  conversionValue: ['Conversion value', 'money'],
};

export const LEVEL_WORDS: { readonly [L in Level]: readonly [one: string, many: string] } = {
  campaign: ['campaign', 'campaigns'],
  adset: ['ad set', 'ad sets'],
  ad: ['ad', 'ads'],
};

export const isCost = (figure: Figure): boolean => figure === 'costPerResult' || figure === 'cpc' || figure === 'cpm';
