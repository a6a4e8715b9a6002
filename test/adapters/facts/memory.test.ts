import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { factsConformance } from '../../conformance/facts.suite.ts';

factsConformance('memory', async () => ({ facts: createMemoryFacts() }));
