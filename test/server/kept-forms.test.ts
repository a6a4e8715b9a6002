import { afterEach, expect, test, vi } from 'vitest';
import { keepForm, keepFormsFor, keptForm } from '../../server/dashboard/page/base/kept-forms.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what a person typed is found by that person alone, in that company', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
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
