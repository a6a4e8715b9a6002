/** The types that simulators are made of: those of the sandbox and of the kit. */
export type { Entity, Json, JsonObject, Table } from './entity.ts';
export type { FaultCall, Fired } from './faults.ts';
export type { Params } from './kit/params.ts';
export type { UploadedFile } from './kit/requests.ts';
export type { Routes } from './kit/routes.ts';
export type { Answer, CallBudget, Outcome, SeenCall } from './kit/simulator.ts';
export type { TokenKind, Tokens } from './kit/tokens.ts';
export type { SimulatedPlatform } from './platform.ts';
export type { SandboxCompany, SimulatedAuthorization, Simulation } from './simulation.ts';
export type { HeldStatus, Stage } from './stage.ts';
export type { World } from './world.ts';
