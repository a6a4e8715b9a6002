import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

interface Row {
  readonly level: string;
  readonly id: string;
  readonly adAccountId: string;
  readonly values: { readonly [field: string]: unknown };
  readonly canChange: readonly string[];
  readonly revision: string;
}

let fixture: ServiceFixture;
let accounts: readonly { readonly platform: string; readonly id: string }[];
beforeAll(async () => {
  fixture = await startServiceFixture();
  const { body } = await fixture.call('GET', '/v1/adaccounts?limit=200');
  accounts = body.data;
});
afterAll(() => fixture.worker.stop());

const LEVELS = ['campaign', 'adset', 'ad'] as const;
const post = async (path: string, body: object) =>
  (await fixture.call('POST', path, { body })).body;

/** All of a level, page by page. */
async function rowsOf(adAccountId: string, level: string, more = ''): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { status, body } = await fixture.call(
      'GET',
      `/v1/objects?adAccountId=${encodeURIComponent(adAccountId)}&level=${level}&limit=50${cursor}${more}`,
    );
    expect([adAccountId, level, status, body.error?.message]).toEqual([
      adAccountId,
      level,
      200,
      undefined,
    ]);
    rows.push(...body.data);
    after = body.paging.after;
  }
  return rows;
}

const changeOf = ({ level, id, adAccountId, revision }: Row, set: object) => ({
  level,
  id,
  adAccountId,
  revision,
  set,
});
const outcomes = (answer: { results: { outcome: string }[] }) =>
  answer.results.map(({ outcome }) => outcome);
const valuesOf = (rows: readonly Row[]) => new Map(rows.map(({ id, values }) => [id, values]));

test('every platform that is connected is tried', () => {
  expect(new Set(accounts.map(({ platform }) => platform)).size).toBe(8);
});

