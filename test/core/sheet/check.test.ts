import { describe, expect, test } from 'vitest';
import type { AdSet } from '../../../core/ports/platform-accounts.ts';
import { checkSheet, type SheetKnowledge } from '../../../core/sheet/check-sheet.ts';
import { readHeaders } from '../../../core/sheet/headers.ts';
import { a1 } from '../../../core/sheet/locate.ts';
import { readRows } from '../../../core/sheet/read-rows.ts';
import { adColumns } from '../../catalogue.ts';
import { definitions } from '../../test-definition.ts';

const adSet = (id: string, adCount = 0): AdSet => ({
  id,
  name: `Set ${id}`,
  status: 'ACTIVE',
  effectiveStatus: 'ACTIVE',
  campaignId: '1',
  campaignName: 'C',
  objective: 'OUTCOME_TRAFFIC',
  adCount,
  capacity: 50,
  campaign: { status: 'ACTIVE' },
  hasActiveAds: false,
});

const KEPT = 'https://slipway.example/media/co_1/sq-abcdefghijklmnopqrstuv.png';

const knowledge: SheetKnowledge = {
  definitions,
  accounts: (id) => (id.endsWith('1') ? [{ key: 'primary:act_1', platform: 'primary' }] : []),
  defaults: () => ({ launchPaused: true }),
  accountStatus: (key) => (key === 'primary:act_1' ? 'active' : undefined),
  adSets: () => new Map([adSet('10'), adSet('11', 49)].map((each) => [each.id, each])),
  keeps: (url) => url === KEPT,
};

const good: { readonly [header: string]: unknown } = {
  Ready: true,
  'Ad name': 'Boat',
  'Ad account': 'Acme (act_1)',
  'Ad sets': 'Set (10)',
  Page: '77',
  Profile: '88',
  'Media 1': 'https://cdn.example/boat_1x1.png',
  'Primary text': 'Text',
  Headline: 'Head',
  'Call to action': 'LEARN_MORE',
  Link: 'https://example.com/',
};

/** Checks rows that differ from a good one as said, and answers `A2 code` for every mark. */
function marksOf(...rows: { readonly [header: string]: unknown }[]): string[] {
  const headers = [...new Set(rows.flatMap((row) => [...Object.keys(good), ...Object.keys(row)]))];
  const cells = rows.map((row, i) => ({
    number: i + 2,
    cells: headers.map((header) => {
      const value = header in row ? row[header] : good[header];
      return { value: value ?? '', shown: String(value ?? '') };
    }),
  }));
  const layout = readHeaders(headers, adColumns);
  return checkSheet(readRows(layout, cells), layout, knowledge)
    .flat()
    .map(
      ({ row, position, code }) =>
        `${position === undefined ? 'none' : (headers[position] ?? '')} ${row} ${code}`,
    );
}

