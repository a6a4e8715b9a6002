import { clusterOf, dumpVersion } from '../../../adapters/backup/postgres-dump.ts';
import { systemClock } from '../../../adapters/runtime/system-clock.ts';
import { sealedPlaces } from '../../../core/features/registry.ts';
import { silent } from '../../../core/ports/log.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import type { Store } from '../../../core/ports/store.ts';
import { BACKUP_QUEUE } from '../../../core/upkeep/backups.ts';
import { openSecrets } from '../../../core/upkeep/secrets/check.ts';
import { SWEEP_QUEUE } from '../../../core/upkeep/sweep.ts';
import { sentenceOf } from '../../http/work-state.ts';
import { openStorage } from '../../process/assemble.ts';
import type { Config } from '../../process/config.ts';
import { hasSessions, POOLED, type PostgresDatabase } from '../../process/postgres-storage.ts';
import { knownSecrets } from '../../process/secrets.ts';
import { createWorkWatch } from '../../process/work-watch.ts';
import { auditCheck } from './audit-check.ts';
import { backupCheck } from './backup-check.ts';
import { type Check, check } from './check.ts';
import { deadCheck, jobsCheck } from './job-checks.ts';

export async function postgresChecks(
  place: PostgresDatabase,
  { backup }: Config,
): Promise<Check[]> {
  return [
    await check('database sessions', 'See that the database answers.', async () =>
      (await hasSessions(place))
        ? place.direct === undefined
          ? 'no pooler in between'
          : 'past the pooler'
        : { ok: false, ...POOLED },
    ),
    ...(place.replica === undefined ? [] : [await replicaCheck(place, place.replica)]),
    ...(backup === undefined ? [] : [await dumpCheck(place)]),
  ];
}

/** Whether it is a copy of this database, and follows it. */
const replicaCheck = ({ url, direct = url }: PostgresDatabase, replica: string): Promise<Check> =>
  check(
    'replica',
    'Set SLIPWAY_DATABASE_REPLICA to a standby of SLIPWAY_DATABASE, or take it away.',
    async () => {
      const [own, copy] = [await clusterOf(direct), await clusterOf(replica)];
      if (own.cluster !== copy.cluster)
        throw new Error('It is another database, not a copy of this one.');
      if (!copy.follows) throw new Error('It is no standby: it follows no other database.');
      return 'follows the database';
    },
  );

const dumpCheck = ({ url, direct = url }: PostgresDatabase): Promise<Check> => {
  const fix =
    'Install the client programs of this Postgres or a newer one (Debian: postgresql-client), or back it up elsewhere.';
  return check('pg_dump', fix, async () => {
    const [dump, { version }] = [await dumpVersion(), await clusterOf(direct)];
    if (dump < version) throw new Error(`pg_dump ${dump} cannot read Postgres ${version}.`);
    return `version ${dump}, for Postgres ${version}`;
  });
};

/** Another check tells what is wrong with the secret. */
async function secretsAtHand(
  store: Store,
  { secret, formerSecrets, data }: Config,
): Promise<Secrets | undefined> {
  const known = knownSecrets({ secret, formerSecrets, folder: data });
  return known && openSecrets(store, sealedPlaces, known).catch(() => undefined);
}

/**
 * One look: the running service reports workers that stopped in the middle of their work
 * (`/v1/health`).
 */
export async function workChecks(config: Config): Promise<Check[]> {
  const storage = await openStorage(config.database);
  try {
    const watch = createWorkWatch({ store: storage.store, clock: systemClock, log: silent });
    // Upkeep waits whenever a service is stopped: no fault.
    const state = await watch.look();
    const waiting = state.waiting.filter(
      ({ queue }) => queue !== SWEEP_QUEUE && queue !== BACKUP_QUEUE,
    );
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
