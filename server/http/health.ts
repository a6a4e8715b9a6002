import { SlipwayError } from '../../core/base/errors.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { kind, SYSTEM } from '../../core/ports/store.ts';
import { deathSentenceOf, sentenceOf, type WorkWatch } from './work-state.ts';

/** How long the outcome of a write trial holds. */
const WRITTEN_MS = 10_000;
const REFUSED_MS = 1_000;
/** A write that takes longer is taken for one that fails. */
const SLOW_MS = 2_000;

type HealthPorts = Pick<ServicePorts, 'store' | 'clock' | 'checkRoom'>;

/**
 * Whether the store answers and can be written, and whether workers take what is due. Throws
 * `unavailable` when the store fails and, with `strict`, when no worker takes due work.
 */
export type HealthCheck = (options?: {
  readonly strict?: boolean | undefined;
}) => ReturnType<typeof healthOf>;

/** One for each process: it remembers for some seconds whether the store could be written. */
export function createHealthCheck(ports: HealthPorts, watch: WorkWatch): HealthCheck {
  const checkWritable = createWriteTrial(ports);
  return ({ strict = false } = {}) => healthOf(watch, checkWritable, strict);
}

async function healthOf(watch: WorkWatch, checkWritable: () => Promise<void>, strict: boolean) {
  const { oldestDueJobMs, due, waiting, dead } = await watch.look().catch(refuse);
  await checkWritable();
  const shown = waiting.map((work) => ({
    ...work,
    since: new Date(work.since).toISOString(),
    message: sentenceOf(work),
  }));
  if (strict && shown.length > 0)
    throw new SlipwayError('unavailable', shown.map(({ message }) => message).join(' '));
  return {
    success: true as const,
    status: shown.length > 0 ? ('degraded' as const) : ('ok' as const),
    store: 'ok' as const,
    jobs: shown.length > 0 ? ('late' as const) : ('ok' as const),
    oldestDueJobMs,
    due: [...due],
    waiting: shown,
    // No reason to call the service unwell: an operator puts dead jobs back, a restart does not.
    dead: dead.map((work) => ({
      ...work,
      since: new Date(work.since).toISOString(),
      message: deathSentenceOf(work),
    })),
  };
}

/**
 * Written for the sake of writing: a disk may be full, or a file locked, while everything can still
 * be read.
 */
const trialKind = kind<{ readonly at: number }>('write-trial');

interface Trial {
  readonly began: number;
  readonly outcome: Promise<void>;
  /** What the one before it came to: told meanwhile. */
  readonly before: Promise<void> | undefined;
  state: 'open' | 'written' | 'refused';
}

function createWriteTrial(ports: HealthPorts): () => Promise<void> {
  let last: Trial | undefined;
  return () => {
    const known = last;
    const age = known === undefined ? 0 : ports.clock.monotonic() - known.began;
    if (known?.state === 'open') {
      if (known.before !== undefined) return known.before;
      return age < SLOW_MS
        ? known.outcome
        : Promise.reject(new SlipwayError('unavailable', 'The store takes too long to write.'));
    }
    if (known !== undefined && age < (known.state === 'written' ? WRITTEN_MS : REFUSED_MS))
      return known.outcome;
    const trial: Trial = {
      began: ports.clock.monotonic(),
      state: 'open',
      outcome: write(ports).catch(refuse),
      before: known?.state === 'refused' ? known.outcome : undefined,
    };
    trial.outcome.then(
      () => {
        trial.state = 'written';
      },
      () => {
        trial.state = 'refused';
      },
    );
    last = trial;
    return trial.before ?? trial.outcome;
  };
}

async function write({ store, clock, checkRoom }: HealthPorts): Promise<void> {
  await checkRoom?.();
  const last = await store.get(trialKind, SYSTEM, 'health');
  // Of several processes one is faster, and has written for all.
  await store.commit([
    {
      kind: trialKind,
      companyId: SYSTEM,
      id: 'health',
      expect: last?.version ?? 'absent',
      doc: { at: clock.now() },
    },
  ]);
}

function refuse(cause: unknown): never {
  if (cause instanceof SlipwayError) throw cause;
  throw new SlipwayError('unavailable', 'The store does not answer.', { cause });
}
