import { open } from 'node:fs/promises';

/** Resolves when written bytes, or names in a folder, survive a loss of power. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
