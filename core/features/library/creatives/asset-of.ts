import type { Secrets } from '../../../ports/secrets.ts';

/** One file is itself; several together are a creative of their own. */
export async function assetOf(secrets: Secrets, files: readonly string[]): Promise<string> {
  const [only = '', ...others] = files;
  return others.length === 0 ? only : `set-${await secrets.sha256(files.join(' '))}`;
}
