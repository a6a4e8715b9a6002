// @module-tag long
import type { Client as McpClient } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { kinds } from '../../adapters/sandbox/tiktok/wire/call.ts';
import { mintKey } from '../../core/access/keys.ts';
import { createAdSetReader } from '../../core/accounts/ad-sets.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { allOf } from '../../core/records/list.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { createClient } from '../../server/client/client.ts';
import { openCompanyHandle } from '../../server/embed/company.ts';
import { createApp } from '../../server/http/app.ts';
import { placesFor } from '../../server/routes/routes.ts';
import { adIn, clips, createGuardFixture, eur, type GuardFixture, seed, shortVideo } from '../core/guard/guard-fixture.ts';
import { call, connectOver } from './mcp-client.ts';

/** Random writes through every door, some at the same time and from two processes: the platforms never hold more than the guards allow. */

const SINGLE = 400;
const RISE = 300;
const ROOM = 150;
const COMPANY_ROOM = 200;

type Input = { readonly [name: string]: unknown };
/** Carries an operation out. Rejects, or answers something that says so, when it is refused. */
type Door = (operation: string, input: Input) => Promise<unknown>;

const listeners: { stop(force: boolean): Promise<void> }[] = [];
afterAll(() => Promise.all(listeners.map((listener) => listener.stop(true))));

const verbIn = (api: unknown, operation: string) => {
  const [group = '', verb] = operation.split('.');
  const member = Reflect.get(api as object, group);
  return (verb === undefined ? member : Reflect.get(member, verb)) as (input: Input) => Promise<unknown>;
};

/** What each door needs beside the service itself. */
async function openDoors(fixture: GuardFixture): Promise<readonly Door[]> {
  const { ports, companyId, clock } = fixture;
  const app = createApp(ports, { readLimit: 1_000_000, writeLimit: 1_000_000 });
  const { secret: key, write } = await mintKey(ports, companyId, { name: 'Doors', scopes: ['admin', 'unattended'] });
  await ports.store.commit([write]);
  const over = async (url: string, init: RequestInit = {}) => app.request(url, init);
  const embedded = (own: ServicePorts): Door => {
    const caller = { companyId, keyId: 'embedded', scopes: ['admin'] as const };
    const company = openCompanyHandle(own, caller, new AbortController().signal);
    return (operation, input) => verbIn(company, operation)(input);
  };
  const client = createClient({ url: 'http://slipway.test', key, fetch: over, sleep: (ms) => clock.sleep(ms) });
  const rest: Door = async (operation, input) => {
    const { method, path } = placesFor(Object.values(ports.platforms))(operation);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await app.request(path, { method, headers, body: JSON.stringify(input) })).json();
  };
  let model: McpClient | undefined;
  const mcp: Door = async (operation, input) => {
    model ??= await connectOver(over, key);
    const { planDigest } = await call(model, 'call_action', { action: operation, input });
    return planDigest === undefined ? undefined : call(model, 'apply_plan', { planDigest });
  };
  const listener = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.fetch(request) });
  listeners.push(listener);
  const commandLine: Door = async (operation, input) => {
    const env = { SLIPWAY_URL: `http://127.0.0.1:${listener.port}`, SLIPWAY_KEY: key };
    const nowhere = { write: () => undefined };
    return runCommandLine(['call', operation, '--json', JSON.stringify(input)], env, nowhere, nowhere);
  };
  const otherProcess = { ...ports, adSets: createAdSetReader(clock) };
  return [
    rest,
    embedded(ports),
    embedded(otherProcess),
    (operation, input) => verbIn(client, operation)(input),
    mcp,
    commandLine,
  ];
}

interface Move {
  readonly door: number;
  readonly operation: string;
  readonly input: Input;
}

const [open = '', other = ''] = seed.emptyAdSets(eur, 'traffic');
const adSets = [seed.deliveringAdSet(eur, 'traffic'), seed.deliveringAdSet(eur, 'leads'), open, other];
const groups = [shortVideo.deliveringAdGroup(clips, 'traffic'), ...shortVideo.emptyAdGroups(clips, 'traffic').slice(0, 1)];
const campaigns = [seed.campaign(eur, 'advantage'), seed.campaign(eur, 'traffic')];

const door = fc.nat(5);
const amount = fc.constantFrom(60, 90, 120, 160, 200, 400, 401);
const status = fc.constantFrom('ACTIVE', 'ACTIVE', 'PAUSED');
const move: fc.Arbitrary<Move> = fc
  .oneof(
    {
      arbitrary: fc.record({ entityId: fc.constantFrom(...adSets), dailyBudget: amount }).map((input) => ({
        operation: 'manage.updateBudget',
        input: { businessId: eur, entityType: 'adset', confirm: true, ...input },
      })),
      weight: 4,
    },
    fc.record({ entityId: fc.constantFrom(...groups), dailyBudget: amount }).map((input) => ({
      operation: 'manage.updateBudget',
      input: { businessId: clips, entityType: 'adset', confirm: true, ...input },
    })),
    {
      arbitrary: fc.record({ id: fc.constantFrom(...adSets, ...campaigns), newStatus: status }).map(({ id, newStatus }) => ({
        operation: 'manage.updateStatus',
        input: { businessId: eur, entityType: campaigns.includes(id) ? 'campaign' : 'adset', entityIds: [id], newStatus },
      })),
      weight: 3,
    },
    fc.constantFrom(...adSets).map((adsetId) => ({
      operation: 'manage.duplicateAdSet',
      input: { accountId: eur, adsetId, copyCount: 2, initialStatus: 'ACTIVE' },
    })),
    fc.constantFrom(...adSets).map((adSet) => ({ operation: 'launch', input: { ads: [adIn([adSet], { status: 'ACTIVE' })] } })),
    fc.record({ dailyBudget: amount, status }).map((input) => ({
      operation: 'manage.createCampaign',
      input: { accountId: eur, name: 'New', objective: 'OUTCOME_TRAFFIC', ...input },
    })),
  )
  .chain((asked) => door.map((chosen) => ({ door: chosen, ...asked })));

