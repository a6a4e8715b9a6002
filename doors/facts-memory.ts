export { createMemoryFacts } from '../adapters/facts/memory.ts';
