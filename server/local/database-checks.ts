import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { sealedPlaces } from '../../core/features/registry.ts';
import { silent } from '../../core/ports/log.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Store } from '../../core/ports/store.ts';
import { BACKUP_QUEUE } from '../../core/upkeep/backups.ts';
import { openSecrets } from '../../core/upkeep/secrets/check.ts';
import { SWEEP_QUEUE } from '../../core/upkeep/sweep.ts';
import { sentenceOf } from '../http/work-state.ts';
import { openStorage } from '../process/assemble.ts';
import type { Config } from '../process/config.ts';
import { hasSessions, POOLED, type PostgresDatabase } from '../process/postgres-storage.ts';
import { knownSecrets } from '../process/secrets.ts';
import { createWorkWatch } from '../process/work-watch.ts';
import { auditCheck } from './audit-check.ts';
import { backupCheck } from './backup-check.ts';
import type { Check } from './check.ts';
import { deadCheck, jobsCheck } from './job-checks.ts';

export async function sessionsCheck(place: PostgresDatabase): Promise<Check> {
  const name = 'database sessions';
  try {
    if (!(await hasSessions(place))) return { name, ok: false, ...POOLED };
    return { name, ok: true, found: place.direct === undefined ? 'no pooler in between' : 'past the pooler' };
  } catch (error) {
    return { name, ok: false, found: error instanceof Error ? error.message : String(error) };
  }
}

/** Another check tells what is wrong with the secret. */
async function secretsAtHand(store: Store, { secret, formerSecrets, data }: Config): Promise<Secrets | undefined> {
  const known = knownSecrets({ secret, formerSecrets, folder: data });
  return known && openSecrets(store, sealedPlaces, known).catch(() => undefined);
}

/** One look: the running service reports workers that stopped in the middle of their work (`/v1/health`). */
export async function workChecks(config: Config): Promise<Check[]> {
  const storage = await openStorage(config.database);
  try {
    const watch = createWorkWatch({ store: storage.store, clock: systemClock, log: silent });
    // Upkeep waits whenever a service is stopped: no fault.
    const state = await watch.look();
    const waiting = state.waiting.filter(({ queue }) => queue !== SWEEP_QUEUE && queue !== BACKUP_QUEUE);
    const work =
      waiting.length === 0
        ? { ok: true, found: 'nothing waits for a worker' }
        : { ok: false, found: waiting.map(sentenceOf).join(' ') };
    const { store } = storage;
    return [
      { name: 'work', ...work },
      await jobsCheck(store),
      deadCheck(state),
      await auditCheck(store, await secretsAtHand(store, config)),
      await backupCheck(store, config),
    ];
  } finally {
    await storage.close();
  }
}
