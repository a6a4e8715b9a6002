import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import type { Cut, Played, Scenario, Tools } from './cuts.ts';
import type { Death } from './lives.ts';
import type { Wish } from './wishes.ts';

type Part = Pick<Cut, 'wishes'> & { readonly request: NonNullable<Cut['request']> };

/** Two ads on the first two platforms and one on each other, in one request. */
async function ads(tools: Tools, name: string, simulations: readonly Simulation[], status?: 'DELETED'): Promise<Part> {
  const bodies: object[] = [];
  const wishes: Wish[] = [];
  for (const [position, simulation] of simulations.entries()) {
    const { account, fields, shapeOf } = simulation.stage;
    const [parentId = ''] = await tools.addAdSets(simulation, 1);
    for (const nth of position < 2 ? [1, 2] : [1]) {
      const adName = `${name} ${simulation.name} ${nth}`;
      bodies.push({ adName, adAccountId: account.id, adSets: [parentId], ...fields, ...shapeOf(nth) });
      const wish = { is: 'made', platform: simulation.name, kind: 'ad', name: adName, parentId } as const;
      wishes.push({ ...wish, ...(status && { status }) });
    }
  }
  return { request: { path: '/v1/launch', body: { ads: bodies, force: true }, key: name }, wishes };
}

const launch: Scenario = {
  what: 'launch',
  step: 6,
  async play(tools, name, death) {
    const cut = await ads(tools, name, tools.simulations);
    const { subjects } = await tools.queue(cut.request);
    return { ...(await tools.workingUntil(subjects[0] ?? '', death)), cuts: [cut] };
  },
};

/** A launch that had ended, and is taken back. */
const undo: Scenario = {
  what: 'undo',
  step: 2,
  async play(tools, name, death) {
    const { request, wishes } = await ads(tools, name, tools.simulations.slice(0, 3), 'DELETED');
    const { answer, subjects } = await tools.queue(request);
    const [batch = ''] = subjects;
    await tools.finish(batch);
    const back = { path: `/v1/batches/${answer.adBatchId}/undo`, body: { mode: 'delete' }, key: `${name} back` };
    await tools.queue(back);
    return { ...(await tools.workingUntil(batch, death)), cuts: [{ request: back, wishes }] };
  },
};

/** Asks for the same on several platforms, each in a process that dies over it. */
async function onEach(
  simulations: readonly (Simulation | undefined)[],
  cutOn: (simulation: Simulation) => Promise<Part>,
  play: (request: Part['request']) => Promise<{ readonly isDead: boolean }>,
): Promise<Played> {
  const cuts: Part[] = [];
  let isDead = false;
  for (const simulation of simulations) {
    if (simulation === undefined) continue;
    const cut = await cutOn(simulation);
    isDead = (await play(cut.request)).isDead || isDead;
    cuts.push(cut);
  }
  return { isDead, cuts };
}

const withKey = (path: string, body: object, key: string) => ({ path, body, key });

/** The first two platforms, and each time another one. */
const three = ({ simulations }: Tools, { at }: Death): readonly (Simulation | undefined)[] => {
  const [first, second, ...others] = simulations;
  return [first, second, others[at % others.length]];
};

const copy: Scenario = {
  what: 'copy',
  step: 4,
  play: (tools, name, death) =>
    onEach(
      three(tools, death),
      async (simulation) => {
        const { name: platform, stage } = simulation;
        const [sourceId = ''] = await tools.addAdSets(simulation, 1, Math.min(3, stage.room));
        const body = { accountId: stage.account.id, adsetId: sourceId, copyCount: 2 };
        return {
          request: withKey('/v1/manage/duplicate-adset', body, `${name} ${platform}`),
          wishes: [{ is: 'copied', platform, sourceId, count: 2 }],
        };
      },
      (request) => tools.dyingOver(request, death),
    ),
};

/**
 * A campaign of TikTok carries its mark in its name, and the former version took the mark off before it noted what it had made.
 * Killed in between, it leaves a campaign that no version finds again: there the client does not ask again.
 */
const creation: Scenario = {
  what: 'creation',
  async play(tools, name, death) {
    const cuts: Played['cuts'][number][] = [];
    let isDead = false;
    for (const { name: platform, stage } of tools.simulations) {
      if (stage.samples.campaign === undefined) continue;
      const called = `${name} ${platform}`;
      const body = { accountId: stage.account.id, name: called, ...stage.samples.campaign };
      const request = withKey('/v1/manage/create-campaign', body, called);
      const fate = await tools.dyingOver(request, death);
      const { kind, name: field } = stage.objects.campaign;
      const isUnmarked = platform === 'tiktok' && (await tools.lists())[kind]?.some((each) => each[field] === called);
      const wishes: Wish[] = [{ is: 'made', platform, kind: 'campaign', name: called }];
      cuts.push({ wishes, ...(!(fate.isDead && isUnmarked) && { request }) });
      isDead ||= fate.isDead;
    }
    return { isDead, cuts };
  },
};

/** How platforms keep the daily budget of an ad set, and one unit of its currency. */
const budgets: { readonly [platform: string]: { readonly field: string; readonly unit: number } } = {
  meta: { field: 'daily_budget', unit: 100 },
  tiktok: { field: 'budget', unit: 1 },
};

const guards = {
  cooldownHours: 0,
  minAgeHours: 0,
  skipChangedWithinHours: 0,
  skipLearning: false,
  maxSharePerRunPercent: 100,
  maxChangesPerEntityPerDay: 1000,
  maxBudgetRisePercentPerDay: 10_000,
  maxEntitiesPerRun: 500,
  flapping: { reversals: 100 },
};

/** A rule raises the budgets of three ad sets by one unit. */
const rule: Scenario = {
  what: 'rule',
  step: 4,
  async play(tools, name, death) {
    const cuts: Part[] = [];
    let isDead = false;
    for (const simulation of tools.simulations) {
      const { name: platform, platform: id, stage } = simulation;
      const budget = budgets[platform];
      if (budget === undefined) continue;
      const ids = await tools.addAdSets(simulation, 3);
      const { kind } = stage.objects.adSet;
      const wishes = (await tools.lists())[kind]
        ?.filter((each) => ids.includes(each.id))
        .map(
          (each): Wish => ({
            is: 'set',
            kind,
            id: each.id,
            fields: { [budget.field]: raised(each[budget.field], budget.unit) },
          }),
        );
      const made = await tools.ask('POST', '/v1/automations', {
        name: `${name} ${platform}`,
        scope: { level: 'adset', accountIds: [`${id}:${stage.account.id}`], ids, status: ['ACTIVE', 'PAUSED'] },
        when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
        actions: [{ type: 'budget', of: 'self', change: { amount: 1 } }],
        schedule: { everyMinutes: 60 },
        guards,
      });
      const path = `/v1/automations/${made.id}/execute`;
      for (const subject of (await tools.queue({ path, body: { dryRun: true } })).subjects) await tools.finish(subject);
      const request = withKey(path, { dryRun: false }, `${name} ${platform}`);
      const { subjects } = await tools.queue(request);
      isDead = (await tools.workingUntil(subjects[0] ?? '', death)).isDead || isDead;
      cuts.push({ request, wishes: wishes ?? [] });
    }
    return { isDead, cuts };
  },
};

/** In the type that the platform keeps it in. */
const raised = (before: unknown, by: number): string | number =>
  typeof before === 'string' ? String(Number(before) + by) : Number(before) + by;

export const scenarios: readonly Scenario[] = [creation, rule, launch, copy, undo];