type Row = { readonly id: string; readonly [field: string]: unknown };
const budgetOf = (row: Row): number => Number(row.daily_budget ?? 0) / 100;

/** What delivers on the primary platform, counted without any of the code under test. */
async function deliversOnPrimary(fixture: GuardFixture): Promise<{ readonly total: number; readonly rows: readonly Row[] }> {
  const own = async (kind: string) => (await fixture.held(kind)).filter(({ account }) => account === eur);
  const [all, sets, ads] = await Promise.all([own('campaigns'), own('adsets'), own('ads')]);
  const isOn = (row: Row | undefined): boolean => row?.status === 'ACTIVE';
  const delivering = sets.filter(
    (adSet) =>
      isOn(adSet) &&
      isOn(all.find(({ id }) => id === adSet.campaign_id)) &&
      ads.some((ad) => ad.adset_id === adSet.id && isOn(ad) && ad.verdict !== 'DISAPPROVED'),
  );
  const total = all.reduce((sum, campaign) => {
    const within = delivering.filter(({ campaign_id }) => campaign_id === campaign.id);
    return within.length === 0 ? sum : sum + (budgetOf(campaign) || within.reduce((part, adSet) => part + budgetOf(adSet), 0));
  }, 0);
  return { total, rows: [...all, ...sets] };
}

/** The same on the short-video platform, where ad groups hold the budgets. */
async function deliversOnShortVideo(fixture: GuardFixture): Promise<number> {
  const own = async (kind: string) => (await fixture.held(kind)).filter(({ account }) => account === clips);
  const [all, sets, ads] = await Promise.all([own(kinds.campaign), own(kinds.adGroup), own(kinds.ad)]);
  const isOn = (row: Row | undefined): boolean => row?.operation_status === 'ENABLE';
  return sets
    .filter((group) => isOn(group) && isOn(all.find(({ id }) => id === group.campaign_id)))
    .filter((group) => ads.some((ad) => ad.adgroup_id === group.id && isOn(ad)))
    .reduce((sum, group) => sum + Number(group.budget), 0);
}

/** The guards, with a little room over what delivers at the start. */
async function setGuards(fixture: GuardFixture, primary: number): Promise<void> {
  const company = openCompanyHandle(
    fixture.ports,
    { companyId: fixture.companyId, keyId: 'admin', scopes: ['admin'] },
    new AbortController().signal,
  );
  const single = { dailyBudget: SINGLE, startedDailyBudget: 1_000, accountDailyBudget: primary + ROOM };
  await company.guardrails.replace({ currencies: { EUR: { companyDailyBudget: 1e9 } } });
  const request = { businessId: eur, entityType: 'adset', entityId: adSets[0], dailyBudget: 51 };
  const { guards } = await company.guardrails.check({ operation: 'manage.updateBudget', request });
  const asked = Number(guards.find(({ guard }) => guard === 'companyDailyBudget')?.asked ?? 0);
  await company.guardrails.replace({
    risePercent: RISE,
    currencies: { EUR: { companyDailyBudget: asked - 1 + COMPANY_ROOM } },
    accounts: { [eur]: single },
  });
}

test('no sequence of writes through any door leaves more than the guards allow, nor do writes at the same time', async () => {
  const passed = new Map<number, number>();
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 10 }),
      async (rounds) => {
        const fixture = await createGuardFixture();
        const doors = await openDoors(fixture);
        const start = await deliversOnPrimary(fixture);
        const clipsAtStart = await deliversOnShortVideo(fixture);
        await setGuards(fixture, start.total);
        const first = new Map(start.rows.map((row) => [row.id, budgetOf(row)]));
        for (const moves of rounds) {
          const answers = await Promise.allSettled(
            moves.map(async ({ door: chosen, operation, input }) => {
              const answer = await doors[chosen]?.(operation, input);
              return { chosen, text: JSON.stringify(answer) ?? '' };
            }),
          );
          for (const answer of answers) {
            const text = answer.status === 'fulfilled' ? answer.value.text : `${JSON.stringify(answer.reason)} ${answer.reason}`;
            if (text.includes('guard')) refused += 1;
            else if (answer.status === 'fulfilled') passed.set(answer.value.chosen, (passed.get(answer.value.chosen) ?? 0) + 1);
          }
          for (const { id } of await allOf(fixture.ports.store, batchKind, fixture.companyId)) await fixture.run(Number(id));
          const now = await deliversOnPrimary(fixture);
          const clipsNow = await deliversOnShortVideo(fixture);
          expect(now.total).toBeLessThanOrEqual(start.total + ROOM);
          expect(now.total + clipsNow).toBeLessThanOrEqual(start.total + clipsAtStart + COMPANY_ROOM);
          for (const row of now.rows) {
            const was = first.get(row.id) ?? budgetOf(row);
            first.set(row.id, was);
            expect(budgetOf(row)).toBeLessThanOrEqual(Math.max(was, SINGLE));
            expect(budgetOf(row)).toBeLessThanOrEqual(was * (1 + RISE / 100));
          }
        }
      },
    ),
    { numRuns: 10, seed: 22 },
  );
  // The sequences really got somewhere through every door, and really met the gate.
  expect([...passed.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(refused).toBeGreaterThan(20);
}, 300_000);
