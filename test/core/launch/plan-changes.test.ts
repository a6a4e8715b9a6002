import { expect, test } from 'vitest';
import { changesIn } from '../../../core/launch/plan/changes.ts';

test('a plan is told by account and ad set, in the order of its rows', () => {
  const operation = (kind: 'image' | 'creative' | 'ad', adIndex: number, adSetId?: string) => ({
    id: `${kind} ${adIndex} ${adSetId}`,
    kind,
    adIndex,
    dependsOn: [],
    summary: '',
    ...(adSetId !== undefined && { adSetId }),
  });
  const ads = [
    { adAccountId: 'one', adName: 'Boat' },
    { adAccountId: 'two', adName: 'Ship' },
    { adAccountId: 'one' },
  ];
  const operations = [
    operation('image', 0),
    operation('creative', 0),
    operation('ad', 0, 'a'),
    operation('ad', 0, 'b'),
    operation('ad', 1, 'c'),
    operation('ad', 2, 'a'),
  ];
  expect(changesIn({ operations }, ads)).toEqual([
    {
      id: 'one',
      adSets: [
        { id: 'a', names: ['Boat', 'Ad 3'] },
        { id: 'b', names: ['Boat'] },
      ],
    },
    { id: 'two', adSets: [{ id: 'c', names: ['Ship'] }] },
  ]);
});
