import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { definitionsOf, type FoundAccount, findAccount, type Platforms } from '../accounts/find-account.ts';
import { type Fault, SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Stored, Write } from '../ports/store.ts';
import { jobId, queueJob } from '../records/job.ts';
import { type ListPage, pageOfMatching } from '../records/list.ts';
import { type Conclude, type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { reserve } from '../records/sequence.ts';
import { metricKeys, metrics } from '../report/metrics.ts';
import type { Level, Mode, Rule } from '../schema/automation-rule.ts';
import type { NewRule, RulePatch } from '../schema/automations.ts';
import type { PageWindow } from '../schema/envelope.ts';
import type { Warning } from '../schema/unknown-fields.ts';
import { type CheckedAccount, ruleFaults, ruleWarnings } from './check.ts';
import { automationSwitchKind, RULE_QUEUE, type RuleRecord, ruleKind, SWITCH } from './records.ts';
import { nextTime, zoneOf } from './schedule.ts';
import { ruleSentence } from './words/sentence.ts';

export interface RulePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
  readonly jobs: Jobs;
}

/** Rules of a company: all of them are looked at when several are due at once. */
export const MOST_RULES = 1_000;

/** The accounts a rule names, and every fault of it. */
export async function checkedRule(
  ports: Pick<RulePorts, 'store' | 'platforms'>,
  companyId: string,
  rule: Rule,
): Promise<{ readonly accounts: readonly FoundAccount[]; readonly faults: readonly Fault[] }> {
  const accounts: FoundAccount[] = [];
  const faults: Fault[] = [];
  for (const [i, id] of rule.scope.accountIds.entries()) {
    const path = `scope.accountIds[${i}]`;
    const found = await findAccount(ports, companyId, id, { path });
    if (found === undefined)
      faults.push({
        path,
        code: 'unknown_ad_account',
        message: `There is no ad account ${id} here. GET /v1/adaccounts lists yours.`,
      });
    else if (ports.platforms[found.platform]?.report === undefined)
      faults.push({ path, code: 'unsupported_on_platform', message: `${found.platform} has no figures for rules.` });
    else if (!accounts.some(({ key }) => key === found.key)) accounts.push(found);
  }
  faults.push(
    ...ruleFaults(
      rule,
      accounts.map((account) => checkedAccount(ports.platforms, account)),
    ),
  );
  return { accounts, faults };
}

function checkedAccount(platforms: Platforms, { key, currency, platform }: FoundAccount): CheckedAccount {
  const offered = definitionsOf(platforms)[platform]?.metrics ?? {};
  const lacks = metricKeys.filter((metric) => offered[metrics[metric].needs] === undefined);
  return { key, id: key.slice(key.indexOf(':') + 1), currency, platform, lacks };
}

export function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const message = faults.length === 1 ? first.message : `The rule has ${faults.length} faults. ${first.message}`;
  throw new SlipwayError('unprocessable_entity', message, { details: faults });
}

export function createRule(ports: RulePorts, caller: Actor, given: NewRule, once: Once = unkeyed(ports.store)) {
  const { companyId } = caller;
  const { enabled, mode, ...rule } = given;
  return once.inOneCommit<ReturnType<typeof presentRule> & Warned>(async (conclude) => {
    const { accounts, faults } = await checkedRule(ports, companyId, rule);
    refuse(faults);
    if (enabled && mode === 'act') throw needsDryRun();
    for (;;) {
      // Read before they are counted, so that of several at once only one passes.
      const number = await reserve(ports, companyId, 'automation');
      if ((await ports.store.count(ruleKind, companyId)) >= MOST_RULES) throw tooMany();
      const id = randomId(ports.secrets, 'rule');
      const now = ports.clock.now();
      const record: RuleRecord = {
        ...{
          revision: 1,
          rule,
          enabled,
          mode,
          createdAt: now,
          updatedAt: now,
          createdBy: caller.keyId,
          lookedAt: now,
          failures: 0,
        },
        ...placed(accounts),
        ...(caller.workspaceId !== undefined && { workspaceId: caller.workspaceId }),
      };
      const answer = { ...presentRule({ id, version: 1, doc: record }, await isStopped(ports, companyId), now), ...warned(rule) };
      const conflict = await conclude(
        [
          { kind: ruleKind, companyId, id, expect: 'absent', doc: record },
          auditWrite(ports, caller, 'automation.create', id, { name: rule.name }),
          ...number.writes,
          ...(enabled ? [await queueJob(ports.store, RULE_QUEUE, companyId, id, now)] : []),
        ],
        answer,
      );
      if (conflict === undefined) {
        if (enabled) await ports.jobs.wake(jobId(RULE_QUEUE, companyId, id));
        return answer;
      }
    }
  });
}

