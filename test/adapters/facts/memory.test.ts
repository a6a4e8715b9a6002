import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { factsSuite } from '../../../testing/facts.suite.ts';

factsSuite('memory', async () => ({ facts: createMemoryFacts() }));
