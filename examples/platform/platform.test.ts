// Proves the platform beside it with the suite that every platform of Slipway passes:  npx vitest
// run
import { adPlatformSuite, platformAtSandbox } from 'slipway/testing';
import { toy } from './platform.ts';
import { toySimulation } from './simulation.ts';

adPlatformSuite('toy', () => platformAtSandbox(toy, toySimulation));
