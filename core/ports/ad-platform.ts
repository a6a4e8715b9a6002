import type { AccountsCapability } from './platform-accounts.ts';
import type { DuplicateCapability, EditCapability } from './platform-changes.ts';
import type { ChoicesCapability } from './platform-choices.ts';
import type { CommentsCapability } from './platform-comments.ts';
import type { ConversionsCapability } from './platform-conversions.ts';
import type { CreateCapability } from './platform-create.ts';
import type { PlatformDefinition } from './platform-definition.ts';
import type { DeliveryCapability } from './platform-delivery.ts';
import type { LaunchCapability } from './platform-launch.ts';
import type { LeadsCapability } from './platform-leads.ts';
import type { LocationCapability } from './platform-location.ts';
import type { OAuthCapability } from './platform-oauth.ts';
import type { HistoryCapability, InspectCapability, SearchCapability } from './platform-reads.ts';
import type { ReportCapability } from './platform-report.ts';
import type { UpdateCapability } from './platform-update.ts';

/**
 * An ad platform as groups of capabilities, each absent where the platform does not offer it: core
 * then answers `unsupported_on_platform`. Members throw `PlatformError` when the platform refuses
 * or cannot be reached, unless they say otherwise. Money is in whole units of the account's
 * currency, times are milliseconds, ids strings.
 */
export interface AdPlatform {
  readonly definition: PlatformDefinition;
  /** The version of its API in use. Default: the pinned one. */
  readonly version?: string;
  readonly accounts: AccountsCapability;
  readonly oauth?: OAuthCapability;
  readonly launch?: LaunchCapability;
  readonly create?: CreateCapability;
  readonly update?: UpdateCapability;
  readonly edit?: EditCapability;
  readonly duplicate?: DuplicateCapability;
  readonly location?: LocationCapability;
  readonly inspect?: InspectCapability;
  readonly history?: HistoryCapability;
  readonly report?: ReportCapability;
  readonly search?: SearchCapability;
  readonly comments?: CommentsCapability;
  readonly choices?: ChoicesCapability;
  readonly delivery?: DeliveryCapability;
  readonly conversions?: ConversionsCapability;
  readonly leads?: LeadsCapability;
  /** What only this platform can do; only its own operations know the type. */
  readonly own?: unknown;
  /** Operations that only this platform has. */
  readonly operations?: readonly { readonly name: string }[];
}
