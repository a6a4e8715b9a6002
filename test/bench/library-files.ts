import { withFacets } from '../../core/media/find/facets.ts';
import { ideaOf } from '../../core/media/find/idea.ts';
import type { MediaRecord } from '../../core/media/records.ts';

const SIZES = [
  ['1x1', 1080, 1080],
  ['4x5', 1080, 1350],
  ['9x16', 1080, 1920],
] as const;
const SCENES = [
  'sunset',
  'harbour',
  'kitchen',
  'running',
  'unboxing',
  'review',
  'founder',
  'before after',
];

/**
 * The nth file of a library like those that teams have: names that say things, ratios, tags, some
 * of it used.
 */
export function mediaOf(n: number): MediaRecord {
  const [ratio, width, height] = SIZES[n % 3] ?? SIZES[0];
  const isVideo = n % 4 === 0;
  const originalName = `${SCENES[n % 8]} hook ${n % 50} v${Math.floor(n / 400)}_${n}_${ratio}.${isVideo ? 'mp4' : 'png'}`;
  return withFacets({
    filename: originalName.replaceAll(' ', '-'),
    originalName,
    sha256: n.toString(16).padStart(64, '0'),
    type: isVideo ? 'video' : 'image',
    contentType: isVideo ? 'video/mp4' : 'image/png',
    bytes: 1_000_000 + n,
    dimensions: {
      format: isVideo ? 'mp4' : 'png',
      size: 1_000_000 + n,
      width,
      height,
      ...(isVideo && { duration: 6 + (n % 40) }),
    },
    createdAt: Date.UTC(2026, 0, 1) + n * 1_000,
    idea: ideaOf(originalName),
    tags: [
      `theme ${n % 20}`,
      ...(n % 2 === 0 ? ['common'] : []),
      ...(n % 1_000 === 0 ? ['rare'] : []),
    ],
    ...(n % 10 === 0 && { boards: ['brd_1'] }),
    ...(n % 3 === 0 && { usedIn: ['primary:act_1001'] }),
  });
}
