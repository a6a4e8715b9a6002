import { isVersionAlive, type PlatformVersions } from '../../../core/ports/platform-version.ts';
import type { World } from '../world.ts';

/**
 * By the world's clock. A sandbox that starts after the end of the pinned version answers it all the same: rehearsals work
 * on any day.
 */
export function createVersions(world: World, versions: PlatformVersions): (version: string) => boolean {
  const startedAt = world.now();
  return (version) =>
    isVersionAlive(versions, version, world.now()) ||
    (version === versions.pinned && !isVersionAlive(versions, version, startedAt));
}
