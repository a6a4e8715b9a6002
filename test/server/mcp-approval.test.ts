import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { type Content, call, connectOver, type Person } from './mcp-client.ts';
import { connectProgram, dashboard } from './mcp-oauth.ts';
import { asks, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

const eur = seed.accounts.eur;
const [empty = '', other = ''] = seed.emptyAdSets(eur, 'traffic');
const adSets = [empty, other, seed.deliveringAdSet(eur, 'leads')];

let fixture: ServiceFixture;
let media: string;
let clients: readonly Client[];
/** What the person says next to a form. */
let word: ReturnType<Person> = { action: 'decline' };

beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { dashboard } });
  const asAdmin = asks(fixture, await signedIn(fixture, { role: 'admin', workspaces: [] }));
  media = (await fixture.uploadAs('mcp.png', await png())).url;
  // Every right there is, but not the one to work unattended.
  const key = fixture.key;
  const over = (url: string, init: RequestInit) => Promise.resolve(fixture.app.request(url, init));
  clients = [
    await connectOver(over, key),
    await connectOver(over, key, { person: () => word }),
    await connectOver(over, key, { old: true }),
    // Programs that a person has let in: with forms they answer themselves, without, and one of the
    // protocol before.
    (
      await connectProgram(fixture, asAdmin, {
        person: () => ({ action: 'accept', content: { approve: true } }),
      })
    ).client,
    (await connectProgram(fixture, asAdmin)).client,
    (await connectProgram(fixture, asAdmin, { old: true })).client,
  ];
});
afterAll(() => fixture.worker.stop());

/** What the platform holds and has noted of changes. */
async function world(): Promise<unknown> {
  const { ads, objects } = (await fixture.call('GET', '/v1/sandbox/state')).body;
  const changes = (await fixture.call('GET', `/v1/manage/changes?businessId=${eur}&limit=100`))
    .body;
  return { ads, objects, changes: changes.data };
}

const entity = fc.constantFrom(...adSets);
const onAdSet =
  (action: string, more: object = {}) =>
  (id: string) => ({
    action,
    kind: 'ad_set',
    accountId: eur,
    ids: [id],
    ...more,
  });
const change = fc.oneof(
  entity.map(onAdSet('pause')),
  entity.map(onAdSet('resume')),
  entity.map(onAdSet('delete')),
  entity.map(onAdSet('rename', { name: 'By a model' })),
  entity.map(onAdSet('duplicate', { copies: 2 })),
  fc
    .record({ id: entity, dailyBudget: fc.integer({ min: 1, max: 99 }) })
    .map(({ id, dailyBudget }) => onAdSet('set_budget', { dailyBudget })(id)),
  fc.constant({ action: 'undo_batch', ids: ['1'] }),
);
const common = { businessId: eur, entityType: 'adset', entityId: other };
const written = fc.constantFrom<readonly [string, object]>(
  ['launch', {}],
  ['manage.updateBudget', { ...common, dailyBudget: 40 }],
  ['manage.rename', { ...common, name: 'x' }],
  ['manage.delete', { ...common, confirm: true }],
  ['manage.createCampaign', { accountId: eur, name: 'x', objective: 'OUTCOME_TRAFFIC' }],
  ['manage.duplicateAdSet', { accountId: eur, adsetId: other }],
  ['drafts.launch', { id: 1 }],
  ['approvals.decide', { decision: 'approve' }],
  ['approvals.apply', {}],
  ['approvals.setPolicy', { approver: 'anyone' }],
  ['keys.create', { name: 'mine', scopes: ['manage', 'unattended'] }],
  ['approvals.share', { for: 'me' }],
  ['grants.allow', { request: 'x', decision: 'allow' }],
);

/** A call as a model might make it. `digests` are those of the plans so far. */
type Step = (client: Client, digests: string[]) => Promise<Content>;
const step: fc.Arbitrary<Step> = fc.oneof(
  change.map(
    (each): Step =>
      (client) =>
        call(client, 'plan', { changes: [each] }),
  ),
  fc.constantFrom('PAUSED', 'ACTIVE').map(
    (status): Step =>
      (client) => {
        const ad = {
          adAccountId: eur,
          page: seed.page,
          secondary: seed.profile,
          link: 'https://example.com',
          media: [{ url: media }],
        };
        return call(client, 'plan', {
          ads: [{ ...ad, adName: 'By a model', adSets: [empty], status }],
        });
      },
  ),
  written.map(
    ([action, input]): Step =>
      (client, digests) =>
        call(client, 'call_action', { action, input: { digest: digests[0], ...input } }),
  ),
  // Nothing in the arguments stands in for the tick.
  fc.nat(5).map(
    (at): Step =>
      (client, digests) =>
        call(client, 'apply_plan', { planDigest: digests[at] ?? '0'.repeat(32), approve: true }),
  ),
  fc
    .record({
      at: fc.nat(5),
      said: fc.constantFrom<ReturnType<Person>>(
        { action: 'decline' },
        { action: 'cancel' },
        { action: 'accept', content: { approve: false } },
        { action: 'accept', content: {} },
      ),
    })
    .map(
      ({ at, said }): Step =>
        (client, digests) => {
          word = said;
          return call(client, 'apply_plan', { planDigest: digests[at] ?? '0'.repeat(32) });
        },
    ),
);

test('no sequence of calls without an approval changes anything on a platform', async () => {
  const before = await world();
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), step), { minLength: 1, maxLength: 12 }),
      async (steps) => {
        const digests: string[] = [];
        for (const [who, take] of steps) {
          const answer = await take(clients[who] as Client, digests);
          if (answer.planDigest !== undefined) digests.push(answer.planDigest);
        }
        planned += digests.length;
        expect(await world()).toEqual(before);
      },
    ),
    { numRuns: 60 },
  );
  expect(planned).toBeGreaterThan(40);
  // The same calls do change something once a person agrees: what was compared is not blind. A day
  // later, when no plan waits.
  fixture.clock.step(25 * 3_600_000);
  word = { action: 'accept', content: { approve: true } };
  const client = clients[1] as Client;
  const { planDigest } = await call(client, 'plan', {
    changes: [onAdSet('rename', { name: 'By a person' })(other)],
  });
  expect((await call(client, 'apply_plan', { planDigest })).status).toBe('applied');
  expect(await world()).not.toEqual(before);
});
