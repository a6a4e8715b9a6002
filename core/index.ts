export type { Caller } from './access/caller.ts';
export type { Scope } from './access/scopes.ts';
export { definitionsOf, type Platforms } from './accounts/find-account.ts';
export * from './base/errors.ts';
export { type PlatformId, publicPlatforms } from './base/platforms.ts';
export { faultsUnder, type ReportFault } from './base/schema/faults.ts';
export {
  kinds,
  type OfferedPlatform,
  type OperationName,
  type Operations,
  operationsFor,
} from './features/registry.ts';
export { carryOut, type OnceFor, type Parts, partsOf } from './operations/carry-out.ts';
export {
  type Api,
  type Call,
  type CallOptions,
  type Declared,
  type Operation,
  operation,
  type Verb,
} from './operations/operation.ts';
export type { ServicePorts } from './operations/ports.ts';
export type * from './ports/ad-platform.ts';
export type * from './ports/clock.ts';
export type * from './ports/credential-store.ts';
export type * from './ports/export-files.ts';
export type * from './ports/facts.ts';
export type * from './ports/http.ts';
export type * from './ports/jobs.ts';
export type * from './ports/launch-ad.ts';
export * from './ports/log.ts';
export type * from './ports/media.ts';
export type * from './ports/media-files.ts';
export type * from './ports/notifier.ts';
export type * from './ports/outbound.ts';
export type * from './ports/platform-accounts.ts';
export type * from './ports/platform-changes.ts';
export type * from './ports/platform-create.ts';
export type * from './ports/platform-definition.ts';
export type * from './ports/platform-launch.ts';
export type * from './ports/platform-location.ts';
export type * from './ports/platform-reads.ts';
export type * from './ports/platform-report.ts';
export type * from './ports/rate.ts';
export type * from './ports/research.ts';
export type * from './ports/sandbox.ts';
export type * from './ports/secrets.ts';
export * from './ports/store.ts';
export type * from './ports/turns.ts';
export { keyed, type Once, unkeyed } from './records/once.ts';
