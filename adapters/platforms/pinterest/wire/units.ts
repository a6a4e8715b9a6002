import { numeric } from '../../kit/json.ts';

const millionths = 1_000_000;

/** Money travels as whole numbers of millionths. */
export const toMicro = (amount: number): number => Math.round(amount * millionths);

export function fromMicro(value: unknown): number | undefined {
  const micro = numeric(value);
  return micro === undefined ? undefined : micro / millionths;
}

/** Whole seconds, for campaigns, ad groups and ads. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1_000);

export function msOfSeconds(value: unknown): number | undefined {
  const seconds = numeric(value);
  return seconds === undefined || seconds <= 0 ? undefined : seconds * 1_000;
}

/** Boards and pins: UTC, not always stated: `2026-07-09T10:22:11`. */
export function msOfTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
