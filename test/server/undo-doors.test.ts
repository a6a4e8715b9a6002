import type { Client as McpClient } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../adapters/sandbox/listen.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import { createClient } from '../../server/client/client.ts';
import { requestFor } from '../../server/client/request-for.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';
import { controlAt } from '../lead-path.ts';
import { useCommandLine } from './cli-fixture.ts';
import { failOnDrift } from './harness.ts';
import { type Content, call as callTool, connectOver } from './mcp-client.ts';

failOnDrift();

/** A change is made, taken back, and the platform is as before, whatever door both came through. */
const { fixture, slipway } = useCommandLine();

const eur = seed.accounts.eur;
// A budget can be changed four times an hour.
beforeEach(() => fixture().clock.sleep(HOUR));
const HOUR = 3_600_000;

const adSet = seed.deliveringAdSet(eur, 'leads');
const ad = seed.ad(eur, 'leads', 1);
const budgeted = seed.emptyAdSets(eur, 'traffic')[0] ?? '';

interface Wish {
  readonly what: string;
  readonly operation:
    | 'manage.duplicateAdSet'
    | 'manage.createCampaign'
    | 'manage.updateBudget'
    | 'manage.updateStatus';
  readonly input: { readonly [field: string]: unknown };
  /** The same on the command line, but for the account. */
  readonly command: readonly string[];
  /** What a plan to take it back says. */
  readonly summary: RegExp;
}

const created = { accountId: eur, name: 'Not for long', objective: 'OUTCOME_TRAFFIC' };
const wishes: readonly Wish[] = [
  {
    what: 'a copy',
    operation: 'manage.duplicateAdSet',
    input: { accountId: eur, adsetId: adSet },
    command: ['duplicate', 'adset', adSet, '--account', eur, '--yes', '--json'],
    summary: /^Delete \d ads? of .*; Delete 1 ad set of /,
  },
  {
    what: 'a creation',
    operation: 'manage.createCampaign',
    input: created,
    command: ['call', 'manage.createCampaign', '--json', JSON.stringify(created)],
    summary: /^Delete 1 campaign of .*Not for long/,
  },
  {
    what: 'a budget',
    operation: 'manage.updateBudget',
    input: { businessId: eur, entityType: 'adset', entityId: budgeted, dailyBudget: 40 },
    command: ['budget', 'adset', budgeted, '--daily', '40', '--account', eur, '--yes', '--json'],
    summary: /^Change a daily budget from 40 EUR to 50 EUR/,
  },
  {
    what: 'a status',
    operation: 'manage.updateStatus',
    input: { businessId: eur, entityType: 'ad', entityIds: [ad], newStatus: 'PAUSED' },
    command: ['pause', 'ad', ad, '--account', eur, '--yes', '--json'],
    summary: /^Switch on 1 ad of /,
  },
];

type Control = (method: string, path: string, body?: object) => Promise<unknown>;
/** What the platform holds and has not deleted, without when it was changed. */
async function worldOf(control: Control): Promise<readonly string[]> {
  const all: Content[] = [];
  for (const kind of ['campaigns', 'adsets', 'ads'])
    all.push(...((await control('GET', `objects?kind=${kind}`)) as Content).list[kind]);
  return all
    .filter(({ status }) => status !== 'DELETED')
    .map(({ id, name, status, daily_budget }) => JSON.stringify([id, name, status, daily_budget]))
    .sort();
}

/** What an operation answered, however it was asked for. */
type Answered = Promise<Content>;
interface Door {
  make(wish: Wish): Answered;
  undo(updateId: string, wish: Wish): Answered;
}

async function madeAndTakenBack(door: Door, wish: Wish, control: Control): Promise<void> {
  const before = await worldOf(control);
  const { updateId, duplicateId } = await door.make(wish);
  expect(await worldOf(control)).not.toEqual(before);
  const { outcome, results } = await door.undo(updateId ?? duplicateId, wish);
  expect([
    outcome,
    results.length > 0,
    results.every((each: Content) => each.outcome === 'done'),
  ]).toEqual(['done', true, true]);
  expect(await worldOf(control)).toEqual(before);
}

