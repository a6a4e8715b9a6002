import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measure, scenarios } from './calls.ts';

const page = readFileSync(new URL('./calls.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\|\s*([^|]+?)\s*\|\s*(\d+)\s*\|\s*(\d+)\s*\|$/gm)].map(
  ([, row = '', requests, calls]) => ({
    row,
    stated: { requests: Number(requests), calls: Number(calls) },
  }),
);

test('the page states every operation that can be measured, and none twice', () => {
  expect(rows.map(({ row }) => row)).toEqual(Object.keys(scenarios));
});

test.each(rows)('calls as stated: $row', async ({ row, stated }) => {
  expect(await measure(row)).toEqual(stated);
});
