import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { failOnDrift } from './harness.ts';
import { call, connectOver } from './mcp-client.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [, adSet = ''] = seed.emptyAdSets(eur, 'traffic');
const campaign = seed.campaign(eur, 'traffic');
const ad = seed.ad(eur, 'traffic', 1);
const delivering = seed.deliveringAdSet(eur, 'leads');

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const account = 'in act_1001 “[^”]+”$';

test.each([
  [
    { action: 'pause', kind: 'ad', ids: [ad] },
    `^Pause 1 ad of act_1001; no money at stake; ad ${ad} “[^”]+” \\(now \\w+, then paused\\); ${account}`,
  ],
  [
    { action: 'resume', kind: 'ad_set', ids: [adSet] },
    `^Switch on 1 ad set of act_1001; .*; ad set ${adSet} “[^”]+” \\(now \\w+, then on\\); ${account}`,
  ],
  [
    { action: 'end', kind: 'ad_set', ids: [delivering], endTime: '2027-01-01T00:00:00Z' },
    `^End 1 ad set of act_1001 at 2027-01-01T00:00:00.000Z; .*; ad set ${delivering} “[^”]+” \\(now \\w+, then ended\\); ${account}`,
  ],
  [
    { action: 'delete', kind: 'ad', ids: [ad] },
    `^Delete 1 ad of act_1001; no money at stake; ad ${ad} “[^”]+” \\(now \\w+, then deleted for good\\); ${account}`,
  ],
  [
    { action: 'rename', kind: 'campaign', ids: [campaign], name: 'Autumn' },
    `^Rename 1 campaign of act_1001 to “Autumn”; no money at stake; campaign ${campaign} “[^”]+” \\(now \\w+\\); ${account}`,
  ],
  [
    { action: 'set_budget', kind: 'ad_set', ids: [delivering], dailyBudget: 60 },
    `^Change a daily budget from \\d+ EUR to 60 EUR; at stake: 10 EUR a day, in act_1001, with no end set; ad set ${delivering} “[^”]+” \\(now \\w+\\); ${account}`,
  ],
  [
    { action: 'duplicate', kind: 'ad_set', ids: [adSet], copies: 2 },
    `^Make 2 paused copies of 1 ad set of act_1001; no money at stake; ad set ${adSet} “[^”]+”; ${account}`,
  ],
])(
  'a plan is one sentence with names, before and after, money and how long: %j',
  async (change, sentence) => {
    const client = await connectOver(
      async (url, init) => fixture.app.request(url, init),
      fixture.key,
    );
    const plan = await call(client, 'plan', { changes: [{ accountId: eur, ...change }] });
    expect(plan.untrusted?.summary[0] ?? plan.text).toMatch(new RegExp(sentence));
    expect(plan.untrusted.summary.join(' ')).not.toMatch(/entityIds|businessId|\[/);
  },
);

test('what concerns a batch names it', async () => {
  const client = await connectOver(
    async (url, init) => fixture.app.request(url, init),
    fixture.key,
  );
  const words = async (change: object) =>
    (await call(client, 'plan', { changes: [change] })).untrusted.summary[0];
  const draft = { name: 'Summer', ads: [{ adName: 'x' }] };
  const id = String((await fixture.call('POST', '/v1/drafts', { body: draft })).body.draftId);
  expect(await words({ action: 'undo_batch', ids: [id] })).toMatch(
    `Pause 0 ads, all that batch ${id} “Summer” created; no money at stake`,
  );
  expect(await words({ action: 'cancel_batch', ids: [id] })).toMatch(
    `Send nothing more of batch ${id} “Summer”`,
  );
});
