import { isVersionAlive, type PlatformVersions } from '../../../core/ports/platform-version.ts';
import type { World } from '../world.ts';

/**
 * By the world's clock. A sandbox that starts after the end of the pinned version answers it all
 * the same: rehearsals work on any day.
 */
export function createVersions(
  world: World,
  platform: string,
  versions: PlatformVersions,
): (version: string) => boolean {
  const startedAt = world.now();
  const only = world.manners.versions?.[platform];
  if (only !== undefined) return (version) => version === only;
  return (version) =>
    isVersionAlive(versions, version, world.now()) ||
    (version === versions.pinned && !isVersionAlive(versions, version, startedAt));
}
