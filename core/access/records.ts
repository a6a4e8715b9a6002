import { kind } from '../ports/store.ts';

/** Kept under SYSTEM. */
export interface CompanyRecord {
  readonly name: string;
  readonly createdAt: number;
  readonly defaultWorkspaceId: string;
  /** Set by the operator; absent: the service's own. */
  readonly limits?: CompanyLimits;
  readonly suspendedAt?: number;
  /** Suspended until then. */
  readonly deleteAt?: number;
  /** When the last export that was read to its end began. */
  readonly exportedAt?: number;
  /** The removal has begun and cannot be undone. */
  readonly removing?: true;
}

export interface CompanyLimits {
  /** Of all keys and sessions together, within 60 seconds. */
  readonly readsPerMinute?: number;
  readonly writesPerMinute?: number;
  readonly webhooks?: number;
  /** In a calendar month (UTC). */
  readonly adsPerMonth?: number;
  readonly mediaBytes?: number;
}

export const companyKind = kind<CompanyRecord>('company', { createdAt: 'number' });

export interface WorkspaceRecord {
  readonly name: string;
  readonly slug: string;
  readonly createdAt: number;
}

export const workspaceKind = kind<WorkspaceRecord>('workspace', { createdAt: 'number' });
