import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import type { StateChange } from '../../adapters/sandbox/world.ts';
import { createTestSecrets, withBytesOf } from '../test-secrets.ts';
import { packed } from './cut-work.ts';
import { type Cut, cutEverywhere, type Tools, toolsOf } from './cuts.ts';
import { shelfOf } from './job-shelf.ts';
import { liveOn, type World } from './lives.ts';
import { events, lastReply, lead, reply, rule } from './scenarios/features.ts';
import { launch, undo } from './scenarios/launches.ts';
import { copy, creation, settings, status } from './scenarios/objects.ts';
import { versionAt } from './version.ts';
import { heldBy } from './wishes.ts';

/**
 * Writes the database and the platforms of a former version whose processes were killed in the
 * middle of all they do:
 *
 *     git worktree add --detach ../former COMMIT
 *     (cd ../former && npm ci)
 *     bun test/upgrade/record-cut-work.ts ../former
 *
 * The code of that version runs here, on its own SQLite; the platforms are those of this one;
 * `cut-work.test.ts` goes on with what is left.
 */
const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error('Name the checkout of the former version.');

const version = await versionAt(resolve(checkout));
const folder = mkdtempSync(join(tmpdir(), 'slipway-former-'));
const file = join(folder, 'slipway.db');
const clock = createManualClock(undefined, { auto: true });
const changes: StateChange[] = [];
const sandbox = createSandbox({
  clock,
  state: {
    load: () => [],
    append: (change) => void changes.push(change),
    clear: () => undefined,
    close: () => undefined,
  },
});
const storage = await version.assemble.openStorage({ type: 'sqlite', path: file }, clock.idle);
const secrets = withBytesOf(createTestSecrets(), 'cut work');
const shelf = shelfOf(file);
const world: World = {
  version,
  clock,
  store: storage.store,
  facts: storage.facts,
  secrets,
  sandbox,
  shelf,
};

const { ports } = await liveOn(world);
const { features } = version.features;
const { adminKey } = await version.companies.openCompany(
  ports,
  features,
  { name: 'Harbour', sandbox: true },
  { demo: true },
);
const plain = await toolsOf(world, adminKey);
const adSetIds: string[] = [];
const tools: Tools = {
  ...plain,
  async addAdSets(...wanted) {
    const ids = await plain.addAdSets(...wanted);
    adSetIds.push(...ids);
    return ids;
  },
};
for (const { id, kind } of heldBy(await tools.lists())) if (kind === 'adSet') adSetIds.push(id);
const cuts: Cut[] = [];
for (const scenario of [
  creation,
  rule,
  launch,
  copy,
  undo,
  events,
  status,
  settings,
  lead,
  reply,
  lastReply,
]) {
  const began = performance.now();
  const more = await cutEverywhere(tools, scenario);
  cuts.push(...more);
  console.log(
    `${scenario.what}: ${more.length} cuts in ${Math.round(performance.now() - began)} ms`,
  );
}
shelf.putBack();
await storage.close();
const sizes = await packed(
  { file, platforms: changes, left: { at: clock.now(), adminKey, adSetIds, cuts } },
  (name, bytes) => writeFileSync(new URL(name, import.meta.url), bytes),
);
for (const [name, bytes] of Object.entries(sizes)) console.log(`${name}: ${bytes} bytes`);
rmSync(folder, { recursive: true });
process.exit(0);
