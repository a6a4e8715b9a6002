import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { definition } from '../../../adapters/platforms/pinterest/definition.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { attributes, metrics, segments } from '../../../adapters/sandbox/google/gaql/fields.ts';
import { pin } from '../../../adapters/sandbox/pinterest/seed/ids.ts';
import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';

/** What build/described-fields.ts wrote. */
function descriptionOf(platform: string): { readonly [object: string]: readonly string[] } {
  const { objects } = JSON.parse(readFileSync(new URL(`../../descriptions/${platform}.json`, import.meta.url), 'utf8')) as {
    readonly objects: { readonly [name: string]: string };
  };
  return Object.fromEntries(Object.entries(objects).map(([name, fields]) => [name, fields.split(' ')]));
}

describe('pin answers no field that Pinterest does not describe', () => {
  const described = descriptionOf('pinterest');
  const account = pin.accounts.eur;
  /** Live answers have these too, newer than 5.23.0: NangoHQ/integration-templates@3196dff, 2026-07. */
  const newer: { readonly [object: string]: readonly string[] } = { AdAccount: ['time_zone'] };

  test.each([
    ['ad_accounts', 'AdAccount'],
    ['boards', 'Board'],
    [`boards/${pin.boards.organic}/pins`, 'Pin'],
    [`ad_accounts/${account}/campaigns`, 'CampaignResponse'],
    [`ad_accounts/${account}/ad_groups`, 'AdGroupResponse'],
    [`ad_accounts/${account}/ads`, 'AdResponse'],
  ])('%s', async (path, object) => {
    const sandbox = createSandbox({ clock: createManualClock(), seed: 1 });
    const headers = { authorization: `Bearer ${demoCompany.token}` };
    const answer = await sandbox.fetch(new Request(`http://sandbox.test/pinterest/v5/${path}`, { headers }));
    const { items } = await answer.json();
    expect(items.length).toBeGreaterThan(0);
    const known = [...(described[object] ?? []), ...(newer[object] ?? [])];
    for (const item of items) expect(Object.keys(item).filter((field) => !known.includes(field))).toEqual([]);
  });

  test('the mark of a pin is a field that can be written and is read', () => {
    const field = definition.launch?.mark?.field ?? '';
    expect(described.Pin).toContain(field);
    expect(described.PinCreate).toContain(field);
  });
});

describe('search-ads knows no field and no error that Google does not describe', () => {
  const described = descriptionOf('google');
  const pascal = (name: string) => name.replace(/(^|_)([a-z0-9])/g, (_, _start, letter: string) => letter.toUpperCase());
  const has = (message: string, [first = '', ...rest]: readonly string[]): boolean => {
    const field = described[message]?.find((each) => each.split(':', 1)[0] === first);
    if (field === undefined) return false;
    const type = field.split(':')[1];
    return rest.length === 0 || (type !== undefined && (described[type] === undefined || has(type, rest)));
  };

  test.each(Object.keys(attributes))('attributes of %s', (resource) => {
    const unknown = Object.keys(attributes[resource] ?? {}).filter((path) => !has(pascal(resource), path.split('.')));
    expect(unknown).toEqual([]);
  });

  test('metrics and segments', () => {
    expect(Object.keys(metrics).filter((name) => !has('Metrics', [name]))).toEqual([]);
    expect(Object.keys(segments).filter((name) => !has('Segments', [name]))).toEqual([]);
  });

  test('errors', () => {
    const folder = new URL('../../../adapters/sandbox/google/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const used = files.flatMap((name) => [
      ...readFileSync(new URL(name, folder), 'utf8').matchAll(/'([a-z]\w+Error)(?:',\s+'|\.)([A-Z][A-Z0-9_]+)'/g),
    ]);
    expect(used.length).toBeGreaterThan(20);
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const unknown = used.filter(([, family = '', type = '']) => !described[snake(family)]?.includes(type));
    expect([...new Set(unknown.map(([, family, type]) => `${family}.${type}`))]).toEqual([]);
  });
});
