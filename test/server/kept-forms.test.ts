import { afterEach, expect, test, vi } from 'vitest';
import { keepForm, keepFormsFor, keptForm } from '../../server/dashboard/page/base/kept-forms.ts';
import {
  keepEdits,
  keepFor,
  keepRows,
  keepRun,
  keptEdits,
  keptRows,
  keptRun,
} from '../../server/dashboard/page/rows/kept-rows.ts';
import { machineNow } from '../machine-time.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubbed(name: string): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return stored;
}

test('what a person typed is found by that person alone, in that company', () => {
  stubbed('sessionStorage');
  const first = { name: '' };
  keepFormsFor('co_1', 'person_1');
  keepForm('rule', first, { name: 'Mine' });
  for (const [company, person] of [
    ['co_1', 'person_2'],
    ['co_2', 'person_1'],
  ] as const) {
    keepFormsFor(company, person);
    expect(keptForm('rule', first)).toBeUndefined();
  }
  keepFormsFor('co_1', 'person_1');
  expect(keptForm('rule', first)).toEqual({ name: 'Mine' });
});

test('rows that were not launched, edits that were not posted and what was sent are found by their person alone', () => {
  const stored = stubbed('localStorage');
  const sheet = { headers: ['Ad name'], rows: [['Mine']] } as unknown as NonNullable<
    ReturnType<typeof keptRows>
  >;
  const found = () => [keptRows(), keptEdits(), keptRun()];
  keepFor('co_1', 'person_1');
  keepRows(sheet);
  keepEdits({ name: 'Mine' });
  keepRun({ id: 'run_1' });
  for (const [company, person] of [
    ['co_1', 'person_2'],
    ['co_2', 'person_1'],
  ] as const) {
    keepFor(company, person);
    expect(found()).toEqual([undefined, undefined, undefined]);
  }
  keepFor('co_1', 'person_1');
  expect(found()).toEqual([sheet, { name: 'Mine' }, { id: 'run_1' }]);

  // Rows of a version that kept them for the company are found once, by whom they were found
  // before.
  stored.set('slipway-launch-rows:co_3', JSON.stringify({ at: machineNow(), sheet }));
  keepFor('co_3', 'person_1');
  expect(keptRows()).toEqual(sheet);
  keepFor('co_3', 'person_2');
  expect(keptRows()).toBeUndefined();
});
