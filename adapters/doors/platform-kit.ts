/**
 * What an adapter of an ad platform is made of, besides the ports and definitions of
 * `slipway/core`.
 */
export { type Budget, type BudgetOptions, type CallLimit, createBudget } from '../http/budget.ts';
export { type Calls, type CallsOptions, createCalls, type Paging } from '../platforms/kit/calls.ts';
export { usualCurrencies } from '../platforms/kit/currencies.ts';
export {
  type Fail,
  type Refusal,
  refusalByStatus,
  type StatusClasses,
} from '../platforms/kit/failures.ts';
export { type CountedGateOptions, countedGate, type Gate } from '../platforms/kit/gates.ts';
export { asRow, numeric, parse, type Row, rowsOf, text } from '../platforms/kit/json.ts';
export type {
  AdOperation,
  CreativeOperation,
  ReadyOperation,
  UploadOperation,
} from '../platforms/kit/operations.ts';
export type { Call, Caller } from '../platforms/kit/requests.ts';
export {
  type LaunchHandlers,
  type Many,
  outcomeOf,
  type SendPorts,
  sendLaunch,
} from '../platforms/kit/send-launch.ts';
export {
  type Answer,
  createWire,
  type Dialect,
  type Envelope,
  type Wire,
  type WireOptions,
} from '../platforms/kit/wire.ts';
export type { PlatformHost, PlatformModule, PlatformTimes } from '../platforms/module.ts';
