import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayAgo, timeAgo } from '../machine-time.ts';
import {
  columnOf,
  type Playground,
  type Server,
  startPlayground,
  startServer,
  table,
} from './addon-fixture.ts';

const SHEET = 'Offline events';

interface Summary {
  readonly counts: { readonly [word: string]: number };
  readonly faults: readonly { readonly cell: string; readonly text: string }[];
}

let server: Server;
let playground: Playground;
let pixel = '';

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  const { data } = (await server.ask('GET', '/v1/conversions/destinations')) as {
    readonly data: readonly { readonly platform: string; readonly destination: string }[];
  };
  pixel = data.find(({ platform }) => platform === 'primary')?.destination ?? '';
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

let fresh = 0;
beforeEach(async () => {
  fresh += 1;
  await playground.reset();
  await playground.control('set', { newSheetRows: 15 });
  await playground.call('connect', server.adminKey);
  await playground.call('createEventTab', [pixel]);
});

const at = (minutes: number): string => timeAgo(minutes * 60_000);

/** Types rows by their headers, below the headers. */
async function fill(
  rows: readonly { readonly [header: string]: string }[],
  first = 2,
): Promise<void> {
  const seen = await playground.look(SHEET);
  const hands = rows.flatMap((row, i) =>
    Object.entries(row).map(([header, text]) => ({
      do: 'type',
      sheet: SHEET,
      row: first + i,
      column: columnOf(seen, header),
      text,
    })),
  );
  await playground.hands(...hands);
}

const sale = (id: string, more: object = {}) => ({
  'Event ID': `${id}-${fresh}`,
  Name: 'purchase',
  'Happened at': at(5),
  Value: '129.90',
  Currency: 'EUR',
  Email: `${id}@shop.example`,
  ...more,
});

const statuses = async () =>
  Object.fromEntries(
    table(await playground.look(SHEET)).map((row) => [
      row['Event ID']?.split('-')[0],
      row['Event status'],
    ]),
  );

const counted = async (): Promise<{ readonly [id: string]: number }> => {
  const answer = await fetch(`${server.sandboxUrl}/_sandbox/state?objects=conversion_events`);
  const { list } = (await answer.json()) as {
    list: { conversion_events?: { event_id: string; counted: number }[] };
  };
  const own = (list.conversion_events ?? []).filter(({ event_id }) =>
    event_id.endsWith(`-${fresh}`),
  );
  return Object.fromEntries(
    own.map(({ event_id, counted: times }) => [event_id.split('-')[0], times]),
  );
};

const settled = async (): Promise<void> => {
  await expect
    .poll(async () => (await playground.call<Summary>('refreshEvents')).counts.Sending ?? 0, {
      interval: 300,
    })
    .toBe(0);
};