const control: Control = (...asked) => fixture().control(...asked);
const post = (path: string, body: object = {}) => fixture().call('POST', path, { body });
const member = (of: object, operation: string) => {
  const [group = '', verb = ''] = operation.split('.');
  return (Reflect.get(Reflect.get(of, group), verb) as (input: object) => Answered).bind(undefined);
};
const ofLibrary = (library: object): Door => ({
  make: ({ operation, input }) => member(library, operation)(input),
  undo: (updateId) => member(library, 'manage.undoUpdate')({ updateId }),
});

/** The one answer of a plan that has been carried out. */
function answerOf({ status, results }: Content): Content {
  expect([status, results.map((each: Content) => each.status)]).toEqual(['applied', ['done']]);
  expect(results[0].objects.every(({ outcome }: Content) => outcome === 'done')).toBe(true);
  // A model gets texts of others apart.
  return { ...results[0].answer, ...results[0].answer.untrusted };
}

const over = (url: string, init: RequestInit) => Promise.resolve(fixture().app.request(url, init));
const plannedBy = (client: McpClient, operation: string, input: object) =>
  callTool(client, 'call_action', { action: operation, input });

/** The key plans; a person reads what it does, approves it and has it carried out. */
async function throughPerson({ planDigest, status }: Content, says?: RegExp): Answered {
  expect(status).toBe('awaiting_approval');
  const { body } = await fixture().call('GET', `/v1/approvals/${planDigest}`);
  if (says) expect(body.summary[0]).toMatch(says);
  await post(`/v1/approvals/${planDigest}`, { decision: 'approve' });
  return answerOf((await post(`/v1/approvals/${planDigest}/apply`)).body);
}

const doors: readonly (readonly [string, () => Promise<Door>])[] = [
  [
    'REST',
    async () => {
      const send = async (operation: Wish['operation'] | 'manage.undoUpdate', input: object) => {
        const { path } = requestFor(operation, input as never);
        const { status, body } = await post(path, input);
        expect([status, body.success]).toEqual([200, true]);
        return body;
      };
      return {
        make: ({ operation, input }) => send(operation, input),
        undo: (updateId) => send('manage.undoUpdate', { updateId }),
      };
    },
  ],
  [
    'the typed client',
    async () => {
      const url = 'http://slipway.test';
      return ofLibrary(
        createClient({
          url,
          key: fixture().key,
          fetch: async (to, init) => fixture().app.request(to, init),
        }),
      );
    },
  ],
  [
    'a model that only plans',
    async () => {
      const client = await connectOver(over, await fixture().keyWith('plan'));
      return {
        make: async ({ operation, input }) =>
          throughPerson(await plannedBy(client, operation, input)),
        undo: async (updateId, { summary }) =>
          throughPerson(await plannedBy(client, 'manage.undoUpdate', { updateId }), summary),
      };
    },
  ],
  [
    'a model that may manage',
    async () => {
      const client = await connectOver(over, await fixture().keyWith('manage', 'unattended'));
      const apply = async ({ planDigest }: Content) =>
        answerOf(await callTool(client, 'apply_plan', { planDigest }));
      return {
        make: async ({ operation, input }) => apply(await plannedBy(client, operation, input)),
        undo: async (updateId) =>
          apply(
            await callTool(client, 'plan', {
              changes: [{ action: 'undo_change', ids: [updateId] }],
            }),
          ),
      };
    },
  ],
  [
    'the command line',
    async () => {
      const run = async (args: readonly string[]) => {
        const { code, out, err } = await slipway(...args);
        expect([code, err]).toEqual([0, '']);
        return JSON.parse(out);
      };
      return {
        make: ({ command }) => run(command),
        undo: (updateId) => run(['undo', updateId, '--yes', '--json']),
      };
    },
  ],
];

describe.each(doors)('through %s', (_, open) => {
  test.each(wishes)('$what is made and taken back', async (wish) =>
    madeAndTakenBack(await open(), wish, control),
  );
});

