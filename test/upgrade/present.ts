import * as platforms from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import * as simulations from '../../adapters/sandbox/registry.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import * as features from '../../core/features/registry.ts';
import * as companies from '../../core/upkeep/open-company.ts';
import * as app from '../../server/app.ts';
import * as assemble from '../../server/process/assemble.ts';
import * as lanes from '../../server/process/lanes.ts';
import * as workers from '../../server/process/workers.ts';
import { createTestSecrets } from '../test-secrets.ts';
import { cutLeft, cutPlatforms } from './cut-work.ts';
import type { World } from './lives.ts';
import type { Version } from './version.ts';

const version: Version = {
  assemble,
  app,
  workers,
  lanes,
  companies,
  features,
  platforms,
  simulations,
};

/** The new version is started as soon as the old one is gone. */
const UPGRADE_MS = 1_000;

/** This version on a database of the former one, with the platforms as that one left them. */
export async function onFormer(
  database: assemble.Database,
): Promise<World & { close(): Promise<void> }> {
  const clock = createManualClock(cutLeft().at + UPGRADE_MS, { auto: true });
  const { store, facts, close } = await assemble.openStorage(database, clock.idle);
  const secrets = createTestSecrets();
  const platformsThen = createSandbox({ clock, state: cutPlatforms() });
  return {
    version,
    clock,
    store: clock.stillDuring(store),
    facts: clock.stillDuring(facts),
    secrets,
    sandbox: platformsThen,
    close,
  };
}
