import { answers, sandboxAt } from '../../../adapters/simulated/elsewhere.ts';
import { companyKind } from '../../../core/access/records.ts';
import { credentialsOf } from '../../../core/accounts/access.ts';
import { listConnections, testConnection } from '../../../core/accounts/connect.ts';
import type { Connection } from '../../../core/accounts/schema.ts';
import { mapBounded } from '../../../core/base/map-bounded.ts';
import { settingsPages } from '../../../core/base/settings-pages.ts';
import type { ServicePorts } from '../../../core/operations/ports.ts';
import { type Log, silent } from '../../../core/ports/log.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { findingsOf } from '../../../core/upkeep/findings.ts';
import { type Config, ConfigFault, readConfig } from '../../process/config.ts';
import { openRuntime } from '../../process/runtime.ts';
import type { Check } from './check.ts';
import { postgresChecks, workChecks } from './database-checks.ts';
import { checkFacts } from './facts-check.ts';
import { signInChecks } from './sign-in-checks.ts';
import { checkBackupTarget, checkFolder, checkMedia, checkStorage } from './storage-checks.ts';
import { versionChecks } from './version-check.ts';

/**
 * Looks at an installation from the machine it runs on, in the order in which things depend on each
 * other.
 */
export async function checkInstallation(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(args, env);
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    return error.message.split('\n').map((fault) => ({
      name: 'configuration',
      ok: false,
      found: fault,
      fix: 'Correct it and run doctor again.',
    }));
  }
  const { checks: stored, companies } = await checkStorage(config);
  const isStored = stored.every(({ ok }) => ok);
  return [
    {
      name: 'configuration',
      ok: true,
      found: `${config.database.type}, ${config.media.type} media, ${config.platforms} platforms`,
    },
    await checkFolder(config),
    ...stored,
    ...(config.facts === undefined ? [] : [await checkFacts(config.facts)]),
    ...(isStored && config.database.type === 'postgres'
      ? await postgresChecks(config.database, config)
      : []),
    ...(isStored && companies > 0 ? await workChecks(config) : []),
    await checkMedia(config),
    ...(config.backup === undefined ? [] : [await checkBackupTarget(config.backup)]),
    retentionCheck(config),
    publicUrlCheck(config),
    ...(await signInChecks(config)),
    ...(config.platforms === 'live' ? versionChecks(config.platformSettings, Date.now()) : []),
    // Connections are kept in the database, and sealed.
    ...(config.platforms === 'live' && isStored && companies > 0
      ? await connections(config)
      : [config.platforms === 'sandbox' ? await sandboxCheck(config) : NO_CONNECTION]),
  ];
}

function retentionCheck({ retention }: Config): Check {
  const days = Object.entries(retention).flatMap(([what, kept]: [string, number | undefined]) =>
    kept === undefined ? [] : [`${what} ${kept} days`],
  );
  const forEver = Object.entries(retention).flatMap(([what, kept]) =>
    kept === undefined && what !== 'deliveries' ? [what] : [],
  );
  const found = [...days, ...(forEver.length > 0 ? [`${forEver.join(', ')} for ever`] : [])].join(
    '; ',
  );
  return { name: 'retention', ok: true, found };
}

function publicUrlCheck({ publicUrl, platforms: mode }: Config): Check {
  if (publicUrl?.startsWith('https:'))
    return { name: 'public address', ok: true, found: publicUrl };
  if (mode === 'sandbox')
    return {
      name: 'public address',
      ok: true,
      found: publicUrl ?? 'this machine only, enough for rehearsals',
    };
  return {
    name: 'public address',
    ok: false,
    found: publicUrl ?? 'none',
    fix: 'Set SLIPWAY_PUBLIC_URL to the https:// address others reach the service at; Google Sheets needs it too.',
  };
}

const NO_CONNECTION: Check = {
  name: 'platforms',
  ok: false,
  found: 'no connection yet',
  fix: `Start the service and paste an access token: ${settingsPages.connections}.`,
};

/** A platform that does not answer is waited for; the others are tried meanwhile. */
const AT_ONCE = 8;

async function connections(config: Config): Promise<Check[]> {
  // Figures are not asked about, and a running service may have their file.
  const warned: Check[] = [];
  const log: Log = {
    ...silent,
    warn(event, { platform, message } = {}) {
      if (event !== 'platform.version') return;
      warned.push({
        name: `version of ${platform}`,
        ok: true,
        found: String(message),
        fix: 'Update Slipway.',
      });
    },
  };
  const house = await openRuntime({ ...config, facts: undefined }, log, 'http://127.0.0.1');
  try {
    const { items } = await house.ports.store.find(companyKind, SYSTEM, { limit: 100 });
    const checks: Check[] = [];
    for (const { id: companyId } of items) {
      const caller = { companyId, keyId: 'doctor', scopes: ['admin'] as const };
      const listed = await listConnections(house.ports, companyId);
      const tried = await mapBounded(listed, AT_ONCE, async (listing): Promise<Check> => {
        const { id, name, platform, notices, expiresAt, token } = listing;
        const { ok, adAccounts, problem } = await testConnection(house.ports, caller, id);
        const fix =
          problem?.fix ?? (await adviceFor(house.ports, companyId, { id, platform, notices }));
        return {
          name: `connection ${name}`,
          ok,
          found: ok
            ? `${platform}, ${adAccounts} ad accounts${endOf(expiresAt, token)}`
            : (problem?.message ?? 'refused'),
          ...(fix && { fix }),
        };
      });
      checks.push(...tried);
      checks.push(...(await findingsOf(house.ports, house.ports.features, companyId)));
    }
    return checks.length === 0 ? [NO_CONNECTION] : [...checks, ...warned];
  } finally {
    await house.close();
  }
}

/** When its credentials end, where that is known. */
function endOf(expiresAt: string | null, token: Connection['token']): string {
  if (expiresAt !== null) return `, ends on ${expiresAt.slice(0, 10)}`;
  return token?.isPermanent ? ', never ends' : '';
}

/** What its owner should know although it works; empty where there is nothing. */
async function adviceFor(
  ports: ServicePorts,
  companyId: string,
  { id, platform, notices }: Pick<Connection, 'id' | 'platform' | 'notices'>,
): Promise<string> {
  const held = await credentialsOf(ports, companyId, id).catch(() => ({}));
  const retired = (ports.platforms[platform]?.definition.credentials.fields ?? []).filter(
    ({ key, retired: reason }) => reason !== undefined && key in held,
  );
  return [
    ...notices,
    ...retired.map(({ label, retired: reason }) => `${label}: ${reason} Reconnect without it.`),
  ].join(' ');
}

/**
 * The simulated platforms: whether those that all processes share answer, and whether all processes
 * share some.
 */
async function sandboxCheck({ sandboxUrl, database }: Config): Promise<Check> {
  const name = 'platforms';
  if (sandboxUrl !== undefined)
    return (await answers(sandboxAt(sandboxUrl)))
      ? { name, ok: true, found: `simulated at ${sandboxUrl}` }
      : {
          name,
          ok: false,
          found: `no sandbox answers at ${sandboxUrl}`,
          fix: 'Start one with `slipway sandbox`, or correct SLIPWAY_SANDBOX_URL.',
        };
  const simulated = {
    name,
    ok: true,
    found: 'simulated; set SLIPWAY_PLATFORMS=live for real accounts',
  };
  if (database.type === 'sqlite') return simulated;
  return {
    ...simulated,
    fix: 'Processes with another data folder do not see this sandbox: to rehearse with several, run `slipway sandbox` and set SLIPWAY_SANDBOX_URL for all.',
  };
}
