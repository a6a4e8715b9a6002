import { findNamed } from '../../accounts/find-account.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import { nextTime, zoneOf } from '../../base/time/schedule.ts';
import { toldTimes } from '../../operations/named-documents.ts';
import type { Store, Stored } from '../../ports/store.ts';
import { type ListPage, pageOfMatching } from '../../records/list.ts';
import { iso } from './execute/execution.ts';
import { type RuleRecord, ruleKind } from './records.ts';
import type { ListRulesQuery } from './schema/automations.ts';
import { isStopped, type RulePorts } from './stop.ts';
import { ruleSentence } from './words/sentence.ts';

/** Throws `not_found`. */
export async function storedRule(
  store: Store,
  companyId: string,
  id: string,
): Promise<Stored<RuleRecord>> {
  const rule = await store.get(ruleKind, companyId, id);
  if (rule !== undefined) return rule;
  throw new SlipwayError('not_found', 'There is no such rule here.', { hint: 'automations.list' });
}

export async function readRule(
  ports: Pick<RulePorts, 'store' | 'clock'>,
  companyId: string,
  id: string,
) {
  return presentRule(
    await storedRule(ports.store, companyId, id),
    await isStopped(ports, companyId),
    ports.clock.now(),
  );
}

export async function listRules(
  ports: Pick<RulePorts, 'store' | 'clock' | 'platforms'>,
  companyId: string,
  query: ListRulesQuery,
  window: PageWindow,
): Promise<ListPage<ReturnType<typeof presentRule>>> {
  const { accountId, enabled, level } = query;
  const path = sentName(query, 'accountId');
  const account =
    accountId === undefined ? undefined : await findNamed(ports, companyId, accountId, { path });
  const order = { by: 'createdAt', direction: 'desc' } as const;
  const { items, total } = await pageOfMatching(ports.store, ruleKind, {
    companyId,
    query: { order },
    ...window,
    matches: (doc) => {
      if (accountId !== undefined && !doc.accounts.some((key) => key === account?.key))
        return false;
      if (enabled !== undefined && String(doc.enabled) !== enabled) return false;
      return level === undefined || doc.rule.scope.level === level;
    },
  });
  const stopped = await isStopped(ports, companyId);
  return { items: items.map((rule) => presentRule(rule, stopped, ports.clock.now())), total };
}

export function presentRule({ id, doc }: Stored<RuleRecord>, stopped: boolean, now: number) {
  const { rule, revision, enabled, mode, lastExecution, timezone } = doc;
  const next =
    enabled && !stopped ? nextTime(rule.schedule, now, zoneOf(rule.schedule, timezone)) : undefined;
  const { description, rank, ...rest } = rule;
  return {
    id,
    revision,
    enabled,
    mode,
    sentence: ruleSentence(rule),
    stopped,
    ...rest,
    ...defined({ description, rank }),
    ...toldTimes(doc),
    nextRunAt: next === undefined ? null : iso(next),
    lastRun: lastExecution === undefined ? null : { ...lastExecution, at: iso(lastExecution.at) },
  };
}
