/** What the suites of platforms play with. */
export { demoCompany } from '../companies.ts';
export type { FaultRule } from '../faults.ts';
export { createSandbox, type Sandbox } from '../sandbox.ts';
export type { Simulation } from '../simulation.ts';
export type { ArrivalOrder, LeadOrder, SignedNotice, StageLeads } from '../stage.ts';
export {
  type HeldLists,
  type HeldObject,
  heldObjects,
  type MediaType,
  type NewObject,
  type ObjectKind,
  type Stage,
  type StageSamples,
  type Trouble,
} from '../stage.ts';
export { memoryState, type SandboxState, type StateChange } from '../world.ts';
