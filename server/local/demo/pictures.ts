import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SIZES: { readonly [mark: string]: readonly [number, number] } = {
  '1x1': [720, 720],
  '4x5': [720, 900],
  '9x16': [720, 1280],
};

/**
 * Paints the pictures a launch file names, so that the repository holds no binaries: sky, sea and a
 * sail.
 */
export async function paintPictures(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(join(folder, dirname(names[0] ?? '')), { recursive: true });
  await Promise.all(names.map((name, i) => paint(join(folder, name), name, i)));
}

async function paint(path: string, name: string, index: number): Promise<void> {
  const [width, height] = SIZES[
    Object.keys(SIZES).find((mark) => name.includes(`${mark}.`)) ?? '1x1'
  ] ?? [720, 720];
  const hue = (index * 47 + 190) % 360;
  const sea = height * 0.62;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 60% 32%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 75% 74%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.72}" cy="${sea * 0.55}" r="${width * 0.13}" fill="hsl(${(hue + 60) % 360} 90% 86%)"/>
    <path d="M${width * 0.3} ${sea + 27} L${width * 0.3} ${sea - 280} L${width * 0.62} ${sea - 7} Z" fill="#fff" opacity=".92"/>
    <path d="M${width * 0.18} ${sea} H${width * 0.68} L${width * 0.6} ${sea + 60} H${width * 0.26} Z" fill="hsl(${hue} 45% 18%)"/>
    <rect y="${sea + 33}" width="100%" height="${height}" fill="hsl(${hue} 55% 24%)" opacity=".9"/>
  </svg>`;
  const { default: sharp } = await import('sharp');
  await sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toFile(path);
}
