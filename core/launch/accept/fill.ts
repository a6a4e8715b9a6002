import type { Fault } from '../../base/errors.ts';
import type { Store } from '../../ports/store.ts';
import type { AdPlace, Filler, Filling } from '../hooks.ts';
import type { AdInput } from '../request-schema.ts';
import type { SentLaunch } from './body.ts';

/** Reads only those features that some ad refers to. */
export async function readFillings(
  fillers: readonly Filler[],
  store: Store,
  companyId: string,
  { ads }: SentLaunch,
): Promise<readonly Filling[]> {
  const fillings: Filling[] = [];
  const given = new Set<string>();
  const isUsed = (field: keyof AdInput & string) =>
    given.has(field) ||
    ads.some(({ input }) => input?.[field] !== undefined && input[field] !== null);
  for (const { fields, read } of fillers) {
    if (!fields.some(isUsed)) continue;
    const filling = await read(store, companyId);
    for (const field of filling.gives ?? []) given.add(field);
    fillings.push(filling);
  }
  return fillings;
}

export function filledAd(
  input: AdInput,
  place: AdPlace,
  fillings: readonly Filling[] = [],
): { readonly input: AdInput; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  let filled = input;
  for (const filling of fillings) {
    const next = filling.fill?.(filled, place);
    if (next === undefined) continue;
    filled = next.input;
    faults.push(...next.faults);
  }
  return { input: filled, faults };
}