const placed = (accounts: readonly FoundAccount[]) => ({
  accounts: accounts.map(({ key }) => key),
  timezone: accounts[0]?.timezone ?? 'UTC',
});

export interface Warned {
  readonly warnings?: readonly Warning[];
}

const warned = (rule: Rule): Warned => {
  const warnings = ruleWarnings(rule);
  return warnings.length === 0 ? {} : { warnings };
};

/** Throws `not_found`. */
export async function storedRule(store: Store, companyId: string, id: string): Promise<Stored<RuleRecord>> {
  const rule = await store.get(ruleKind, companyId, id);
  if (rule !== undefined) return rule;
  throw new SlipwayError('not_found', 'There is no such rule here. GET /v1/automations lists yours.');
}

export async function readRule(ports: Pick<RulePorts, 'store' | 'clock'>, companyId: string, id: string) {
  return presentRule(await storedRule(ports.store, companyId, id), await isStopped(ports, companyId), ports.clock.now());
}

export async function listRules(
  ports: Pick<RulePorts, 'store' | 'clock' | 'platforms'>,
  companyId: string,
  {
    accountId,
    enabled,
    level,
  }: { readonly accountId?: string | undefined; readonly enabled?: string | undefined; readonly level?: Level | undefined },
  window: PageWindow,
): Promise<ListPage<ReturnType<typeof presentRule>>> {
  const account = accountId === undefined ? undefined : await findAccount(ports, companyId, accountId);
  const order = { by: 'createdAt', direction: 'desc' } as const;
  const { items, total } = await pageOfMatching(ports.store, ruleKind, companyId, { order }, window, (doc) => {
    if (accountId !== undefined && !doc.accounts.some((key) => key === account?.key)) return false;
    if (enabled !== undefined && String(doc.enabled) !== enabled) return false;
    return level === undefined || doc.rule.scope.level === level;
  });
  const stopped = await isStopped(ports, companyId);
  return { items: items.map((rule) => presentRule(rule, stopped, ports.clock.now())), total };
}

/** Changes members of a rule. `revision` is the one the caller read. A rule that acts waits for a dry run of what it has become. */
export async function updateRule(ports: RulePorts, caller: Actor, id: string, { revision, rank, ...members }: RulePatch) {
  const { companyId } = caller;
  for (;;) {
    const stored = await storedRule(ports.store, companyId, id);
    if (stored.doc.revision !== revision) throw stale(stored.doc.revision, revision);
    const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Rule>;
    const { rank: before, ...rest } = stored.doc.rule;
    const next = rank === undefined ? before : rank;
    const rule: Rule = { ...rest, ...given, ...(next !== undefined && next !== null && { rank: next }) };
    const { accounts, faults } = await checkedRule(ports, companyId, rule);
    refuse(faults);
    const now = ports.clock.now();
    const doc: RuleRecord = {
      ...stored.doc,
      rule,
      revision: revision + 1,
      updatedAt: now,
      ...placed(accounts),
      workspaceId: caller.workspaceId,
    };
    // What nobody has seen the effect of does not act.
    const quiet: RuleRecord = doc.mode === 'act' ? { ...doc, mode: 'simulate' } : doc;
    const change = { action: 'automation.change', details: { revision: doc.revision } };
    const written = await write(ports, caller, stored, quiet, change);
    if (written !== undefined) return { ...written, ...warned(rule) };
  }
}

/** The runs of a rule stay; none begins any more. */
export async function deleteRule(ports: RulePorts, caller: Actor, id: string): Promise<void> {
  const { companyId } = caller;
  const stored = await storedRule(ports.store, companyId, id);
  const conflict = await ports.store.commit([
    { kind: ruleKind, companyId, id, expect: stored.version, doc: undefined },
    auditWrite(ports, caller, 'automation.delete', id, { name: stored.doc.rule.name }),
  ]);
  if (conflict !== undefined) return deleteRule(ports, caller, id);
}

