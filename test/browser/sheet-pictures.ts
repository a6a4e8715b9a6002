import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PICTURES = ['launch-sheet', 'fault', 'plan', 'launched', 'report'];

/**
 * The add-on on its playground, taken by the test that drives it;
 * `bun test/browser/sheet-pictures.ts [FOLDER]` takes these alone. The pages show smaller copies,
 * kept in sheets-addon/pictures and server/dashboard/pictures.
 */
export async function takeSheetPictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
  const { status } = spawnSync(process.execPath, [...vitest, 'test/browser/playground.test.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SLIPWAY_PICTURES: folder },
  });
  if (status !== 0) throw new Error('The playground test failed, so its pictures are not kept.');
  const small = { palette: true, colours: 128, effort: 10 };
  for (const name of PICTURES)
    await sharp(join(folder, `addon-${name}.png`))
      .png(small)
      .toFile(join(root, `sheets-addon/pictures/addon-${name}.png`));
  await sharp(join(folder, 'addon-fault.png'))
    .extract({ left: 0, top: 30, width: 1280, height: 520 })
    .png(small)
    .toFile(join(root, 'server/dashboard/pictures/sheet.png'));
}

if (import.meta.main) await takeSheetPictures(process.argv[2] ?? join(root, 'dist/pictures'));
