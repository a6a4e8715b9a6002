import { expect, test } from 'vitest';
import { platformDefinitions } from '../../../../adapters/platforms/definitions.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import { evidenceWarnings } from '../../../../core/features/checks/evidence.ts';
import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';

const definitions = Object.fromEntries(
  platformDefinitions.map((definition) => [definition.id, definition]),
);

function warned(platform: string, durationSeconds: number): readonly Warning[] {
  const ad = {
    platform,
    path: 'ads[0]',
    type: 'single',
    adSets: [],
    media: [{ url: 'https://a.test/film.mp4', type: 'video', filename: 'film.mp4' }],
  };
  const facts = {
    sha256: '',
    contentType: 'video/mp4',
    bytes: 1,
    filename: 'film.mp4',
    durationSeconds,
  };
  // Of the ad nothing else is looked at.
  const steps = evidenceWarnings({
    ads: [ad as unknown as LaunchAd],
    definitions,
    adSets: new Map(),
    media: () => facts,
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test('a video that is too long or too short for its platform is told at its file, with source and date', () => {
  expect(warned('app-network', 60.04)).toEqual([]);
  const [long] = warned('app-network', 61);
  expect(long).toMatchObject({ path: 'ads[0].media[0].url', code: 'duration_by_placement' });
  expect(long?.message).toMatch(
    /at most 60 seconds\. film\.mp4 takes 61 seconds\. \(.+, 2026-\d\d-\d\d\)$/,
  );
  expect(warned('professional-network', 2.5).map(({ code }) => code)).toEqual([
    'duration_by_placement',
  ]);
  expect(warned('professional-network', 3)).toEqual([]);
  expect(warned('primary', 4_000)).toEqual([]);
});
