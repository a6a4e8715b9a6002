import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coveragePage } from '../../build/sandbox-coverage.ts';
import { createProbe } from '../../build/simulated/probe.ts';
import { wires } from '../../build/simulated/wires.ts';

test('docs/reference/sandbox-coverage.md says what is simulated: npm run coverage', async () => {
  const file = new URL('../../docs/reference/sandbox-coverage.md', import.meta.url);
  expect(readFileSync(file, 'utf8') === (await coveragePage())).toBe(true);
});

test.each([
  ['yes', 'GET ad_accounts/{ad_account_id}/campaigns', 'entity_statuses'],
  ['refused', 'GET ad_accounts/{ad_account_id}/campaigns', 'entity_status'],
  ['yes', 'POST ad_accounts/{ad_account_id}/campaigns', '[].name'],
  ['refused', 'POST ad_accounts/{ad_account_id}/campaigns', '[].bid_options'],
  ['ignored', 'POST oauth/token', 'scope'],
])('a parameter is judged %s: %s %s', async (verdict, place, param) => {
  const { pinterest } = wires;
  expect(pinterest && (await createProbe(pinterest).judge(place, param))).toBe(verdict);
});
