import { describe, expect, test } from 'vitest';
import { accountsSuite } from './platform/accounts.suite.ts';
import { choicesSuite } from './platform/choices.suite.ts';
import { commentsSuite } from './platform/comments.suite.ts';
import { conversionsSuite } from './platform/conversions.suite.ts';
import { createSuite } from './platform/create.suite.ts';
import { definitionSuite } from './platform/definition.suite.ts';
import { deliverySuite } from './platform/delivery.suite.ts';
import { duplicateSuite } from './platform/duplicate.suite.ts';
import { editSuite } from './platform/edit.suite.ts';
import { historySuite } from './platform/history.suite.ts';
import { inspectSuite } from './platform/inspect.suite.ts';
import { launchSuite } from './platform/launch.suite.ts';
import { leadsSuite } from './platform/leads.suite.ts';
import { leaseSuite } from './platform/lease.suite.ts';
import { locationSuite } from './platform/location.suite.ts';
import { lostAnswersSuite } from './platform/lost-answers.suite.ts';
import { mediaSuite } from './platform/media.suite.ts';
import { membersOf, recorded } from './platform/members.ts';
import { nativeCopiesSuite } from './platform/native-copies.suite.ts';
import { reportSuite } from './platform/report.suite.ts';
import { searchSuite } from './platform/search.suite.ts';
import { updateSuite } from './platform/update.suite.ts';
import { declaring, type Open } from './platform-under-test.ts';

const suites = [
  definitionSuite,
  accountsSuite,
  mediaSuite,
  launchSuite,
  lostAnswersSuite,
  createSuite,
  editSuite,
  duplicateSuite,
  nativeCopiesSuite,
  locationSuite,
  inspectSuite,
  historySuite,
  reportSuite,
  searchSuite,
  updateSuite,
  choicesSuite,
  deliverySuite,
  commentsSuite,
  conversionsSuite,
  leadsSuite,
  leaseSuite,
];

/**
 * What every ad platform must do, whatever it is called: each sentence of core/ports/platform-*.ts,
 * for every member that the platform offers. What it does not offer has no test.
 *
 * @example
 * import type { PlatformModule } from 'slipway/adapters/platform-kit';
 * import type { Simulation } from 'slipway-sandbox/kit';
 * import { adPlatformSuite, platformAtSandbox } from 'slipway/testing';
 *
 * export const prove = (module: PlatformModule, simulation: Simulation): void =>
 *   adPlatformSuite(module.definition.id, () => platformAtSandbox(module, simulation));
 */
export function adPlatformSuite(name: string, open: Open): void {
  const touched = new Set<string>();
  const openRecorded: Open = async () => {
    const at = await open();
    return { ...at, platform: recorded(at.platform, touched) };
  };
  describe(name, async () => {
    const offer = declaring(openRecorded, await open());
    for (const suite of suites) suite(offer);

    test('every member it offers was tried by a test above', async () => {
      const { platform } = await open();
      expect(membersOf(platform).filter((member) => !touched.has(member))).toEqual([]);
    });
  });
}
