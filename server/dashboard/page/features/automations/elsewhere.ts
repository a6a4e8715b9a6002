import { type RowOf, useResource } from '../../base/api.ts';
import type { Asking, Plug } from '../../parts/plug.ts';

const RULE = 'automation:';

const ofRun = (run: RowOf<'automations.waiting'>): Asking => {
  const named = run.results.filter(({ actions }) => actions.length > 0);
  return {
    key: run.executionId,
    href: `#/rules/${run.ruleId}`,
    text:
      named[0] === undefined ? run.ruleName : `${named[0].entity.name}: ${named[0].explanation}`,
    more: named.length - 1,
    stake: '',
    status: 'awaiting_approval',
    destroys: false,
    at: run.startedAt,
    by: `the rule ${run.ruleName}`,
  };
};

/** What rules show on pages of others. */
export const elsewhere: Plug = {
  useAsking(limit, everyMs) {
    const { data, problem } = useResource('automations.waiting', { limit }, { everyMs });
    const asking = data?.data.map(ofRun) ?? [];
    return {
      asking,
      total: data?.pagination.total ?? 0,
      isRead: data !== undefined || problem !== undefined,
    };
  },
  useActors(keyIds) {
    const hasRules = keyIds.some((keyId) => keyId.startsWith(RULE));
    const { data } = useResource('automations.list', hasRules ? { limit: 200 } : undefined);
    return (keyId) => {
      const rule = data?.data.find(({ id }) => keyId === `${RULE}${id}`);
      return rule && `Rule ${rule.name}`;
    };
  },
};
