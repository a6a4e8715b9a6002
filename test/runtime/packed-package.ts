import { askDesk } from '../ask-desk.ts';
import type { PackedPackage } from './built-package.ts';
import { createEmptyProject } from './empty-project.ts';

/** The package, packed once for the whole run. */
export const packedPackage = async (): Promise<PackedPackage> =>
  JSON.parse(await askDesk('/package'));

/** A project that has the packed package installed, and nothing else. */
export const installPackedPackage = async (): Promise<string> =>
  createEmptyProject((await packedPackage()).tarball);
