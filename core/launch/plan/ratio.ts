export type Shape = 'vertical' | 'portrait' | 'square' | 'landscape';

export function shapeOf(ratio: number): Shape {
  if (ratio <= 0.7) return 'vertical';
  if (ratio < 0.9) return 'portrait';
  if (ratio < 1.1) return 'square';
  return 'landscape';
}

/** As a file name states it: `hero_9x16.mp4`, `1080x1350.png`, `banner-1.91x1.jpg`. */
export function ratioFromName(filename: string): number | undefined {
  const marks =
    filename.match(/(?:^|[^\d.])\d{1,5}(?:\.\d{1,2})?[xX×:]\d{1,5}(?:\.\d{1,2})?(?!\d)/g) ?? [];
  for (const mark of marks.reverse()) {
    const [width, height] = mark.replace(/^[^\d]/, '').split(/[xX×:]/);
    const ratio = Number(width) / Number(height);
    if (ratio >= 0.3 && ratio <= 3.5) return ratio;
  }
  return undefined;
}
