import { describe, expect, test } from 'vitest';
import { columnsFor } from '../../../core/sheet/columns.ts';
import { withIds } from '../../../core/sheet/named.ts';
import { readTable } from '../../../core/sheet/read-table.ts';
import { writeRows } from '../../../core/sheet/write-rows.ts';

const columns = columnsFor([]);

describe('ads as rows', () => {
  test('what is written is read back as the same ads', () => {
    const ads = [
      {
        adName: 'Boat, red',
        adAccountId: 'act_1',
        adSets: ['120000000000000001', '120000000000000002'],
        type: 'carousel',
        description: 'First line\nsecond "line"',
        status: 'ACTIVE',
        media: [
          { url: 'https://a.example/1.png', carouselTitle: 'One' },
          { url: 'https://a.example/2.png', carouselTitle: 'Two' },
        ],
      },
      {
        adName: 'Flexible',
        adAccountId: 'act_2',
        adSets: ['120000000000000003'],
        headlineVariations: ['a', 'b'],
        enhancements: { music: true },
        aiMediaSelfDisclosure: true,
        partnershipAd: { creatorId: '77' },
      },
    ];
    const { headers, rows } = writeRows(ads, columns);
    const read = readTable(headers, rows, columns);
    expect(read.layout.remarks).toEqual([]);
    expect(read.all.flatMap(({ faults }) => faults)).toEqual([]);
    expect(read.all.map(({ ad }) => ad)).toEqual(ads);
  });

  test('ad sets with labels are their ids, and no column is written that nobody filled', () => {
    const { headers, rows } = writeRows(
      [{ adName: 'x', adSets: [{ value: '1', label: 'One' }, { id: '2' }] }],
      columns,
    );
    expect([headers, rows]).toEqual([['Ad name', 'Ad sets'], [['x', '1, 2']]]);
  });
});

describe('names in place of ids', () => {
  const names = {
    accounts: [
      { id: 'act_1', name: 'Europe' },
      { id: 'act_2', name: 'Twin' },
      { id: 'act_3', name: 'twin' },
    ],
    adSets: (id: string) =>
      id === 'act_1' ? [{ value: '11', label: 'Traffic open 1' }] : undefined,
    profiles: () => [
      { page: '5', primaryName: 'Harbour', secondary: '6', secondaryName: 'harbour.photos' },
    ],
    callsToAction: ['SHOP_NOW'],
  };

  test('a name that means one thing is that thing, whatever its letters', () => {
    const ad = {
      adAccountId: 'europe',
      adSets: ['traffic OPEN 1'],
      page: 'Harbour',
      secondary: 'harbour.photos',
      cta: 'Shop now',
    };
    expect(withIds(ad, names)).toEqual({
      adAccountId: 'act_1',
      adSets: ['11'],
      page: '5',
      secondary: '6',
      cta: 'SHOP_NOW',
    });
  });

  test('what is an id, is not known, or means several, stays as it was written', () => {
    for (const ad of [
      { adAccountId: 'act_1', adSets: ['11'], cta: 'SHOP_NOW' },
      { adAccountId: 'Nowhere', adSets: ['Traffic open 1'], cta: 'Buy it' },
      { adAccountId: 'Twin' },
    ])
      expect(withIds(ad, names)).toEqual(ad);
  });

  test('a platform is written by its name, and sheets of before are read', () => {
    const named = columnsFor([{ id: 'primary', label: 'Primary (Meta)' }]);
    const ad = { adName: 'A', adAccountType: 'primary' };
    const { headers, rows } = writeRows([ad], named);
    expect(rows[0]?.[headers.indexOf('Platform')]).toBe('Meta');
    const read = (word: string) =>
      readTable(['Ad name', 'Platform'], [['A', word]], named).all[0]?.ad;
    expect(['Meta', 'Primary (Meta)', 'primary'].map(read)).toEqual([ad, ad, ad]);
  });
});
