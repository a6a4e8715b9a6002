/**
 * What a key may do. `plan`, `launch` and `manage` include `read`; `admin` includes everything of
 * its company; `operator` stands apart and concerns the whole installation. `plan` is for models:
 * such a key reads, and plans what keys with `launch` or `manage` carry out. `unattended`: the key
 * may apply its own plans without a person's approval (core/features/approvals). `leads`: what
 * people answered in lead forms, which only `admin` includes.
 */
export const scopes = [
  'read',
  'plan',
  'launch',
  'manage',
  'admin',
  'operator',
  'unattended',
  'leads',
] as const;

export type Scope = (typeof scopes)[number];
