import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { controlAt } from '../lead-path.ts';
import {
  columnOf,
  type Playground,
  type Server,
  startPlayground,
  startServer,
} from './addon-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';
import { LEVELS, objectHands } from './objects-fixture.ts';

let server: Server;
let playground: Playground;
const hands = objectHands(
  () => playground,
  () => server,
);

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});
beforeEach(() => hands.fresh());

const TABS = ['Campaigns', 'Ad sets', 'Ads'] as const;

describe('what exists, brought in', () => {
  test('stands in three tabs with the values of the service, and posted as it is writes nothing', async () => {
    const view = await hands.bringIn();
    for (const [i, level] of LEVELS.entries()) {
      const live = await hands.live(level);
      const rows = await hands.rows(TABS[i] ?? '');
      expect(view.ended[i]).toMatchObject({ level, rows: live.size, typed: 0 });
      expect(new Map(rows.map((row) => [row.ID, row.Name]))).toEqual(
        new Map([...live].map(([id, { name }]) => [id, name])),
      );
    }
    await hands.writes();
    const plan = await hands.plan();
    expect(plan.counts).toEqual({ change: 0, conflict: 0, refused: 0, fresh: 0 });
    await playground.call('postChanges', plan.planId, false);
    expect(await hands.writes()).toEqual([]);
  });

  test('changed and posted is equal when it is brought in again, and as before after the undo', async () => {
    await hands.bringIn();
    const before = await Promise.all(LEVELS.map(hands.live));
    const ids = await Promise.all(TABS.map(async (tab) => (await hands.rows(tab))[0]?.ID ?? ''));
    for (const [i, tab] of TABS.entries())
      await hands.type(tab, ids[i] ?? '', 'Name', `Changed ${i}`);
    const [post] = await hands.post();
    expect(post).toMatchObject({ state: 'posted', counts: { done: 3 }, problems: [] });
    for (const [i, tab] of TABS.entries()) {
      expect(await hands.rowOf(tab, ids[i] ?? '')).toMatchObject({
        Name: `Changed ${i}`,
        'Change status': 'Posted',
      });
      expect((await hands.live(LEVELS[i] ?? '')).get(ids[i] ?? '')).toMatchObject({
        name: `Changed ${i}`,
      });
    }
    const posted = await Promise.all(TABS.map(hands.rows));
    expect((await hands.bringIn()).ended.map(({ typed }) => typed)).toEqual([0, 0, 0]);
    const values = (rows: readonly { readonly [header: string]: string }[]) =>
      rows.map(({ 'Change status': _, 'What changes': __, ...row }) => row);
    expect((await Promise.all(TABS.map(hands.rows))).map(values)).toEqual(posted.map(values));
    // What others make of it later comes in: the row asks for nothing any more.
    await hands.rename('campaign', ids[0] ?? '', 'By others');
    expect((await hands.bringIn()).ended.map(({ typed }) => typed)).toEqual([0, 0, 0]);
    expect(await hands.rowOf('Campaigns', ids[0] ?? '')).toMatchObject({
      Name: 'By others',
      'Change status': '',
    });
    await hands.rename('campaign', ids[0] ?? '', 'Changed 0');
    await hands.bringIn();
    await hands.undo(post?.id ?? '');
    for (const [i, tab] of TABS.entries()) {
      const was = before[i]?.get(ids[i] ?? '');
      expect(await hands.rowOf(tab, ids[i] ?? '')).toMatchObject({
        Name: was?.name,
        'Change status': 'Taken back',
      });
    }
    expect(await Promise.all(LEVELS.map(hands.live))).toEqual(before);
    expect((await hands.plan()).counts).toMatchObject({ change: 0, conflict: 0 });
  });
});

test('is filtered, in one tab alone, says what a row cannot have, and is reached from the menu', async () => {
  await hands.bringIn({ levels: ['ad'], name: 'LEGACY', status: 'PAUSED' });
  const { sheets, ...seen } = await playground.look('Ads');
  const live = [...(await hands.live('ad'))].filter(
    ([, { name, status }]) => /legacy/i.test(String(name)) && status === 'PAUSED',
  );
  expect(live.length).toBeGreaterThan(0);
  expect((await hands.rows('Ads')).map((row) => row.ID).sort()).toEqual(
    live.map(([id]) => id).sort(),
  );
  expect(sheets.map(({ name }) => name)).not.toContain('Campaigns');
  const at = (header: string) => columnOf({ ...seen, sheets }, header) - 1;
  expect(seen.cells[0]?.[at('Status')]).toMatchObject({ note: expect.stringContaining('DELETED') });
  expect(seen.cells[1]?.[at('Status')]?.choices).toEqual(['ACTIVE', 'PAUSED', 'DELETED']);
  expect(seen.columns[at('Brought in')]?.hidden).toBe(true);
  await playground.run('onOpen', [], { mode: 'NONE' });
  const { menus } = await playground.control<{ menus: object[] }>('state');
  expect(JSON.stringify(menus)).toContain('showChangesFromMenu');
  await playground.run('showChangesFromMenu');
  const { toasts } = await playground.control<{ toasts: { message: string }[] }>('state');
  expect(toasts[toasts.length - 1]?.message).toMatch(/^0 to post, 0 conflicts, 0 refused, 0 new\./);
});

