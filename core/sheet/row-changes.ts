import type { KeyedRow, KnownRows, LeftKey, Missed } from './keyed-row.ts';
import {
  type Best,
  bestOf,
  comparison,
  isAnyLost,
  NONE,
  overlap,
  SOME,
  SURE,
} from './row-likeness.ts';

interface Unsettled extends Required<Omit<Missed, 'left'>> {
  readonly open: readonly KeyedRow[];
  readonly left: readonly LeftKey[];
  readonly settledPrints: readonly string[];
  readonly known: KnownRows;
  readonly taken: ReadonlySet<string>;
  give(row: KeyedRow, key: string): void;
  readonly owners: Set<string>;
  isLeftBehind(key: string): boolean;
  readonly doubtful: ReadonlySet<number>;
  readonly isShuffled: boolean;
}

/** Settles rows that say nothing any key was seen with. Answers those in doubt. */
export function settleChanged({
  open,
  left,
  settledPrints,
  known,
  taken,
  give,
  owners,
  isLeftBehind,
  doubtful,
  rebuilt,
  stood,
  isShuffled,
}: Unsettled): ReadonlySet<number> {
  const doubted = new Set<number>();
  const carried = new Map<string, string>();
  for (const { key, seen } of left)
    if (key !== '' && !taken.has(key) && !carried.has(key))
      carried.set(key, seen || (known.get(key)?.slice(-1)[0] ?? ''));
  if (carried.size === 0) return doubted;
  const { likeness, nearness, isUnlike } = comparison(carried, settledPrints);
  const best = new Map(
    open.map((row) => [row.number, bestOf(row, carried, candidatesFor(row), nearness)]),
  );
  function candidatesFor(row: KeyedRow): ReadonlyMap<string, number> {
    const scores = likeness(row.fingerprint);
    const { shows } = row;
    // It shows the ads of that key.
    if (shows !== undefined && carried.has(shows)) scores.set(shows, (scores.get(shows) ?? 0) + 1);
    return scores;
  }
  const chosen = ({ number }: KeyedRow): Best => best.get(number) ?? NONE;
  // The rows surest of their key choose first; of equally sure ones, the one that carries it.
  const order = [...open].sort(
    (a, b) =>
      chosen(b).score - chosen(a).score ||
      Number(chosen(b).key === b.key) - Number(chosen(a).key === a.key),
  );
  const undecided = order.filter((row) => {
    const { key, isSure } = chosen(row);
    // A row without a key, or a copy of one that has its key, may resemble a launched one and still
    // be new.
    const isCopy = row.key === '' || owners.has(row.key);
    const mayMove = isSure && (!isCopy || row.shows === key || isLeftBehind(key));
    if (key === '' || taken.has(key) || (key !== row.key && !mayMove)) return true;
    // It would keep its key, but says more of what another, missing launched row said, or nothing
    // of what its own did.
    if (key === row.key && known.has(key) && (hasRival(row) || isStray(row))) {
      doubted.add(row.number);
      return false;
    }
    give(row, key);
    if (key === row.key) owners.add(key);
    return false;
  });
  for (const row of undecided) {
    const { own, score } = chosen(row);
    const isFree = own >= 0 && !taken.has(row.key);
    if (isLikeMissed(row) || mayBeOther(row, isFree, score)) doubted.add(row.number);
    else if (isFree) give(row, row.key);
  }
  // One row without a key that may be lost indicates a version from before the launch: others may
  // be lost with less to tell them by.
  const keyless = undecided.filter(({ key }) => key === '');
  if (keyless.some(({ number }) => doubted.has(number)))
    for (const row of keyless)
      if (
        [...carried.keys()].some(
          (key) => !taken.has(key) && known.has(key) && nearness(row.fingerprint, key) >= SOME,
        )
      )
        doubted.add(row.number);
  return doubted;

  /**
   * Whether a row may have been typed, pasted or sorted beside another row's key: it has nothing of
   * what tells the key's row from others, a row without a key has as much of it, or it has none of
   * the key's words and other keys stand beside wrong rows.
   */
  function isStray({ key, fingerprint }: KeyedRow): boolean {
    const own = nearness(fingerprint, key);
    if (isUnlike(fingerprint, key) || (isShuffled && own < SOME)) return true;
    return open.some(
      (other) => other.key === '' && nearness(other.fingerprint, key) >= Math.max(own, SOME),
    );
  }

  function hasRival({ key: own, fingerprint }: KeyedRow): boolean {
    const scores = likeness(fingerprint);
    const most = (scores.get(own) ?? 0) + 1e-9;
    return [...scores].some(
      ([key, score]) => key !== own && score > most && known.has(key) && !taken.has(key),
    );
  }

  /**
   * Whether a copy may be the launched one of two equal rows: a version from before the launch has
   * the one's key in both, and then one was changed.
   */
  function isTwinLost({ seen }: KeyedRow): boolean {
    return (
      seen !== '' &&
      [...carried.keys()].some((key) => !taken.has(key) && known.get(key)?.includes(seen) === true)
    );
  }

  /** Whether a row that chose no key may be a launched one. */
  function mayBeOther(row: KeyedRow, isFree: boolean, score: number): boolean {
    if (row.key === '') return mayBeLost(row);
    if (isFree) return known.has(row.key);
    return owners.has(row.key) ? isTwinLost(row) : score > 0 && isAnyLost(carried, known, taken);
  }

  /**
   * Whether a row says something that only a launched row said which stood in the sheet at the last
   * look.
   */
  function isLikeMissed({ fingerprint }: KeyedRow): boolean {
    return [...stood].some(
      (key) => carried.has(key) && !taken.has(key) && nearness(fingerprint, key) >= SOME,
    );
  }

  /** Whether a row without a key says what a missing launched row said. */
  function mayBeLost({ number, fingerprint, shows }: KeyedRow): boolean {
    if (doubtful.has(number) && isAnyLost(carried, known, taken)) return true;
    if ([...rebuilt].some((key) => known.has(key) && !taken.has(key))) return true;
    return [...carried.keys()].some((key) => {
      if (taken.has(key) || !known.has(key)) return false;
      if (shows === key || nearness(fingerprint, key) >= SURE) return true;
      return (
        isLeftBehind(key) &&
        (nearness(fingerprint, key) >= SOME || overlap(fingerprint, carried.get(key) ?? '') >= SURE)
      );
    });
  }
}
