import { kind } from '../ports/store.ts';

/** A company: everything else belongs to one. Kept under SYSTEM. */
export interface CompanyRecord {
  readonly name: string;
  readonly createdAt: number;
  readonly defaultWorkspaceId: string;
  /** Set by the operator; what is absent is as the service is set. */
  readonly limits?: CompanyLimits;
  /** Since when the operator lets nobody of the company in and none of its work go on. */
  readonly suspendedAt?: number;
  /** When all that belongs to the company is removed. It is suspended until then. */
  readonly deleteAt?: number;
  /** When the last export of all of it began that was read to its end. */
  readonly exportedAt?: number;
  /** The removal has begun: nothing brings the company back. */
  readonly removing?: true;
}

export interface CompanyLimits {
  /** Requests of all keys and sessions of the company together, within 60 seconds. */
  readonly readsPerMinute?: number;
  readonly writesPerMinute?: number;
  readonly webhooks?: number;
  /** Ads that it may launch in a calendar month (UTC). */
  readonly adsPerMonth?: number;
  /** Bytes of media that it may keep. */
  readonly mediaBytes?: number;
}

export const companyKind = kind<CompanyRecord>('company', { createdAt: 'number' });

/** A part of a company that ad accounts belong to. */
export interface WorkspaceRecord {
  readonly name: string;
  readonly slug: string;
  readonly createdAt: number;
}

export const workspaceKind = kind<WorkspaceRecord>('workspace', { createdAt: 'number' });
