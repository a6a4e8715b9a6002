import type { Description } from './description.ts';
import type { Probe, Verdict } from './probe.ts';

export type Judged = { readonly [verdict in Verdict]: readonly string[] };

export interface PlatformCoverage {
  /** Simulated ones, with their parameters. */
  readonly endpoints: readonly (readonly [methodAndPath: string, params: Judged])[];
  /** Described, not simulated. */
  readonly missing: readonly string[];
  /** Simulated, not described. */
  readonly besides: readonly string[];
  readonly fields: readonly (readonly [object: string, fields: Judged])[];
  /** Codes that the simulator answers by itself. */
  readonly errors: readonly string[];
}

/** Sorts names by what a simulator does with them. */
export async function judgedBy(
  names: readonly string[],
  judge: (name: string) => Promise<Verdict>,
): Promise<Judged> {
  const found: { [verdict in Verdict]: string[] } = { yes: [], refused: [], ignored: [] };
  for (const name of names) found[await judge(name)].push(name);
  return found;
}

/**
 * The described endpoints of which `isSimulated` says so, with their parameters, and the others.
 */
export async function judgedEndpoints(
  { endpoints }: Description,
  { judge }: Pick<Probe, 'judge'>,
  isSimulated: (methodAndPath: string) => boolean | Promise<boolean>,
): Promise<Pick<PlatformCoverage, 'endpoints' | 'missing'>> {
  const found = new Map<string, Judged | undefined>();
  // Removals last: they take away what others ask about.
  for (const [key, line] of Object.entries(endpoints).sort(
    ([a], [b]) => Number(isRemoval(a)) - Number(isRemoval(b)),
  )) {
    const params = line.split(' ').filter((name) => name !== '');
    found.set(
      key,
      (await isSimulated(key)) ? await judgedBy(params, (param) => judge(key, param)) : undefined,
    );
  }
  const inOrder = [...found].sort(([a], [b]) => (pathOf(a) < pathOf(b) ? -1 : 1));
  return {
    endpoints: inOrder.flatMap(([key, params]) =>
      params === undefined ? [] : [[key, params] as const],
    ),
    missing: inOrder.flatMap(([key, params]) => (params === undefined ? [key] : [])),
  };
}

const isRemoval = (methodAndPath: string): boolean => methodAndPath.startsWith('DELETE ');

/** Paths first, then methods. */
const pathOf = (methodAndPath: string): string => methodAndPath.split(' ').reverse().join(' ');
