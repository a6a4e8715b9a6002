import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takers } from '../core/features/conversions/fixture.ts';
import { useCommandLine } from './cli-fixture.ts';

const { folder, fixture, slipway } = useCommandLine();
const [pixel = ''] = takers
  .filter(({ platform }) => platform === 'primary')
  .map(({ name }) => name);

const HEADERS = 'eventId,name,happenedAt,value,currency,email';

/** A file of sales, a line each. */
function fileOf(name: string, lines: readonly string[], headers = HEADERS): string {
  const file = join(folder, name);
  writeFileSync(file, [headers, ...lines].join('\n'));
  return file;
}

const sale = (id: string, more = '129.90,EUR,buyer@shop.example'): string =>
  `${id},purchase,${new Date(fixture().clock.now() - 60_000).toISOString()},${more}`;

const counted = async (): Promise<readonly string[]> =>
  (await fixture().held('conversion_events')).map(({ event_id }) => String(event_id)).sort();

/** Until the uploads that a run told of are sent. */
async function settled(out: string): Promise<void> {
  for (const [, id] of out.matchAll(/"id":"(up_\w+)"/g))
    await expect
      .poll(async () => {
        await fixture().clock.sleep(1_000);
        return (await fixture().call('GET', `/v1/conversions/uploads/${id}`)).body.finished;
      })
      .toBe(true);
}

describe('slipway conversions', () => {
  test('checks a file without sending it, sends it, and sends nothing twice', async () => {
    const file = fileOf('sales.csv', [sale('s-1'), sale('s-2')]);
    const check = await slipway('conversions', file, '--to', pixel, '--check');
    expect([check.code, check.out]).toEqual([
      0,
      expect.stringContaining('2 accepted, 0 refused, 0 sent before.'),
    ]);
    expect(await counted()).toEqual([]);
    const sent = await slipway('conversions', file, '--to', pixel);
    expect([sent.code, sent.out]).toEqual([0, expect.stringContaining('2 accepted')]);
    await settled(sent.out);
    expect(await counted()).toEqual(['s-1', 's-2']);
    const again = await slipway('conversions', file, '--to', pixel);
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringContaining('0 accepted, 0 refused, 2 sent before.'),
    ]);
  });

  test('names the line of an event that the platform would refuse, and ends with 1; the others are sent', async () => {
    const old = sale('s-3').replace(/\d{4}-\d\d-\d\dT/, '2020-01-01T');
    const { code, out } = await slipway(
      'conversions',
      fileOf('old.csv', [sale('s-4'), old]),
      '--to',
      pixel,
    );
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/1 accepted, 1 refused[\s\S]*C3: .*\(too_old\)/),
    ]);
    await settled(out);
    expect(await counted()).toContain('s-4');
  });

  test('tells every fault at its cell, also beyond the first thousand lines, and sends nothing', async () => {
    const lines = Array.from({ length: 1_203 }, (_, n) => sale(`t-${n}`));
    lines[4] = sale('t-4', 'much,EUR,buyer@shop.example');
    lines[1_200] = sale('t-1200', '1.00,EUR,no address');
    const { code, err } = await slipway('conversions', fileOf('many.csv', lines), '--to', pixel);
    expect([code, err]).toEqual([2, expect.stringMatching(/D6[\s\S]*F1202/)]);
    expect((await counted()).filter((id) => id.startsWith('t-'))).toEqual([]);
  });

  test('tells one fault once, with its cells, the name of a wrong column and two events with one id, all in one round', async () => {
    const lines = [sale('o-1'), sale('o-1', '5.00,EUR,buyer@shop.example')];
    for (let n = 2; n < 9; n++) lines.push(sale(`o-${n}`, 'much,EUR,buyer@shop.example'));
    const file = fileOf('round.csv', lines, HEADERS.replace('currency', 'curency'));
    const { code, err } = await slipway('conversions', file, '--to', pixel);
    expect(code).toBe(2);
    expect(err).toContain('E1: Events have no column “curency”. Did you mean Currency?');
    expect(err.match(/D4, D5, D6, D7, D8 and 2 more: /g)).toHaveLength(1);
    expect(err).toContain('A3: An earlier event has the same name and id and says something else.');
  });

  test('tells events that a platform refuses for one reason in one line', async () => {
    const old = Array.from({ length: 3 }, (_, n) =>
      sale(`r-${n}`).replace(/\d{4}-\d\d-\d\dT/, '2020-01-01T'),
    );
    const { code, out } = await slipway(
      'conversions',
      fileOf('refused.csv', [sale('r-9'), ...old]),
      '--to',
      pixel,
      '--plan',
    );
    expect([code, out]).toEqual([1, expect.stringMatching(/C3, C4, C5: .*\(too_old\)/)]);
  });

  test('answers JSON alone where it is asked for', async () => {
    const { code, out } = await slipway(
      'conversions',
      fileOf('json.csv', [sale('j-1')]),
      '--to',
      pixel,
      '--check',
      '--json',
    );
    expect([code, JSON.parse(out)]).toMatchObject([0, { mode: 'check', accepted: 1 }]);
  });

  test('without --to it sends nothing and lists where events can go, the last place for such a file first', async () => {
    const asked = await slipway('conversions', fileOf('shop-10.csv', [sale('w-1')]));
    expect(asked.code).toBe(2);
    expect(asked.err).toContain('Where to? Nothing was sent.');
    expect(asked.err).toMatch(/--to meta:\d+ +Harbour pixel · Meta · Sandbox Company/);
    expect(asked.err).not.toContain('last used');
    const line = /--to (meta:\d+)/.exec(asked.err)?.[1] ?? '';
    expect(
      (await slipway('conversions', fileOf('shop-10.csv', [sale('w-1')]), '--to', line)).code,
    ).toBe(0);
    const again = await slipway('conversions', fileOf('shop-11.csv', [sale('w-2')]));
    expect([again.code, again.err]).toEqual([
      2,
      expect.stringMatching(
        /Nothing was sent.*\n *--to meta:\d+ +Harbour pixel · Meta .*\(last used for files like this\)\n/,
      ),
    ]);
    expect((await slipway('conversions', fileOf('returns.csv', [sale('w-2')]))).err).not.toContain(
      'last used',
    );
  });

  test.each([
    [2, () => ['--to', pixel]],
    [2, () => [fileOf('good.csv', [sale('u-1')])]],
    [2, () => [join(folder, 'not-there.csv'), '--to', pixel]],
    [2, () => [fileOf('columns.csv', ['1'], 'eventId,colour'), '--to', pixel]],
    [2, () => [fileOf('empty.csv', []), '--to', pixel]],
    [3, () => [fileOf('good.csv', [sale('u-1')]), '--to', 'primary:404']],
  ] as const)(
    'leaves with %d for a wrong command line, file or destination, and says why',
    async (code, args) => {
      const ran = await slipway('conversions', ...args());
      expect([ran.code, ran.err !== '']).toEqual([code, true]);
    },
  );
});
