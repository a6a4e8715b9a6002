import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageFault } from './command.ts';

/**
 * Whether a file can be written where it is wanted, asked before the work whose result it will
 * hold.
 */
export async function checkWritable(file: string): Promise<void> {
  const folder = dirname(resolve(file));
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new UsageFault(`There is no folder ${folder} to write ${file} to. Create it first.`);
  if ((await stat(file).catch(() => undefined))?.isDirectory() === true)
    throw new UsageFault(`${file} is a folder. Name a file in it.`);
}
