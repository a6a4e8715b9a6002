import { describe, expect, test } from 'vitest';
import { account, openaiAtSandbox, pixel } from './openai-at-sandbox.ts';

const query = (from: string, to: string) => ({ from, to, breakdown: 'none' as const });
const today = '2026-11-15';

describe('figures', () => {
  test('of days that are over come with a range, those of today without one and without conversions', async () => {
    const at = await openaiAtSandbox();
    const rows = await at.platform.report.daily(at.access, query('2026-11-12', today));
    expect(new Set(rows.map(({ day }) => day))).toEqual(
      new Set(['2026-11-12', '2026-11-13', '2026-11-14', today]),
    );
    const asked = at.sentTo('GET', 'ad_account/insights').map(({ url }) => url.searchParams);
    const range = {
      type: 'date_range',
      since: '2026-11-12',
      until: '2026-11-14',
      timezone: 'America/New_York',
    };
    expect(
      asked.map((params) => params.getAll('time_ranges[]').map((each) => JSON.parse(each))),
    ).toEqual([[range], [range], []]);
    const [figures, conversions, ofToday] = asked.map((params) => params.getAll('fields[]'));
    expect([figures, ofToday]).toEqual([['ad.spend', 'ad.impressions', 'ad.clicks'], figures]);
    expect(conversions).toEqual(['conversions', 'order_created_attributed_sales']);
    expect(rows.filter(({ day, conversions }) => day === today && conversions > 0)).toEqual([]);
    expect(
      rows.some(({ day, conversionValue }) => day === '2026-11-12' && conversionValue > 0),
    ).toBe(true);
  });

  test('are whole units with decimals', async () => {
    const at = await openaiAtSandbox();
    const rows = await at.platform.report.daily(at.access, query('2026-11-10', '2026-11-10'));
    expect(rows.some(({ spend }) => spend % 1 !== 0)).toBe(true);
    for (const { spend, impressions } of rows) expect(spend).toBeLessThan(impressions);
  });

  test.each(['sales-null', 'long-names', 'today-missing'])('bear %s', async (fault) => {
    const at = await openaiAtSandbox();
    const range = query('2026-11-09', '2026-11-10');
    const before = await at.platform.report.daily(at.access, range);
    await at.fault({ fault });
    const after = await at.platform.report.daily(at.access, range);
    const expected = before.map((row) =>
      fault === 'sales-null' ? { ...row, conversionValue: 0 } : row,
    );
    expect(after).toEqual(expected);
    expect(await at.platform.report.daily(at.access, query(today, today))).toHaveLength(
      fault === 'today-missing' ? 0 : 6,
    );
  });

  test.each(['plain-names-refused', 'level-names-refused'])(
    'bear %s: conversions are asked the other way, and then at once',
    async (fault) => {
      const at = await openaiAtSandbox();
      const range = query('2026-11-09', '2026-11-10');
      const before = await at.platform.report.daily(at.access, range);
      await at.fault({ fault });
      expect(await at.platform.report.daily(at.access, range)).toEqual(before);
      const asked = at.sentTo('GET', 'ad_account/insights').length;
      expect(await at.platform.report.daily(at.access, range)).toEqual(before);
      expect(at.sentTo('GET', 'ad_account/insights').length - asked).toBe(2);
      expect(at.platform.report.untold?.(at.access.adAccountId)).toBeUndefined();
    },
  );

  test('of which conversions are refused altogether have their spend, and say what is missing', async () => {
    const at = await openaiAtSandbox();
    const range = query('2026-11-09', '2026-11-10');
    const before = await at.platform.report.daily(at.access, range);
    for (const fault of ['plain-names-refused', 'level-names-refused']) await at.fault({ fault });
    const after = await at.platform.report.daily(at.access, range);
    expect(after.map(({ spend }) => spend)).toEqual(before.map(({ spend }) => spend));
    expect(after.some(({ conversions }) => conversions > 0)).toBe(false);
    expect(at.platform.report.untold?.(at.access.adAccountId)).toMatch(
      /^OpenAI Ads refused to tell conversions and sales: .*Invalid field/,
    );
    await at.clearFaults();
    expect(await at.platform.report.daily(at.access, range)).toEqual(before);
    expect(at.platform.report.untold?.(at.access.adAccountId)).toBeUndefined();
  });

  test('results are what the campaign pays for', async () => {
    const at = await openaiAtSandbox();
    const rows = await at.platform.report.daily(at.access, query('2026-11-10', '2026-11-10'));
    for (const row of rows) {
      const type = row.resultType as 'impressions' | 'clicks' | 'conversions';
      expect([type, row.results]).toEqual([row.campaignName.toLowerCase(), row[type]]);
    }
  });
});

