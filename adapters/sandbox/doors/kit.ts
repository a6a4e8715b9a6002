/** What the simulation of an ad platform is made of: the sandbox plays it on the wire. */
export { demoCompany } from '../companies.ts';
export type { Entity, Json, JsonObject } from '../entity.ts';
export {
  commonFaults,
  commonTroubles,
  type FaultLibrary,
  type PlayedFault,
  Refused,
  refusing,
} from '../kit/faults.ts';
export { createLimits, type Limit, type Limits, type Tier } from '../kit/limits.ts';
export { type Body, readBody, type UploadedFile } from '../kit/requests.ts';
export { createRouter, type Routed, type Routes } from '../kit/routes.ts';
export {
  type CallBudget,
  createShell,
  type SeenCall,
  type Shell,
  type Simulator,
} from '../kit/simulator.ts';
export { addToken, createTokens, type TokenKind, type Tokens } from '../kit/tokens.ts';
export type { Simulation } from '../simulation.ts';
export type { Stage } from '../stage.ts';
export type { World } from '../world.ts';
