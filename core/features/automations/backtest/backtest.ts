import { accessFound } from '../../../accounts/access.ts';
import { accountAt, type FoundAccount } from '../../../accounts/find-account.ts';
import type { AccountKey } from '../../../base/account-key.ts';
import { SlipwayError } from '../../../base/errors.ts';
import { addDays, daysIn } from '../../../base/time/days.ts';
import { momentOf, nextTime, zoneOf } from '../../../base/time/schedule.ts';
import { allOf } from '../../../records/list.ts';
import { namedAccounts, type ReportAccount } from '../../../report/accounts.ts';
import { begun } from '../../../report/coverage.ts';
import { freshnessOf } from '../../../report/freshness.ts';
import type { DayRange } from '../../../report/request.ts';
import { checkedRule, refuse } from '../checked-rule.ts';
import type { ExecutePorts } from '../executions.ts';
import { judgeRule } from '../judge/judge-rule.ts';
import type { Judgement } from '../judge/judgement.ts';
import { calendarOf } from '../judge/windows.ts';
import type { AccountWorld } from '../judge/world.ts';
import { executionKind, memoryKind } from '../records.ts';
import type { BacktestAnswer, BacktestBody } from '../schema/backtest.ts';
import type { Rule } from '../schema/rule.ts';
import { storedRule } from '../show-rules.ts';
import { readAges, readEntities } from '../world/entities.ts';
import { readFigures } from '../world/figures.ts';
import { needsOf, spanOf } from '../world/needs.ts';
import { accountMembers, withTimes } from '../world/read-world.ts';
import { type Simulated, simulate } from './state.ts';
import { type SimulatedRun, summaryOf } from './summary.ts';

/** A quarter of daily runs, or two weeks of hourly ones. */
const MOST_RUNS = 400;
const MOST_DAYS = 180;
/** A run fetches figures before it judges: they count as known at its moment. */
const FETCHED_WITHIN_MS = 10 * 60_000;

/**
 * What a rule would have done in the past. At each moment of its schedule it sees the figures that
 * were known then; where they were not fetched by then it sees today's, and the day says so.
 * Statuses and budgets are today's less what rules changed since and what the rule itself would
 * have changed; changes by people are not known. Nothing is written.
 */
export async function backtest(
  ports: ExecutePorts,
  companyId: string,
  body: BacktestBody,
): Promise<BacktestAnswer> {
  const { ruleId, rule, accounts } = await ruleOf(ports, companyId, body);
  const zone = zoneOf(rule.schedule, accounts[0]?.timezone ?? 'UTC');
  const moments = momentsOf(ports, rule, zone, body);
  const worlds = await Promise.all(
    accounts.map(({ key }) => baseWorld(ports, companyId, rule, key)),
  );
  const simulated = await begin(ports, companyId, moments[0] ?? 0, accounts);
  const runs: SimulatedRun[] = [];
  for (const now of moments) {
    const seen = await Promise.all(
      worlds.map((base) => worldAt(ports, companyId, rule, { base, now, simulated })),
    );
    const past = seen.map(({ world }) => world);
    const judgement = judgeRule({ ruleId, rule, now, remembered: simulated.remembered }, past);
    const acts = !judgement.isShareTooLarge;
    if (acts) applied(simulated, { ruleId, rule, now }, past, judgement);
    runs.push({
      now,
      judgement,
      acts,
      lookAhead: seen.some(({ lookAhead }) => lookAhead),
      worlds: past,
    });
  }
  return summaryOf(ports, companyId, { rule, zone, from: body.from, to: body.to, runs, accounts });
}

async function ruleOf(
  ports: ExecutePorts,
  companyId: string,
  { rule: given, ruleId }: BacktestBody,
) {
  const stored =
    ruleId === undefined ? undefined : await storedRule(ports.store, companyId, ruleId);
  const rule = stored?.doc.rule ?? given;
  if (rule === undefined)
    throw new SlipwayError('unprocessable_entity', 'Give a rule, or the ruleId of one.');
  const { accounts, faults } = await checkedRule(ports, companyId, rule);
  refuse(
    faults.map((fault) =>
      ruleId === undefined ? { ...fault, path: `rule.${fault.path}` } : fault,
    ),
  );
  return { ruleId: ruleId ?? 'backtest', rule, accounts };
}

