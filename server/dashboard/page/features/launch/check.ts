import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Fault } from '../../../../../core/base/errors.ts';
import type { LocatedFault } from '../../../../../core/sheet/locate.ts';
import {
  amongAll,
  type PlannedPart,
  partsOf,
  repeatedFault,
  summedPlan,
} from '../../../../client/launch-parts.ts';
import { ApiError, client, type InputOf, type Plan, problemOf, useEvery } from '../../base/api.ts';
import { launchLimits } from '../../base/launch-limits.ts';
import { plural } from '../../base/words.ts';
import { locateAll, locateWarnings, type ReadSheet, type Warned } from '../../rows/sheet.ts';

const CHECK_AFTER_MS = 600;
const AWAY_MS = 5_000;
/** Faults of a part: as many as the service lists at once. */
const faultsLimit = 5_000;

interface Verdict {
  readonly plan?: Plan;
  readonly parts?: readonly PlannedPart[];
  readonly faults: readonly LocatedFault[];
  readonly others: readonly string[];
  readonly warned?: readonly Warned[];
  readonly problem?: ApiError;
}

interface Judged {
  /**
   * The rows it is about. A verdict on other rows is shown until a newer one, and launches nothing.
   */
  readonly of: ReadSheet;
  readonly turn: number;
  readonly verdict: Verdict;
  readonly isFirst?: true;
}

const asRequest = (body: object): InputOf<'launch'> => body as InputOf<'launch'>;

/** Checks rows here at once, and at the service after a pause. */
export function useVerdict(read: ReadSheet | undefined) {
  const [judged, setJudged] = useState<Judged>();
  // Counts up to check the same rows again.
  const [turn, setTurn] = useState(0);
  const checkAgain = useCallback(() => setTurn((n) => n + 1), []);
  const plans = useRef(keptPlans());

  useEffect(() => {
    if (read === undefined) return;
    if (read.body.length === 0) {
      setJudged({
        of: read,
        turn,
        verdict: { faults: read.faults, others: ['There is no ad to launch in these rows.'] },
      });
      return;
    }
    // The service is asked as well, so that all faults are shown together.
    if (read.faults.length > 0)
      setJudged({ of: read, turn, verdict: { faults: read.faults, others: [] }, isFirst: true });
    const abort = new AbortController();
    const timer = setTimeout(() => {
      verdictOn(read, plans.current.of(turn), abort.signal)
        // A check always ends: what went wrong is told, with a way to check again.
        .catch(
          (error: unknown): Verdict => ({
            faults: read.faults,
            others: [],
            problem: problemOf(error),
          }),
        )
        .then((verdict) => {
          if (!abort.signal.aborted) setJudged({ of: read, turn, verdict });
        });
    }, CHECK_AFTER_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [read, turn]);

  const verdict = read === undefined ? undefined : judged?.verdict;
  const isChecking =
    read !== undefined && (judged === undefined || judged.of !== read || judged.isFirst === true);
  // Not while a check is under way: one that takes longer than the pause would never end.
  const mayAskAgain =
    verdict?.problem !== undefined &&
    mayPass(verdict.problem) &&
    judged?.of === read &&
    judged?.turn === turn;
  useEvery(mayAskAgain ? AWAY_MS : undefined, checkAgain);
  return { verdict, isChecking, checkAgain };
}

/** Without a word about the rows: the same question may have an answer a moment later. */
const mayPass = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Plans of parts by their content: a change of one row asks about its part alone. Cleared with
 * every turn.
 */
function keptPlans() {
  let [last, known] = [-1, new Map<string, Plan>()];
  return {
    of(turn: number): Map<string, Plan> {
      if (turn !== last) [last, known] = [turn, new Map()];
      return known;
    },
  };
}

/** Asks about every part, so that all faults are shown together. */
async function verdictOn(
  read: ReadSheet,
  kept: Map<string, Plan>,
  signal: AbortSignal,
): Promise<Verdict> {
  const split = partsOf(read.body, launchLimits());
  if (split.length === 1) kept.clear();
  const texts = new Set<string>();
  const parts: PlannedPart[] = [];
  const details: Fault[] = [];
  const before = new Set<string>();
  let after: Plan['adSets'] | undefined;
  let unlisted = 0;
  for (const part of split) {
    const body = { ads: part.ads, ...(after && { after }) };
    const text = JSON.stringify(body);
    texts.add(text);
    const own = split.length === 1 ? [] : part.ads.map((ad) => JSON.stringify(ad));
    const repeated = own.flatMap((ad, at) => (before.has(ad) ? [repeatedFault(at)] : []));
    details.push(...amongAll(part, repeated));
    for (const ad of own) before.add(ad);
    try {
      const plan =
        kept.get(text) ??
        (await client.plan(asRequest({ ...body, useDefaults: true, faultsLimit }), { signal }));
      kept.set(text, plan);
      after = plan.adSets;
      parts.push({ ...part, plan });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.details.length === 0) return { faults: read.faults, others: [], problem: error };
      details.push(...amongAll(part, error.details));
      unlisted += error.unlisted;
    }
  }
  for (const text of kept.keys()) if (!texts.has(text)) kept.delete(text);
  return details.length > 0 ? refusedVerdict(read, details, unlisted) : plannedVerdict(read, parts);
}

function refusedVerdict(read: ReadSheet, details: readonly Fault[], unlisted: number): Verdict {
  const { cells, others } = locateAll(details, read);
  const more = `${plural(unlisted, 'more fault')}: correct these first.`;
  return {
    faults: together(read.faults, cells),
    others: unlisted === 0 ? others : [...others, more],
  };
}

function plannedVerdict(read: ReadSheet, parts: readonly PlannedPart[]): Verdict {
  const plan = summedPlan(parts);
  const warned = locateWarnings(plan?.warnings ?? [], read);
  if (read.faults.length > 0 || plan === undefined)
    return { faults: read.faults, others: [], warned };
  return { plan, parts, faults: [], others: [], warned };
}

/**
 * One fault at each cell: the page's own say more about the file. A file that is missing needs no
 * type.
 */
function together(
  own: readonly LocatedFault[],
  told: readonly LocatedFault[],
): readonly LocatedFault[] {
  const place = ({ row, position, key }: LocatedFault): string => `${row} ${position ?? key}`;
  const taken = new Set(own.map(place));
  const missing = new Set(own.map(({ row, key }) => `${row} ${key.replace(/\.url$/, '.type')}`));
  return [
    ...own,
    ...told.filter(
      (fault) => !taken.has(place(fault)) && !missing.has(`${fault.row} ${fault.key}`),
    ),
  ];
}
