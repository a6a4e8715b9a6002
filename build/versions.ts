import { platformDefinitions } from '../adapters/platforms/definitions.ts';
import { endInWords, endsSoon, versionInUse } from '../core/ports/platform-version.ts';

/**
 * Fails when a pinned version of a platform's API ends within 90 days. A workflow runs it every
 * week; no test does, because a clone must pass its tests on any day. `--today 2027-05-01` asks for
 * another day.
 */
const NOTICE_DAYS = 90;

const given = process.argv.indexOf('--today');
const today = given < 0 ? Date.now() : Date.parse(process.argv[given + 1] ?? '');
if (Number.isNaN(today)) throw new TypeError('--today takes a day, such as 2027-05-01.');

let failed = false;
for (const { folder, version } of platformDefinitions) {
  if (version === undefined) continue;
  const inUse = versionInUse(version, version.pinned, today);
  const isLate = endsSoon(inUse, NOTICE_DAYS);
  failed ||= isLate;
  console.log(`${isLate ? 'LATE' : 'ok  '} ${folder.padEnd(10)} ${endInWords(inUse)}`);
}
if (failed)
  console.log(
    `A pinned version ends within ${NOTICE_DAYS} days: pin a newer one in adapters/platforms/<name>/version.ts.`,
  );
process.exitCode = failed ? 1 : 0;
