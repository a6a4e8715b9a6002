import type { Scenario } from '../cuts.ts';
import { mapInTurn, three } from '../in-turn.ts';

/**
 * A campaign of TikTok carries its mark in its name, and the former version took the mark off
 * before it noted what it had made: killed in between, it leaves a campaign that no version finds
 * again.
 */
export const creation: Scenario = {
  what: 'creation',
  dies: 'request',
  prepare: async (tools, name) =>
    tools.simulations.flatMap(({ name: platform, stage }) => {
      if (stage.samples.campaign === undefined) return [];
      const called = `${name} ${platform}`;
      const body = { accountId: stage.account.id, name: called, ...stage.samples.campaign };
      const request = { path: '/v1/manage/create-campaign', body, key: called };
      return [{ request, wishes: [{ is: 'made', platform, kind: 'campaign', name: called }] }];
    }),
  async isUnknowable(tools, { wishes }) {
    const campaigns = (await tools.lists()).tiktok_campaigns ?? [];
    return wishes.some(
      (wish) => wish.is === 'made' && campaigns.some((each) => each.campaign_name === wish.name),
    );
  },
};

export const copy: Scenario = {
  what: 'copy',
  dies: 'request',
  step: 6,
  prepare: (tools, name, death) =>
    mapInTurn(three(tools.simulations, death), async (simulation) => {
      const { name: platform, stage } = simulation;
      const [sourceId = ''] = await tools.addAdSets(simulation, 1, Math.min(3, stage.room));
      const body = { accountId: stage.account.id, adsetId: sourceId, copyCount: 2 };
      const request = { path: '/v1/manage/duplicate-adset', body, key: `${name} ${platform}` };
      return { request, wishes: [{ is: 'copied', platform, sourceId, count: 2 }] };
    }),
};

/** Three ad sets are switched off. */
export const status: Scenario = {
  what: 'status',
  dies: 'request',
  step: 4,
  prepare: (tools, name, death) =>
    mapInTurn(three(tools.simulations, death), async (simulation) => {
      const { name: platform, stage } = simulation;
      const ids = await tools.addAdSets(simulation, 3);
      const body = {
        accountId: stage.account.id,
        entityType: 'adset',
        entityIds: ids,
        newStatus: 'PAUSED',
      };
      const request = { path: '/v1/manage/update-status', body, key: `${name} ${platform}` };
      return {
        request,
        wishes: ids.map((id) => ({ is: 'status', platform, kind: 'adSet', id, status: 'PAUSED' })),
      };
    }),
};

/** An ad set gets another name, where settings can be changed. */
export const settings: Scenario = {
  what: 'settings',
  dies: 'request',
  step: 3,
  prepare: (tools, name) =>
    mapInTurn(tools.simulations.slice(0, 2), async (simulation) => {
      const { name: platform, stage } = simulation;
      const [adSetId = ''] = await tools.addAdSets(simulation, 1);
      const called = `${name} ${platform}`;
      const request = {
        path: '/v1/manage/update-adset',
        body: { accountId: stage.account.id, adSetId, name: called },
        key: called,
      };
      return { request, wishes: [{ is: 'made', platform, kind: 'adSet', name: called }] };
    }),
};
