/**
 * The file name without its ending and the mark of a ratio, common to all renditions of an idea:
 * `Waves_9x16.mp4` and `waves 1x1.png` are both `waves`.
 */
export function ideaOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  const stem = dot > 0 ? filename.slice(0, dot) : filename;
  const unmarked = stem.replace(
    /(^|[^\d.])(\d{1,5}(?:\.\d{1,2})?)[xX×:](\d{1,5}(?:\.\d{1,2})?)(?!\d)/g,
    (mark, before: string, width: string, height: string) =>
      isRatio(Number(width) / Number(height)) ? before : mark,
  );
  return words(unmarked) || words(stem) || stem.slice(0, LONGEST);
}

const LONGEST = 200;

const words = (text: string): string =>
  [...text.toLowerCase().split(/[\s_().-]/)]
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, LONGEST);

/** Other quotients are counts or sizes, not ratios of ads. */
const isRatio = (ratio: number): boolean => ratio >= 0.3 && ratio <= 3.5;

const named = {
  '1x1': 1,
  '4x5': 4 / 5,
  '2x3': 2 / 3,
  '9x16': 9 / 16,
  '16x9': 16 / 9,
  '3x2': 3 / 2,
  '1.91x1': 1.91,
} as const;
type RatioName = keyof typeof named;
export const ratioNames = Object.keys(named) as readonly RatioName[];

/** Within two per cent. */
export function ratioOf({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): RatioName | undefined {
  return ratioNames.find((name) => Math.abs(width / height / named[name] - 1) <= 0.02);
}
