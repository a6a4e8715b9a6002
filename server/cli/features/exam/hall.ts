import { createSlipway } from '../../../embed/embed.ts';
import type { Slipway } from '../../../embed/open.ts';
import { type ExamWorld, openExamWorld } from '../../../local/exam/exam-world.ts';
import { createTraffic, type Traffic } from './traffic.ts';

/**
 * A service of its own with simulated platforms, an examinee's key, and a person who approves every
 * plan.
 */
export interface Hall {
  readonly slipway: Slipway;
  readonly world: ExamWorld;
  /** Where the examinee finds it; MCP is at /mcp. */
  readonly url: string;
  readonly key: string;
  readonly traffic: Traffic;
  close(): Promise<void>;
}

const MANY = 1_000_000;
/** What one call of the examinee takes of the simulated time. */
const CALL_MS = 30_000;

export async function openHall(): Promise<Hall> {
  const world = await openExamWorld();
  const slipway = await createSlipway({
    sandboxUrl: world.url,
    clock: world.clock,
    log: { info() {}, warn() {}, error() {} },
  });
  await widenLimits(slipway);
  const { key } = await slipway.keys.create({ name: 'Examinee', scopes: ['launch', 'manage'] });
  const traffic = createTraffic();
  const app = slipway.app({ readLimit: MANY, writeLimit: MANY });
  const { url, stop } = await world.serve(async (request) => {
    if (new URL(request.url).pathname !== '/mcp') return app.fetch(request);
    const asked = await request.clone().text();
    const answer = await app.fetch(request);
    traffic.note(asked, await answer.clone().text());
    await approveAll(slipway);
    world.clock.leap(CALL_MS);
    return answer;
  });
  return {
    slipway,
    world,
    url,
    key,
    traffic,
    async close() {
      await stop();
      await slipway.close();
      await world.close();
    },
  };
}

/** The limits are the examinee's to keep: those of the service would keep them instead. */
async function widenLimits(slipway: Slipway): Promise<void> {
  const { accounts } = await slipway.guardrails.get();
  const money = {
    dailyBudget: MANY,
    lifetimeBudget: MANY,
    startedDailyBudget: MANY,
    startedLifetimeBudget: MANY,
    accountDailyBudget: MANY,
  };
  const currencies = Object.fromEntries(accounts.map(({ currency }) => [currency, money]));
  await slipway.guardrails.replace({ risePercent: MANY, currencies, accounts: {} });
}

/** A person who reads nothing: only the examinee's own care is measured. */
async function approveAll(slipway: Slipway): Promise<void> {
  const { data } = await slipway.approvals.list({ status: 'awaiting_approval', limit: 50 });
  for (const { digest } of data)
    await slipway.approvals.decide({ digest, decision: 'approve' }).catch(() => undefined);
}
