import { accessSync, constants } from 'node:fs';

/** Is there a file at the path that may be run? */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