describe('what exists, brought in', () => {
  test('and posted as it is, changes nothing on any platform', async () => {
    for (const { id } of accounts)
      for (const level of LEVELS) {
        const rows = (await rowsOf(id, level)).slice(0, 20);
        if (rows.length === 0) continue;
        const changes = rows.map((row) =>
          changeOf(row, { name: row.values.name, status: row.values.status }),
        );
        const answer = await post('/v1/changes', { changes });
        expect([id, level, new Set(outcomes(answer))]).toEqual([id, level, new Set(['nothing'])]);
      }
  });

  test('every value that can be changed is as wanted when it is brought in again, and as before after the undo', async () => {
    const done = new Map<string, Set<string>>();
    for (const { platform, id } of accounts)
      for (const level of LEVELS) {
        const before = await rowsOf(id, level);
        const tried = done.get(`${platform} ${level}`) ?? new Set();
        // The platform has stopped to take what some old ones are made of.
        const able = before.filter(({ values }) => !/^Legacy/.test(String(values.name)));
        const rows = able
          .filter((row) => Object.keys(otherOf(row)).some((field) => !tried.has(field)))
          .slice(0, 6);
        if (rows.length === 0) continue;
        const all = new Map(rows.map((row) => [row.id, changeOf(row, otherOf(row))]));
        const plan = await post('/v1/changes/plan', { changes: [...all.values()], confirm: true });
        const planned = plan.changes.filter((each: { plan: string }) => each.plan === 'change');
        const changes = planned.map(({ id: own }: { id: string }) => all.get(own));
        const wanted = new Map(
          changes.map((each: ReturnType<typeof changeOf>) => [each.id, each.set]),
        );
        const answer = await post('/v1/changes', { changes, confirm: true });
        const told = answer.results?.map(
          ({ reason, outcome }: { reason?: string; outcome: string }) => reason ?? outcome,
        );
        expect([platform, id, level, told]).toEqual([
          platform,
          id,
          level,
          changes.map(() => 'done'),
        ]);
        const now = valuesOf(await rowsOf(id, level));
        for (const row of rows)
          expect([platform, level, now.get(row.id)]).toEqual([
            platform,
            level,
            { ...row.values, ...(wanted.get(row.id) ?? {}) },
          ]);
        const undone = await post(`/v1/changes/${answer.changeId}/undo`, { confirm: true });
        expect([
          platform,
          level,
          undone.results?.map(({ reason }: { reason?: string }) => reason),
        ]).toEqual([platform, level, changes.map(() => undefined)]);
        expect([platform, level, valuesOf(await rowsOf(id, level))]).toEqual([
          platform,
          level,
          valuesOf(before),
        ]);
        done.set(
          `${platform} ${level}`,
          new Set([...tried, ...[...wanted.values()].flatMap((set) => Object.keys(set as object))]),
        );
      }
    // All have names and are switched on and off. On one platform a campaign is its own ad set.
    const more = [...done].map(([where, [...fields]]) => [
      where,
      fields.filter((each) => !['name', 'status'].includes(each)),
    ]);
    expect(more.length).toBe(23);
    const changed = Object.fromEntries(
      more.map(([where, fields]) => [where, [...(fields ?? [])].sort()]),
    );
    expect(changed).toEqual({
      ...CHANGED,
      'app-network campaign': ['bidAmount', 'dailyBudget'],
      'app-network ad': [],
    });
  });

  test('texts and links of ads of every shape are changed in place, and are as before after the undo', async () => {
    const texts = ['primaryTexts', 'headlines', 'link'];
    let shapes = 0;
    for (const { id } of accounts.filter(({ platform }) => platform === 'primary')) {
      const before = await rowsOf(id, 'ad');
      const rows = before.filter(
        ({ values, canChange }) =>
          canChange.includes('link') && !/^Legacy/.test(String(values.name)),
      );
      const changes = rows.map((row) =>
        changeOf(
          row,
          Object.fromEntries(
            Object.entries(otherOf(row)).filter(([field]) => texts.includes(field)),
          ),
        ),
      );
      const wanted = changes.filter(({ set }) => Object.keys(set).length > 0);
      if (wanted.length === 0) continue;
      const answer = await post('/v1/changes', { changes: wanted });
      expect([id, answer.error]).toEqual([id, undefined]);
      shapes += wanted.length;
      const now = valuesOf(await rowsOf(id, 'ad'));
      const told = new Map(
        answer.results.map((each: { id: string }) => [each.id, each]),
      ) as ReadonlyMap<string, Told>;
      for (const { id: own, set } of changes) {
        const { outcome, reason = '' } = told.get(own) ?? {};
        const was = rows.find((row) => row.id === own)?.values;
        if (outcome === 'done') expect([own, now.get(own)]).toEqual([own, { ...was, ...set }]);
        // The texts of a post are its own.
        else
          expect([
            own,
            now.get(own),
            outcome === undefined || /belong to the post/.test(reason),
            reason,
          ]).toEqual([own, was, true, reason]);
      }
      const undone = await post(`/v1/changes/${answer.changeId}/undo`, {});
      expect(undone.status).toBe('done');
      expect(valuesOf(await rowsOf(id, 'ad'))).toEqual(valuesOf(before));
    }
    expect(shapes).toBeGreaterThan(20);
  });
});

/** With the page that says so, or that no page does. */
const LEARNS = /learn(ing phase|s? again).*(\(.+, 2026-\d\d-\d\d\)|not published)/;
const REVIEWED = /review.*\(.+, 2026-\d\d-\d\d\)/;
const COSTS: { readonly [field: string]: RegExp } = {
  dailyBudget: LEARNS,
  lifetimeBudget: LEARNS,
  bidAmount: LEARNS,
  primaryTexts: REVIEWED,
  headlines: REVIEWED,
  link: REVIEWED,
};

const words = (text: string) => text.split(' ').filter((word) => word !== '');
/**
 * What the rows of the simulated accounts have and take, besides names and status. All of their
 * starts have passed.
 */
