import type { PlatformModule } from '../../../adapters/platforms/module.ts';
import { companyKind } from '../../../core/access/records.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { findPlan } from '../../../core/launch/journal/journal.ts';
import { batchKind } from '../../../core/launch/journal/records.ts';
import { isVersionAlive, type PlatformVersions } from '../../../core/ports/platform-version.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import { openStorage } from '../../process/assemble.ts';
import { readConfig } from '../../process/config.ts';
import { platformModules } from '../../process/platforms.ts';
import { type PastBatch, type Rehearsal, rehearse } from './rehearse.ts';
import { rehearsedSide } from './sides.ts';

interface Asked {
  readonly version: string;
  readonly last: number;
}

/**
 * Past batches of this installation in the simulation, in the asked version and in the one in use.
 */
export async function rehearseInstallation(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
  { version, last }: Asked,
): Promise<Rehearsal> {
  const config = readConfig(args, env);
  const now = Date.now();
  const { module, versions } = moduleOf(version);
  refuseUnknown(versions, version);
  const used = config.platformSettings[module.definition.id]?.version ?? versions.pinned;
  const against = used === version ? formerOf(versions, version, now) : used;
  const storage = await openStorage(config.database);
  try {
    const past = await pastBatches(storage.store, module.definition.id, last);
    return await rehearse(past, [against, version], (each) =>
      rehearsedSide(module, { now, version: each }),
    );
  } finally {
    await storage.close();
  }
}

/** The platform whose versions are written so. */
function moduleOf(version: string): {
  readonly module: PlatformModule;
  readonly versions: PlatformVersions;
} {
  for (const module of platformModules as readonly PlatformModule[]) {
    const versions = module.definition.version;
    if (versions?.form?.test(version)) return { module, versions };
  }
  const known = (platformModules as readonly PlatformModule[]).flatMap(({ definition }) =>
    definition.version?.form ? [definition.version.pinned] : [],
  );
  throw new SlipwayError(
    'unprocessable_entity',
    `No platform has versions such as ${version.slice(0, 20)}. Versions look like ${known.join(', ')}.`,
  );
}

/** A version that the simulation does not know is neither ended nor the same as another. */
function refuseUnknown({ pinned, next, ends }: PlatformVersions, version: string): void {
  const known = [pinned, ...(next === undefined ? [] : [next]), ...ends.map((end) => end.version)];
  if (known.includes(version)) return;
  const newest = known.reduce((one, other) => (numberOf(other) > numberOf(one) ? other : one));
  const message =
    numberOf(version) > numberOf(newest)
      ? `The version ${version} is newer than what this Slipway and its simulation know, which ends with ${newest}: nothing can be compared. A newer Slipway may know it.`
      : `This Slipway and its simulation do not know the version ${version}: nothing can be compared. They know ${[...new Set(known)].sort().join(', ')}.`;
  throw new SlipwayError('unprocessable_entity', message);
}

/** Versions of one platform have one form. */
const numberOf = (version: string): number => Number(version.replace(/[^\d.]/g, ''));

/** The newest other version that is answered. */
function formerOf(versions: PlatformVersions, version: string, now: number): string {
  const others = versions.ends
    .map((end) => end.version)
    .filter((each) => each !== version && isVersionAlive(versions, each, now));
  return others[others.length - 1] ?? version;
}

/** The newest launches of all companies that hold ads of the platform. */
async function pastBatches(store: Store, platform: string, last: number): Promise<PastBatch[]> {
  const found: (PastBatch & { readonly at: number })[] = [];
  for (const { id: companyId } of await allOf(store, companyKind, SYSTEM)) {
    const { items } = await store.find(batchKind, companyId, {
      order: { by: 'createdAt', direction: 'desc' },
      limit: last,
    });
    for (const { id, doc } of items) {
      const ads = ((await findPlan(store, companyId, id))?.ads ?? []).filter(
        (ad) => ad.platform === platform,
      );
      if (ads.length > 0) found.push({ id, ads, at: doc.createdAt });
    }
  }
  return found.sort((a, b) => b.at - a.at).slice(0, last);
}
