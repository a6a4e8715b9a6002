/**
 * How a batch is sent that a platform takes as a whole or not at all. Nothing is known of `rest`;
 * of `suspect`, a part that was refused, at least one event is bad. Each request takes events away
 * or narrows the suspect down. Once one half of a suspect is taken, the other half holds the bad
 * event and is never sent as a whole. Group sizes are planned for up to three bad events: of 1,000
 * they take 31 requests at most, where sending both halves each time would take 55.
 */
export interface Halving {
  readonly rest: readonly number[];
  readonly suspect?: readonly number[];
  /** No half of the suspect was refused yet. */
  readonly isWide?: boolean;
  readonly found: number;
}

export const newHalving = (positions: readonly number[]): Halving => ({
  rest: positions,
  found: 0,
});

/** Bad events that are planned for: each further one costs a search of the whole rest. */
const LIKELY = 3;

export function nextGroup(state: Halving, most: number): readonly number[] {
  const { suspect, rest } = state;
  if (suspect !== undefined) return suspect.slice(0, splitOf(state, suspect.length));
  return rest.slice(0, Math.min(most, groupOf(state)));
}

export const culprit = ({ suspect }: Halving): number | undefined =>
  suspect?.length === 1 ? suspect[0] : undefined;

export function afterTaken(state: Halving, group: readonly number[]): Halving {
  const { suspect } = state;
  if (suspect === undefined) return { ...state, rest: state.rest.slice(group.length) };
  return { ...state, suspect: suspect.slice(group.length) };
}

/**
 * Whether the group was taken is not known, so nothing is known of the others of its suspect
 * either.
 */
export function afterUnknown({ suspect, rest, found }: Halving, group: readonly number[]): Halving {
  if (suspect === undefined) return { rest: rest.slice(group.length), found };
  return { rest: [...suspect.slice(group.length), ...rest], found };
}

export function afterRefused(state: Halving, group: readonly number[]): Halving {
  const { suspect } = state;
  if (suspect === undefined)
    return {
      ...state,
      rest: state.rest.slice(group.length),
      suspect: group,
      isWide: state.found === 0,
    };
  return {
    ...state,
    suspect: group,
    isWide: false,
    rest: [...suspect.slice(group.length), ...state.rest],
  };
}

export function afterFound({ rest, found }: Halving): Halving {
  return { rest, found: found + 1 };
}

/** Looks first at the event that the platform names; nothing is known of the others. */
export function afterBlamed(state: Halving, group: readonly number[], blamed: number): Halving {
  const others = (state.suspect ?? group).filter((position) => position !== blamed);
  const rest = state.suspect === undefined ? state.rest.slice(group.length) : state.rest;
  return { rest: [...others, ...rest], suspect: [blamed], found: state.found };
}

function splitOf({ isWide, found }: Halving, length: number): number {
  if (!isWide || found >= LIKELY) return Math.max(1, Math.floor(length / 2));
  return plan(LIKELY - found, length).known;
}

function groupOf({ rest, found }: Halving): number {
  return found === 0 || found >= LIKELY ? rest.length : plan(LIKELY - found, rest.length).unknown;
}

interface Plan {
  /** First group sizes where at least one event is bad, and where nothing is known. */
  readonly known: number;
  readonly unknown: number;
  readonly knownCost: number;
  readonly unknownCost: number;
}

/** By number of bad events and of events. Filled on demand: a few milliseconds for a thousand. */
const plans: Plan[][] = [];

/** The group sizes with the fewest requests in the worst case, with up to `bad` bad events. */
function plan(bad: number, size: number): Plan {
  const nothing: Plan = { known: 0, unknown: 0, knownCost: 0, unknownCost: 0 };
  if (bad === 0)
    return {
      known: size,
      unknown: size,
      knownCost: size === 0 ? 0 : 1,
      unknownCost: size === 0 ? 0 : 1,
    };
  const row = plans[bad] ?? [nothing];
  plans[bad] = row;
  for (let length = row.length; length <= size; length += 1) {
    const fewer = plan(bad - 1, length - 1).unknownCost;
    // A taken group leaves the others; in a refused one the bad event is searched for by halves.
    const best = (costOf: (left: Plan) => number, most: number) => {
      let [group, cost] = [most, Number.POSITIVE_INFINITY];
      for (let step = 0; 2 ** step <= most; step += 1) {
        const worst = 1 + Math.max(costOf(row[length - 2 ** step] ?? nothing), step + fewer);
        if (worst < cost) [group, cost] = [2 ** step, worst];
      }
      return { group, cost };
    };
    const known =
      length === 1 ? { group: 1, cost: fewer } : best(({ knownCost }) => knownCost, length - 1);
    const parts = best(({ unknownCost }) => unknownCost, length);
    const whole = 1 + known.cost;
    const unknown = whole <= parts.cost ? { group: length, cost: whole } : parts;
    row.push({
      known: known.group,
      unknown: unknown.group,
      knownCost: known.cost,
      unknownCost: unknown.cost,
    });
  }
  return row[size] ?? nothing;
}