const CHANGED = Object.fromEntries(
  Object.entries({
    primary: ['dailyBudget', 'dailyBudget', 'headlines link primaryTexts'],
    'short-video': ['dailyBudget', 'dailyBudget', 'link primaryTexts'],
    'photo-messaging': ['dailyBudget', 'dailyBudget', 'headlines link'],
    pin: ['dailyBudget', 'dailyBudget', 'link'],
    'professional-network': ['dailyBudget', 'bidAmount dailyBudget', 'link primaryTexts'],
    'search-ads': ['dailyBudget', 'bidAmount', 'headlines link primaryTexts'],
    'openai-ads': ['dailyBudget lifetimeBudget', 'bidAmount', 'headlines link primaryTexts'],
  }).flatMap(([platform, fields]) =>
    LEVELS.map((level, i) => [`${platform} ${level}`, words(fields[i] ?? '')]),
  ),
);

interface Told {
  readonly outcome: string;
  readonly reason?: string;
}

/** Another value for all that a row has and that can be changed. */
function otherOf({ values, canChange }: Row): { readonly [field: string]: unknown } {
  const days = (text: unknown) => new Date(Date.parse(String(text)) + 86_400_000).toISOString();
  const others: { readonly [field: string]: (value: unknown) => unknown } = {
    name: (name) => `${name} (changed)`,
    status: (status) => (status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'),
    dailyBudget: (amount) => Number(amount) + 5,
    lifetimeBudget: (amount) => Number(amount) + 50,
    endTime: days,
    bidAmount: (amount) => Number(amount) + 1,
    link: (link) => `${link}${String(link).includes('?') ? '&' : '?'}changed=1`,
    primaryTexts: (texts) => (texts as string[]).map((text) => `${text}!`),
    headlines: (texts) => (texts as string[]).map((text) => `${text}!`),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const other = canChange.includes(field) ? others[field] : undefined;
      return other === undefined ? [] : [[field, other(value)]];
    }),
  );
}

describe('what was changed since a time', () => {
  test('is brought in alone, or refused where the platform does not tell the time', async () => {
    const told = new Map<string, string>();
    for (const { platform, id } of accounts)
      for (const level of LEVELS) {
        const [row] = (await rowsOf(id, level)).filter(({ canChange }) =>
          canChange.includes('name'),
        );
        if (row === undefined || told.has(`${platform} ${level}`)) continue;
        // Some platforms tell whole seconds.
        await fixture.ports.clock.sleep(5_000);
        const since = new Date(fixture.ports.clock.now() - 2_000).toISOString();
        const { changeId } = await post('/v1/changes', {
          changes: [changeOf(row, { name: { suffix: ' (new)' } })],
        });
        const query = `adAccountId=${encodeURIComponent(id)}&level=${level}&limit=200&changedSince=${since}`;
        const { status, body } = await fixture.call('GET', `/v1/objects?${query}`);
        told.set(`${platform} ${level}`, status === 200 ? 'told' : body.error.details[0].code);
        if (status === 200)
          expect([platform, level, body.data.map((each: Row) => each.id)]).toEqual([
            platform,
            level,
            [row.id],
          ]);
        await post(`/v1/changes/${changeId}/undo`, {});
      }
    const untold = [...told].flatMap(([where, what]) =>
      what === 'told' ? [] : [`${where}: ${what}`],
    );
    expect(told.size).toBe(23);
    expect(untold).toEqual(
      [
        'search-ads campaign',
        'search-ads adset',
        'search-ads ad',
        'app-network campaign',
        'app-network ad',
      ].map((where) => `${where}: no_change_times`),
    );
  });
});

