export { createMemoryStore } from '../adapters/store/memory.ts';
