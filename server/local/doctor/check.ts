import { SlipwayError } from '../../../core/base/errors.ts';
import type { Finding } from '../../../core/operations/feature.ts';

export type Check = Finding;

/** @param fix for errors that do not say themselves what to do, as ours do. */
export async function check(
  name: string,
  fix: string,
  look: () => Promise<string | Omit<Check, 'name'>>,
): Promise<Check> {
  try {
    const found = await look();
    return typeof found === 'string' ? { name, ok: true, found } : { name, ...found };
  } catch (error) {
    if (
      error instanceof SlipwayError &&
      ['storage_unusable', 'unreadable_secret'].includes(error.code)
    )
      return { name, ok: false, found: error.message };
    return { name, ok: false, found: error instanceof Error ? error.message : String(error), fix };
  }
}

export const NOT_YET = 'not there yet: the first `slipway serve` makes it';
