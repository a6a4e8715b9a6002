import { writeFileSync } from 'node:fs';
import { callers, foundOf } from './simulated/callers.ts';
import { describedPlatforms } from './simulated/description.ts';
import { googleCoverage } from './simulated/google.ts';
import { metaCoverage } from './simulated/meta.ts';
import { coverageText } from './simulated/page.ts';
import { routedCoverage } from './simulated/routed.ts';

/**
 * `npm run coverage` writes docs/reference/sandbox-coverage.md: what the simulated platforms have
 * of the described ones.
 */

export async function coveragePage(): Promise<string> {
  const found = new Map(
    await Promise.all(
      describedPlatforms.map(
        async (platform) =>
          [
            platform,
            await (platform === 'meta'
              ? metaCoverage()
              : platform === 'google'
                ? googleCoverage()
                : routedCoverage(platform)),
          ] as const,
      ),
    ),
  );
  return coverageText(found, await Promise.all(callers().map(foundOf)));
}

if (import.meta.main)
  writeFileSync(
    new URL('../docs/reference/sandbox-coverage.md', import.meta.url),
    await coveragePage(),
  );
