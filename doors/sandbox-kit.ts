/** What the simulation of an ad platform is made of: the sandbox plays it on the wire. */
export { demoCompany } from '../adapters/sandbox/companies.ts';
export type { Entity, Json, JsonObject } from '../adapters/sandbox/entity.ts';
export {
  commonFaults,
  commonTroubles,
  type FaultLibrary,
  type PlayedFault,
  Refused,
  refusing,
} from '../adapters/sandbox/kit/faults.ts';
export { createLimits, type Limit, type Limits, type Tier } from '../adapters/sandbox/kit/limits.ts';
export { type Body, readBody, type UploadedFile } from '../adapters/sandbox/kit/requests.ts';
export { createRouter, type Routed, type Routes } from '../adapters/sandbox/kit/routes.ts';
export { type CallBudget, createShell, type SeenCall, type Shell, type Simulator } from '../adapters/sandbox/kit/simulator.ts';
export { addToken, createTokens, type TokenKind, type Tokens } from '../adapters/sandbox/kit/tokens.ts';
export type { Simulation } from '../adapters/sandbox/simulation.ts';
export type { Stage } from '../adapters/sandbox/stage.ts';
export type { World } from '../adapters/sandbox/world.ts';
