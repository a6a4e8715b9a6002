import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TYPES, typesOfDoors } from './built-files.ts';
import { operationTypes } from './operation-types.ts';
import { typesReachedFrom } from './reached-types.ts';

/**
 * Writes the types of the package to dist/types: those that its doors lead to, with the operations
 * written out. Part of the build, after the compiler has written the types of each module.
 */

/** Modules whose types are not those that the compiler wrote. */
const REPLACED: { readonly [file: string]: (compiled: string) => string } = {
  'server/operations.d.ts': operationTypes,
  // Its operations are among those written out: what they are made of is not published.
  'core/features/registry.d.ts': (compiled) =>
    compiled
      .replaceAll(/^import \{[^}]*\} from '\.\/[\w-]+\/feature\.ts';\n/gm, '')
      .replace(/^\/\*\* Every feature[^\n]*\ndeclare const all: [\s\S]*?^\}\];\n/m, '')
      .replace(
        /^type OperationsOf<[\s\S]*$/m,
        "export type { AllOperations as Operations, OperationName } from '../../server/operations.ts';\n",
      ),
};

rmSync(TYPES, { recursive: true, force: true });
const reached = typesReachedFrom(
  typesOfDoors().map((path) => path.slice(TYPES.length + 1)),
  REPLACED,
);
for (const [file, text] of reached) {
  mkdirSync(dirname(join(TYPES, file)), { recursive: true });
  writeFileSync(join(TYPES, file), text);
}
console.log(`types: ${reached.size} files`);
