import { expect, test } from 'vitest';
import { adNamed, controlAt, createLeadAdSet, fillInForm, heardOf } from '../lead-path.ts';
import { columnOf, table } from './addon-fixture.ts';
import { useLaunchFixture } from './launch-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';

const SHEET = 'Leads';
const LAUNCH = 'Launch lead ads';

const fixture = useLaunchFixture();
const { playground, server } = fixture;

interface Listed<T> {
  readonly data: readonly T[];
}

test('a row launches an ad with a form chosen from the list, leads come into the sheet, and a stage goes back', async () => {
  const { data: places } = (await server().ask(
    'GET',
    '/v1/conversions/destinations',
  )) as unknown as Listed<{
    readonly platform: string;
    readonly destination: string;
  }>;
  const pixel = places.find(({ platform }) => platform === 'primary')?.destination ?? '';
  const { data: forms } = (await server().ask(
    'GET',
    `/v1/leads/forms?accountId=${ACCOUNT}`,
  )) as unknown as Listed<{
    readonly id: string;
    readonly name: string;
  }>;
  const label = `${forms[0]?.name} (${forms[0]?.id})`;
  const adSet = await createLeadAdSet(server().ask, ACCOUNT, String(fixture.common.Page));
  const row = {
    'Ad name': 'Form',
    'Ad sets': adSet,
    Link: '',
    'Lead form': label,
  };
  await fixture.freshSheet('leadAd', [row], LAUNCH);
  await playground().call('checkRows');
  const seen = await playground().look(LAUNCH);
  expect(seen.cells[1]?.[columnOf(seen, 'Lead form') - 1]?.choices).toEqual([label]);
  await fixture.launch();

  const control = controlAt(server().sandboxUrl);
  const adId = await adNamed(control, 'Form');
  const { leadIds } = await fillInForm(control, adId, { count: 2 });
  await server().ask('PUT', '/v1/lead-watches', { accountId: ACCOUNT, destination: pixel });
  await expect
    .poll(async () => (await server().ask('GET', '/v1/leads/counts')).total, { interval: 500 })
    .toBe(2);
  const { accounts } = await playground().call<{ accounts: { label: string }[] }>(
    'createLeadTab',
    `primary:${ACCOUNT}`,
  );
  expect(accounts.map(({ label: shown }) => shown)).toEqual([
    expect.stringMatching(new RegExp(`^(?!${ACCOUNT}).+ \\(Meta, ${ACCOUNT}\\)$`)),
  ]);
  expect(await playground().call('fetchLeads')).toMatchObject({ added: 2, erased: 0 });
  expect(await playground().call('fetchLeads')).toMatchObject({ added: 0, erased: 0 });
  const leads = await playground().look(SHEET);
  expect(
    table(leads)
      .map((each) => each['Lead ID'])
      .sort(),
  ).toEqual(leadIds.map((id) => `primary:${id}`).sort());
  const choicesOf = (header: string) =>
    leads.cells[1]?.[columnOf(leads, header) - 1]?.choices ?? [];
  expect(choicesOf('Stage')).toEqual(['contacted', 'qualified', 'sold']);
  expect(choicesOf('Currency')).toEqual(expect.arrayContaining(['EUR', 'USD']));
  expect(table(leads)[0]).toMatchObject({
    'Created at': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    Form: 'Newsletter',
    'Ad ID': adId,
    email: expect.stringContaining('@people.example'),
  });

  const type = (header: string, text: string) => ({
    do: 'type',
    sheet: SHEET,
    row: 2,
    column: columnOf(leads, header),
    text,
  });
  await playground().hands(type('Stage', 'sold'), type('Value', '9.90'), type('Currency', 'EUR'));
  expect(await playground().call('sendLeadStages')).toMatchObject({ sent: 1, refused: 0 });
  expect(await playground().call('sendLeadStages')).toMatchObject({ sent: 0, refused: 0 });
  const [first, second] = table(await playground().look(SHEET));
  expect(first?.['Lead status']).toBe('Sent');
  const told = first?.['Lead ID']?.split(':')[1] ?? '';
  await expect.poll(() => heardOf(control, told)).toEqual([['sold', 9.9, 1]]);

  // One cell that cannot be sent is red and says why; the other row is sent as the file writes
  // amounts.
  const at = (line: number, header: string, text: string) => ({ ...type(header, text), row: line });
  await playground().hands(
    at(2, 'Stage', 'won'),
    at(2, 'Value', '1,234'),
    at(3, 'Stage', 'won'),
    at(3, 'Value', '€ 20'),
  );
  await playground().hands(at(3, 'Currency', 'EUR'));
  expect(await playground().call('sendLeadStages')).toMatchObject({ sent: 1, refused: 1 });
  const marked = await playground().look(SHEET);
  expect(table(marked).map((each) => each['Lead status'])).toEqual(['Sent', 'Needs fixing']);
  expect(table(marked)[1]?.['What to do']).toMatch(/^Value: “€ 20” is not a number\./);
  expect(marked.cells[2]?.[columnOf(marked, 'Value') - 1]).toMatchObject({
    style: { background: '#f4c7c3' },
  });
  await expect.poll(() => heardOf(control, told)).toContainEqual(['won', 1234, 1]);

  // A list that lacks everybody erases nobody.
  const nobody = { status: 200, body: { success: true, data: [], after: null } };
  await playground().control('disturb', {
    faults: [{ match: '/v1/leads?', times: 1, does: nobody }],
  });
  expect(await playground().call('fetchLeads')).toMatchObject({ added: 0, erased: 0 });
  await playground().control('disturb', {});
  expect(table(await playground().look(SHEET))[0]).toMatchObject({
    email: expect.stringContaining('@people.example'),
  });

  await server().ask('POST', '/v1/leads/erase', { id: second?.['Lead ID'] });
  expect(await playground().call('fetchLeads')).toMatchObject({ added: 0, erased: 1 });
  const [, erased] = table(await playground().look(SHEET));
  expect([erased?.['Lead status'], erased?.email]).toEqual(['Erased', '']);
});
