import { describe, expect, test } from 'vitest';
import { platformModules } from '../../../../adapters/platforms/registry.ts';
import { simulations } from '../../../../adapters/sandbox/registry.ts';
import { applyChanges } from '../../../../core/features/changes/apply.ts';
import { drawChanges } from '../../../../core/features/changes/plan.ts';
import { listObjects } from '../../../../core/features/changes/rows.ts';
import type { ObjectRow } from '../../../../core/features/changes/schema.ts';
import { undoChanges } from '../../../../core/features/changes/undo.ts';
import { createAdSet, createCampaign } from '../../../../core/manage/create/create-object.ts';
import { unkeyed } from '../../../../core/records/once.ts';
import { createTestService } from '../../../test-service.ts';

/** Start, end and bid of what has not begun, on every platform that makes campaigns. */

const able = simulations.filter(
  ({ stage: { samples } }) => samples.campaign !== undefined && samples.adSet !== undefined,
);
const day = 86_400_000;

/** Where people may set what. Google's ends are last seconds of a day. */
const CHANGED: {
  readonly [platform: string]: { readonly campaign: string; readonly adset: string };
} = {
  primary: { campaign: 'startTime', adset: 'startTime endTime bidAmount' },
  'search-ads': { campaign: 'startTime endTime bidAmount', adset: '' },
  'short-video': { campaign: '', adset: 'startTime endTime bidAmount' },
  'photo-messaging': { campaign: 'startTime endTime', adset: 'startTime endTime bidAmount' },
  pin: { campaign: 'startTime endTime', adset: 'startTime endTime bidAmount' },
  'professional-network': { campaign: 'startTime endTime', adset: 'startTime endTime bidAmount' },
  'openai-ads': { campaign: 'startTime endTime', adset: 'bidAmount' },
};

describe.each(able.map((simulation) => [simulation.platform, simulation] as const))(
  'on %s',
  (platform, { stage }) => {
    async function open() {
      const service = await createTestService({
        platforms: platformModules.filter(({ definition }) => definition.id === platform),
      });
      const { ports, caller, clock } = service;
      const adAccountId = stage.account.id;
      // In the zone of the account, the last second of a day.
      const dayEnd = (days: number) => {
        const at = Math.floor(clock.now() / day) * day + days * day;
        const parts = new Intl.DateTimeFormat('en-GB', {
          timeZone: stage.account.timezone,
          hour: '2-digit',
          minute: '2-digit',
          hour12: false,
        });
        const [hours = 0, minutes = 0] = parts.format(at).split(':').map(Number);
        return new Date(at - hours * 3_600_000 - minutes * 60_000 + day - 1_000).toISOString();
      };
      const starts = (days: number) =>
        new Date(Math.floor(clock.now() / 1_000) * 1_000 + days * day).toISOString();
      const times = { startTime: starts(5), endTime: dayEnd(30) };
      const { campaign = {}, adSet = {} } = stage.samples;
      const { dailyBudget, ...settings } = campaign;
      const bid =
        platform === 'primary'
          ? { bidStrategy: 'LOWEST_COST_WITH_BID_CAP', bidAmount: 2 }
          : { bidAmount: 2 };
      const own = platform === 'search-ads' ? bid : {};
      const ofCampaign = platform === 'short-video' ? {} : times;
      const { campaignId: full } = await createCampaign(ports, caller, {
        ...campaign,
        ...ofCampaign,
        ...own,
        accountId: adAccountId,
        name: 'Timed',
      });
      const holder = {
        ...settings,
        ...(stage.samples.adSetBudgets === false || adSet.dailyBudget === undefined
          ? { dailyBudget }
          : {}),
      };
      const { campaignId } = await createCampaign(ports, caller, {
        ...holder,
        ...own,
        accountId: adAccountId,
        name: 'Holder',
      });
      const ofAdSet =
        platform === 'search-ads' ? {} : { ...(platform === 'openai-ads' ? {} : times), ...bid };
      const { adSetId } = await createAdSet(ports, caller, {
        ...adSet,
        ...ofAdSet,
        accountId: adAccountId,
        campaignId,
        name: 'Timed set',
      });
      const row = async (level: 'campaign' | 'adset') => {
        const { data } = await listObjects(ports, caller, { adAccountId, level, limit: 200 });
        const found = data.find(({ id }) => id === (level === 'campaign' ? full : adSetId));
        if (found === undefined) throw new Error('It is not listed.');
        return found;
      };
      const other = { startTime: starts(7), endTime: dayEnd(40), bidAmount: 3 };
      return { service, ports, caller, row, other };
    }
    const changeOf = ({ level, id, adAccountId, revision }: ObjectRow, set: object) => ({
      changes: [{ level, id, adAccountId, revision, set: { ...set } }],
    });

    test.each(['campaign', 'adset'] as const)(
      'times and bid of a %s are as wanted, and as before after the undo',
      async (level) => {
        const { service, ports, caller, row, other } = await open();
        const before = await row(level);
        const fields = CHANGED[platform]?.[level].split(' ').filter((field) => field !== '') ?? [];
        const set = Object.fromEntries(
          fields.map((field) => [field, other[field as keyof typeof other]]),
        );
        expect(Object.keys(before.values)).toEqual(expect.arrayContaining(fields));
        // What is brought in and posted as it is writes nothing.
        const same = Object.fromEntries(fields.map((field) => [field, before.values[field]]));
        const { results: unchanged } = await applyChanges(
          ports,
          caller,
          changeOf(before, { ...same, name: before.values.name }),
          unkeyed(service.store),
        );
        expect(unchanged).toMatchObject([{ outcome: 'nothing', fields: [] }]);
        if (fields.length === 0) return;
        const { results, changeId } = await applyChanges(
          ports,
          caller,
          changeOf(before, set),
          unkeyed(service.store),
        );
        expect(results.map(({ reason, outcome }) => reason ?? outcome)).toEqual(['done']);
        expect((await row(level)).values).toEqual({ ...before.values, ...set });
        const undone = await undoChanges(ports, caller, {
          id: changeId,
          once: unkeyed(service.store),
        });
        expect(undone.results.map(({ reason }) => reason)).toEqual([undefined]);
        expect((await row(level)).values).toEqual(before.values);
      },
    );

    test('a start that has passed is not changed, and what the platform keeps elsewhere is named', async () => {
      const { service, ports, caller, row, other } = await open();
      const level = CHANGED[platform]?.adset.includes('startTime') ? 'adset' : 'campaign';
      const found = await row(level);
      await service.clock.sleep(6 * day);
      const [late] = await drawChanges(
        ports,
        caller,
        changeOf(found, { startTime: other.startTime }),
      );
      if (platform !== 'primary') expect(late?.reason).toContain('has started already');
      const elsewhere = level === 'adset' ? 'campaign' : 'adset';
      if (CHANGED[platform]?.[elsewhere].includes('startTime')) return;
      const [not] = await drawChanges(
        ports,
        caller,
        changeOf(await row(elsewhere), { endTime: other.endTime }),
      );
      expect(not?.reason).toMatch(/change (those|that)/);
    });
  },
);
