import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../core/base/csv.ts';
import { normalizeLaunch } from '../../../core/launch/accept/normalize.ts';
import {
  type AdInput,
  adFieldNames,
  mediaFieldNames,
  platformFieldNames,
} from '../../../core/launch/request-schema.ts';
import { headerRowOf, readHeaders } from '../../../core/sheet/headers.ts';
import { inFileWords, locateFault } from '../../../core/sheet/locate.ts';
import { readRows, type SheetRow } from '../../../core/sheet/read-rows.ts';
import { readTable } from '../../../core/sheet/read-table.ts';
import { adColumns } from '../../catalogue.ts';
import { definitions, noFacts } from '../../test-definition.ts';
import { csvFromAds } from './ads-as-csv.ts';

const adsFromCsv = (text: string) => {
  const [headers = [], ...rows] = parseCsv(text);
  return readTable(headers, rows, adColumns).chosen;
};
const normalized = (ads: readonly object[]) => normalizeLaunch({ ads }, noFacts);

/** Rows as a sheet hands them over, from row 2 on. Text is shown as it is. */
const rowsOf = (...rows: unknown[][]): SheetRow[] =>
  rows.map((cells, i) => ({
    number: i + 2,
    cells: cells.map((value) => ({ value, shown: String(value) })),
  }));

const read = (headers: string[], ...rows: unknown[][]) =>
  readRows(readHeaders(headers, adColumns), rowsOf(...rows));

test('a cell that has a list sends people to it; a file cannot', () => {
  const layout = readHeaders(['Ad name', 'Ad account'], adColumns);
  const ads = readRows(layout, rowsOf(['A', '9']));
  const fault = {
    path: 'ads[0].adAccountId',
    code: 'unknown_ad_account',
    message: 'There is no ad account 9 here.',
  };
  const inCell = locateFault(fault, ads, layout);
  expect(inCell?.message).toBe(
    'There is no ad account 9 here. Choose one from the list in this cell.',
  );
  expect(locateFault(fault, ads, layout, inFileWords)?.message).toBe(fault.message);
  expect(locateFault({ ...fault, code: 'unknown' }, ads, layout)?.message).toBe(fault.message);
});

