import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { FoundAccount } from '../../accounts/find-account.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { Stored, Write } from '../../ports/store.ts';
import { jobId, queueJob } from '../../records/job.ts';
import { type Conclude, type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { reserve } from '../../records/sequence.ts';
import { ruleWarnings } from './check.ts';
import { checkedRule, refuse } from './checked-rule.ts';
import { RULE_QUEUE, type RuleRecord, ruleKind } from './records.ts';
import type { NewRule, RulePatch } from './schema/automations.ts';
import type { Mode, Rule } from './schema/rule.ts';
import { presentRule, storedRule } from './show-rules.ts';
import { isStopped, type RulePorts } from './stop.ts';

/** All rules of a company are looked at when several are due at once. */
const MOST_RULES = 1_000;

export function createRule(
  ports: RulePorts,
  caller: Actor,
  given: NewRule,
  once: Once = unkeyed(ports.store),
) {
  const { companyId } = caller;
  const { enabled, mode, ...rule } = given;
  return once.inOneCommit<ReturnType<typeof presentRule> & Warned>(async (conclude) => {
    const { accounts, faults } = await checkedRule(ports, companyId, rule);
    refuse(faults);
    if (enabled && mode === 'act') throw needsDryRun();
    for (;;) {
      // Read before they are counted, so that of several at once only one passes.
      const number = await reserve(ports, companyId, 'automation');
      if ((await ports.store.count(ruleKind, companyId)) >= MOST_RULES)
        refuse([{ path: 'name', code: 'too_many_rules', message: TOO_MANY }]);
      const id = randomId(ports.secrets, 'rule');
      const now = ports.clock.now();
      const record: RuleRecord = {
        revision: 1,
        rule,
        enabled,
        mode,
        createdAt: now,
        updatedAt: now,
        createdBy: caller.keyId,
        lookedAt: now,
        failures: 0,
        ...placed(accounts),
        ...defined({ workspaceId: caller.workspaceId }),
      };
      const answer = {
        ...presentRule({ id, version: 1, doc: record }, await isStopped(ports, companyId), now),
        ...warned(rule),
      };
      const conflict = await conclude(
        [
          { kind: ruleKind, companyId, id, expect: 'absent', doc: record },
          auditWrite(ports, caller, {
            action: 'automation.create',
            subject: id,
            details: { name: rule.name },
          }),
          ...number.writes,
          ...(enabled
            ? [await queueJob(ports.store, RULE_QUEUE, { companyId, subject: id, now })]
            : []),
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

type Warned = {
  readonly warnings?: readonly Warning[];
};

const warned = (rule: Rule): Warned => {
  const warnings = ruleWarnings(rule);
  return warnings.length === 0 ? {} : { warnings };
};

/**
 * `revision` is the one the caller read. A rule that acts simulates until a dry run of its new
 * revision.
 */
export async function updateRule(
  ports: RulePorts,
  caller: Actor,
  id: string,
  { revision, rank, ...members }: RulePatch,
) {
  const { companyId } = caller;
  for (;;) {
    const stored = await storedRule(ports.store, companyId, id);
    if (stored.doc.revision !== revision) throw stale(stored.doc.revision, revision);
    const { rank: before, ...rest } = stored.doc.rule;
    const next = rank === undefined ? before : rank;
    const rule: Rule = { ...rest, ...defined(members), ...(next && { rank: next }) };
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
      changedBy: caller.keyId,
    };
    const quiet: RuleRecord = doc.mode === 'act' ? { ...doc, mode: 'simulate' } : doc;
    const details = { revision: doc.revision };
    const written = await write(ports, caller, stored, {
      doc: quiet,
      action: 'automation.change',
      details,
    });
    if (written !== undefined) return { ...written, ...warned(rule) };
  }
}

/** The runs of a rule stay; none begins any more. */
export async function deleteRule(ports: RulePorts, caller: Actor, id: string): Promise<void> {
  const { companyId } = caller;
  const stored = await storedRule(ports.store, companyId, id);
  const conflict = await ports.store.commit([
    { kind: ruleKind, companyId, id, expect: stored.version, doc: undefined },
    auditWrite(ports, caller, {
      action: 'automation.delete',
      subject: id,
      details: { name: stored.doc.rule.name },
    }),
  ]);
  if (conflict !== undefined) return deleteRule(ports, caller, id);
}

/** Throws `conflict` (`dry_run_required`) where it would act without a dry run. */
export function toggleRule(
  ports: RulePorts,
  caller: Actor,
  {
    id,
    enabled,
    mode,
    once = unkeyed(ports.store),
  }: { readonly enabled: boolean; readonly mode?: Mode | undefined } & {
    readonly id: string;
    readonly once?: Once | undefined;
  },
) {
  return once.inOneCommit<ReturnType<typeof presentRule>>(async (conclude) => {
    for (;;) {
      const stored = await storedRule(ports.store, caller.companyId, id);
      const wanted = mode ?? stored.doc.mode;
      if (enabled && wanted === 'act' && stored.doc.dryRunRevision !== stored.doc.revision)
        throw needsDryRun();
      const now = ports.clock.now();
      const since = enabled && !stored.doc.enabled ? { lookedAt: now } : {};
      const doc = { ...stored.doc, enabled, mode: wanted, updatedAt: now, failures: 0, ...since };
      const details = { enabled, mode: wanted };
      const written = await write(ports, caller, stored, {
        doc,
        action: 'automation.toggle',
        details,
        conclude,
      });
      if (written !== undefined) return written;
    }
  });
}

interface RuleChange {
  readonly doc: RuleRecord;
  readonly action: string;
  readonly details: { readonly [name: string]: string | number | boolean };
  readonly conclude?: Conclude<ReturnType<typeof presentRule>>;
}

/** Undefined on a conflict. */
async function write(
  ports: RulePorts,
  caller: Actor,
  { id, version }: Stored<RuleRecord>,
  { doc, action, details, conclude = (writes) => ports.store.commit(writes) }: RuleChange,
) {
  const { companyId } = caller;
  const now = ports.clock.now();
  const clock: readonly Write[] = doc.enabled
    ? [await queueJob(ports.store, RULE_QUEUE, { companyId, subject: id, now })]
    : [];
  const answer = presentRule(
    { id, version: version + 1, doc },
    await isStopped(ports, companyId),
    now,
  );
  const writes = [
    { kind: ruleKind, companyId, id, expect: version, doc },
    auditWrite(ports, caller, { action, subject: id, details: { ...details } }),
    ...clock,
  ];
  if ((await conclude(writes, answer)) !== undefined) return undefined;
  if (doc.enabled) await ports.jobs.wake(jobId(RULE_QUEUE, companyId, id));
  return answer;
}

export function needsDryRun(): SlipwayError {
  const message =
    'This revision of the rule has not run yet. Run it once as a dry run, then switch it on.';
  return new SlipwayError('conflict', message, {
    details: [{ path: 'mode', code: 'dry_run_required', message, hint: 'automations.execute' }],
  });
}

const TOO_MANY = `A company may have ${MOST_RULES} rules, and yours has as many. Delete one that is not needed any more.`;

const stale = (now: number, sent: number): SlipwayError =>
  new SlipwayError(
    'conflict',
    `This rule was changed meanwhile: it is at revision ${now}, you sent ${sent}. Read it again.`,
    {
      details: [
        { path: 'revision', code: 'stale_revision', message: `The revision is now ${now}.` },
      ],
    },
  );
