/** What the simulation of an ad platform is made of: the sandbox plays it on the wire. */
export { demoCompany } from '../sandbox/companies.ts';
export type { Entity, Json, JsonObject } from '../sandbox/entity.ts';
export {
  commonFaults,
  commonTroubles,
  type FaultLibrary,
  type PlayedFault,
  Refused,
  refusing,
} from '../sandbox/kit/faults.ts';
export { createLimits, type Limit, type Limits, type Tier } from '../sandbox/kit/limits.ts';
export { type Body, readBody, type UploadedFile } from '../sandbox/kit/requests.ts';
export { createRouter, type Routed, type Routes } from '../sandbox/kit/routes.ts';
export { type CallBudget, createShell, type SeenCall, type Shell, type Simulator } from '../sandbox/kit/simulator.ts';
export { addToken, createTokens, type TokenKind, type Tokens } from '../sandbox/kit/tokens.ts';
export type { Simulation } from '../sandbox/simulation.ts';
export type { Stage } from '../sandbox/stage.ts';
export type { World } from '../sandbox/world.ts';
