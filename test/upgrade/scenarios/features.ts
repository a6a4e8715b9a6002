import type { Simulation } from '../../../adapters/sandbox/simulation.ts';
import type { Asked, Scenario, Tools } from '../cuts.ts';
import { mapInTurn, three } from '../in-turn.ts';
import type { Wish } from '../wishes.ts';

/** How platforms keep the daily budget of an ad set, and one unit of its currency. */
const budgets: { readonly [platform: string]: { readonly field: string; readonly unit: number } } =
  {
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
export const rule: Scenario = {
  what: 'rule',
  dies: 'worker',
  step: 8,
  prepare: (tools, name) =>
    mapInTurn(
      tools.simulations.filter((simulation) => simulation.name in budgets),
      async (simulation) => {
        const { name: platform, platform: id, stage } = simulation;
        const ids = await tools.addAdSets(simulation, 3);
        const wishes = await raised(tools, simulation, ids);
        const made = await tools.ask('POST', '/v1/automations', {
          name: `${name} ${platform}`,
          scope: {
            level: 'adset',
            accountIds: [`${id}:${stage.account.id}`],
            ids,
            status: ['ACTIVE', 'PAUSED'],
          },
          when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
          actions: [{ type: 'budget', of: 'self', change: { amount: 1 } }],
          schedule: { everyMinutes: 60 },
          guards,
        });
        const path = `/v1/automations/${made.id}/execute`;
        for (const subject of (await tools.queue({ path, body: { dryRun: true } })).subjects)
          await tools.finish(subject);
        return { request: { path, body: { dryRun: false }, key: `${name} ${platform}` }, wishes };
      },
    ),
};

/** In the type that the platform keeps it in. */
async function raised(
  tools: Tools,
  { name, stage }: Simulation,
  ids: readonly string[],
): Promise<readonly Wish[]> {
  const { field = '', unit = 0 } = budgets[name] ?? {};
  const { kind } = stage.objects.adSet;
  const adSets = (await tools.lists())[kind]?.filter(({ id }) => ids.includes(id)) ?? [];
  return adSets.map(({ id, [field]: before }) => {
    const after = Number(before) + unit;
    return {
      is: 'set',
      kind,
      id,
      fields: { [field]: typeof before === 'string' ? String(after) : after },
    };
  });
}

const destinationOf = ({ platform, stage }: Pick<Simulation, 'platform' | 'stage'>): string =>
  `${platform}:${stage.samples.conversions?.destination}`;

const takersOf = ({ simulations }: Tools) =>
  simulations.filter(({ stage }) => stage.samples.conversions !== undefined);

/** Three events, of which the platform refuses one: the group is halved. */
export const events: Scenario = {
  what: 'events',
  dies: 'worker',
  step: 7,
  prepare: async (tools, name, death) =>
    three(takersOf(tools), death).flatMap(({ name: folder, platform, stage }): readonly Asked[] => {
      const { conversions } = stage.samples;
      if (conversions === undefined) return [];
      const key = `${name} ${folder}`;
      const ids = ['1', '2-sandbox-refused', '3'].map((end) =>
        `${key} ${end}`.replaceAll(' ', '-'),
      );
      const happenedAt = new Date(tools.now() - 60_000).toISOString();
      const body = {
        destinations: [destinationOf({ platform, stage })],
        events: ids.map((eventId) => ({
          eventId,
          name: 'purchase',
          happenedAt,
          ...conversions.fields,
        })),
      };
      return [
        {
          request: { path: '/v1/conversions', body, key },
          wishes: ids.map((id) => ({ is: 'event', id })),
        },
      ];
    }),
};

/**
 * Comments below the ad of each platform that nobody has answered. They come all at once, because
 * lists are not read again soon.
 */
const questions = new Map<string, string[]>();
const MOST_QUESTIONS = 40;

async function nextQuestion(tools: Tools, { name: platform, stage }: Simulation): Promise<string> {
  if (!questions.has(platform)) {
    await tools.control('POST', 'comments', {
      platform,
      count: MOST_QUESTIONS,
      text: 'Question',
      startMs: -3_600_000,
      everyMs: 100,
    });
    const { data } = await tools.ask('GET', `/v1/comments?adId=${stage.comments?.adId}&limit=200`);
    const rows = data as readonly { readonly id: string; readonly text: string }[];
    questions.set(
      platform,
      rows.flatMap(({ id, text }) => (text.startsWith('Question') ? [id] : [])),
    );
  }
  const next = questions.get(platform)?.pop();
  if (next === undefined) throw new Error(`${platform} has too few comments.`);
  return next;
}

/** A person has asked something below an ad, and is answered. */
export const reply: Scenario = {
  what: 'reply',
  dies: 'request',
  step: 3,
  prepare: (tools, name) =>
    mapInTurn(
      tools.simulations.filter(({ stage }) => stage.comments !== undefined),
      async (simulation) => {
        const key = `${name} ${simulation.name}`;
        const text = `Thank you, ${key}`;
        const { kind = '', text: field = '' } = simulation.stage.comments?.reply ?? {};
        const request = {
          path: `/v1/comments/${await nextQuestion(tools, simulation)}/reply`,
          body: { text },
          key,
        };
        return { request, wishes: [{ is: 'one', kind, fields: { [field]: text } }] };
      },
    ),
};

/** Made just before the former version is killed for the last time: lists may not show it yet. */
export const lastReply: Scenario = { ...reply, what: 'last reply', deaths: { call: 1 } };

/** Leads that the service has read, and of which nobody was told. */
const leads: string[] = [];
const MOST_LEADS = 30;
const READ_MS = 5 * 60_000;

async function nextLead(tools: Tools, { name, platform, stage }: Simulation): Promise<string> {
  if (leads.length === 0) {
    const arrived = await tools.control('POST', 'leads', { platform: name, count: MOST_LEADS });
    leads.push(...(arrived as { readonly leadIds: readonly string[] }).leadIds);
    const account = `${platform}:${stage.account.id}`;
    await tools.ask('PUT', '/v1/lead-watches', {
      accountId: account,
      destination: destinationOf({ platform, stage }),
    });
    const until = tools.now() + READ_MS;
    await tools.finish(account, async () => tools.now() >= until);
  }
  return leads.pop() ?? '';
}

/** What became of a lead is told to the platform that it came from. */
export const lead: Scenario = {
  what: 'lead',
  dies: 'worker',
  step: 4,
  prepare: (tools, name) =>
    mapInTurn(tools.simulations.slice(0, 1), async (simulation) => {
      const id = await nextLead(tools, simulation);
      const body = {
        stages: [
          { leadId: `${simulation.platform}:${id}`, stage: 'sold', value: '5', currency: 'EUR' },
        ],
      };
      const wish = {
        is: 'one',
        kind: 'conversion_events',
        fields: { lead_id: id, counted: 1 },
      } as const;
      return { request: { path: '/v1/leads/stages', body, key: name }, wishes: [wish] };
    }),
};
