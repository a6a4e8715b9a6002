/** The simulated platforms alone, for tests of other programs: no service, no database. */
export { createManualClock, type ManualClock } from '../runtime/manual-clock.ts';
export { demoCompany } from '../sandbox/companies.ts';
export { listen } from '../sandbox/listen.ts';
export { ConnectionCut } from '../sandbox/platform.ts';
export { simulations } from '../sandbox/registry.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/sandbox.ts';
export { openFileState } from '../sandbox/state-file.ts';
export { type Difference, recordedSandbox, replayedSandbox } from '../sandbox/story.ts';
export type { Manners, SandboxState, ScriptedCall } from '../sandbox/world.ts';