describe('the columns', () => {
  test('call platforms by the names that people know, in headers and in notes', () => {
    const codes =
      /primary platform|short-video|photo-messaging|pin (platform|board|button)|professional network|app network/i;
    expect(
      adColumns.flatMap(({ header, note }) => (codes.test(`${header} ${note}`) ? [header] : [])),
    ).toEqual([]);
    const columnAt = (header: string) =>
      readHeaders(['Ad name', header], adColumns).columns[1]?.key;
    expect(['TikTok identity', 'Short-video identity'].map(columnAt)).toEqual([
      'selectedShortVideoUserAccount',
      'selectedShortVideoUserAccount',
    ]);
  });

  test('cover every field an ad and a media item can have', () => {
    const keys = adColumns.map(({ key }) => key.replace(/\[n\]$/, ''));
    const built = Object.values(definitions).flatMap(({ launch }) => launch?.fields ?? []);
    const notBuilt = platformFieldNames.filter(
      (field) => !built.some(({ name }) => name === field),
    );
    const other = ['accountId', 'businessId', 'accountIds', 'adAccountIds'];
    const above = ['newCampaign', 'newAdSet'];
    const elsewhere: string[] = [
      ...other,
      ...above,
      'media',
      'partnershipAd',
      'naming',
      'variables',
      'source',
      ...notBuilt,
    ];
    for (const field of adFieldNames) if (!elsewhere.includes(field)) expect(keys).toContain(field);
    for (const field of mediaFieldNames) expect(keys).toContain(`media[n].${field}`);
    for (const field of ['creatorId', 'creatorPageId'])
      expect(keys).toContain(`partnershipAd.${field}`);
    expect(keys).toContain('naming.conventionId');
    for (const field of above) expect(keys).toContain(`${field}.name`);
  });

  test('are known by their headers, by the names of the fields and by other spellings, and each by one alone', () => {
    const { positions } = readHeaders(
      [
        'ad name',
        'ACCOUNT ID',
        'Media',
        'media 3 URL',
        'Card #2 title',
        'Start as',
        'description',
        'My notes',
      ],
      adColumns,
    );
    expect(Object.fromEntries(positions)).toEqual({
      adName: 0,
      adAccountId: 1,
      'media[0].url': 2,
      'media[2].url': 3,
      'media[1].carouselTitle': 4,
      status: 5,
      description: 6,
    });
    const headers = adColumns.flatMap(({ header, repeats }) =>
      Array.from({ length: repeats ?? 1 }, (_, i) => header.replace('#', String(i + 1))),
    );
    expect(readHeaders(headers, adColumns).columns).toHaveLength(headers.length);
  });

  test('of other tools are understood where nothing else says the same, and each is told', () => {
    const head = [
      'Name',
      'Account',
      'Ad Set Name',
      'Image File Name',
      'Body',
      'URL',
      'Call to action',
      'Notes',
    ];
    const { positions, remarks } = readHeaders(head, adColumns);
    expect(Object.fromEntries(positions)).toEqual({
      adName: 0,
      adAccountId: 1,
      adSets: 2,
      'media[0].url': 3,
      description: 4,
      link: 5,
      cta: 6,
    });
    expect(remarks.map(({ message }) => message)).toContain('“Body” is read as “Primary text”.');
    expect(readHeaders(['Name', 'Ad name', 'Text', 'Primary text'], adColumns).positions).toEqual(
      new Map([
        ['adName', 1],
        ['description', 3],
      ]),
    );
    // In a sheet only its own header says whether ads start active.
    expect(
      readHeaders(['Ad name', 'Link', 'Ad status'], adColumns, 'sheet').positions.has('status'),
    ).toBe(false);
    expect(headerRowOf([['My ads'], head], adColumns)).toBe(1);
  });

  test('given twice, or nearly right, are remarked upon', () => {
    const { remarks } = readHeaders(['Ad name', 'adName', 'Hedline', 'Nothing like it'], adColumns);
    expect(remarks.map(({ position }) => position)).toEqual([1, 2]);
    expect(remarks[1]?.message).toContain('Did you mean “Headline”?');
  });
});

