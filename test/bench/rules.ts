import * as v from 'valibot';
import { type AccountKey, accountKey } from '../../core/base/account-key.ts';
import { addDays } from '../../core/base/time/days.ts';
import { judgeRule } from '../../core/features/automations/judge/judge-rule.ts';
import { nothingRemembered } from '../../core/features/automations/judge/memory.ts';
import { calendarOf } from '../../core/features/automations/judge/windows.ts';
import type { AccountWorld, Entity } from '../../core/features/automations/judge/world.ts';
import { type Rule, ruleBody } from '../../core/features/automations/schema/rule.ts';
import { createFigureCache, readFigures } from '../../core/features/automations/world/figures.ts';
import { needsOf } from '../../core/features/automations/world/needs.ts';
import type { Fact } from '../../core/ports/facts.ts';
import type { ReportAccount } from '../../core/report/accounts.ts';
import { type Figure, figure } from './figure.ts';
import { type Backend, sqliteBackend } from './reports-backends.ts';
import { portsOver } from './reports-world.ts';

/**
 * 100 accounts with 1,000 ad sets each, 30 days of figures for each, and ten rules for each
 * account.
 */
const ACCOUNTS = 100;
const AD_SETS = 1_000;
const DAYS = 30;
const RULES = 1_000;
const COMPANY = 'company';
const NOW = Date.UTC(2026, 10, 15, 12);
const FIRST = '2026-10-16';
const LAST = addDays(FIRST, DAYS - 1);
/** Rules of an account look at some windows, as rules of people do. */
const WINDOWS = [3, 7, 14, 30];

const keys: readonly AccountKey[] = Array.from({ length: ACCOUNTS }, (_, i) =>
  accountKey('primary', `act_${1000 + i}`),
);
const adSetId = (account: number, i: number): string =>
  `12022${String(account * AD_SETS + i).padStart(13, '0')}`;

/**
 * 1,000 rules over 100,000 ad sets with 30 days of figures: judged, beside the raw SQL that reads
 * the same figures.
 */
export async function rulesBench(): Promise<readonly Figure[]> {
  const backend = await sqliteBackend();
  try {
    await fill(backend);
    const raw: number[] = [];
    const ours: number[] = [];
    let judged = { considered: 0, matched: 0 };
    for (let round = 0; round < 2; round++) {
      raw.push(await took(() => readRaw(backend)));
      ours.push(
        await took(async () => {
          judged = await judgeAll(backend);
        }),
      );
    }
    if (judged.considered !== RULES * AD_SETS)
      throw new Error(`${judged.considered} entities were judged.`);
    if (judged.matched === 0) throw new Error('No rule matched anything.');
    const measured = {
      name: 'rules-judged',
      value: Math.min(...ours),
      unit: 'ms of processor time',
      anchor: 'raw SQL, ms of processor time',
      anchorValue: Math.min(...raw),
    };
    return [figure(measured, { on: 'value', atMost: 10_000 })];
  } finally {
    await backend.close();
  }
}

/**
 * Processor time of the whole process: what is measured does not wait, and other programs do not
 * lengthen it.
 */
async function took(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return Math.round((user + system) / 1000);
}

async function fill(backend: Backend): Promise<void> {
  const facts = await backend.open(false);
  for (const [account, key] of keys.entries()) {
    const rows: Fact[] = [];
    for (let day = 0; day < DAYS; day++)
      for (let i = 0; i < AD_SETS; i++) rows.push(factOf(account, i, day));
    await facts.put(
      COMPANY,
      { accountId: key, from: FIRST, to: LAST, breakdown: 'none' },
      rows,
      NOW - 60_000,
    );
  }
  await facts.close();
}

function factOf(account: number, i: number, day: number): Fact {
  const noise = ((i * 7919 + account * 31 + day * 104_729) % 10_007) / 10_007;
  const id = adSetId(account, i);
  return {
    day: addDays(FIRST, day),
    adId: `12021${id.slice(5)}`,
    adName: `Ad ${i}`,
    adsetId: id,
    adsetName: `Set ${i}`,
    campaignId: `12023${String(account * 10 + (i % 10)).padStart(13, '0')}`,
    campaignName: `Campaign ${i % 10}`,
    country: '',
    spend: Math.round(noise * 10_000) / 100,
    impressions: Math.floor(noise * 9000),
    clicks: Math.floor(noise * 120),
    results: Math.floor(noise * 9),
    conversions: Math.floor(noise * 7),
    conversionValue: Math.round(noise * 25_000) / 100,
    resultType: 'purchase',
  };
}

