import { appNetwork } from '../../../../adapters/sandbox/applovin/seed/ids.ts';
import { searchAds } from '../../../../adapters/sandbox/google/seed/ids.ts';
import { comment, events, execution, ruleRun } from './features.ts';
import { business, control, done, type House, type Kind, tree, workedOff } from './kind.ts';
import { begunAgain } from './known.ts';
import { batch, request as launchRequest } from './launch.ts';

/** What is done in other ways, or on one platform alone. */

const { app } = appNetwork.accounts;
const searchId = searchAds.accounts.eur;

/** A plan that a person has approved. */
async function approved(house: House): Promise<string> {
  const { ads } = await tree(house, [1]);
  const input = { ...business, entityType: 'ad', entityId: ads[0]?.[0], name: 'New' };
  const { digest } = await done(house, {
    path: '/v1/approvals',
    body: { operations: [{ operation: 'manage.rename', input }] },
  });
  await done(house, { path: `/v1/approvals/${digest}`, body: { decision: 'approve' } });
  return digest;
}

export const more: readonly Kind[] = [
  {
    title: 'a second try of ads that were refused',
    async prepare(house) {
      await control(house, 'faults', {
        platform: 'meta',
        fault: 'error',
        method: 'POST',
        path: '*/ads',
        code: 100,
      });
      const { adBatchId } = await done(house, await launchRequest(house));
      await workedOff(house);
      await control(house, 'faults', {}, 'DELETE');
      return { path: `/v1/batches/${adBatchId}/retry` };
    },
    shows: batch,
    counts: { 'made ads': 4 },
  },
  {
    title: 'an approved plan',
    prepare: async (house) => ({ path: `/v1/approvals/${await approved(house)}/apply` }),
    counts: { 'set ads': 1 },
    values: [{ kind: 'ads', data: { name: 'New' } }],
  },
  {
    title: 'taking back a run of a rule that paused two ad sets',
    async prepare(house) {
      const { executionId } = await done(house, await ruleRun(house, { type: 'pause' }));
      await workedOff(house);
      return { path: `/v1/automations/executions/${executionId}/undo` };
    },
    shows: execution,
    counts: { 'set adsets': 2 },
    values: [{ kind: 'adsets', data: { status: 'ACTIVE' } }],
    known: { audit: begunAgain },
  },
  {
    title: 'a comment that is deleted',
    prepare: async (house) => ({ path: `/v1/comments/${await comment(house)}/delete`, body: {} }),
    counts: { 'gone comments': 1 },
  },
  {
    title: 'an adjustment of a conversion',
    platforms: ['search-ads'],
    async prepare(house) {
      await done(house, events(house, 'search-ads'));
      await workedOff(house);
      const destination = `search-ads:customers/${searchId}/conversionActions/6${searchId.slice(-6)}60001`;
      return {
        path: '/v1/conversions/adjustments',
        body: { destination, adjustments: [{ kind: 'retract', orderId: 'one' }] },
      };
    },
    counts: { 'set conversion_events': 1 },
  },
  {
    title: 'amounts by country',
    platforms: ['app-network'],
    prepare: async () => ({
      path: '/v1/app-network/country-amounts',
      body: { accountId: app, campaignId: appNetwork.byCountry(app), goals: { US: 1 } },
    }),
    counts: { 'set applovin_campaigns': 1 },
  },
];