describe('rows', () => {
  test('of their own are one ad each; empty rows and unticked boxes are none', () => {
    const ads = read(
      ['Ready', 'Ad name', 'Media 1'],
      [true, 'A', 'https://x/a.png'],
      [false, '', ''],
      [false, 'B', ''],
    );
    expect(ads.map(({ rows, ready, ad }) => ({ rows, ready, ad }))).toEqual([
      { rows: [2], ready: true, ad: { adName: 'A', media: [{ url: 'https://x/a.png' }] } },
      { rows: [4], ready: false, ad: { adName: 'B' } },
    ]);
  });

  test('that share an ad key are one ad, wherever they stand', () => {
    const [ad, other] = read(
      ['Ready', 'Ad key', 'Launch type', 'Ad name', 'Media 1', 'Card 1 title'],
      [true, 'k', 'Carousel', 'Cards', 'https://x/1.png', 'One'],
      [true, '', '', 'Other', 'https://x/o.png', ''],
      [true, 'k', '', '', 'https://x/2.png', 'Two'],
    );
    expect(ad?.ad).toEqual({
      type: 'carousel',
      adName: 'Cards',
      media: [
        { url: 'https://x/1.png', carouselTitle: 'One' },
        { url: 'https://x/2.png', carouselTitle: 'Two' },
      ],
    });
    expect([ad?.rows, ad?.media]).toEqual([
      [2, 4],
      [
        { row: 2, index: 0 },
        { row: 4, index: 0 },
      ],
    ]);
    expect(other?.rows).toEqual([3]);
  });

  test('of one ad keep the order of their positions however they are sorted', () => {
    const headers = ['Ad key', 'Media 1', 'Card 1 position'];
    const [ad] = read(
      headers,
      ['k', 'https://x/3.png', 3],
      ['k', 'https://x/1.png', 1],
      ['k', 'https://x/2.png', '2'],
    );
    const media = (ad?.ad.media ?? []) as { url: string }[];
    expect(media.map(({ url }) => url)).toEqual([
      'https://x/1.png',
      'https://x/2.png',
      'https://x/3.png',
    ]);
    expect(ad?.media.map(({ row }) => row)).toEqual([3, 4, 2]);
  });

  test('of one ad that disagree or are half ticked say so at the cell', () => {
    const [ad] = read(['Ready', 'Ad key', 'Ad name'], [true, 'k', 'One'], [false, 'k', 'Two']);
    expect(ad?.ready).toBe(false);
    expect(ad?.faults.map(({ row, key, code }) => [row, key, code])).toEqual([
      [3, 'adName', 'rows_disagree'],
      [3, 'ready', 'half_ready'],
    ]);
  });

  test('name ad sets by id, by name with id, by several of both', () => {
    const cases: [unknown, string[]][] = [
      ['123456', ['123456']],
      [123456, ['123456']],
      ['Summer, EU (123456)', ['123456']],
      ['A (1), B, west (2), 120330000000000003', ['1', '2', '120330000000000003']],
      ['1\n2;3, 4', ['1', '2', '3', '4']],
      ['Nothing known', ['Nothing known']],
      ['x (y) (77)', ['77']],
    ];
    for (const [cell, ids] of cases)
      expect(read(['Ad sets'], [cell])[0]?.ad.adSets, String(cell)).toEqual(ids);
  });

  test('with what cannot be meant say so at the cell: rounded ids, broken formulas, dates, unknown choices', () => {
    const [ad] = read(
      [
        'Page',
        'Ad name',
        'Profile',
        'Launch type',
        'AI disclosure',
        'Ad sets',
        'Card 1 position',
        'Headline',
      ],
      [1.2033e17, '#REF!', new Date(0), 'Karussell', 'perhaps', '1.2E+17', 'first', 'Fine'],
    );
    expect(ad?.faults.map(({ key, code }) => [key, code])).toEqual([
      ['page', 'rounded_id'],
      ['adName', 'formula_error'],
      ['secondary', 'not_an_id'],
      ['type', 'not_a_choice'],
      ['aiMediaSelfDisclosure', 'not_a_flag'],
      ['adSets', 'rounded_id'],
      ['media[0].carouselIndex', 'not_a_number'],
    ]);
    expect(ad?.ad).toEqual({ title: 'Fine' });
  });

  test('show numbers and dates in texts as people see them', () => {
    const cells = [
      { value: 0.5, shown: '50%' },
      { value: new Date(0), shown: '1/2' },
      { value: '=1+1', shown: '=1+1' },
    ];
    const [ad] = readRows(readHeaders(['Headline', 'Primary text', 'Ad name'], adColumns), [
      { number: 2, cells },
    ]);
    expect(ad?.ad).toEqual({ title: '50%', description: '1/2', adName: '=1+1' });
  });

  test('never start delivery because a box is empty', () => {
    const [ad] = read(['Ad name', 'Launch paused'], ['A', false]);
    expect(normalized([ad?.ad ?? {}]).ads[0]?.paused).toBe(true);
  });

  test('that name a post mean to boost it', () => {
    const [ad] = readRows(
      readHeaders(['Page', 'Media 1 post'], adColumns),
      rowsOf(['77', '99']),
      'postBoost',
    );
    const { ads, faults } = normalized([ad?.ad ?? {}]);
    expect(faults).toEqual([]);
    expect([ads[0]?.type, ads[0]?.media[0]?.effectiveStoryId]).toEqual(['postBoost', '77_99']);
  });
});

