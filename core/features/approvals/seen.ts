import { quoted } from '../../base/schema/quoted.ts';
import type { Looked } from '../../gate/preview.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Json } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';

/**
 * The objects of a step as a person approved them: long values, and all of those beyond the first,
 * by their hashes.
 */

const LONGEST_KEPT = 400;
const MOST_WHOLE = 100;
const MOST_KEPT = 500;

export async function keptLooks(
  { sha256 }: Pick<Secrets, 'sha256'>,
  given: readonly Looked[],
): Promise<readonly Looked[]> {
  const hashOf = async (value: Json): Promise<Json> => ({
    sha256: await sha256(canonicalJson({ value })),
  });
  // What the request names comes first; platforms list the rest in an order of their own.
  const looked = [...given].sort((a, b) => rank(a) - rank(b) || (keyOf(a) < keyOf(b) ? -1 : 1));
  const rest = looked.slice(MOST_KEPT);
  const more: Looked = {
    type: 'objects',
    id: String(rest.length),
    name: 'more',
    of: looked[0]?.of ?? '',
    facts: {
      content: await hashOf(rest.map(({ type, id, of, facts }) => ({ type, id, of, facts }))),
    },
  };
  const kept = await Promise.all(
    looked.slice(0, MOST_KEPT).map(async (each, i) => {
      if (i >= MOST_WHOLE) return { ...each, facts: { content: await hashOf(each.facts as Json) } };
      const facts: { [what: string]: Json } = {};
      for (const [what, value] of Object.entries(each.facts))
        facts[what] = canonicalJson({ value }).length > LONGEST_KEPT ? await hashOf(value) : value;
      return { ...each, facts };
    }),
  );
  return rest.length === 0 ? kept : [...kept, more];
}

const rank = ({ id, of }: Looked): number => Number(id !== of);

const MOST_TOLD = 5;

/**
 * What operations themselves change: it says nothing where an earlier try may have come through.
 */
const CHANGED_BY_STEPS: readonly string[] = [
  'name',
  'status',
  'end',
  'daily budget',
  'lifetime budget',
];

/**
 * What is not as it was approved, in words. Objects that the step is no longer about are not
 * compared. `unsure`: those that an earlier try may have changed.
 */
export function differences(
  then: readonly Looked[],
  now: readonly Looked[],
  unsure: ReadonlySet<string | undefined> = new Set(),
): readonly string[] {
  const about = new Set(now.map(({ of }) => of));
  const was = new Map(then.filter(({ of }) => about.has(of)).map((each) => [keyOf(each), each]));
  const is = new Map(now.map((each) => [keyOf(each), each]));
  const isNew = ([key]: readonly [string, Looked]) => !was.has(key);
  const inOrder = [...is].sort((a, b) => Number(isNew(b)) - Number(isNew(a)));
  const found = [
    ...inOrder.flatMap(([key, each]) =>
      changes(was.get(key), each, unsure.has(each.id) ? CHANGED_BY_STEPS : []),
    ),
    ...[...was]
      .filter(([key]) => !is.has(key))
      .map(([, each]) => `${words(each)} is no longer there.`),
  ];
  const more = found.length - MOST_TOLD;
  return more > 0 ? [...found.slice(0, MOST_TOLD), `There are ${more} more differences.`] : found;
}

const keyOf = ({ type, id, of }: Looked): string => `${of} ${type} ${id}`;

const words = ({ type, id, name }: Looked): string =>
  `${type === 'adset' ? 'ad set' : type} ${id} ${quoted(name)}`;

function changes(
  was: Looked | undefined,
  is: Looked,
  except: readonly string[],
): readonly string[] {
  if (was === undefined) return [`${words(is)} was added.`];
  return [...new Set([...Object.keys(was.facts), ...Object.keys(is.facts)])].flatMap((what) => {
    const [before, after] = [was.facts[what] ?? null, is.facts[what] ?? null];
    if (
      except.includes(what) ||
      canonicalJson({ value: before }) === canonicalJson({ value: after })
    )
      return [];
    const values =
      isHash(before) || isHash(after)
        ? 'has changed'
        : `was ${told(before)} and is now ${told(after)}`;
    return [`The ${what} of ${words(was)} ${values}.`];
  });
}

const isHash = (value: Json): boolean =>
  typeof value === 'object' && value !== null && 'sha256' in value;

function told(value: Json): string {
  if (value === null) return 'none';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.join(', ')
        : JSON.stringify(value),
    120,
  );
}
