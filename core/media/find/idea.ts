/**
 * What the renditions of one idea have in common: the file name without its ending and without the mark of a ratio.
 * `Waves_9x16.mp4` and `waves 1x1.png` are both `waves`.
 */
export function ideaOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  const stem = dot > 0 ? filename.slice(0, dot) : filename;
  const unmarked = stem.replace(
    /(^|[^\d.])(\d{1,5}(?:\.\d{1,2})?)[xX×:](\d{1,5}(?:\.\d{1,2})?)(?!\d)/g,
    (mark, before: string, width: string, height: string) => (isRatio(Number(width) / Number(height)) ? before : mark),
  );
  return words(unmarked) || words(stem) || stem.slice(0, LONGEST);
}

const LONGEST = 200;

const words = (text: string): string =>
  [...text.toLowerCase().split(/[\s_().-]/)]
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, LONGEST);

/** What is further from a square is no ratio that ads have, but a count or a size of something. */
const isRatio = (ratio: number): boolean => ratio >= 0.3 && ratio <= 3.5;

const named = { '1x1': 1, '4x5': 4 / 5, '2x3': 2 / 3, '9x16': 9 / 16, '16x9': 16 / 9, '3x2': 3 / 2, '1.91x1': 1.91 } as const;
type RatioName = keyof typeof named;
export const ratioNames = Object.keys(named) as readonly RatioName[];

/** The ratio that ads are made in, where the size is one to within two per cent. */
export function ratioOf({ width, height }: { readonly width: number; readonly height: number }): RatioName | undefined {
  return ratioNames.find((name) => Math.abs(width / height / named[name] - 1) <= 0.02);
}
