import { fileURLToPath } from 'node:url';
import { PARTS, partsNamed } from './parts.ts';

/**
 * `npm run test:all`: every part of the suite, or those that `--shard browser,addon` names. Other
 * arguments are vitest's.
 */

const args = process.argv.slice(2);
const at = args.findIndex((arg) => /^--shard(=|$)/.test(arg));
const [flag = ''] = at < 0 ? [] : args.splice(at, 1);
const words = flag.includes('=')
  ? flag.slice('--shard='.length)
  : flag
    ? (args.splice(at, 1)[0] ?? '')
    : PARTS.join(',');
try {
  process.env.PARTS_OF_TESTS = partsNamed(words).join(',');
} catch (error) {
  console.error(`test:all: ${(error as Error).message}`);
  process.exit(2);
}
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
process.argv.splice(1, process.argv.length, vitest, 'run', ...args);
await import(vitest);
