import { useCallback, useEffect, useState } from 'preact/hooks';
import type { LocatedFault } from '../../../core/sheet/locate.ts';
import { ApiError, type InputOf } from '../../client/client.ts';
import { client } from './api.ts';
import { useEvery } from './resource.ts';
import type { Plan } from './shapes.ts';
import { locateAll, locateWarnings, type ReadSheet, type Warned } from './sheet.ts';
import { plural } from './words.ts';

const CHECK_AFTER_MS = 600;
const AWAY_MS = 5_000;

/** What the service said about the sheet as it stands. */
export interface Verdict {
  readonly plan?: Plan;
  readonly faults: readonly LocatedFault[];
  readonly others: readonly string[];
  readonly warned?: readonly Warned[];
  readonly problem?: ApiError;
}

interface Judged {
  /** The rows it is about: what was said of others is shown until there is something newer, and launches nothing. */
  readonly of: ReadSheet;
  readonly verdict: Verdict;
  /** The service has not been heard yet. */
  readonly isFirst?: true;
}

/** A sheet says what it likes; the service checks it. */
const asRequest = (body: object): InputOf<'launch'> => body as InputOf<'launch'>;

/** Checks rows here at once, and at the service after a pause. */
export function useVerdict(read: ReadSheet | undefined) {
  const [judged, setJudged] = useState<Judged>();
  // Counts up when the rows are to be checked although they are the same.
  const [turn, setTurn] = useState(0);
  const checkAgain = useCallback(() => setTurn((n) => n + 1), []);

  useEffect(() => {
    if (read === undefined) return;
    if (read.body.length === 0) {
      setJudged({ of: read, verdict: { faults: read.faults, others: ['There is no ad to launch in these rows.'] } });
      return;
    }
    // What is wrong here is told at once; the service is asked all the same, so that all faults are seen together.
    if (read.faults.length > 0) setJudged({ of: read, verdict: { faults: read.faults, others: [] }, isFirst: true });
    const abort = new AbortController();
    const timer = setTimeout(() => {
      client
        .plan(asRequest({ ads: read.body, useDefaults: true }), { signal: abort.signal })
        .then((plan): Verdict => {
          const warned = locateWarnings(plan.warnings, read);
          return read.faults.length > 0 ? { faults: read.faults, others: [], warned } : { plan, faults: [], others: [], warned };
        })
        .catch((error: unknown): Verdict => {
          if (!(error instanceof ApiError)) throw error;
          if (error.details.length === 0) return { faults: read.faults, others: [], problem: error };
          const { cells, others } = locateAll(error.details, read);
          const more = `${plural(error.unlisted, 'more fault')}: correct these first.`;
          return { faults: together(read.faults, cells), others: error.unlisted === 0 ? others : [...others, more] };
        })
        .then((verdict) => {
          if (!abort.signal.aborted) setJudged({ of: read, verdict });
        })
        .catch(() => undefined);
    }, CHECK_AFTER_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [read, turn]);

  const verdict = read === undefined ? undefined : judged?.verdict;
  const isChecking = read !== undefined && (judged === undefined || judged.of !== read || judged.isFirst === true);
  // A service that was away is asked again by itself.
  useEvery(verdict?.problem?.status === 0 ? AWAY_MS : undefined, checkAgain);
  return { verdict, isChecking, checkAgain };
}

/** Faults of both, one at each cell: what is seen here first says more about the file. */
function together(own: readonly LocatedFault[], told: readonly LocatedFault[]): readonly LocatedFault[] {
  const place = ({ row, position, key }: LocatedFault): string => `${row} ${position ?? key}`;
  const taken = new Set(own.map(place));
  return [...own, ...told.filter((fault) => !taken.has(place(fault)))];
}
