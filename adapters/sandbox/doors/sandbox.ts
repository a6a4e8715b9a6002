/** The simulated platforms alone, for tests of other programs: no service, no database. */
export { createManualClock, type ManualClock } from '../../runtime/manual-clock.ts';
export { demoCompany } from '../companies.ts';
export { listen } from '../listen.ts';
export { ConnectionCut } from '../platform.ts';
export { simulations } from '../registry.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';
export { openFileState } from '../state-file.ts';
export { type Difference, recordedSandbox, replayedSandbox } from '../story.ts';
export type { Manners, SandboxState, ScriptedCall } from '../world.ts';
