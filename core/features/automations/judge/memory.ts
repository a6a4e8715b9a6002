/**
 * What a rule did to an entity. Written with the plan, so that two rules that plan at once see each
 * other.
 */
export interface Act {
  readonly executionId: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly priority: number;
  readonly at: number;
  readonly type: 'pause' | 'resume' | 'budget' | 'notify';
  /** Towards more delivery, or less; of a message neither. */
  readonly direction: 'up' | 'down' | 'none';
  readonly cooldownMs: number;
  /** Not answered for yet. */
  readonly open?: boolean;
}

export interface Remembered {
  /** The latest last. */
  readonly acts: readonly Act[];
}

export const nothingRemembered: Remembered = { acts: [] };

const MOST_ACTS = 60;

export const withAct = ({ acts }: Remembered, act: Act): Remembered => ({
  acts: [...acts, act].slice(-MOST_ACTS),
});

export function lastOf({ acts }: Remembered, wanted: (act: Act) => boolean): Act | undefined {
  for (let i = acts.length - 1; i >= 0; i--) {
    const act = acts[i];
    if (act !== undefined && wanted(act)) return act;
  }
  return undefined;
}

export function reversalsSince(
  { acts }: { readonly acts: readonly Pick<Act, 'at' | 'direction'>[] },
  since: number,
): number {
  const recent = acts.filter(({ at, direction }) => at >= since && direction !== 'none');
  return recent.filter(({ direction }, i) => i > 0 && recent[i - 1]?.direction !== direction)
    .length;
}
