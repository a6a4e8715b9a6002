import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

interface Dimension {
  readonly key: string;
  readonly aliases: readonly string[];
  readonly platforms?: readonly string[];
  readonly offers?: readonly {
    readonly platform: string;
    readonly mostDays?: number;
    readonly metrics: readonly string[];
  }[];
}

let fixture: ServiceFixture;
let accounts: readonly { readonly id: string; readonly platform: string }[];
let dimensions: readonly Dimension[];
let metrics: readonly { readonly key: string; readonly platforms: readonly string[] }[];
const errors: string[] = [];

beforeAll(async () => {
  fixture = await startServiceFixture({ onError: (line) => errors.push(line) });
  accounts = (await fixture.call('GET', '/v1/adaccounts?status=active&limit=100')).body.data;
  ({ dimensions, metrics } = (await fixture.call('GET', '/v1/reports/fields')).body);
});
afterAll(() => fixture.worker.stop());

const day = (before: number): string =>
  new Date(fixture.ports.clock.now() - before * 86_400_000).toISOString().slice(0, 10);

async function ask(platform: string, question: { readonly [name: string]: string }) {
  const accountIds = accounts.find((account) => account.platform === platform)?.id ?? '';
  const query = new URLSearchParams({
    accountIds,
    startDate: day(4),
    endDate: day(3),
    limit: '5',
    ...question,
  });
  const { status, body } = await fixture.call('GET', `/v1/reports/query?${query}`);
  const codes: readonly string[] =
    body.error?.details?.map(({ code }: { code: string }) => code) ?? [];
  const warnings: readonly object[] = body.metadata?.warnings ?? [];
  return {
    status,
    codes,
    warnings,
    rows: body.data as readonly { readonly [field: string]: unknown }[] | undefined,
  };
}

const reporting = platformModules.filter(
  ({ definition }) => Object.keys(definition.metrics).length > 0,
);

describe.each(reporting.map(({ definition }) => definition))(
  'questions to $id',
  ({ id: platform, byCountry }) => {
    test('every grouping and breakdown is answered where the fields offer it, and refused where not', async () => {
      expect(accounts.some((account) => account.platform === platform)).toBe(true);
      for (const { key, aliases, platforms, offers } of dimensions) {
        const isOffered = platforms === undefined || platforms.includes(platform);
        const offer = offers?.find((each) => each.platform === platform);
        for (const name of [key, ...aliases])
          for (const parameter of platforms === undefined
            ? ['groupBy']
            : ['groupBy', 'breakdowns']) {
            const question = {
              [parameter]: name,
              ...(offer && { metrics: offer.metrics.join(',') }),
              ...(offer?.mostDays === 1 && { startDate: day(3) }),
            };
            const { status, codes } = await ask(platform, question);
            const told = `${parameter}=${name}: ${status} ${codes.join()}`;
            if (isOffered) expect(told).toBe(`${parameter}=${name}: 200 `);
            else expect(told).toBe(`${parameter}=${name}: 422 unsupported_on_platform`);
          }
      }
      expect(
        dimensions.find(({ key }) => key === 'country')?.platforms?.includes(platform) ?? false,
      ).toBe(byCountry === true);
    });

    test('every pair of groupings, and every filter, is answered or refused with a reason', async () => {
      const names = dimensions.map(({ key }) => key);
      for (const [at, first] of names.entries())
        for (const second of names.slice(at + 1)) {
          const { status, codes } = await ask(platform, { groupBy: `${first},${second}` });
          expect([200, 422], `${first},${second}: ${codes.join()}`).toContain(status);
          if (status === 422) expect(codes.length, `${first},${second}`).toBeGreaterThan(0);
        }
      const filters = { campaignId: '1', adsetId: '1', adId: '1', status: 'ACTIVE', country: 'DE' };
      for (const [filter, value] of Object.entries(filters)) {
        const { status, codes } = await ask(platform, {
          groupBy: 'campaignId',
          [`filters[${filter}]`]: value,
        });
        const isRefused = filter === 'country' && byCountry !== true;
        expect(`${filter} ${status} ${codes.join()}`).toBe(
          `${filter} ${isRefused ? '422 unsupported_on_platform' : '200 '}`,
        );
      }
    });

    test('every figure that the fields name is told, and no other is null without a word', async () => {
      for (const { key, platforms } of metrics) {
        const {
          status,
          codes,
          rows = [],
        } = await ask(platform, { groupBy: 'accountId', metrics: key });
        const isTold = platforms.includes(platform);
        expect(`${key} ${status} ${codes.join()}`).toBe(
          `${key} ${isTold ? '200 ' : '422 unsupported_on_platform'}`,
        );
        for (const row of rows) expect(row).toHaveProperty(key);
        if (isTold) continue;
        const beside = await ask(platform, { groupBy: 'accountId', metrics: `spend,${key}` });
        expect(beside.status).toBe(200);
        const message = `The ${platform} platform does not tell ${key}.`;
        expect(beside.warnings).toContainEqual({ code: 'figures_untold', message });
      }
    });

    test('both questions for countries agree', async () => {
      const accountId = accounts.find((account) => account.platform === platform)?.id ?? '';
      const range = `startDate=${day(4)}&endDate=${day(3)}`;
      const { status, body } = await fixture.call(
        'GET',
        `/v1/reports/primary/country-breakdown?accountIds=${accountId}&${range}`,
      );
      const other = await ask(platform, { groupBy: 'country', limit: '100' });
      expect(status).toBe(other.status);
      const spends = (rows: readonly { readonly [field: string]: unknown }[] | undefined) =>
        rows?.map(({ country, spend }) => [country, spend]).sort();
      expect(spends(body.data)).toEqual(spends(other.rows));
      if (byCountry) expect(other.rows?.length).toBeGreaterThan(1);
    });
  },
);

test.each(
  platformModules
    .filter((module) => !reporting.includes(module))
    .map(({ definition }) => definition.id),
)('%s tells no figures, and says so', async (platform) => {
  for (const { key } of dimensions)
    expect(await ask(platform, { groupBy: key })).toMatchObject({
      status: 422,
      codes: ['unsupported_on_platform'],
    });
  for (const { platforms } of [...dimensions, ...metrics])
    expect(platforms ?? []).not.toContain(platform);
});

test('none of it was an error of the service', () => {
  expect(errors).toEqual([]);
});
