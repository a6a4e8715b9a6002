import { inject } from 'vitest';
import type { PackedPackage } from './built-package.ts';
import { createEmptyProject } from './empty-project.ts';

/** The package, packed once for the whole run. */
export async function packedPackage(): Promise<PackedPackage> {
  const answer = await fetch(`${inject('desk')}/package`);
  const told = await answer.text();
  if (!answer.ok) throw new Error(told);
  return JSON.parse(told) as PackedPackage;
}

/** A project that has the packed package installed, and nothing else. */
export const installPackedPackage = async (): Promise<string> => createEmptyProject((await packedPackage()).tarball);
