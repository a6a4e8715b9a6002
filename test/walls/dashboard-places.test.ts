import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settingsPages } from '../../core/base/settings-pages.ts';
import type { Me } from '../../server/dashboard/page/base/api.ts';
import { placesFor } from '../../server/dashboard/page/pages.ts';

/** Messages and pages that send people to a page of the dashboard name it as its menu does. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const me = { key: { scopes: ['admin', 'operator'] } } as unknown as Me;
const titles = placesFor({ me, absent: [], sandbox: true }).flatMap(({ group, title, under }) =>
  group === 'settings' || under !== undefined ? [title] : [],
);

/**
 * `dashboard, Keys`, `the dashboard of your server (**Keys**` and `im Dashboard unter Keys`: a tab
 * or a page of the settings, named without what it stands under.
 */
const bare = new RegExp(
  `(?:[Dd]ashboard|\\bpanel)(?: of your server)?[:,(]?(?: under| unter| en)? ?[(*]{0,3}(?:${titles.join('|')})\\b`,
  'g',
);

const bareIn = (text: string): string[] => [...text.matchAll(bare)].map(([found]) => found);

test('tabs and pages of the settings are named with what they stand under', () => {
  expect(
    bareIn(
      'dashboard, Keys; the dashboard (**Limits**); im Dashboard unter Keys; en el panel, en Keys; dashboard: **Leads**',
    ),
  ).toHaveLength(5);
  expect(
    bareIn(
      'dashboard, Settings, Keys; the dashboard (**Settings**, **Limits**); the dashboard under Rules; the dashboard: **Rules › Approvals**',
    ),
  ).toEqual([]);
  const files = [
    '*.md',
    '{core,adapters,server,sheets-addon,examples,build,deploy}/**/*.{ts,tsx,md}',
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    // What changed once is told as it was then.
    .filter((file) => !file.includes('node_modules') && file !== 'CHANGELOG.md');
  expect(files.length).toBeGreaterThan(1_000);
  expect(
    files.flatMap((file) =>
      bareIn(readFileSync(join(root, file), 'utf8')).map((found) => `${file}: ${found}`),
    ),
  ).toEqual([]);
});

test('what messages call a page of the settings is its title in the menu', () => {
  const named = Object.values(settingsPages).map((words) =>
    words.replace('dashboard, Settings, ', ''),
  );
  expect(named.filter((title) => !titles.includes(title))).toEqual([]);
});
