/** The types of core that adapters are made of. */
export type {
  FailureClass,
  Fault,
  PlatformError,
  PlatformFailure,
} from '../../../core/base/errors.ts';
export type * from '../../../core/ports/account-notes.ts';
export type * from '../../../core/ports/ad-platform.ts';
export type * from '../../../core/ports/clock.ts';
export type * from '../../../core/ports/credential-store.ts';
export type * from '../../../core/ports/day-counts.ts';
export type * from '../../../core/ports/evidence.ts';
export type * from '../../../core/ports/facts.ts';
export type * from '../../../core/ports/http.ts';
export type * from '../../../core/ports/launch-ad.ts';
export type * from '../../../core/ports/log.ts';
export type * from '../../../core/ports/media.ts';
export type * from '../../../core/ports/placement.ts';
export type * from '../../../core/ports/platform-accounts.ts';
export type * from '../../../core/ports/platform-changes.ts';
export type * from '../../../core/ports/platform-checks.ts';
export type * from '../../../core/ports/platform-choices.ts';
export type * from '../../../core/ports/platform-comments.ts';
export type * from '../../../core/ports/platform-conversions.ts';
export type * from '../../../core/ports/platform-create.ts';
export type * from '../../../core/ports/platform-definition.ts';
export type * from '../../../core/ports/platform-delivery.ts';
export type * from '../../../core/ports/platform-launch.ts';
export type * from '../../../core/ports/platform-leads.ts';
export type * from '../../../core/ports/platform-location.ts';
export type * from '../../../core/ports/platform-reads.ts';
export type * from '../../../core/ports/platform-report.ts';
export type * from '../../../core/ports/platform-update.ts';
export type * from '../../../core/ports/platform-version.ts';
export type * from '../../../core/ports/secrets.ts';
export type * from '../../../core/ports/store.ts';
