import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/definitions.ts';

const root = join(import.meta.dirname, '../..');

/** What tells one platform's words: brands, prefixes of its enums, names of its wire fields. */
const words = [
  new RegExp(`\\b(${platformDefinitions.map(({ folder }) => folder).join('|')})\\b`, 'i'),
  /\b(facebook|instagram|messenger|whatsapp|snap|chatgpt)\b/i,
  /\b(OUTCOME|LOWEST_COST|MESSAGING|OFFSITE|CUSTOMIZED)_[A-Z]/,
  /\b(adset_id|campaign_id|daily_budget|lifetime_budget|geo_locations|targeting_automation|promoted_object|pixel_id|adgroup_id|advertiser_id|object_story_spec|effective_status)\b/,
  /\bact_/,
  new RegExp(`'(${platformDefinitions.map(({ id }) => id).join('|')})'`),
];

/**
 * What the public interface itself fixes, and what is not about an ad platform. File, then what may
 * stand in it.
 */
const allowed: { readonly [file: string]: RegExp } = {
  // The names of platforms that the API fixes.
  'core/base/platforms.ts': /^ {2}'[a-z-]+',$/,
  // A record whose fields the API fixes.
  'core/manage/inspect/ad-debug.ts': /object_story_spec: null/,
  // An example of how a field may be spelt.
  'core/base/schema/aliases.ts': /`daily_budget`/,
  // Paths that the API fixes.
  'core/features/reports/operations.ts': /^ +aliases: \['\/v1\/reports\/meta\//,
  // The spreadsheet, not the platform.
  'core/sheet/compose-launch.ts': /Google Sheets/,
  // Reads what a version wrote that knew two platforms.
  'core/upkeep/account-keys.ts': /act_|short-video/,
};

const files = readdirSync(join(root, 'core'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `core/${file}`)
  .sort();

const offences = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, i) =>
      words.some((word) => word.test(line)) && !allowed[file]?.test(line)
        ? [`${file}:${i + 1}: ${line.trim()}`]
        : [],
    ),
);

test('core holds no words of one platform', () => {
  expect(offences).toEqual([]);
});
