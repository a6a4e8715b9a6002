import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version as google } from '../../adapters/platforms/google/version.ts';
import { version as linkedin } from '../../adapters/platforms/linkedin/version.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { createVersions } from '../../adapters/sandbox/kit/versions.ts';
import { createWorld, memoryState } from '../../adapters/sandbox/world.ts';
import { endInWords, endsSoon, versionInUse } from '../../core/ports/platform-version.ts';
import { versionChecks } from '../../server/local/doctor/version-check.ts';

const day = (text: string): number => Date.parse(text);

test('every platform names its version in one place, with source and date of every end', () => {
  for (const { definition } of platformModules) {
    expect(definition.version?.pinned).toMatch(/./);
    for (const end of definition.version?.ends ?? []) {
      expect(end.on ?? '2026-01').toMatch(/^\d{4}-\d{2}(-\d{2})?$/);
      expect([end.source.length > 10, /^\d{4}-\d{2}-\d{2}$/.test(end.asOf)]).toEqual([true, true]);
    }
  }
});

test('no other file of the product names a version to send', () => {
  const files = ['adapters', 'core', 'server', 'sheets-addon'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  // In quotes or in a path; comments and sources of rules name what was read.
  const literal = /['"`/](?:v2\d\.0|v2\d|20(?:2[5-9])(?:0[1-9]|1[0-2]))['"`/]/;
  const found = files
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !path.includes('node_modules') &&
        !/platforms\/\w+\/version\.ts$/.test(path),
    )
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\*|\/\*|\/\/)/.test(line) && literal.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(files.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

/** Other APIs of the same company have versions of their own. */
const folders = {
  tiktok: /\/v1\\?\.3/,
  pinterest: /\/v5/,
  snapchat: /\/v[13]\b/,
  applovin: /\/v1\b/,
  google: /datamanager\/v1/,
};

test.each(Object.entries(folders))(
  'no file of %s but version.ts has the version in an address',
  (folder, literal) => {
    for (const place of [`adapters/platforms/${folder}`, `adapters/sandbox/${folder}`]) {
      const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.ts'),
      );
      const found = files
        // Operations name our own paths.
        .filter((path) => path !== 'version.ts' && !path.startsWith('operations'))
        .filter((path) => literal.test(readFileSync(`${place}/${path}`, 'utf8')));
      expect([place, found]).toEqual([place, []]);
    }
  },
);

test('an end is told 60 days before; of a month that is named only, before its first day', () => {
  expect(versionInUse(linkedin, '202607', day('2027-05-15'))).toMatchObject({
    endsOn: '2027-07-15',
    daysLeft: 61,
  });
  const at = (today: string): boolean => endsSoon(versionInUse(linkedin, '202607', day(today)));
  expect([at('2027-05-15'), at('2027-05-16'), at('2027-08-01')]).toEqual([false, true, true]);
  const month = versionInUse(google, 'v26', day('2027-09-03'));
  expect([month.daysLeft, endsSoon(month)]).toEqual([59, true]);
  expect(endInWords(month)).toContain('2027-11');
  expect(endsSoon(versionInUse(google, 'v99', day('2027-09-03')))).toBe(false);
});

test('doctor names the version, its end and the setting 60 days before', () => {
  expect(versionChecks({}, day('2027-05-01'))).toEqual([
    { name: 'platform versions', ok: true, found: expect.stringContaining('LinkedIn 202607') },
  ]);
  const [check, ...others] = versionChecks({}, day('2027-06-01'));
  expect(check).toMatchObject({
    name: 'version of LinkedIn',
    found: expect.stringContaining('2027-07-15'),
  });
  expect(check?.fix).toContain('SLIPWAY_LINKEDIN_VERSION');
  expect(others).toEqual([]);
  // The version that a setting names counts.
  const chosen = versionChecks(
    { 'professional-network': { version: '202601' } },
    day('2027-01-01'),
  );
  expect(chosen.map(({ found }) => found)).toEqual([expect.stringContaining('2027-01-15')]);
});

test('a simulation refuses a version from its end on, by its own clock', async () => {
  const clock = createManualClock(day('2027-07-01'));
  const isAlive = createVersions(
    createWorld({ clock, seed: 1, state: memoryState() }),
    'linkedin',
    linkedin,
  );
  expect(['202607', '202606', '202605', '202999'].map(isAlive)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  await clock.advance(14 * 86_400_000);
  expect(isAlive('202607')).toBe(false);
});

test('a simulation that starts after the end of the pinned version answers it: a clone works on any day', () => {
  const clock = createManualClock(day('2031-01-01'));
  const world = createWorld({ clock, seed: 1, state: memoryState() });
  for (const { definition } of platformModules)
    if (definition.version)
      expect(createVersions(world, 'meta', definition.version)(definition.version.pinned)).toBe(
        true,
      );
  expect(createVersions(world, 'meta', linkedin)('202606')).toBe(false);
});