/** What the rules need, by hand: the sums of each window of each account, by ad set. */
async function readRaw(backend: Backend): Promise<void> {
  const sums = ['spend', 'results', 'conversions', 'conversion_value', 'impressions', 'clicks'].map(
    (each) => `sum(${each}) AS ${each}`,
  );
  const sources = (await backend.raw('SELECT DISTINCT source FROM fact')) as readonly {
    source: number;
  }[];
  const [last] = (await backend.raw('SELECT max(day) AS day FROM fact')) as readonly {
    day: number;
  }[];
  for (const { source } of sources)
    for (const days of WINDOWS) {
      const from = (last?.day ?? 0) - days + 1;
      await backend.raw(
        `SELECT adset, ${sums.join(', ')} FROM fact WHERE source = ${source} AND day >= ${from} GROUP BY adset`,
      );
    }
}

const rules: readonly Rule[] = Array.from({ length: RULES }, (_, i) =>
  v.parse(ruleBody, {
    name: `Rule ${i}`,
    windows: { w: { days: WINDOWS[i % WINDOWS.length] } },
    scope: { level: 'adset', accountIds: [`act_${1000 + (i % ACCOUNTS)}`], limit: 5000 },
    when: {
      all: [
        { left: { metric: 'costPerResult', window: 'w' }, is: '>', right: 12 + (i % 7) },
        { left: { metric: 'spend', window: 'w' }, is: '>', right: 20 },
        { not: { left: { metric: 'roas', window: 'w' }, is: '>=', right: 4 } },
      ],
    },
    actions: [{ type: 'pause' }],
    schedule: { at: ['08:00'] },
    guards: { minSpend: 10, keepActiveAtLeast: 1 },
  }),
);

async function judgeAll(backend: Backend): Promise<{ considered: number; matched: number }> {
  const facts = await backend.open(false);
  const ports = { ...(await portsOver(facts)), figureCache: createFigureCache() };
  const total = { considered: 0, matched: 0 };
  // Account by account, as rules of one account are due together.
  for (const [at, key] of keys.entries()) {
    const account = reportAccount(key);
    const entities = entitiesOf(at, key);
    for (let i = at; i < RULES; i += ACCOUNTS) {
      const rule = rules[i];
      if (rule === undefined) continue;
      const needs = needsOf(rule, calendarOf(NOW, account.timezone));
      const figures = await readFigures(ports, COMPANY, account, { needs, level: 'adset' });
      const world: AccountWorld = { ...worldOf(account), entities, figures };
      const { considered, matched } = judgeRule(
        { ruleId: `rule_${i}`, rule, now: NOW, remembered: () => nothingRemembered },
        [world],
      );
      total.considered += considered;
      total.matched += matched;
    }
  }
  await facts.close();
  return total;
}

const reportAccount = (key: AccountKey): ReportAccount =>
  ({
    key,
    id: key.slice(8),
    name: 'Shop',
    platform: 'primary',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    decimals: 2,
  }) as ReportAccount;

const worldOf = ({ key, id, platform, currency, decimals, timezone }: ReportAccount) => ({
  key,
  id,
  platform,
  currency,
  decimals,
  timezone,
  hasHistory: true,
});

const entitiesOf = (account: number, key: AccountKey): readonly Entity[] =>
  Array.from({ length: AD_SETS }, (_, i) => ({
    account: key,
    platform: 'primary',
    level: 'adset',
    id: adSetId(account, i),
    name: `Set ${i}`,
    status: 'ACTIVE',
    parentId: `c${i % 10}`,
    campaignId: `c${i % 10}`,
    createdAt: NOW - 90 * 86_400_000,
    budget: {
      type: 'adset',
      id: adSetId(account, i),
      name: `Set ${i}`,
      status: 'ACTIVE',
      dailyBudget: 50,
    },
  }));
