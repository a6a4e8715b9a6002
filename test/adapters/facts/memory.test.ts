import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { factsSuite } from '../../../adapters/testing/facts.suite.ts';

factsSuite('memory', async () => ({ facts: createMemoryFacts() }));
