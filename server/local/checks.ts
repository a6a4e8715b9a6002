import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import { createS3Blobs } from '../../adapters/media/s3.ts';
import { companyKind } from '../../core/access/records.ts';
import { listConnections, testConnection } from '../../core/accounts/connect.ts';
import { SlipwayError } from '../../core/errors.ts';
import { silent } from '../../core/ports/log.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { type Config, ConfigFault, readConfig } from '../config.ts';
import { openHouse } from '../house.ts';
import { database, NOT_YET, sessionsCheck, workCheck } from './database-checks.ts';

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly fix?: string;
}

/** Looks at an installation from the machine it runs on, in the order in which things depend on each other. */
export async function checkInstallation(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(args, env);
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    return error.message
      .split('\n')
      .map((fault) => ({ name: 'configuration', ok: false, found: fault, fix: 'Correct it and run doctor again.' }));
  }
  const stored = await check('database', 'Start it, or correct SLIPWAY_DATABASE.', () => database(config));
  return [
    {
      name: 'configuration',
      ok: true,
      found: `${config.database.type}, ${config.media.type} media, ${config.platforms} platforms`,
    },
    await check('data folder', `Make ${resolve(config.data)} writable for this user, or name another with --data.`, () =>
      dataFolder(config),
    ),
    secretCheck(config),
    stored,
    ...(stored.ok && config.database.type === 'postgres' ? [await sessionsCheck(config.database)] : []),
    ...(stored.ok && stored.found !== NOT_YET ? [await workCheck(config)] : []),
    await check('media store', mediaFix(config), () => media(config)),
    publicUrlCheck(config),
    // Connections are kept in the database.
    ...(config.platforms === 'live' && stored.ok && stored.found !== NOT_YET
      ? await connections(config)
      : [platformsCheck(config)]),
  ];
}

/** @param fix for errors that do not say themselves what to do, as ours do. */
async function check(name: string, fix: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, found: await look() };
  } catch (error) {
    if (error instanceof SlipwayError && error.code === 'storage_unusable') return { name, ok: false, found: error.message };
    return { name, ok: false, found: error instanceof Error ? error.message : String(error), fix };
  }
}

async function dataFolder({ data }: Config): Promise<string> {
  const found = await stat(data).catch(() => undefined);
  if (found === undefined) return `${resolve(data)}, ${NOT_YET}`;
  if (!found.isDirectory()) throw new Error(`${resolve(data)} is a file, not a folder.`);
  await access(data, constants.W_OK).catch(() => {
    throw new Error(`${resolve(data)} cannot be written.`);
  });
  return resolve(data);
}

function secretCheck({ secret, platforms: mode }: Config): Check {
  if (secret !== undefined) return { name: 'secret', ok: true, found: 'SLIPWAY_SECRET is set' };
  if (mode === 'sandbox') return { name: 'secret', ok: true, found: 'kept in the data folder' };
  return {
    name: 'secret',
    ok: true,
    found: 'kept in the data folder, beside what it protects',
    fix: 'Set SLIPWAY_SECRET to a long random text and keep it elsewhere: openssl rand -hex 32',
  };
}

const mediaFix = ({ media: place }: Config): string =>
  place.type === 'disk'
    ? `Make ${resolve(place.folder)} a folder this user may write to, or name another in SLIPWAY_MEDIA.`
    : 'Correct the endpoint, bucket and region in SLIPWAY_MEDIA, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';

/** Writes a small file, reads it back and removes it. */
async function media(config: Config): Promise<string> {
  const inside = config.media.type === 'disk' && resolve(config.media.folder).startsWith(resolve(config.data));
  if (inside && !existsSync(config.data)) return NOT_YET;
  const blobs = config.media.type === 'disk' ? createDiskBlobs(config.media.folder) : createS3Blobs(config.media);
  const bytes = randomBytes(64);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(tmpdir(), `slipway-doctor-${sha256.slice(0, 12)}`);
  await writeFile(path, bytes);
  try {
    const key = `doctor/${sha256}`;
    await blobs.put(key, { path, sha256, bytes: bytes.length });
    let read = 0;
    for await (const chunk of (await blobs.read(key)) ?? []) read += chunk.length;
    await blobs.remove(key);
    if (read !== bytes.length) throw new Error(`${bytes.length} bytes were written and ${read} read back.`);
    return config.media.type === 'disk'
      ? `written and read in ${resolve(config.media.folder)}`
      : `written and read in ${config.media.bucket}`;
  } finally {
    await rm(path, { force: true });
  }
}

function publicUrlCheck({ publicUrl, platforms: mode }: Config): Check {
  if (publicUrl?.startsWith('https:')) return { name: 'public address', ok: true, found: publicUrl };
  if (mode === 'sandbox')
    return { name: 'public address', ok: true, found: publicUrl ?? 'this machine only, enough for rehearsals' };
  return {
    name: 'public address',
    ok: false,
    found: publicUrl ?? 'none',
    fix: 'Set SLIPWAY_PUBLIC_URL to the https:// address others reach the service at; Google Sheets needs it too.',
  };
}

const platformsCheck = ({ platforms }: Config): Check =>
  platforms === 'sandbox'
    ? { name: 'platforms', ok: true, found: 'simulated; set SLIPWAY_PLATFORMS=live for real accounts' }
    : {
        name: 'platforms',
        ok: false,
        found: 'no connection yet',
        fix: 'Start the service, open the dashboard, Connections, and paste an access token.',
      };

/** Every stored credential, tried at its platform. */
async function connections(config: Config): Promise<Check[]> {
  const house = await openHouse(config, silent, 'http://127.0.0.1');
  try {
    const { items } = await house.ports.store.find(companyKind, SYSTEM, { limit: 100 });
    const checks: Check[] = [];
    for (const { id: companyId } of items) {
      const caller = { companyId, keyId: 'doctor', scopes: ['admin'] as const };
      for (const { id, name, platform } of await listConnections(house.ports, companyId)) {
        const { ok, adAccounts, problem } = await testConnection(house.ports, caller, id);
        checks.push({
          name: `connection ${name}`,
          ok,
          found: ok ? `${platform}, ${adAccounts} ad accounts` : (problem?.message ?? 'refused'),
          ...(problem?.fix && { fix: problem.fix }),
        });
      }
    }
    return checks.length === 0 ? [platformsCheck(config)] : checks;
  } finally {
    await house.close();
  }
}
