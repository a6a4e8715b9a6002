import { expect, test } from 'vitest';
import { copyOperations } from '../../../adapters/platforms/google/copy/operations.ts';
import type { Source } from '../../../adapters/platforms/google/copy/source.ts';

const source = (type: string): Source => ({
  ...{ type: 'adset', root: { adGroup: { id: '1', name: 'A' } }, adGroups: [{ adGroup: { id: '1', name: 'A' } }] },
  ...{ campaignCriteria: [], campaignAssets: [], adGroupAssets: [], ads: [] },
  criteria: [{ adGroupCriterion: { adGroup: 'customers/1/adGroups/1', type, status: 'ENABLED' } }],
});
const copy = (type: string) =>
  copyOperations(
    { timezone: 'Europe/Berlin' } as never,
    source(type),
    { type: 'adset', sourceId: '1', status: 'PAUSED' } as never,
    0,
  );

test('a copy that would lose targeting is refused with the names of what it would lose', () => {
  expect(() => copy('AUDIENCE')).toThrow('criteria that a copy would lose: AUDIENCE');
  expect(copy('KEYWORD').length).toBe(2);
});
