import { counted } from '../../base/counted.ts';
import type { News } from '../../events/events.ts';

interface EndedRun {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly mode: string;
  readonly status: string;
  readonly counts: { readonly acted: number; readonly failed: number; readonly wouldHaveActed: number };
}

/** Undefined for a run that changed nothing and did not fail. */
export function ruleNews({ ruleId, ruleName, mode, status, counts: { acted, failed } }: EndedRun): News | undefined {
  if (mode === 'simulate' || (acted === 0 && failed === 0 && status !== 'failed')) return undefined;
  const changed = acted > 0 ? `${ruleName} changed ${counted(acted, 'object')}` : `${ruleName} changed nothing`;
  const text = failed > 0 ? `${counted(failed, 'change')} failed.` : '';
  return { kind: 'rule.acted', title: status === 'failed' ? `${ruleName} failed` : changed, text, link: `rules/${ruleId}` };
}

export const ruleWaitsNews = ({ ruleId, ruleName }: Pick<EndedRun, 'ruleId' | 'ruleName'>): News => ({
  ...{ kind: 'approval.waits', title: `${ruleName} waits for approval`, text: 'The rule wants to act and asks first.' },
  link: `rules/${ruleId}`,
});