describe('a check of a sheet', () => {
  test('finds nothing wrong with a good row', () => {
    expect(marksOf({})).toEqual([]);
  });

  test.each<[string, { readonly [header: string]: unknown }, string[]]>([
    ['a missing name', { 'Ad name': '' }, ['Ad name 2 missing_field']],
    ['an unknown account', { 'Ad account': 'act_999' }, ['Ad account 2 unknown_ad_account']],
    ['an unknown ad set among known ones', { 'Ad sets': '10, 12' }, ['Ad sets 2 unknown_ad_set']],
    ['a page that is no number', { Page: 'Acme' }, ['Page 2 page_id']],
    ['a link that is none', { Link: 'example.com' }, ['Link 2 link']],
    ['an unknown button', { 'Call to action': 'CLICK' }, ['Call to action 2 call_to_action']],
    ['no media', { 'Media 1': '' }, ['Media 1 2 missing_field']],
    ['an address that is none', { 'Media 1': 'boat.png' }, ['Media 1 2 media_url']],
    ['a media cell whose text is no address', { 'Media 1': 'x' }, ['Media 1 2 media_url']],
    [
      'images whose ratio nothing tells',
      { 'Launch type': 'Placements', 'Media 1': 'https://x/y.png', 'Media 2': KEPT },
      ['Media 1 2 placement_ratio_unknown'],
    ],
    [
      'an image that the service has measured',
      { 'Launch type': 'Placements', 'Media 1': KEPT, 'Media 2': KEPT },
      [],
    ],
    [
      'an id that went through a German format',
      { 'Ad sets': '1,202E+17' },
      ['Ad sets 2 rounded_id'],
    ],
    ['an id copied with what has no width', { 'Ad account': '\u200bact_1\u2060' }, []],
    ['a formula that failed in German', { 'Ad name': '#BEZUG!' }, ['Ad name 2 formula_error']],
    ['a formula that runs in Spanish', { 'Ad name': 'Cargando...' }, ['Ad name 2 formula_error']],
    [
      'media of no known kind',
      { 'Media 1': 'https://x/y', 'Media 1 type': '' },
      ['Media 1 type 2 media_type'],
    ],
    ['a second item on a single ad', { 'Media 2': 'https://x/y.png' }, ['Media 2 2 media_count']],
    [
      'a card without its title',
      {
        'Launch type': 'Carousel',
        'Media 2': 'https://x/y.png',
        'Card 1 title': 'a',
        'Card 2 title': '',
      },
      ['Card 2 title 2 missing_field'],
    ],
    [
      'two items of one ratio',
      { 'Launch type': 'Placements', 'Media 2': 'https://x/1x1.png' },
      ['Media 2 2 placement_ratio_repeated'],
    ],
    [
      'a variation given twice, its columns with a gap',
      { 'Launch type': 'Flexible', 'Headline variation 2': 'a', 'Headline variation 4': 'a' },
      ['Headline variation 4 2 repeated_text'],
    ],
    ['an unknown enhancement', { Enhancements: 'sparkle' }, ['Enhancements 2 unknown_enhancement']],
    [
      'a creator that is no number',
      { 'Creator page ID': 'x' },
      ['Creator page ID 2 partnership_creator'],
    ],
    [
      'a post of another page',
      { 'Launch type': 'Post boost', 'Media 1 post': '99_1' },
      ['Page 2 post_page_mismatch'],
    ],
    ['a formula that failed', { 'Ad name': '#N/A' }, ['Ad name 2 formula_error']],
    ['an id the sheet rounded', { Page: 1.2e17 }, ['Page 2 rounded_id']],
    ['a token nobody knows', { 'Ad name': '{{name}}' }, ['Ad name 2 unknown_token']],
  ])('marks the very cell of %s', (_, row, marks) => {
    expect(marksOf(row)).toEqual(marks);
  });

  test('marks the card in the row it stands in', () => {
    const carousel = { 'Ad key': 'k', 'Launch type': 'Carousel' };
    expect(
      marksOf({}, { ...carousel, 'Card 1 title': 'One' }, { 'Ad key': 'k', 'Card 1 title': '' }),
    ).toEqual(['Card 1 title 4 missing_field']);
  });

  test('counts the room of an ad set over the ready rows alone', () => {
    const full = { 'Ad sets': '11' };
    expect(marksOf(full, { ...full, Ready: false }, full)).toEqual(['Ad sets 4 ad_set_full']);
  });

  test('says which column is missing when the sheet has none for it', () => {
    const layout = readHeaders(
      ['Ad name', 'Ad account', 'Ad sets', 'Media 1', 'Link', 'Profile'],
      adColumns,
    );
    const texts = ['Boat', 'act_1', '10', 'https://x/y.png', 'https://example.com', '88'];
    const cells = texts.map((value) => ({ value, shown: value }));
    const [faults] = checkSheet(readRows(layout, [{ number: 2, cells }]), layout, knowledge);
    expect(faults).toMatchObject([
      {
        key: 'page',
        code: 'missing_field',
        message: expect.stringContaining('no column “Page”: add one'),
      },
    ]);
  });

  test('speaks of columns and lists, not of fields and requests', () => {
    const layout = readHeaders(
      [
        'Ad name',
        'Ad account',
        'Ad sets',
        'Media 1',
        'Page',
        'Profile',
        'Link',
        'Launch type',
        'Card 1 title',
      ],
      adColumns,
    );
    const faults = checkSheet(
      readRows(layout, [
        {
          number: 2,
          cells: ['', 'act_5', '', '', '', '', '', 'Carousel', 'x'].map((value) => ({
            value,
            shown: value,
          })),
        },
      ]),
      layout,
      knowledge,
    ).flat();
    expect(faults.length).toBeGreaterThan(4);
    for (const { message } of faults)
      expect(message).not.toMatch(
        /GET |\/v1|adName|adSets|adAccountId|carouselTitle|carouselLink|force/,
      );
  });
});

test('cells are named as people do', () => {
  expect([a1(0, 1), a1(25, 2), a1(26, 3), a1(51, 4), a1(701, 5), a1(702, 6)]).toEqual([
    'A1',
    'Z2',
    'AA3',
    'AZ4',
    'ZZ5',
    'AAA6',
  ]);
});
