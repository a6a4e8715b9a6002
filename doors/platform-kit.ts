/** What an adapter of an ad platform is made of, besides the ports and definitions of `slipway/core`. */
export { type Budget, type BudgetOptions, type CallLimit, createBudget } from '../adapters/http/budget.ts';
export type { Caller } from '../adapters/platforms/kit/caller.ts';
export { type Calls, type CallsOptions, createCalls, type Paging } from '../adapters/platforms/kit/calls.ts';
export { usualCurrencies } from '../adapters/platforms/kit/currencies.ts';
export { type Fail, type Refusal, refusalByStatus, type StatusClasses } from '../adapters/platforms/kit/failures.ts';
export { type CountedGateOptions, countedGate, type Gate } from '../adapters/platforms/kit/gates.ts';
export { asRow, numeric, parse, type Row, rowsOf, text } from '../adapters/platforms/kit/json.ts';
export type { AdOperation, CreativeOperation, ReadyOperation, UploadOperation } from '../adapters/platforms/kit/operations.ts';
export type { Call } from '../adapters/platforms/kit/requests.ts';
export {
  type LaunchHandlers,
  type Many,
  outcomeOf,
  type SendPorts,
  sendLaunch,
} from '../adapters/platforms/kit/send-launch.ts';
export {
  type Answer,
  createWire,
  type Dialect,
  type Envelope,
  type Wire,
  type WireOptions,
} from '../adapters/platforms/kit/wire.ts';
export type { PlatformHost, PlatformModule, PlatformTimes } from '../adapters/platforms/module.ts';