test('only what was changed since a moment is brought in, and a platform that does not tell it says so', async () => {
  const changedSince = '9999-01-01T00:00:00Z';
  expect(await hands.bringIn({ levels: ['campaign'], changedSince })).toMatchObject({
    ended: [{ rows: 0 }],
  });
  const { data } = (await server.ask('GET', '/v1/adaccounts?limit=200')) as unknown as {
    data: { id: string; platform: string }[];
  };
  const account = data.find(({ platform }) => platform === 'search-ads')?.id ?? '';
  expect(await hands.bringIn({ account, levels: ['campaign'], changedSince })).toMatchObject({
    ended: [
      { rows: 0, problem: expect.stringContaining('does not tell when an object was changed') },
    ],
  });
});

test('cells that an object cannot have are grey, and refuse what is typed', async () => {
  const google = (
    (await server.ask('GET', '/v1/adaccounts?limit=200')) as unknown as {
      data: { id: string; platform: string }[];
    }
  ).data;
  const account = google.find(({ platform }) => platform !== 'primary')?.id ?? '';
  await hands.bringIn({ account, levels: ['campaign'] });
  const seen = await playground.look('Campaigns');
  const grey = seen.cells[1]?.[columnOf(seen, 'Grey cells') - 1]?.shown ?? '';
  const header = grey.split('|')[1] ?? '';
  expect(header).not.toBe('');
  const column = columnOf(seen, header);
  expect(seen.cells[1]?.[column - 1]).toMatchObject({ background: '#f1f3f4' });
  await playground.hands({ do: 'type', sheet: 'Campaigns', row: 2, column, text: '2' });
  const { counts, objects } = await hands.plan();
  expect(counts).toMatchObject({ change: 0, refused: 1 });
  expect(objects[0]?.problem).toContain(`${header}: This object has no such value`);
});