describe('CSV', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('a,b', 'say "x"', 'two\nlines', '=SUM(A1)', "'quoted", 'ü 👍', ' '),
  );
  const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  const id = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(String);
  const holdsId = (name: string): boolean =>
    adColumns.find(({ key }) => key === name)?.holds === 'id';
  const adSet = fc.oneof(
    id,
    fc.record({ value: id, label: fc.constantFrom('', 'Summer', 'Summer, EU', 'Q4 (old)') }),
  );
  const media = fc.record(
    {
      url: fc.webUrl(),
      type: fc.constantFrom('image', 'video'),
      name: text,
      thumbnail: text,
      effectiveStoryId: id,
      existingAd: fc.constant(true),
      existingPrimaryAd: fc.constant(true),
      isExistingPost: fc.constant(true),
      platform: text,
      adCopyDescription: text,
      carouselTitle: text,
      carouselDescription: text,
      carouselLink: text,
    },
    { requiredKeys: ['url'] },
  );
  const ad = fc.record(
    {
      adName: text,
      adAccountId: id.map((digits) => `act_${digits}`),
      workspaceId: id,
      type: fc.constantFrom(
        'single',
        'multi',
        'carousel',
        'flexible',
        'postBoost',
        'partnershipCode',
      ),
      title: text,
      description: text,
      adDescription: text,
      cta: fc.constantFrom('LEARN_MORE', 'SHOP_NOW'),
      link: fc.webUrl(),
      page: id,
      primaryName: text,
      secondary: id,
      secondaryName: text,
      adSets: fc.array(adSet, { maxLength: 4 }),
      media: fc.array(media, { maxLength: 10 }),
      promoCode: text,
      aiMediaSelfDisclosure: fc.boolean(),
      scalePostId: fc.boolean(),
      status: fc.constantFrom('PAUSED', 'ACTIVE'),
      partnershipCode: text,
      partnershipAd: fc.record({ creatorId: id, creatorPageId: some(id) }),
      headlineVariations: fc.array(
        text.filter((each) => each.trim() !== ''),
        { maxLength: 5 },
      ),
      bodyVariations: fc.array(
        text.filter((each) => each.trim() !== ''),
        { maxLength: 5 },
      ),
      utmTags: fc.constantFrom('utm_source=x', 'a=1&b=2'),
      enhancements: fc.record({ text_generation: fc.boolean(), image_uncrop: fc.boolean() }),
      ...(Object.fromEntries(
        platformFieldNames.map((name) => [name, holdsId(name) ? id : text]),
      ) as Record<string, fc.Arbitrary<string>>),
    },
    { requiredKeys: ['adName'] },
  );

  test('brings every ad back as it went out', () => {
    fc.assert(
      fc.property(
        fc.array(
          ad.filter(({ adName }) => adName.trim() !== ''),
          { minLength: 1, maxLength: 4 },
        ),
        (ads) => {
          const back = adsFromCsv(csvFromAds(ads as AdInput[]));
          const labelless = (each: object) =>
            JSON.parse(JSON.stringify(each).replace(/"label":"[^"]*"/g, '"label":""'));
          expect(normalized(back.map((each) => each.ad)).ads.map(labelless)).toEqual(
            normalized(ads).ads.map(labelless),
          );
          expect(back.flatMap(({ faults }) => faults)).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('as spreadsheets write it is read: byte order mark, semicolons, tabs, quotes, any line end', () => {
    for (const file of [
      '\ufeffAd name;Headline\r\n"a;b";c',
      'Ad name\tHeadline\n"a;b"\tc\n\n',
      'Ad name,Headline\r"a;b",c\r',
    ])
      expect(adsFromCsv(file).map((each) => each.ad)).toEqual([{ adName: 'a;b', title: 'c' }]);
  });

  test('has its rows counted as a spreadsheet counts them, empty ones too', () => {
    expect(adsFromCsv('\nAd name,Link\n\na,b\n,\n\nc,d\n\n').map(({ rows }) => rows)).toEqual([
      [3],
      [6],
    ]);
  });

  test('counts where it is ticked, and tells of an ad that is ticked in some of its rows only', () => {
    const chosen = adsFromCsv('Ready,Ad key,Ad name\nyes,,a\n,,b\nyes,k,c\n,k,\n');
    expect(chosen.map(({ ad }) => ad.adName)).toEqual(['a', 'c']);
    expect(chosen.flatMap(({ faults }) => faults)).toMatchObject([{ row: 5, code: 'half_ready' }]);
  });
});