describe('events', () => {
  const event = {
    eventId: 'e-1',
    name: 'purchase',
    happenedAt: Date.UTC(2026, 10, 15, 11),
    source: 'website' as const,
    url: 'https://shop.example/thanks',
    value: '129.90',
    currency: 'usd',
    user: { email: 'Buyer@Shop.Example', firstName: 'Mary Ann', clickIds: { oppref: 'click-7' } },
  };
  const hash = async (text: string) => `hash of ${text}`;

  test('are in minor units, to the other host, with the Conversions key', async () => {
    const at = await openaiAtSandbox();
    const can = at.platform.conversions;
    const wired = await can.toWire(event, pixel, hash);
    expect(wired).toMatchObject({
      type: 'order_created',
      timestamp_ms: event.happenedAt,
      action_source: 'web',
      oppref: 'click-7',
      data: { type: 'contents', amount: 12_990, currency: 'USD' },
      user: {
        emails_sha256: ['hash of buyer@shop.example'],
        first_names_sha256: ['hash of maryann'],
      },
    });
    await can.send(at.access, pixel, [wired], {});
    const [sent] = at.sentTo('POST', 'bzr/events');
    expect(sent?.headers.get('authorization')).toBe(
      `Bearer ${at.access.credentials.conversionsKey}`,
    );
    expect(sent?.url.searchParams.get('pid')).toBe(pixel);
  });

  test('name what was bought, with a price where one piece and all of them cost the same', async () => {
    const at = await openaiAtSandbox();
    const can = at.platform.conversions;
    const items = [
      { id: 'boots', quantity: 1, price: '99.90' },
      { id: 'laces', quantity: 3, price: '10' },
    ];
    const wired = await can.toWire(
      { ...event, items, user: { clickIds: { oppref: 'click-7' } } },
      pixel,
      hash,
    );
    expect(wired).toHaveProperty('data', {
      type: 'contents',
      amount: 12_990,
      currency: 'USD',
      contents: [
        { id: 'boots', quantity: 1, amount: 9_990, currency: 'USD' },
        { id: 'laces', quantity: 3 },
      ],
    });
    expect(await can.send(at.access, pixel, [wired], {})).toMatchObject({ taken: true });
  });

  test.each([
    [{ value: '1.999' }, 'value'],
    [{ url: undefined }, 'url'],
    [{ name: 'custom_thing' }, 'name'],
    [{ user: {} }, 'user'],
  ])('%j is refused before it is sent', async (more, field) => {
    const at = await openaiAtSandbox();
    expect(
      at.platform.conversions.check({ ...event, ...more }).map((fault) => fault.field),
    ).toEqual([field]);
  });

  test('without a Conversions key nothing is sent, and the Ads key is refused with what to do', async () => {
    const at = await openaiAtSandbox();
    const { apiKey = '' } = at.access.credentials;
    const can = at.platform.conversions;
    const without = { ...at.access, credentials: { apiKey } };
    expect(await can.send(without, pixel, [{}], {})).toMatchObject({
      taken: false,
      maybeDone: false,
      failure: { class: 'auth' },
    });
    expect(at.sent).toEqual([]);
    expect(await can.destinations(without)).toMatchObject([{ id: pixel, accepts: false }]);
    const same = { ...at.access, credentials: { apiKey, conversionsKey: apiKey } };
    const refused = await can.send(same, pixel, [{}], {});
    expect(refused).toMatchObject({
      taken: false,
      failure: { class: 'auth', message: expect.stringContaining('Conversions key') },
    });
    expect(account).toMatch(/^adacct_/);
  });
});