describe('a tab of events', () => {
  test('has the columns of the CSV with their explanations, and a menu leads to it', async () => {
    const seen = await playground.look(SHEET);
    const headers = (seen.cells[0] ?? []).map(({ shown }) => shown);
    expect(headers.slice(0, 8)).toEqual([
      'Event ID',
      'Name',
      'Happened at',
      'Source',
      'Value',
      'Currency',
      'Order ID',
      'URL',
    ]);
    expect(headers.slice(-4)).toEqual(['Event status', 'What to do', 'Marked columns', 'Sent as']);
    expect(seen.cells[0]?.[8]?.note).toContain('Hashed');
    expect(await playground.call('eventsState')).toMatchObject({
      tabs: [
        {
          name: SHEET,
          destinations: [expect.stringMatching(/^Harbour pixel · Meta · Sandbox Company/)],
        },
      ],
    });
  });

  test('where events can go is told with platform and account; the last place is offered first, and none is taken unasked', async () => {
    interface Offered {
      readonly destinations: readonly {
        readonly destination: string;
        readonly label: string;
        readonly isLast: boolean;
      }[];
    }
    const { destinations } = await playground.call<Offered>('eventsState');
    const labels = destinations.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toContainEqual(expect.stringMatching(/^Harbour pixel · Meta · Sandbox Company/));
    await fill([sale('a')]);
    await playground.call('sendEvents');
    await settled();
    const [first, ...others] = (await playground.call<Offered>('eventsState')).destinations;
    expect([first?.destination, first?.isLast]).toEqual([pixel, true]);
    expect(others.filter(({ isLast }) => isLast)).toEqual([]);
    await expect(playground.call('createEventTab', [])).rejects.toThrow(
      'Choose at least one destination.',
    );
  });

  test('an amount is read as the file writes amounts, and one that may be two is a fault at its cell', async () => {
    const values = async (locale: string, ...texts: string[]): Promise<(number | undefined)[]> => {
      await playground.control('set', { locale });
      await fill(texts.map((Value, i) => sale(`${locale}${i}`, { Value: `'${Value}` })));
      const { faults } = await playground.call<Summary>('sendEvents');
      expect(faults).toEqual([]);
      await settled();
      const answer = await fetch(`${server.sandboxUrl}/_sandbox/state?objects=1`);
      const { list } = (await answer.json()) as {
        list: { conversion_events?: { event_id: string; value?: number }[] };
      };
      return texts.map(
        (_, i) =>
          list.conversion_events?.find(({ event_id }) => event_id.startsWith(`${locale}${i}-`))
            ?.value,
      );
    };
    expect(await values('en_US', '1,234', '1,234.50', '12,5')).toEqual([1234, 1234.5, 12.5]);
    expect(await values('de_DE', '1.234', '1.234,50', '12,5')).toEqual([1234, 1234.5, 12.5]);
    await playground.control('set', { locale: 'en_US' });
  });

  test('faults stand at their cells, those of this side and those of the service, and nothing is sent', async () => {
    await fill([
      sale('a'),
      sale('b', { 'Happened at': 'yesterday' }),
      sale('c', { Value: 'a lot', Name: '7' }),
    ]);
    const first = await playground.call<Summary>('sendEvents');
    expect([...new Set(first.faults.map(({ cell }) => cell))].sort()).toEqual(['B4', 'C3', 'E4']);
    const seen = await playground.look(SHEET);
    expect(seen.cells[2]?.[2]?.note).toContain('Slipway: ');
    expect(await statuses()).toEqual({ a: '', b: 'Needs fixing', c: 'Needs fixing' });
    expect(table(seen)[2]?.['Marked columns']).toBe('|Name|Value|');

    await fill([sale('b'), sale('c', { Email: 'no address', Currency: '' })], 3);
    const second = await playground.call<Summary>('sendEvents');
    const email = columnOf(seen, 'Email');
    expect(second.faults.map(({ cell }) => cell).sort()).toEqual([
      'F4',
      `${String.fromCharCode(64 + email)}4`,
    ]);
    expect((await playground.look(SHEET)).cells[2]?.[2]?.note ?? '').not.toContain('Slipway: ');
    expect(await counted()).toEqual({});
  });

  test('rows are sent once, their outcomes come back to them wherever they were sorted, and only what was refused goes again', async () => {
    await fill([sale('a'), sale('b-sandbox-refused'), sale('c')]);
    expect((await playground.call<Summary>('checkEvents')).counts).toEqual({ 'Ready to send': 3 });
    expect(await counted()).toEqual({});
    expect((await playground.call<Summary>('sendEvents')).counts).toEqual({ Sending: 3 });
    // Whole rows, then one column alone: the ids leave the cells that tell of them.
    await playground.hands({ do: 'sort', sheet: SHEET, column: 1, descending: true });
    await settled();
    expect(await statuses()).toEqual({ a: 'Confirmed', b: 'Refused', c: 'Confirmed' });
    const refused = table(await playground.look(SHEET)).find((row) =>
      row['Event ID']?.startsWith('b'),
    );
    expect(refused?.['What to do']).not.toBe('');

    const last = columnOf(await playground.look(SHEET), 'Email');
    await playground.hands({
      do: 'sortRange',
      sheet: SHEET,
      top: 2,
      left: 1,
      bottom: 4,
      right: last,
      by: 1,
    });
    await playground.call('refreshEvents');
    expect(await statuses()).toEqual({ a: 'Confirmed', b: 'Refused', c: 'Confirmed' });

    await fill([sale('d')], 5);
    const again = await playground.call<Summary>('sendEvents');
    expect(again.counts).toEqual({ Confirmed: 2, Sending: 2 });
    await settled();
    expect(await statuses()).toEqual({
      a: 'Confirmed',
      b: 'Refused',
      c: 'Confirmed',
      d: 'Confirmed',
    });
    expect(await counted()).toEqual({ a: 1, c: 1, d: 1 });
  });

  test('what the file has forgotten the service still knows: nothing is sent twice without the written columns', async () => {
    await fill([sale('a')]);
    await playground.call('sendEvents');
    await settled();
    const first = columnOf(await playground.look(SHEET), 'Event status');
    await playground.hands({ do: 'deleteColumns', sheet: SHEET, first, count: 4 });
    await fill([sale('b')], 3);
    await playground.call('sendEvents');
    await settled();
    expect(await statuses()).toEqual({ a: 'Confirmed', b: 'Confirmed' });
    expect(await counted()).toEqual({ a: 1, b: 1 });
  });

  test('dates, numbers and decimals with a comma are read as a spreadsheet holds them; columns of one’s own are left alone', async () => {
    const own = 2;
    await playground.hands(
      { do: 'insertColumns', sheet: SHEET, before: own, count: 1 },
      { do: 'type', sheet: SHEET, row: 1, column: own, text: 'My notes' },
    );
    const day = dayAgo(1);
    await fill([
      sale('a', { 'Happened at': day, 'Order ID': '1042' }),
      sale('b', { Value: '12,50' }),
    ]);
    await playground.hands({ do: 'type', sheet: SHEET, row: 2, column: own, text: 'by telephone' });
    await playground.call('sendEvents');
    await settled();
    expect(await statuses()).toEqual({ a: 'Confirmed', b: 'Confirmed' });
    expect(table(await playground.look(SHEET))[0]?.['My notes']).toBe('by telephone');
  });
});