describe('a change', () => {
  const eur = seed.accounts.eur;
  const [first = '', second = ''] = seed.emptyAdSets(eur, 'traffic');
  const adSet = async (id: string) =>
    (await rowsOf(eur, 'adset')).find((row) => row.id === id) as Row;
  const live = async (id: string) => (await adSet(id)).values;
  const rename = (entityId: string, name: string) =>
    post('/v1/manage/rename', { businessId: eur, entityType: 'adset', entityId, name });

  test('that others overtook is a conflict that shows all three values, and nothing of it is sent', async () => {
    const row = await adSet(first);
    await rename(first, 'Of somebody else');
    const change = changeOf(row, { name: 'Mine', dailyBudget: 60 });
    const plan = await post('/v1/changes/plan', { changes: [change] });
    const conflicts = [
      { field: 'name', was: row.values.name, live: 'Of somebody else', wanted: 'Mine' },
    ];
    expect(plan).toMatchObject({
      counts: { conflict: 1, change: 0 },
      changes: [{ plan: 'conflict', conflicts, does: [] }],
    });
    expect(await post('/v1/changes', { changes: [change] })).toMatchObject({
      status: 'failed',
      counts: { conflict: 1 },
      results: [{ outcome: 'conflict', conflicts }],
    });
    expect(await live(first)).toMatchObject({
      name: 'Of somebody else',
      dailyBudget: row.values.dailyBudget,
    });
    await rename(first, String(row.values.name));
  });

  test('does what its plan says, in one sentence for each step, and nothing else under its digest', async () => {
    const [row, other] = [await adSet(first), await adSet(second)];
    const changes = [
      changeOf(row, { name: { find: 'Traffic', replace: 'Clicks' }, dailyBudget: { percent: 20 } }),
      changeOf(other, { name: { prefix: 'Q4 ' } }),
    ];
    const plan = await post('/v1/changes/plan', { changes });
    expect(plan.changes.map(({ does }: { does: string[] }) => does)).toEqual([
      [
        'Rename ad set “Traffic open 1” to “Clicks open 1”',
        'Change the daily budget of ad set “Traffic open 1” from 50 EUR to 60 EUR',
      ],
      ['Rename ad set “Traffic open 2” to “Q4 Traffic open 2”'],
    ]);
    await rename(second, 'Moved');
    const outdated = await post('/v1/changes', { changes, planDigest: plan.digest });
    expect(outdated.error.details).toMatchObject([{ path: 'planDigest', code: 'plan_differs' }]);
    await rename(second, 'Traffic open 2');
    const { changeId, status } = await post('/v1/changes', { changes, planDigest: plan.digest });
    expect([status, (await live(first)).dailyBudget, (await live(second)).name]).toEqual([
      'done',
      60,
      'Q4 Traffic open 2',
    ]);

    // What somebody has changed since stays as it is, and is named.
    await rename(second, 'Kept');
    const undone = await post(`/v1/changes/${changeId}/undo`, {});
    expect(undone).toMatchObject({
      status: 'partly',
      undoOf: changeId,
      counts: { done: 1, refused: 1 },
    });
    expect([await live(first), (await live(second)).name]).toEqual([row.values, 'Kept']);
    await rename(second, 'Traffic open 2');
  });

  test('says in its plan what it costs besides money', async () => {
    const ads = await rowsOf(eur, 'ad');
    const ad = ads.find(
      ({ canChange, values }) =>
        canChange.includes('primaryTexts') && values.primaryTexts !== undefined,
    ) as Row;
    const { changes } = await post('/v1/changes/plan', {
      changes: [
        changeOf(ad, { primaryTexts: ['Another text'] }),
        changeOf(await adSet(first), { dailyBudget: 90 }),
        changeOf(await adSet(second), { name: 'Free of charge' }),
      ],
    });
    const [text, budget, name] = changes.map(({ costs }: { costs?: string[] }) => costs);
    expect(text).toContain(
      'The ad shows a new post: the likes, comments and shares of the present one stay with that one.',
    );
    expect(budget).toEqual([expect.stringContaining('learning')]);
    expect(name).toBe(undefined);
  });

  test('says on every platform what each field costs: a review, or learning, also where that is not published', async () => {
    const found = new Map<string, string>();
    for (const { platform, id } of accounts)
      for (const level of LEVELS) {
        const rows = (await rowsOf(id, level)).filter(
          ({ values }) => !/^Legacy/.test(String(values.name)),
        );
        for (const field of Object.keys(COSTS)) {
          const row = rows.find(
            (each) => !found.has(`${platform} ${level} ${field}`) && field in otherOf(each),
          );
          if (row === undefined) continue;
          const changes = [changeOf(row, { [field]: otherOf(row)[field] })];
          const plan = await post('/v1/changes/plan', { changes, confirm: true });
          const [{ plan: outcome, costs = [] }] = plan.changes;
          if (outcome === 'change') found.set(`${platform} ${level} ${field}`, costs.join('\n'));
        }
      }
    const keys = Object.entries({
      ...CHANGED,
      'app-network campaign': ['bidAmount', 'dailyBudget'],
    }).flatMap(([where, fields]) => fields.map((field) => `${where} ${field}`));
    for (const key of keys) {
      const cost = COSTS[key.split(' ')[2] ?? ''];
      expect([key, found.get(key)]).toEqual([key, expect.stringMatching(cost ?? /^$/)]);
    }
  });

  test('finds and replaces in each of several texts', async () => {
    const ads = await rowsOf(eur, 'ad');
    const ad = ads.find(
      ({ canChange, values }) =>
        canChange.includes('primaryTexts') && Array.isArray(values.primaryTexts),
    ) as Row;
    const texts = ad.values.primaryTexts as readonly string[];
    const word = texts[0]?.split(' ')[0] ?? '';
    const changes = [changeOf(ad, { primaryTexts: { find: word, replace: 'Quite another' } })];
    const wanted = texts.map((text) => text.split(word).join('Quite another'));
    const { changes: planned } = await post('/v1/changes/plan', { changes });
    expect(planned[0].fields).toMatchObject([
      { field: 'primaryTexts', before: texts, after: wanted },
    ]);
  });

  test('of all that a filter finds', async () => {
    const changes = [
      {
        level: 'adset',
        adAccountId: eur,
        where: { name: 'traffic OPEN' },
        set: { name: { suffix: '!' } },
      },
    ];
    const { results, changeId } = await post('/v1/changes', { changes });
    expect(results.length).toBeGreaterThan(1);
    expect(outcomes({ results })).toEqual(results.map(() => 'done'));
    expect((await post(`/v1/changes/${changeId}/undo`, {})).status).toBe('done');
  });

  test('of all campaigns is not what a filter by ad set means', async () => {
    const changes = [
      {
        level: 'campaign',
        adAccountId: eur,
        where: { adSetId: first },
        set: { name: { suffix: '!' } },
      },
    ];
    const { status, body } = await fixture.call('POST', '/v1/changes', { body: { changes } });
    expect([status, body.error.details]).toMatchObject([
      422,
      [{ path: 'changes[0].where.adSetId', code: 'not_of_level' }],
    ]);
    const listed = await fixture.call(
      'GET',
      `/v1/objects?adAccountId=${eur}&level=campaign&adSetId=${first}`,
    );
    expect([listed.status, listed.body.error.details]).toMatchObject([
      422,
      [{ path: 'adSetId', code: 'not_of_level' }],
    ]);
  });

  test.each([
    ['a field that nobody knows', { colour: 'red' }, 'colour'],
    ['a budget that another object holds', { lifetimeBudget: 10 }, 'daily budget'],
    ['a status that is neither on nor off', { status: 'DELETED' }, 'The status is one of'],
    ['no name', { name: null }, 'name'],
    ['a budget below nothing', { dailyBudget: -5 }, 'more than 0'],
    ['a text to find and none to put there', { name: { find: 'Traffic' } }, 'no value'],
  ])('with %s is refused with the reason', async (_what, set, reason) => {
    const [row, other] = [await adSet(first), await adSet(second)];
    const plan = await post('/v1/changes/plan', {
      changes: [changeOf(row, set), changeOf(other, { name: 'Another' })],
    });
    expect(plan).toMatchObject({
      counts: { refused: 1, change: 1 },
      changes: [{ reason: expect.stringContaining(reason) }, {}],
    });
    const answer = await post('/v1/changes', { changes: [changeOf(row, set)] });
    expect(await live(first)).toEqual(row.values);
    expect(answer).toMatchObject({
      status: 'failed',
      results: [{ outcome: 'refused', reason: expect.stringContaining(reason) }],
    });
  });

  test('passes the gate and what the company has blocked for each object, and the others are changed', async () => {
    const limits = (body: object) => fixture.call('PUT', '/v1/guardrails', { body });
    const [row, other] = [await adSet(first), await adSet(second)];
    const changes = [changeOf(row, { dailyBudget: 400 }), changeOf(other, { dailyBudget: 51 })];
    await limits({ currencies: { EUR: { dailyBudget: 100 } }, accounts: {} });
    const { results } = await post('/v1/changes', { changes });
    expect(results).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('limit') },
      { outcome: 'done' },
    ]);
    expect([(await live(first)).dailyBudget, (await live(second)).dailyBudget]).toEqual([50, 51]);
    await limits({ currencies: {}, accounts: {}, blockedOperations: ['manage.updateBudget'] });
    const blocked = await post('/v1/changes', { changes: [changeOf(row, { dailyBudget: 49 })] });
    expect(blocked).toMatchObject({
      status: 'failed',
      results: [{ outcome: 'refused', reason: expect.any(String) }],
    });
    expect((await live(first)).dailyBudget).toBe(50);
    await limits({ currencies: {}, accounts: {} });
  });

  test('of an object in another account is refused, and nothing of the object is told', async () => {
    const [foreign = ''] = seed.emptyAdSets(seed.accounts.usd, 'traffic');
    const { results } = await post('/v1/changes', {
      changes: [{ level: 'adset', id: foreign, adAccountId: eur, set: { name: 'x' } }],
    });
    expect(results).toEqual([
      {
        level: 'adset',
        id: foreign,
        adAccountId: eur,
        outcome: 'refused',
        does: [],
        fields: [],
        reason: expect.any(String),
      },
    ]);
  });

  test('says of an object that is refused in part what was done of it', async () => {
    const row = await adSet(first);
    await fixture.call('PUT', '/v1/guardrails', {
      body: { currencies: { EUR: { dailyBudget: 100 } }, accounts: {} },
    });
    const { results, changeId } = await post('/v1/changes', {
      changes: [changeOf(row, { name: 'Half', dailyBudget: 400 })],
    });
    const reason = expect.stringContaining(
      `Done before that: Rename ad set “${row.values.name}” to “Half”.`,
    );
    expect(results).toMatchObject([{ outcome: 'refused', reason }]);
    await fixture.call('PUT', '/v1/guardrails', { body: { currencies: {}, accounts: {} } });
    expect((await post(`/v1/changes/${changeId}/undo`, {})).status).toBe('done');
    expect(await live(first)).toEqual(row.values);
  });

  test('under one key is made once, and can be read again', async () => {
    const row = await adSet(first);
    const request = {
      body: { changes: [changeOf(row, { name: 'Once' })] },
      headers: { 'Idempotency-Key': 'changes-once' },
    };
    const [one, two] = [
      await fixture.call('POST', '/v1/changes', request),
      await fixture.call('POST', '/v1/changes', request),
    ];
    expect(two.body.changeId).toBe(one.body.changeId);
    const read = await fixture.call('GET', `/v1/changes/${one.body.changeId}`);
    expect(read.body).toMatchObject({
      status: 'done',
      results: [{ id: first, outcome: 'done', fields: [{ field: 'name' }] }],
    });
    await rename(first, String(row.values.name));
  });

  test('a plan that waits for approval says it per object, and is carried out as approved', async () => {
    const row = await adSet(first);
    const operations = [
      { operation: 'changes.apply', input: { changes: [changeOf(row, { dailyBudget: 55 })] } },
    ];
    const { digest, operations: planned } = await post('/v1/approvals', { operations });
    const does = `Change the daily budget of ad set “${row.values.name}” from 50 EUR to 55 EUR`;
    expect(planned).toMatchObject([{ objects: [{ id: first, does }] }]);
    await post(`/v1/approvals/${digest}`, { decision: 'approve' });
    const applied = await post(`/v1/approvals/${digest}/apply`, {});
    expect(applied).toMatchObject({
      status: 'applied',
      results: [{ objects: [{ id: first, does, outcome: 'done' }] }],
    });
    expect((await live(first)).dailyBudget).toBe(55);
  });
});
