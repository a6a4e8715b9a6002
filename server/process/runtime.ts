import { dirname, join } from 'node:path';
import { createOidc } from '../../adapters/identity/oidc.ts';
import { createSmtpMailer } from '../../adapters/mail/smtp.ts';
import { makePrivate, openPrivateFolder } from '../../adapters/runtime/private-files.ts';
import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { awaitSandbox, type PlacedSandbox } from '../../adapters/simulated/elsewhere.ts';
import { loadSandbox } from '../../adapters/simulated/package.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import type { Gauge } from '../http/metrics.ts';
import { assemble, openStorage } from './assemble.ts';
import type { Config } from './config.ts';
import { refuseForgotten, refuseRemains } from './data-folder.ts';
import { openWhenThere } from './database-wait.ts';
import { stampedFacts } from './facts-gauges.ts';
import { refuseOtherPlace } from './media-mark.ts';
import { createPlaceGauges } from './place-gauges.ts';
import { secretsFor } from './secrets.ts';
import { settingsParts } from './service-settings.ts';
import type { SignInSettings } from './sign-in.ts';
import type { PoolState, Storage } from './storage.ts';

interface Runtime {
  readonly ports: AssembledPorts;
  readonly sandboxUrl: string | undefined;
  /** Of the store's pools, the figures this process stores, the media store and the disks. */
  gauges(): Promise<readonly Gauge[]>;
  close(): Promise<void>;
}

/**
 * Opens everything a configuration names. `publicUrl` is where callers reach the service unless the
 * configuration says otherwise.
 */
export async function openRuntime(
  config: Config,
  log: Log,
  publicUrl: string,
  tracer?: Tracer,
): Promise<Runtime> {
  const { database, data } = config;
  openPrivateFolder(data);
  for (const name of ['media', 'exports', 'incoming']) makePrivate(join(data, name));
  if (database.type === 'sqlite') openPrivateFolder(dirname(database.path));
  const media = config.media.type === 'disk' ? config.media.folder : undefined;
  refuseRemains(database, data, media);
  const open = () => openStorage(database, systemClock, log, config.facts);
  const storage =
    database.type === 'postgres'
      ? await openWhenThere(open, { clock: systemClock, log })
      : await open();
  try {
    await refuseForgotten(storage.store, media);
    return await assembleRuntime(config, await tracedStorage(storage, tracer), {
      log,
      publicUrl,
      tracer,
    });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Jobs go on with the trace they were asked for in. */
async function tracedStorage(storage: Storage, tracer: Tracer | undefined): Promise<Storage> {
  if (tracer === undefined) return storage;
  const { tracedStore } = await import('../../adapters/tracing/traced-ports.ts');
  return { ...storage, store: tracedStore(storage.store, tracer) };
}

async function assembleRuntime(
  config: Config,
  storage: Storage,
  {
    log,
    publicUrl,
    tracer,
  }: { readonly log: Log; readonly publicUrl: string; readonly tracer: Tracer | undefined },
): Promise<Runtime> {
  // Before anything else is begun: with another installation's secret nothing here would work.
  const secrets = await secretsFor(storage.store, { ...config, folder: config.data });
  const sandbox = await openSandbox(config, log);
  const chosen = await settingsParts(config);
  if (config.database.type === 'postgres') await refuseOtherPlace(storage.store, chosen.blobs);
  const ports = await assemble({
    storage,
    log,
    secrets,
    ...chosen,
    folder: config.data,
    publicUrl: config.publicUrl ?? publicUrl,
    host: config.role === 'all' && config.database.type === 'sqlite' ? config.host : undefined,
    sandbox,
    tracer,
  });
  const stamped = stampedFacts(ports.facts, ports.clock);
  const folders = new Set([
    config.data,
    ...(storage.folders ?? []),
    ...(config.media.type === 'disk' ? [config.media.folder] : []),
  ]);
  const places = createPlaceGauges(
    { media: config.media, blobs: chosen.blobs, folders: [...folders] },
    ports.clock,
  );
  return {
    ports: {
      ...signInPorts(config.signIn, ports),
      ...ports,
      facts: stamped.facts,
    },
    gauges: async () => [
      ...stamped.gauges(),
      ...poolGauges(storage.pools?.() ?? []),
      ...(await places()),
    ],
    sandboxUrl: sandbox?.url,
    async close() {
      sandbox?.close();
      await storage.close();
    },
  };
}

/** How people sign in. Neither loads its library before it is used. */
const signInPorts = (
  { smtp, oidc, firstAdmin }: SignInSettings,
  { clock, log }: Pick<ServicePorts, 'clock' | 'log'>,
): Pick<ServicePorts, 'mail' | 'identities' | 'firstAdmin'> => ({
  ...(smtp && { mail: createSmtpMailer(smtp) }),
  ...(oidc && { identities: createOidc({ ...oidc, clock, log }) }),
  ...(firstAdmin !== undefined && { firstAdmin }),
});

export const poolGauges = (pools: readonly PoolState[]): readonly Gauge[] =>
  pools.flatMap(({ pool, waiting, ...counts }) => [
    ...(['busy', 'idle'] as const).map((state) => ({
      name: 'slipway_pool_connections',
      help: 'Connections of this process to its database.',
      labels: { pool, state },
      value: counts[state],
    })),
    {
      name: 'slipway_pool_waiting',
      help: 'Questions that wait for a connection.',
      labels: { pool },
      value: waiting,
    },
  ]);

/** The simulated platforms of the data folder, or those an address names. */
async function openSandbox(config: Config, log: Log): Promise<PlacedSandbox | undefined> {
  if (config.platforms === 'live') return undefined;
  if (config.sandboxUrl !== undefined) return awaitSandbox(config.sandboxUrl);
  if (config.database.type === 'postgres')
    log.warn('sandbox.of_this_folder_only', {
      reason:
        'Processes with another data folder do not see it: run `slipway sandbox` and set SLIPWAY_SANDBOX_URL for all.',
    });
  const { openSharedSandbox } = await loadSandbox();
  return openSharedSandbox(join(config.data, 'sandbox.jsonl'));
}
