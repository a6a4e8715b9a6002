export { createMemoryStore } from '../store/memory.ts';
