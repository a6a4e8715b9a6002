import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { shortVideo } from '../../../../adapters/sandbox/tiktok/seed/ids.ts';
import { free } from '../../features/automations/rule-fixture.ts';
import { takers } from '../../features/conversions/fixture.ts';
import {
  account,
  awaited,
  type Body,
  control,
  done,
  type House,
  type Kind,
  own,
  type Request,
  tree,
  workedOff,
} from './kind.ts';
import { begunAgain } from './known.ts';
import { isSame } from './told.ts';

/**
 * What is done at platforms besides launching and managing: appeals, rules, comments, conversions,
 * leads.
 */

const { smart } = shortVideo.accounts;

/** A copy of an ad that the platform's review has rejected. */
async function rejectedAd(house: House): Promise<string> {
  await control(house, 'faults', { platform: 'tiktok', fault: 'review-rejected', times: 1 });
  const body = {
    accountId: smart,
    adId: shortVideo.smart.ad(smart, 'web', 1),
    initialStatus: 'ACTIVE',
  };
  const { results } = await done(house, { path: '/v1/manage/duplicate-ad', body });
  await workedOff(house);
  await house.world.clock.sleep(60_000);
  return results[0].newAdId;
}

/** A run of a rule over the ad sets of a tree. */
export async function ruleRun(house: House, action: object): Promise<Request> {
  const { adSets } = await tree(house, [0, 0]);
  const body = {
    name: 'Once',
    scope: { level: 'adset', accountIds: [account], ids: adSets, status: ['ACTIVE', 'PAUSED'] },
    when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
    actions: [action],
    schedule: { at: ['08:00'] },
    guards: free,
  };
  const { id } = await done(house, { path: '/v1/automations', body });
  await done(house, { path: `/v1/automations/${id}/execute`, body: {} });
  await workedOff(house);
  await done(house, { path: `/v1/automations/${id}/toggle`, body: { enabled: true, mode: 'act' } });
  return { path: `/v1/automations/${id}/execute`, body: { dryRun: false } };
}

export const execution = ({ executionId }: Body) => [`/v1/automations/executions/${executionId}`];

/** A comment under an ad, as the service has read it. */
export const comment = (house: House): Promise<string> =>
  awaited(house, async () => {
    const { body } = await house.call('GET', `/v1/comments?adId=${seed.ad(account, 'sales', 1)}`);
    return body.data.find(({ placement }: Body) => placement === 'feed')?.id;
  });

export const events = (house: House, platform: string): Request => {
  const taker = takers.find((each) => each.platform === platform);
  const happenedAt = new Date(house.world.clock.now() - 60_000).toISOString();
  const list = ['one', 'two'].map((eventId) => ({
    eventId,
    name: 'purchase',
    happenedAt,
    ...taker?.fields,
  }));
  return { path: '/v1/conversions', body: { destinations: [taker?.name], events: list } };
};

const upload = ({ uploadId }: Body) => [`/v1/conversions/uploads/${uploadId}`];

export const features: readonly Kind[] = [
  {
    title: 'an appeal against the rejection of two ads',
    platforms: ['short-video'],
    async prepare(house) {
      const entityIds = [await rejectedAd(house), await rejectedAd(house)];
      return {
        path: '/v1/manage/appeal',
        body: { businessId: smart, entityIds, reason: 'It is allowed.' },
      };
    },
    counts: { 'set tiktok_ads': 2 },
    known: {
      answer: {
        because:
          'An appeal has no mark: one that was decided or not made before the cut is told as unknown.',
        isIt: ({ answer: { body } }) =>
          body.results.some(({ outcome }: Body) => outcome === 'unknown'),
      },
      held: {
        because:
          'One that was not made before the cut is not made afterwards either, lest it is made twice.',
        isIt: ({ held }, whole) => held.length < whole.held.length,
      },
      audit: {
        because: 'What is told as unknown is written down too.',
        isIt: ({ audit }, whole) =>
          isSame(
            audit.filter(({ action }) => action === 'ad.appeal'),
            whole.audit,
          ),
      },
    },
  },
  {
    title: 'a run of a rule that pauses two ad sets',
    prepare: (house) => ruleRun(house, { type: 'pause' }),
    shows: execution,
    counts: { 'set adsets': 2 },
    values: [{ kind: 'adsets', data: { status: 'PAUSED' } }],
    known: { audit: begunAgain },
  },
  {
    title: 'a run of a rule that raises two budgets by an amount',
    prepare: (house) => ruleRun(house, { type: 'budget', of: 'self', change: { amount: 1 } }),
    shows: execution,
    counts: { 'set adsets': 2 },
    values: [{ kind: 'adsets', data: { daily_budget: 5_100 } }],
    known: { audit: begunAgain },
  },
  {
    title: 'a reply to a comment',
    prepare: async (house) => ({
      path: `/v1/comments/${await comment(house)}/reply`,
      body: { text: 'Thank you' },
    }),
    counts: { 'made comments': 1 },
    known: {
      answer: {
        because:
          'The repeated request tells the comment as not answered until a worker has kept the reply.',
        isIt: ({ answer: { body } }) => body.status === 'sent' && body.comment.answered === false,
      },
      isReplayed: {
        because: 'The next one tells it as answered.',
        isIt: ({ answer: { body } }) => !body.comment.answered,
      },
    },
  },
  {
    title: 'a comment that is hidden',
    prepare: async (house) => ({ path: `/v1/comments/${await comment(house)}/hide`, body: {} }),
    counts: { 'set comments': 1 },
    least: 3,
    known: { audit: begunAgain },
  },
  {
    title: 'conversions for the primary platform',
    prepare: async (house) => events(house, 'primary'),
    shows: upload,
    counts: { 'made conversion_events': 2, 'set adspixels': 1 },
    values: [{ kind: 'conversion_events', data: { event_id: 'one', counted: 1 } }],
  },
  {
    title: 'conversions for a platform that tells later what became of them',
    platforms: ['search-ads'],
    prepare: async (house) => events(house, 'search-ads'),
    shows: upload,
    counts: { 'made conversion_events': 2 },
    values: [{ kind: 'conversion_events', data: { event_id: 'one', counted: 1 } }],
  },
  {
    title: 'a stage of a lead',
    async prepare(house) {
      const destination = `primary:${seed.pixel}`;
      await done(house, { path: '/v1/lead-watches', body: { ...own, destination } }, 'PUT');
      await control(house, 'leads', { platform: 'meta' });
      const leadId = await awaited(
        house,
        async () => (await house.call('GET', '/v1/leads')).body.data[0]?.id,
      );
      return {
        path: '/v1/leads/stages',
        body: { stages: [{ leadId, stage: 'sold', value: '129.90', currency: 'EUR' }] },
      };
    },
    counts: { 'made conversion_events': 1, 'set adspixels': 1 },
    known: {
      answer: {
        because:
          'A stage that was accepted before the cut is told as a duplicate, or refused as another event.',
        isIt: ({ answer: { body } }) =>
          body.accepted === 0 && body.duplicates + body.refused.length === 1,
      },
    },
  },
];
