import type { AccountKey } from '../../../base/account-key.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { canonicalJson } from '../../../records/canonical-json.ts';
import { judgeRule } from '../judge/judge-rule.ts';
import type { Judgement } from '../judge/judgement.ts';
import { calendarOf, windowRange } from '../judge/windows.ts';
import type { AccountWorld } from '../judge/world.ts';
import type { Rule } from '../schema/rule.ts';
import {
  asksLearning,
  type NotJudged,
  readWorlds,
  type WorldPorts,
  withMatched,
} from '../world/read-world.ts';
import { iso } from './execution.ts';
import { type Memory, readMemory } from './memory.ts';

export interface Judged {
  readonly worlds: readonly AccountWorld[];
  readonly memory: Memory;
  readonly judgement: Judgement;
}

interface ToJudge {
  readonly ruleId: string;
  readonly rule: Rule;
  readonly accounts: readonly AccountKey[];
  readonly now: number;
  readonly ids?: readonly string[] | undefined;
}

export async function judgeNow(
  ports: WorldPorts,
  companyId: string,
  wanted: ToJudge,
): Promise<Judged | NotJudged> {
  const worlds = await readWorlds(ports, companyId, wanted.accounts, wanted);
  if ('reason' in worlds) return worlds;
  const first = await judgeOn(ports, companyId, wanted, worlds);
  const completed = await withMatched(ports, companyId, wanted.rule, first);
  return judgeOn(ports, companyId, wanted, completed);
}

/** On worlds read before, with what rules did meanwhile. */
export async function judgeOn(
  ports: Pick<WorldPorts, 'store'>,
  companyId: string,
  { ruleId, rule, accounts, now, ids }: ToJudge,
  worlds: readonly AccountWorld[],
): Promise<Judged> {
  const memory = await readMemory(ports.store, companyId, accounts);
  return {
    worlds,
    memory,
    judgement: judgeRule({ ruleId, rule, now, ids, remembered: memory.remembered }, worlds),
  };
}

export async function planDigestOf(
  secrets: Secrets,
  ruleId: string,
  revision: number,
  { results }: Judgement,
): Promise<string> {
  const actions = results.flatMap(({ entity, actions: planned }) =>
    planned.map((action) => [entity.account, entity.id, action]),
  );
  return (await secrets.sha256(canonicalJson([ruleId, revision, actions]))).slice(0, 32);
}

/** The days of its windows, and guards that could not be checked. */
export function figuresTold(
  { rule, now }: Pick<ToJudge, 'rule' | 'now'>,
  worlds: readonly AccountWorld[],
) {
  const [first] = worlds;
  const windows: { [name: string]: { from: string; to: string } } = {};
  const calendar = first && calendarOf(now, first.timezone);
  for (const name of Object.keys(rule.windows)) {
    const range = calendar && windowRange(rule.windows, name, calendar);
    if (range !== undefined) windows[name] = { from: range.from, to: range.to };
  }
  const fetched = worlds.flatMap(({ fetchedAt }) => (fetchedAt === undefined ? [] : [fetchedAt]));
  const unchecked = [
    ...(rule.guards.skipChangedWithinHours > 0 && worlds.some(({ hasHistory }) => !hasHistory)
      ? ['recentlyChanged']
      : []),
    ...(asksLearning(rule) && worlds.some(({ tellsLearning }) => tellsLearning !== true)
      ? ['learning']
      : []),
  ];
  return {
    asOf: iso(now),
    ...(fetched.length > 0 && { fetchedAt: iso(Math.min(...fetched)) }),
    windows,
    ...(unchecked.length > 0 && { unchecked }),
  };
}
