import { describe, expect, it } from 'vitest';
import { SlipwayError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { reportQueryRequest } from '../../../core/report/schema/report.ts';
import { company, createWorld, type FakeWorld, fakeRow } from './world.ts';

type Query = { readonly [name: string]: string };

const query = (world: FakeWorld, given: Query, companyId = company) =>
  queryReport(world.ports, companyId, parseRequest(reportQueryRequest, given));

const november = { startDate: '2026-11-01', endDate: '2026-11-10' };
const rows = [fakeRow({})];
const one = () => createWorld([{ id: 'act_1', name: 'Shop', rows }]);

describe('a report query refuses', () => {
  const refusal = async (
    given: Query,
    companyId = company,
  ): Promise<{ code: string; path?: string; reason?: string; message: string }> => {
    const world = await one();
    try {
      await query(world, { accountIds: 'act_1', ...november, ...given }, companyId);
    } catch (error) {
      expect(error).toBeInstanceOf(SlipwayError);
      const { code, details, message } = error as SlipwayError;
      expect(world.asked).toEqual([]);
      return {
        code,
        message: `${message} ${details.map((each) => each.message).join(' ')}`,
        ...(details[0] && { path: details[0].path, reason: details[0].code }),
      };
    }
    throw new Error('It was not refused.');
  };

  it.each([
    [{ metrics: 'spend,sped' }, 'metrics', 'costPerResult'],
    [{ groupBy: 'adId,planet' }, 'groupBy', 'campaignName'],
    [{ sortBy: 'colour' }, 'sortBy', 'impressions'],
    [{ sortBy: 'month' }, 'sortBy', 'adId'],
    [{ sortDirection: 'UP' }, 'sortDirection', 'ASC'],
    [{ limit: '0' }, 'limit', '1'],
    [{ limit: '1001' }, 'limit', '1000'],
    [{ endDate: '2026-10-01' }, 'endDate', 'before'],
    [{ startDate: '2020-01-01' }, 'endDate', '37 months'],
    [{ startDate: '2022-01-01', endDate: '2022-02-01' }, 'startDate', '2023-10-15'],
    [{ startDate: '2026-02-30' }, 'startDate', 'YYYY-MM-DD'],
    [{ dateFrom: '2026-11-02' }, 'dateFrom', 'startDate'],
    [{ 'filters[status]': 'DEAD' }, 'filters[status]', 'ACTIVE'],
    [{ 'filters[country]': 'Germany' }, 'filters[country]', 'two letters'],
  ])(
    '%j as unprocessable, naming the parameter and what is allowed',
    async (given, path, allowed) => {
      const { code, path: blamed, message } = await refusal(given as Query);
      expect({ code, blamed }).toEqual({ code: 'unprocessable_entity', blamed: path });
      expect(message).toContain(allowed);
    },
  );

  it('a limit that is no number, and missing dates and accounts, as bad requests', async () => {
    const world = await one();
    await expect(query(world, { accountIds: 'act_1' })).rejects.toMatchObject({
      code: 'bad_request',
      details: [{ path: 'startDate' }, { path: 'endDate' }],
    });
    await expect(
      query(world, { accountIds: 'act_1', startDate: '2026-11-01' }),
    ).rejects.toMatchObject({
      code: 'bad_request',
      details: [{ path: 'endDate' }],
    });
    await expect(query(world, november)).rejects.toMatchObject({
      code: 'bad_request',
      details: [{ path: 'accountIds' }],
    });
    expect(await refusal({ limit: 'many' })).toMatchObject({ code: 'bad_request', path: 'limit' });
  });

  it('an account of another company exactly like one that does not exist', async () => {
    const strange = await refusal({}, 'company-2');
    const missing = await refusal({ accountIds: 'act_9' });
    expect(strange).toMatchObject({
      code: 'not_found',
      path: 'accountIds',
      reason: 'unknown_ad_account',
    });
    expect(strange.message.replace(/act_1/g, 'X')).toBe(missing.message.replace(/act_9/g, 'X'));
  });

  it('an account whose platform has no reports', async () => {
    const world = await createWorld([
      { id: 'act_1', rows },
      { id: '77', platform: 'app-network', rows },
    ]);
    Object.assign(world.ports.platforms, {
      'app-network': { ...world.ports.platforms['app-network'], report: undefined },
    });
    await expect(query(world, { accountIds: '77', ...november })).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [
        {
          path: 'accountIds',
          code: 'unsupported_on_platform',
          message: 'AppLovin does not offer reports.',
        },
      ],
    });
  });
});
