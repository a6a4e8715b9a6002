/** One measured figure beside what it is compared with, both taken in the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with, in words. */
  readonly anchor: string;
  readonly anchorValue: number;
  readonly ratio: number;
  /** In words: `value <= 10`, `ratio <= 0.5`. */
  readonly goal: string;
  readonly ok: boolean;
}

export interface Goal {
  /** Which number the goal is about. */
  readonly on: 'value' | 'ratio';
  readonly atMost?: number;
  readonly atLeast?: number;
}

export function figure(
  measured: Pick<Figure, 'name' | 'value' | 'unit' | 'anchor' | 'anchorValue'>,
  { on, atMost, atLeast }: Goal,
): Figure {
  const ratio = Number((measured.value / measured.anchorValue).toFixed(4));
  const number = on === 'value' ? measured.value : ratio;
  const parts = [
    ...(atMost === undefined ? [] : [`${on} <= ${atMost}`]),
    ...(atLeast === undefined ? [] : [`${on} >= ${atLeast}`]),
  ];
  const ok =
    (atMost === undefined || number <= atMost) && (atLeast === undefined || number >= atLeast);
  return { ...measured, ratio, goal: parts.join(' and '), ok };
}