function momentsOf(
  ports: ExecutePorts,
  rule: Rule,
  zone: string,
  { from, to }: BacktestBody,
): readonly number[] {
  if (from > to || daysIn(from, to) > MOST_DAYS)
    refuseDays(`Give at most ${MOST_DAYS} days, the first before the last.`);
  const end = Math.min(momentOf(addDays(to, 1), 0, zone) - 1, ports.clock.now());
  const { from: _f, until: _u, ...schedule } = rule.schedule;
  const moments: number[] = [];
  for (
    let at = nextTime(schedule, momentOf(from, 0, zone) - 1, zone);
    at !== undefined && at <= end;
    at = nextTime(schedule, at, zone)
  ) {
    moments.push(at);
    if (moments.length > MOST_RUNS)
      refuseDays(`The rule runs more than ${MOST_RUNS} times in these days: ask for fewer.`);
  }
  return moments;
}

const refuseDays = (message: string) => refuse([{ path: 'to', code: 'range_too_long', message }]);

interface Base {
  readonly world: AccountWorld;
  readonly account: ReportAccount;
}

async function baseWorld(
  ports: ExecutePorts,
  companyId: string,
  rule: Rule,
  key: AccountKey,
): Promise<Base> {
  const found = await accountAt(ports.store, companyId, key);
  const [account] = await namedAccounts(ports, companyId, [key], 'rule.scope.accountIds');
  if (found === undefined || account === undefined)
    throw new SlipwayError('not_found', `There is no ad account ${key} here.`);
  const access = await accessFound(ports, companyId, found);
  const listed = await readEntities(access, rule.scope.level);
  const ages = await readAges(access, listed);
  const world: AccountWorld = {
    ...accountMembers(account, found),
    entities: listed.map((entity) => withTimes(entity, ages)),
    figures: { of: () => undefined },
    hasHistory: true,
  };
  return { world, account };
}

async function worldAt(
  ports: ExecutePorts,
  companyId: string,
  rule: Rule,
  {
    base: { world, account },
    now,
    simulated,
  }: { readonly base: Base; readonly now: number; readonly simulated: Simulated },
) {
  const calendar = calendarOf(now, account.timezone, { days: rule.guards.settleDays });
  const needs = needsOf(rule, calendar);
  const span = spanOf(needs);
  const asOf = now + FETCHED_WITHIN_MS;
  const range = span && begun(span, now, account.timezone);
  // Whether some day that had begun was not known at the moment.
  const lookAhead =
    range !== undefined && !(await isKnown(ports, companyId, account, { range, asOf }));
  if (lookAhead && span !== undefined)
    await freshnessOf(ports, companyId, {
      accounts: [account],
      range: span,
      breakdown: 'none',
      each: (_, ensure) => ensure(),
    });
  const { level } = rule.scope;
  const figures = await readFigures(ports, companyId, account, {
    needs,
    level,
    ...(!lookAhead && { asOf }),
  });
  return { lookAhead, world: { ...world, figures, entities: simulated.at(world, now) } };
}

async function isKnown(
  { facts }: ExecutePorts,
  companyId: string,
  { key: accountId }: ReportAccount,
  { range, asOf }: { readonly range: DayRange; readonly asOf: number },
): Promise<boolean> {
  const known = await facts.coverage(companyId, { accountId, breakdown: 'none', ...range }, asOf);
  return known.length === daysIn(range.from, range.to);
}

async function begin(
  ports: ExecutePorts,
  companyId: string,
  since: number,
  accounts: readonly FoundAccount[],
): Promise<Simulated> {
  const where = { createdAt: { from: since - 86_400_000 } };
  const executions = await allOf(ports.store, executionKind, companyId, {
    where,
    order: { by: 'createdAt' },
  });
  const acts = new Map();
  for (const { key: account } of accounts)
    for (const { id, doc } of await allOf(ports.store, memoryKind, companyId, {
      where: { account },
    }))
      acts.set(id, doc);
  return simulate(
    since,
    executions.map(({ doc }) => doc),
    acts,
  );
}

function applied(
  simulated: Simulated,
  run: { readonly ruleId: string; readonly rule: Rule; readonly now: number },
  worlds: readonly AccountWorld[],
  { results }: Judgement,
): void {
  for (const { entity, actions } of results) {
    const world = worlds.find(({ key }) => key === entity.account);
    if (world !== undefined) simulated.apply(run, world, actions, `backtest.${run.now}`);
  }
}
