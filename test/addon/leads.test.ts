import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnOf, type Playground, type Server, startPlayground, startServer, table } from './addon-fixture.ts';
import { ACCOUNT, fillRows, upload } from './launch-rows.ts';

const SHEET = 'Leads';

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
  await server.ask('PUT', '/v1/lead-watches', { accountId: ACCOUNT, destination: pixel });
  await playground.reset();
  await playground.call('connect', server.adminKey);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

const control = async (path: string, body: object): Promise<{ readonly leadIds: readonly string[] }> => {
  const answer = await fetch(`${server.sandboxUrl}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as { readonly leadIds: readonly string[] };
};

/** Until the service has read them. */
const arrived = async (count: number): Promise<void> => {
  await expect
    .poll(async () => (await server.ask('GET', '/v1/leads/counts')).total, { interval: 500, timeout: 60_000 })
    .toBeGreaterThanOrEqual(count);
};

test('a row of the sheet launches an ad with a form, its lead comes into the sheet, and its stage goes back', async () => {
  const { data: forms } = (await server.ask('GET', `/v1/leads/forms?accountId=${ACCOUNT}`)) as {
    readonly data: readonly { readonly id: string; readonly page: string }[];
  };
  const [form] = forms;
  const { leadIds } = await control('leads', { platform: 'meta', count: 2 });
  await arrived(2);
  await playground.call('createLeadTab', `primary:${ACCOUNT}`);
  expect(await playground.call('fetchLeads')).toMatchObject({ added: 2, erased: 0 });
  expect(await playground.call('fetchLeads')).toMatchObject({ added: 0, erased: 0 });
  const seen = await playground.look(SHEET);
  expect(table(seen).map((row) => row['Lead ID'])).toEqual([...leadIds].map((id) => `primary:${id}`));
  expect(table(seen)[0]).toMatchObject({ Form: 'Newsletter', email: 'person-1@people.example' });
  await playground.hands(
    { do: 'type', sheet: SHEET, row: 2, column: columnOf(seen, 'Stage'), text: 'sold' },
    { do: 'type', sheet: SHEET, row: 2, column: columnOf(seen, 'Value'), text: '9.90' },
    { do: 'type', sheet: SHEET, row: 2, column: columnOf(seen, 'Currency'), text: 'EUR' },
  );
  expect(await playground.call('sendLeadStages')).toMatchObject({ sent: 1, refused: 0 });
  expect(await playground.call('sendLeadStages')).toMatchObject({ sent: 0, refused: 0 });
  expect(table(await playground.look(SHEET))[0]?.['Lead status']).toBe('Sent');
  await server.ask('POST', '/v1/leads/erase', { id: `primary:${leadIds[1]}` });
  expect(await playground.call('fetchLeads')).toMatchObject({ added: 0, erased: 1 });
  const [, erased] = table(await playground.look(SHEET));
  expect([erased?.['Lead status'], erased?.email]).toEqual(['Erased', '']);
  expect([form?.id === undefined, form?.page === undefined]).toEqual([false, false]);
});
