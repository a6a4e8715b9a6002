import {
  createSandbox,
  memoryState,
  type Sandbox,
  type SandboxState,
  type Simulation,
  type StateChange,
} from 'slipway-sandbox/suites';
import type { Clock } from '../../core/ports/clock.ts';

const MOST_KEPT = 20;
const seeds: { readonly key: readonly unknown[]; readonly changes: readonly StateChange[] }[] = [];

/**
 * A sandbox that begins with what the first one of the same moment was seeded with: seeding takes
 * longer than most tests.
 */
export const seededSandbox = (
  clock: Clock,
  seed: number,
  simulations: readonly Simulation[],
): Sandbox =>
  createSandbox({
    clock,
    seed,
    simulations,
    state: seededState([clock.now(), seed, ...simulations]),
  });

function seededState(key: readonly unknown[]): SandboxState {
  const found = seeds.find(
    (each) => each.key.length === key.length && each.key.every((part, at) => part === key[at]),
  );
  if (found !== undefined) return { ...memoryState(), load: () => found.changes };
  let isSeeded = false;
  return {
    ...memoryState(),
    append(change) {
      if (!isSeeded) seeds.unshift({ key, changes: [change] });
      seeds.splice(MOST_KEPT);
      isSeeded = true;
    },
  };
}
