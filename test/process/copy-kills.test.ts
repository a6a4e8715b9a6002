import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../adapters/platforms/google/version.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { google } from '../../adapters/sandbox/google/index.ts';
import { duplicateStatus } from '../../core/manage/duplicate/duplicate-status.ts';
import { prepareDuplicate } from '../../core/manage/duplicate/prepare.ts';
import { acceptDuplicate } from '../../core/manage/duplicate/submit.ts';
import { silent } from '../../core/ports/log.ts';
import { assembleChaosHouse } from '../chaos/house.ts';
import { pause, startSandbox, startWorkers } from '../chaos/processes.ts';
import { COMPANY, connect } from '../chaos/workload.ts';

const caller = { companyId: COMPANY, keyId: 'chaos' };
const account = google.stage.account.id;
const customer = `customers/${account}`;

/**
 * A campaign of 3 ad groups, 40 keywords (10 of them negative) and 12 ads, as somebody else would
 * make it.
 */
const source = [
  {
    campaignBudgetOperation: {
      create: {
        resourceName: `${customer}/campaignBudgets/-1`,
        name: 'Source',
        amountMicros: '70000000',
      },
    },
  },
  {
    campaignOperation: {
      create: {
        resourceName: `${customer}/campaigns/-2`,
        name: 'Source',
        status: 'ENABLED',
        advertisingChannelType: 'SEARCH',
        campaignBudget: `${customer}/campaignBudgets/-1`,
        manualCpc: {},
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      },
    },
  },
  ...[0, 1, 2].map((group) => ({
    adGroupOperation: {
      create: {
        resourceName: `${customer}/adGroups/-${10 + group}`,
        name: `Group ${group}`,
        campaign: `${customer}/campaigns/-2`,
      },
    },
  })),
  ...Array.from({ length: 40 }, (_, n) => ({
    adGroupCriterionOperation: {
      create: {
        adGroup: `${customer}/adGroups/-${10 + (n % 3)}`,
        keyword: { text: `keyword ${n}`, matchType: 'EXACT' },
        ...(n % 4 === 3 && { negative: true }),
      },
    },
  })),
  ...Array.from({ length: 12 }, (_, n) => ({
    adGroupAdOperation: {
      create: {
        adGroup: `${customer}/adGroups/-${10 + (n % 3)}`,
        ad: {
          finalUrls: ['https://shop.example/'],
          responsiveSearchAd: {
            headlines: [{ text: `Ad ${n}` }, { text: 'Two' }, { text: 'Three' }],
            descriptions: [{ text: 'First.' }, { text: 'Second.' }],
          },
        },
      },
    },
  })),
];

test('kill -9 while a campaign of 3 ad groups, 40 keywords and 12 ads is copied: one whole copy, nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-copy-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const place = { database: join(folder, 'slipway.db'), sandboxUrl: sandbox.url };
  const house = await assembleChaosHouse(place, silent);
  const ask = async (action: string, body: object) => {
    const {
      accessToken,
      developerToken = '',
      loginCustomerId = '',
    } = google.credentials(demoCompany);
    const response = await fetch(`${sandbox.url}/google/${version.pinned}/${customer}/${action}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'developer-token': developerToken,
        'login-customer-id': loginCustomerId,
      },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
    return (await response.json()) as any;
  };
  const countOf = async (from: string, condition: string): Promise<number> =>
    (
      await ask('googleAds:search', {
        query: `SELECT ${from}.resource_name FROM ${from} WHERE ${condition}`,
      })
    ).results?.length ?? 0;
  const workers = startWorkers(1, place);
  try {
    await connect(house, google);
    const made = await ask('googleAds:mutate', { mutateOperations: source });
    const sourceId =
      String(made.mutateOperationResponses[1].campaignResult.resourceName).split('/').pop() ?? '';
    // No list leaves it out for being new.
    await sandbox.control('clock', { advanceMs: 10_000 });
    const before = await countOf('campaign', "campaign.status != 'REMOVED'");
    await sandbox.control('latency', { ms: 100 });
    for (const rule of google.stage.badDayForCopies)
      await sandbox.control('faults', { platform: 'google', ...rule, seed: 11 });
    // The answer of the first copy is lost for certain.
    await sandbox.control('faults', {
      platform: 'google',
      fault: 'answer-lost',
      path: '*/googleAds:mutate',
      times: 1,
    });
    const wanted = {
      type: 'campaign',
      sourceField: 'campaignId',
      sourceId,
      copyCount: 1,
      deep: true,
    } as const;
    const prepare = () => prepareDuplicate(house, caller, { accountId: account }, wanted);
    const { duplicateId } = await acceptDuplicate(house, caller, prepare, { delayMs: 0 });
    let kills = 0;
    for (;;) {
      const { status } = await duplicateStatus(house, caller, duplicateId);
      if (status === 'finished') break;
      await pause(kills < 5 ? 400 : 200);
      if (kills < 5) {
        workers.killOne(0);
        kills += 1;
      }
    }
    await sandbox.clearFaults();
    await pause(1_600);
    const { results } = await duplicateStatus(house, caller, duplicateId);
    expect(results).toMatchObject([{ success: true }]);
    expect(kills).toBeGreaterThan(1);
    expect(await countOf('campaign', "campaign.status != 'REMOVED'")).toBe(before + 1);
    const inCopy = `campaign.id = ${results[0]?.newId}`;
    expect(await countOf('ad_group', inCopy)).toBe(3);
    expect(await countOf('ad_group_criterion', inCopy)).toBe(40);
    expect(
      await countOf('ad_group_criterion', `${inCopy} AND ad_group_criterion.negative = TRUE`),
    ).toBe(10);
    expect(await countOf('ad_group_ad', inCopy)).toBe(12);
    expect(await countOf('ad_group_ad', `${inCopy} AND ad_group_ad.status = 'PAUSED'`)).toBe(12);
    const [row] = (
      await ask('googleAds:search', {
        query: `SELECT campaign.status, campaign_budget.amount_micros, campaign_budget.reference_count FROM campaign WHERE ${inCopy}`,
      })
    ).results;
    expect(row).toMatchObject({
      campaign: { status: 'PAUSED' },
      campaignBudget: { amountMicros: '70000000', referenceCount: '1' },
    });
  } finally {
    workers.stop();
    await house.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
