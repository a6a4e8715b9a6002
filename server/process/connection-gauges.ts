import { companyKind } from '../../core/access/records.ts';
import type { Platforms } from '../../core/accounts/find-account.ts';
import { versionOf } from '../../core/accounts/list-platforms.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { shownConnection } from '../../core/accounts/shown-connection.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { backupState } from '../../core/upkeep/backups.ts';
import type { Gauge } from '../http/metrics.ts';

/** Every company is looked through: not for each scrape. */
const KEPT_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

interface GaugePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly platforms: Platforms;
}

/**
 * How many connections there are by platform and state, how many days credentials and versions have
 * that end next, and when the last backups were made and restored.
 */
export const createConnectionGauges = (ports: GaugePorts): (() => Promise<readonly Gauge[]>) =>
  keptGauges(ports.clock, KEPT_MS, () => gaugesOf(ports));

/**
 * Answers what is known at once and looks again in the background: metrics are wanted most when the
 * store is slow.
 */
export function keptGauges(
  clock: Clock,
  keptMs: number,
  find: () => Promise<readonly Gauge[]>,
): () => Promise<readonly Gauge[]> {
  let [known, lookedAt]: [readonly Gauge[], number] = [[], Number.NEGATIVE_INFINITY];
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    known = await find().catch(() => known);
    lookedAt = clock.monotonic();
    looking = undefined;
  };
  return async () => {
    if (clock.monotonic() - lookedAt >= keptMs) looking ??= look();
    // The first scrape has something to show, where the answer comes soon.
    if (known.length === 0 && looking !== undefined)
      await Promise.race([looking, clock.sleep(500)]);
    return known;
  };
}

async function gaugesOf({ store, clock, platforms }: GaugePorts): Promise<readonly Gauge[]> {
  const counts = new Map<
    string,
    { readonly platform: string; readonly state: string; value: number }
  >();
  const ends = new Map<string, number>();
  const now = clock.now();
  for (const { id: companyId } of await allOf(store, companyKind, SYSTEM))
    for (const { id, doc } of await allOf(store, connectionKind, companyId)) {
      const { platform, state } = shownConnection(now, id, doc);
      const counted = counts.get(`${platform} ${state}`) ?? { platform, state, value: 0 };
      counts.set(`${platform} ${state}`, { ...counted, value: counted.value + 1 });
      if (doc.endsAt !== undefined)
        ends.set(platform, Math.min(doc.endsAt, ends.get(platform) ?? Number.POSITIVE_INFINITY));
    }
  return [
    ...(await backupGauges(store)),
    ...[...counts.values()].map(({ platform, state, value }) => ({
      name: 'slipway_connections',
      help: 'Connections of all companies, by the state of their credentials.',
      labels: { platform, state },
      value,
    })),
    ...versionGauges(platforms, now),
    ...[...ends].map(([platform, end]) => ({
      name: 'slipway_token_days_left',
      help: 'Days until the credentials end that end next, of those that nothing renews.',
      labels: { platform },
      value: Math.round(((end - now) / DAY_MS) * 100) / 100,
    })),
  ];
}

/** Absent where no end is published. */
const versionGauges = (platforms: Platforms, now: number): readonly Gauge[] =>
  Object.entries(platforms).flatMap(([platform, opened]) => {
    const { version = '', daysLeft = null } = versionOf(opened, now) ?? {};
    if (daysLeft === null) return [];
    const help = "Days until the version of a platform's API ends that is in use.";
    return [
      {
        name: 'slipway_platform_version_days_left',
        help,
        labels: { platform, version },
        value: daysLeft,
      },
    ];
  });

/** Absent where none is known. */
async function backupGauges(store: Store): Promise<readonly Gauge[]> {
  const { last, verifiedAt, failed } = await backupState(store);
  const stamp = (state: string, at: number | undefined): readonly Gauge[] =>
    at === undefined
      ? []
      : [
          {
            name: 'slipway_backup_timestamp_seconds',
            help: 'When a backup was last made, restored to try it, or failed.',
            labels: { state },
            value: Math.round(at / 1000),
          },
        ];
  return [
    ...stamp('made', last?.at),
    ...stamp('verified', verifiedAt),
    ...stamp('failed', failed?.at),
  ];
}
