export {
  type Condition,
  checkWrites,
  type IndexKeys,
  keysOf,
  nextVersion,
  readQuery,
  type Search,
  type Values,
} from '../store/checks.ts';
export { createMemoryStore } from '../store/memory.ts';
export { countOf, pageOf } from '../store/page.ts';
