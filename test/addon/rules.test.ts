import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Playground,
  type Server,
  startPlayground,
  startServer,
  table,
} from './addon-fixture.ts';
import { ACCOUNT, fillRows, type RowContent } from './launch-rows.ts';

const SHEET = 'Rules';
const good: RowContent = {
  Rule: 'Ten percent more',
  'Ad accounts': `Sandbox Company Europe (${ACCOUNT})`,
  Level: 'Ad set',
  When: 'daily budget > 0 and spend of the last 7 days >= 0',
  Do: 'raise budget by 10 %',
  Runs: '08:00',
};

let server: Server;
let playground: Playground;
beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

/** A fresh file with a rules sheet of its own. */
async function freshSheet(rows: readonly RowContent[]): Promise<void> {
  await playground.reset();
  await playground.control('set', { newSheetRows: 15 });
  await playground.call('connect', server.adminKey);
  expect(await playground.run('newRulesSheetFromMenu')).toMatchObject({ ok: true });
  await fillRows(playground, SHEET, {}, rows);
}
const choose = async (item: 'checkRulesFromMenu' | 'saveRulesFromMenu') => {
  expect(await playground.run(item)).toMatchObject({ ok: true });
  return table(await playground.look(SHEET));
};
const rules = async () =>
  (await server.ask('GET', '/v1/automations?limit=200')).data as { [member: string]: never }[];
const ofSheet = async () =>
  (await rules()).filter(({ name }) => name === 'Ten percent more' || name === 'Eleven');

test('the menu has rules in a menu of their own, and what became of them stays until it is closed', async () => {
  await freshSheet([good]);
  await playground.run('onOpen');
  await choose('checkRulesFromMenu');
  const { menus, toasts } = await playground.control<{
    menus: { items: { label: string; submenu?: string }[] }[];
    toasts: { message: string; seconds: number }[];
  }>('state');
  const items = menus[menus.length - 1]?.items ?? [];
  expect([...new Set(items.map(({ label, submenu }) => submenu ?? label))]).toEqual([
    'Open Slipway',
    'Check rows',
    'Launch ready rows',
    'Change what exists',
    'Refresh reports',
    'Rules',
    'Settings',
  ]);
  expect(toasts[toasts.length - 1]).toMatchObject({ message: 'One rule is checked.', seconds: -1 });
});

test('a row is a rule: checked, its verdict and the sentences of its run stand in it, and nothing is saved', async () => {
  const before = (await rules()).length;
  const wrong = { ...good, Rule: 'Wrong', When: 'happiness > 3', State: 'Perhaps' };
  const refused = {
    ...good,
    Rule: 'Refused',
    'Ad accounts': 'act_404',
    When: 'roas of the last 7 days < 1',
    Do: 'pause',
  };
  await freshSheet([
    good,
    wrong,
    refused,
    { Rule: 'From a template', 'Ad accounts': ACCOUNT, Template: 'Stop losers' },
  ]);
  const seen = await playground.look(SHEET);
  expect(seen).toMatchObject({ frozenRows: 1, protections: [{ warningOnly: true }] });
  expect(seen.cells[1]?.[2]?.choices).toContain('Stop losers');
  const [first, second, third, fourth] = await choose('checkRulesFromMenu');
  expect(first?.Verdict).toMatch(/^Would act on \d+ of \d+$/);
  expect(first?.['In words']).toMatch(
    /^At 08:00: raise the budget by 10 % of each active ad set of act_/,
  );
  expect(first?.Why).toMatch(
    /would be raised from 50\.00 EUR to 55\.00 EUR: daily budget 50\.00 EUR is above 0\.00 EUR/,
  );
  expect(first?.['Rule ID']).toBe('');
  expect(second).toMatchObject({ Verdict: 'Needs fixing', Why: '' });
  expect(second?.['What to do']).toMatch(
    /^When: “happiness > 3” begins with no number.*\nState: The state is one of Off/,
  );
  expect(third?.Verdict).toBe('Needs fixing');
  expect(third?.['What to do']).toMatch(/Ad accounts: There is no ad account act_404 here\./);
  expect(fourth?.Verdict).toMatch(/^Would act on \d+ of \d+$/);
  expect((await rules()).length).toBe(before);
});

test('a row is saved once, tried, and acts only after its verdict was seen; a copy of it is told so', async () => {
  await freshSheet([{ ...good, State: 'Act' }]);
  // The answer of the first try is lost: the same row is the same rule.
  await playground.control('disturb', { faults: [{ match: 'POST', times: 1, does: 'lost' }] });
  const [first] = await choose('saveRulesFromMenu');
  expect(first?.Verdict).toMatch(/^Would act on \d+ of \d+\. Save again to let it act$/);
  const [saved, ...others] = await ofSheet();
  expect(others).toEqual([]);
  expect(saved).toMatchObject({ id: first?.['Rule ID'], enabled: false, revision: 1 });
  const [second] = await choose('saveRulesFromMenu');
  expect(second?.Verdict).toMatch(/^Would act on \d+ of \d+$/);
  expect(await ofSheet()).toMatchObject([{ enabled: true, mode: 'act', revision: 1 }]);
  // What is changed only simulates until it was seen again.
  await fillRows(playground, SHEET, {}, [
    { ...good, State: 'Act', Rule: 'Eleven', Do: 'raise budget by 11 %' },
  ]);
  const [third] = await choose('saveRulesFromMenu');
  expect(third).toMatchObject({
    'What to do': '',
    Verdict: expect.stringMatching(/Save again to let it act$/),
  });
  expect(await ofSheet()).toMatchObject([
    { name: 'Eleven', enabled: true, mode: 'simulate', revision: 2 },
  ]);
  await fillRows(playground, SHEET, {}, [
    { ...good, State: 'Off', Rule: 'Eleven', Do: 'raise budget by 11 %' },
  ]);
  await choose('saveRulesFromMenu');
  expect(await ofSheet()).toMatchObject([{ enabled: false, revision: 2 }]);
  // Changed elsewhere meanwhile: nothing is overwritten.
  const id = String(second?.['Rule ID']);
  await server.ask('PATCH', `/v1/automations/${id}`, { revision: 2, priority: 700 });
  await fillRows(playground, SHEET, {}, [{ ...good, State: 'Off', Rule: 'Eleven', Do: 'pause' }]);
  const [stale] = await choose('saveRulesFromMenu');
  expect(stale?.['What to do']).toMatch(/revision is now 3/);
  const seen = await playground.look(SHEET);
  const row = (seen.cells[1] ?? []).map(({ shown }) => shown);
  await playground.hands({ do: 'paste', sheet: SHEET, row: 3, column: 1, rows: [row] });
  const [, copy] = await choose('saveRulesFromMenu');
  expect(copy?.['What to do']).toMatch(/^Row 2 is the same rule\. Empty the Rule ID/);
});