describe('a row', () => {
  const tab = 'Ad sets';
  /** Two ad sets with daily budgets of their own. */
  async function adSets(): Promise<readonly string[]> {
    await hands.bringIn({ levels: ['adset'] });
    const rows = await hands.rows(tab);
    return rows.filter((row) => row['Daily budget'] !== '').map((row) => row.ID ?? '');
  }
  const place = async (id: string, header: string) => {
    const seen = await playground.look(tab);
    const at = columnOf(seen, 'ID') - 1;
    return seen.cells.find((line) => line[at]?.shown === id)?.[columnOf(seen, header) - 1];
  };

  test('says old and new before anything is sent, with amounts as the file writes them', async () => {
    await playground.control('set', { locale: 'de_DE' });
    const [id = ''] = await adSets();
    const before = (await hands.live('adset')).get(id)?.dailyBudget;
    await hands.type(tab, id, 'Daily budget', '61,5');
    await hands.writes();
    const plan = await hands.plan();
    expect(plan.counts).toMatchObject({ change: 1, refused: 0 });
    expect(plan.objects[0]?.does[0]).toContain(`from ${before} EUR to 61.5 EUR`);
    expect(await hands.rowOf(tab, id)).toMatchObject({
      Currency: 'EUR',
      'Change status': 'To post',
      'What changes': expect.stringContaining(`Daily budget: ${before} → 61.5`),
    });
    expect(await place(id, 'Daily budget')).toMatchObject({ background: '#fef7e0' });
    expect(await hands.writes()).toEqual([]);
    expect((await hands.live('adset')).get(id)?.dailyBudget).toBe(before);
  });

  test('takes a name in brackets as it is and an end, and says of CLEAR what becomes of it', async () => {
    const [id = ''] = await adSets();
    const before = await hands.live('adset');
    await hands.type(tab, id, 'Name', '[US] Spring');
    await hands.type(tab, id, 'End time', '2027-03-01T00:00:00Z');
    const [first] = await hands.post();
    const end = { name: '[US] Spring', endTime: '2027-03-01T00:00:00.000Z' };
    expect((await hands.live('adset')).get(id)).toMatchObject(end);
    await hands.type(tab, id, 'End time', '');
    expect((await hands.plan()).counts).toMatchObject({ change: 0, refused: 0 });
    // This platform takes no end away, which is said: a word that does nothing would be taken for
    // done.
    for (const word of ['CLEAR', '[]', 'delete_value']) {
      await hands.type(tab, id, 'End time', word);
      expect((await hands.plan()).counts, word).toMatchObject({ change: 0, refused: 1 });
      expect(await hands.rowOf(tab, id)).toMatchObject({
        'What changes': 'End time cannot be taken away here.',
      });
    }
    await hands.type(tab, id, 'End time', '');
    await hands.undo(first?.id ?? '');
    expect(await hands.live('adset')).toEqual(before);
  });

  test('to take away what another person puts there meanwhile asks for that, and stays when it is brought in again', async () => {
    const [id = ''] = await adSets();
    await hands.type(tab, id, 'End time', 'CLEAR');
    expect((await hands.plan()).counts).toMatchObject({ change: 0, refused: 0 });
    const endTime = '2027-04-01T00:00:00.000Z';
    const change = { level: 'adset', id, adAccountId: ACCOUNT, set: { endTime } };
    await server.ask('POST', '/v1/changes', { changes: [change] });
    expect((await hands.live('adset')).get(id)).toMatchObject({ endTime });
    expect((await hands.bringIn({ levels: ['adset'] })).ended).toMatchObject([{ typed: 1 }]);
    expect(await hands.rowOf(tab, id)).toMatchObject({
      'End time': 'CLEAR',
      'Change status': 'Typed',
    });
  });

  test('that another person overtook is a conflict with all three values; brought in again, what was typed stays and is told', async () => {
    const [id = ''] = await adSets();
    const was = String((await hands.live('adset')).get(id)?.name);
    await hands.type(tab, id, 'Name', 'Mine');
    await hands.rename('adset', id, 'Of somebody else');
    expect((await hands.plan()).counts).toMatchObject({ change: 0, conflict: 1 });
    const told = `Name: it was “${was}”, others made it “Of somebody else”, you want “Mine”.`;
    expect(await hands.rowOf(tab, id)).toMatchObject({
      'Change status': 'Conflict',
      'What changes': expect.stringContaining(told),
    });
    expect(await place(id, 'Name')).toMatchObject({ background: '#fad2cf' });
    expect((await hands.bringIn({ levels: ['adset'] })).ended).toMatchObject([{ typed: 1 }]);
    expect(await hands.rowOf(tab, id)).toMatchObject({
      Name: 'Mine',
      'Change status': 'Typed',
      'What changes': `Name: your “Mine” stays. It was “${was}” and is “Of somebody else” now.`,
    });
    // Having seen it, the person decides.
    expect(await hands.post()).toMatchObject([{ counts: { done: 1 } }]);
    expect((await hands.live('adset')).get(id)?.name).toBe('Mine');
    await hands.rename('adset', id, was);
  });

  test('that others changed between the plan and the post is not overwritten', async () => {
    const [id = ''] = await adSets();
    const was = String((await hands.live('adset')).get(id)?.name);
    await hands.type(tab, id, 'Name', 'Mine again');
    const { planId } = await hands.plan();
    await hands.rename('adset', id, 'Meanwhile');
    const [post] = await hands.settled(await playground.call('postChanges', planId, false));
    expect(post).toMatchObject({
      counts: { refused: 1 },
      problems: [expect.stringContaining('no longer as it was planned')],
    });
    expect((await hands.live('adset')).get(id)?.name).toBe('Meanwhile');
    await hands.rename('adset', id, was);
  });

  test('that was changed since it was shown is not posted', async () => {
    const [id = ''] = await adSets();
    await hands.type(tab, id, 'Name', 'Seen');
    const { planId } = await hands.plan();
    await hands.type(tab, id, 'Name', 'Not seen');
    await hands.writes();
    await expect(playground.call('postChanges', planId, false)).rejects.toMatchObject({
      kind: 'changed',
    });
    expect(await hands.writes()).toEqual([]);
  });

  test('with DELETED asks in the plan, is deleted once, and stays so', async () => {
    const [, , id = ''] = await adSets();
    await hands.type(tab, id, 'Status', 'DELETED');
    const plan = await hands.plan();
    expect(plan).toMatchObject({ counts: { change: 1 }, risky: 1 });
    expect(plan.objects[0]?.does).toEqual([expect.stringMatching(/^Delete “.+” for good$/)]);
    await expect(playground.call('postChanges', plan.planId, false)).rejects.toMatchObject({
      kind: 'rows',
    });
    expect((await hands.live('adset')).has(id)).toBe(true);
    await hands.settled(await playground.call('postChanges', plan.planId, true));
    expect((await hands.live('adset')).has(id)).toBe(false);
    expect(await hands.rowOf(tab, id)).toMatchObject({
      Status: 'DELETED',
      'Change status': 'Deleted',
    });
    expect((await hands.plan()).counts).toMatchObject({ change: 0, refused: 0, conflict: 0 });
  });

  test('with DELETED whose platform gives no answer is not clear, neither refused nor deleted', async () => {
    const [, , id = ''] = await adSets();
    await hands.type(tab, id, 'Status', 'DELETED');
    const { planId } = await hands.plan();
    const control = controlAt(server.sandboxUrl);
    await control('POST', 'faults', {
      fault: 'error',
      platform: 'meta',
      method: 'DELETE',
      code: 2,
      times: 50,
    });
    const [post] = await hands.settled(await playground.call('postChanges', planId, true));
    await control('DELETE', 'faults');
    expect(await hands.rowOf(tab, id)).toMatchObject({
      Status: 'DELETED',
      'Change status': 'Not clear',
    });
    expect(post).toMatchObject({ state: 'posted', counts: { unknown: 1 } });
    expect(post?.counts.refused ?? 0).toBe(0);
    // It asks for the same still.
    expect(await hands.plan()).toMatchObject({ counts: { change: 1 }, risky: 1 });
  });

  test('without an id, with a cell that cannot be read, and copies that disagree are told in their rows', async () => {
    const [id = '', other = ''] = await adSets();
    const seen = await playground.look(tab);
    const column = (header: string) => columnOf(seen, header);
    const row = seen.cells.findIndex((line) => line[column('ID') - 1]?.shown === id) + 1;
    const last = seen.cells.length + 1;
    const type = (at: number, header: string, text: string) => ({
      do: 'type',
      sheet: tab,
      row: at,
      column: column(header),
      text,
    });
    await playground.hands(
      { do: 'insertRows', sheet: tab, before: last, count: 3 },
      type(last, 'Name', 'Brand new'),
      { do: 'copyRow', sheet: tab, from: row, to: last + 1 },
      type(row, 'Name', 'One'),
      type(last + 1, 'Name', 'Two'),
    );
    await hands.type(tab, other, 'Daily budget', 'fifty');
    expect((await hands.plan()).counts).toEqual({ change: 0, conflict: 0, refused: 3, fresh: 1 });
    const rows = await hands.rows(tab);
    const told = (name: string) => rows.find((each) => each.Name === name);
    expect(told('Brand new')).toMatchObject({
      'Change status': 'New',
      'What changes': 'Ad account: A new one needs this.\nCampaign ID: A new one needs this.',
    });
    for (const name of ['One', 'Two'])
      expect(told(name)).toMatchObject({ 'Change status': 'Needs fixing' });
    expect(await hands.rowOf(tab, other)).toMatchObject({
      'What changes': expect.stringMatching(/^Daily budget: “fifty” is not a number/),
    });
    expect(await place(other, 'Daily budget')).toMatchObject({ background: '#fad2cf' });
    // An empty cell leaves the value as it is; two rows that agree are one change.
    await hands.type(tab, other, 'Daily budget', '');
    await playground.hands(type(last + 1, 'Name', 'One'));
    expect((await hands.plan()).counts).toMatchObject({ change: 1, refused: 0 });
    const [post] = await hands.post();
    expect(post).toMatchObject({ counts: { done: 1 } });
    await hands.undo(post?.id ?? '');
  });

  test('whose cells were sorted without its id asks for nothing', async () => {
    await adSets();
    const seen = await playground.look(tab);
    const columns = columnOf(seen, 'What changes');
    await playground.hands({
      do: 'sortRange',
      sheet: tab,
      row: 2,
      column: 1,
      rows: seen.cells.length - 1,
      columns,
      by: columnOf(seen, 'Name'),
      descending: true,
    });
    const { counts, objects } = await hands.plan();
    expect(counts.change).toBe(0);
    for (const { problem } of objects) expect(problem).toContain('moved without the others');
  });
});