/** Switches a rule on or off. Throws `conflict` (`dry_run_required`) where it would act and nobody has seen what it would do. */
export function toggleRule(
  ports: RulePorts,
  caller: Actor,
  id: string,
  { enabled, mode }: { readonly enabled: boolean; readonly mode?: Mode | undefined },
  once: Once = unkeyed(ports.store),
) {
  return once.inOneCommit<ReturnType<typeof presentRule>>(async (conclude) => {
    for (;;) {
      const stored = await storedRule(ports.store, caller.companyId, id);
      const wanted = mode ?? stored.doc.mode;
      if (enabled && wanted === 'act' && stored.doc.dryRunRevision !== stored.doc.revision) throw needsDryRun();
      const now = ports.clock.now();
      const since = enabled && !stored.doc.enabled ? { lookedAt: now } : {};
      const doc = { ...stored.doc, enabled, mode: wanted, updatedAt: now, failures: 0, ...since };
      const change = { action: 'automation.toggle', details: { enabled, mode: wanted } };
      const written = await write(ports, caller, stored, doc, change, conclude);
      if (written !== undefined) return written;
    }
  });
}

interface RuleChange {
  readonly action: string;
  readonly details: { readonly [name: string]: string | number | boolean };
}

/** Undefined where somebody came between. */
async function write(
  ports: RulePorts,
  caller: Actor,
  stored: Stored<RuleRecord>,
  doc: RuleRecord,
  { action, details }: RuleChange,
  conclude: Conclude<ReturnType<typeof presentRule>> = (writes) => ports.store.commit(writes),
) {
  const { companyId } = caller;
  const { id, version } = stored;
  const now = ports.clock.now();
  const clock: readonly Write[] = doc.enabled ? [await queueJob(ports.store, RULE_QUEUE, companyId, id, now)] : [];
  const answer = presentRule({ id, version: version + 1, doc }, await isStopped(ports, companyId), now);
  const writes = [
    { kind: ruleKind, companyId, id, expect: version, doc },
    auditWrite(ports, caller, action, id, { ...details }),
    ...clock,
  ];
  if ((await conclude(writes, answer)) !== undefined) return undefined;
  if (doc.enabled) await ports.jobs.wake(jobId(RULE_QUEUE, companyId, id));
  return answer;
}

export const isStopped = async ({ store }: Pick<RulePorts, 'store'>, companyId: string): Promise<boolean> =>
  (await store.get(automationSwitchKind, companyId, SWITCH))?.doc.stopped === true;

/** Stops all rules of a company at once, or lets them go on. What is on its way is finished. */
export function stopRules(ports: RulePorts, caller: Actor, stopped: boolean, once: Once = unkeyed(ports.store)) {
  const { companyId, keyId } = caller;
  return once.inOneCommit<{ readonly stopped: boolean; readonly since: string; readonly by: string }>(async (conclude) => {
    for (;;) {
      const known = await ports.store.get(automationSwitchKind, companyId, SWITCH);
      const doc = { stopped, at: ports.clock.now(), by: keyId };
      const answer = { stopped, since: new Date(doc.at).toISOString(), by: keyId };
      const writes = [
        { kind: automationSwitchKind, companyId, id: SWITCH, expect: known?.version ?? ('absent' as const), doc },
        auditWrite(ports, caller, stopped ? 'automation.stop' : 'automation.start', companyId),
      ];
      if ((await conclude(writes, answer)) === undefined) return answer;
    }
  });
}

function presentRule({ id, doc }: Stored<RuleRecord>, stopped: boolean, now: number) {
  const { rule, revision, enabled, mode, createdAt, updatedAt, lastExecution, timezone } = doc;
  const next = enabled && !stopped ? nextTime(rule.schedule, now, zoneOf(rule.schedule, timezone)) : undefined;
  const { description, rank, ...rest } = rule;
  return {
    ...{ id, revision, enabled, mode, sentence: ruleSentence(rule), stopped },
    ...rest,
    ...(description !== undefined && { description }),
    ...(rank !== undefined && { rank }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    nextRunAt: next === undefined ? null : new Date(next).toISOString(),
    lastRun: lastExecution === undefined ? null : { ...lastExecution, at: new Date(lastExecution.at).toISOString() },
  };
}

export function needsDryRun(): SlipwayError {
  const message =
    'Nobody has seen yet what this revision of the rule would do. Run it with POST /v1/automations/{id}/execute (a dry run), then switch it on.';
  return new SlipwayError('conflict', message, { details: [{ path: 'mode', code: 'dry_run_required', message }] });
}

function tooMany(): SlipwayError {
  const message = `A company may have ${MOST_RULES} rules, and yours has as many. Delete one that is not needed any more.`;
  return new SlipwayError('unprocessable_entity', message, { details: [{ path: 'name', code: 'too_many_rules', message }] });
}

const stale = (now: number, sent: number): SlipwayError =>
  new SlipwayError('conflict', `This rule was changed meanwhile: it is at revision ${now}, you sent ${sent}. Read it again.`, {
    details: [{ path: 'revision', code: 'stale_revision', message: `The revision is now ${now}.` }],
  });
