import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseFaults, sectionOf } from '../../build/release.ts';
import { ROOT } from '../runtime/built-package.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
};

/** The repository as it is at the moment of a release, with one file changed. */
const reading =
  (file = '', change = (text: string): string => text) =>
  (path: string): string => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    // Lines that wait for the next version are no fault before a release.
    const now =
      path === 'CHANGELOG.md'
        ? text.replace(/^## Unreleased\n[\s\S]*?(?=^## )/m, '## Unreleased\n\n')
        : text;
    return path === file ? change(now) : now;
  };

test('versions, changelog, image and README agree', () => {
  expect(releaseFaults(reading())).toEqual([]);
  expect(releaseFaults(reading(), `v${version}`)).toEqual([]);
});

test.each([
  ['jsr.json', (text: string) => text.replace(version, '9.9.9'), 'jsr.json says version 9.9.9'],
  [
    'package-lock.json',
    (text: string) => text.replaceAll(`"version": "${version}"`, '"version": "9.9.9"'),
    'package-lock.json says',
  ],
  [
    'adapters/sandbox/package.json',
    (text: string) => text.replace(version, '9.9.9'),
    'adapters/sandbox/package.json says version 9.9.9',
  ],
  [
    'server/version.ts',
    (text: string) => text.replace(version, '9.9.9'),
    'server/version.ts says version 9.9.9',
  ],
  [
    'deploy/get.sh',
    (text: string) => text.replace(`VERSION=${version}`, 'VERSION=9.9.9'),
    'deploy/get.sh says version 9.9.9',
  ],
  [
    'deploy/helm/slipway/Chart.yaml',
    (text: string) => text.replace(/^appVersion.*$/m, 'appVersion: 9.9.9'),
    'appVersion of',
  ],
  [
    'CHANGELOG.md',
    (text: string) => text.replace(`## ${version}`, '## 9.9.9'),
    `CHANGELOG.md has no section ${version}`,
  ],
  [
    'CHANGELOG.md',
    (text: string) => text.replace('## Unreleased\n', '## Unreleased\n\n- New.\n'),
    'lines under Unreleased',
  ],
  [
    'build/Dockerfile',
    (text: string) => text.replace(/^FROM node:\S+/m, 'FROM node:22'),
    'node:22: name an exact version',
  ],
  [
    'build/Dockerfile',
    (text: string) => text.replace(/oven\/bun:[\d.]+/, 'oven/bun:1.0.0'),
    'another Bun than package-lock.json',
  ],
  ['build/Dockerfile', (text: string) => text.replace('USER bun', ''), 'has no USER bun'],
  [
    'README.md',
    (text: string) => text.replaceAll(version, '9.9.9'),
    'README.md does not speak of version',
  ],
])('%s that disagrees stops a release', (file, change, said) => {
  expect(releaseFaults(reading(file, change)).join('\n')).toContain(said);
});

test('a tag of another version stops a release', () => {
  expect(releaseFaults(reading(), 'v9.9.9')).toEqual([`The tag is v9.9.9, the version ${version}`]);
});

test('the text of a release is the section of its version', () => {
  const text = sectionOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  expect(text).toContain('### Before you upgrade');
  expect(text).not.toContain('## Unreleased');
});
