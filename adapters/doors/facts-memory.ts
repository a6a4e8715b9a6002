export { createMemoryFacts } from '../facts/memory.ts';