test('embedded in a program, each of them is made and taken back', async () => {
  const { url: sandboxUrl, stop } = await listen(createSandbox(), 0);
  const embedded: Slipway = await createSlipway({ sandboxUrl });
  for (const wish of wishes)
    await madeAndTakenBack(ofLibrary(embedded), wish, controlAt(sandboxUrl));
  await embedded.close();
  await stop();
});

describe('a plan to take something back', () => {
  const approved = async (updateId: string) => {
    const { body } = await post('/v1/approvals', {
      operations: [{ operation: 'manage.undoUpdate', input: { updateId } }],
    });
    await post(`/v1/approvals/${body.digest}`, { decision: 'approve' });
    return body.digest as string;
  };
  const statusOf = async (digest: string) =>
    (await fixture().call('GET', `/v1/approvals/${digest}`)).body.status;

  const [, other = ''] = seed.emptyAdSets(eur, 'traffic');
  const sold = seed.ad(eur, 'sales', 1);
  const budget = (dailyBudget: number) => ({
    businessId: eur,
    entityType: 'adset',
    entityId: other,
    dailyBudget,
  });
  test.each<
    [
      what: string,
      path: string,
      input: object,
      another: (made: Content) => readonly [path: string, input: object],
    ]
  >([
    ['a budget', 'update-budget', budget(40), () => ['update-budget', budget(45)]],
    [
      'a status',
      'update-status',
      { businessId: eur, entityType: 'ad', entityIds: [sold], newStatus: 'PAUSED' },
      () => ['delete', { businessId: eur, entityType: 'ad', entityIds: [sold], confirm: true }],
    ],
    [
      'a new campaign',
      'create-campaign',
      { ...created, name: 'Used' },
      ({ campaignId }) => [
        'create-adset',
        { accountId: eur, campaignId, name: 'Inside', dailyBudget: 20 },
      ],
    ],
  ])(
    'is refused where another change of %s followed the approval',
    async (_, path, input, another) => {
      const made = await post(`/v1/manage/${path}`, input);
      const digest = await approved(made.body.updateId);
      const [otherPath, otherInput] = another(made.body);
      expect((await post(`/v1/manage/${otherPath}`, otherInput)).status).toBe(200);
      const before = await worldOf(control);
      const { status, body } = await post(`/v1/approvals/${digest}/apply`);
      expect([status, body.error.details[0].code]).toEqual([
        409,
        expect.stringMatching(/^(changed_since|plan_outdated)$/),
      ]);
      expect(await statusOf(digest)).not.toBe('applied');
      expect(await worldOf(control)).toEqual(before);
    },
  );

  test('says of each object what became of it, and does the rest when it is tried again', async () => {
    const ids = [seed.ad(eur, 'leads', 3), seed.ad(eur, 'sales', 3)];
    const switched = (newStatus: string) =>
      post('/v1/manage/update-status', {
        businessId: eur,
        entityType: 'ad',
        entityIds: ids,
        newStatus,
      });
    await switched('PAUSED');
    const before = await worldOf(control);
    const { updateId } = (await switched('ACTIVE')).body;
    const digest = await approved(updateId);
    await control('POST', 'faults', {
      platform: 'meta',
      fault: 'error',
      code: 200,
      method: 'POST',
      path: `*/${ids[0]}`,
      times: 1,
    });
    const { body } = await post(`/v1/approvals/${digest}/apply`);
    expect(body).toMatchObject({
      status: 'partly',
      results: [{ status: 'partly', answer: { outcome: 'partly' } }],
    });
    const outcomes = body.results[0].objects.map(({ id, outcome, reason }: Content) => [
      id,
      outcome,
      reason !== undefined,
    ]);
    expect(outcomes.sort()).toEqual(
      [
        [ids[0], 'refused', true],
        [ids[1], 'done', false],
      ].sort(),
    );
    expect((await post(`/v1/approvals/${digest}/retry`)).body.status).toBe('applied');
    expect(await worldOf(control)).toEqual(before);
  });
});
