import { open } from 'node:fs/promises';

/** Resolves when what was written to a file, or the names in a folder, survive the loss of power. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
