import { kind } from '../ports/store.ts';

/** A company: everything else belongs to one. Kept under SYSTEM. */
export interface CompanyRecord {
  readonly name: string;
  readonly createdAt: number;
  readonly defaultWorkspaceId: string;
}

export const companyKind = kind<CompanyRecord>('company', { createdAt: 'number' });

/** A part of a company that ad accounts belong to. */
export interface WorkspaceRecord {
  readonly name: string;
  readonly slug: string;
  readonly createdAt: number;
}

export const workspaceKind = kind<WorkspaceRecord>('workspace', { createdAt: 'number' });
