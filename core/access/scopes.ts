/**
 * What a key may do. `plan`, `launch` and `manage` include `read`; `admin` includes everything of its company;
 * `operator` stands beside them and concerns the whole installation. `plan` is for models: with it a key reads, and plans
 * what keys with `launch` or `manage` carry out; it carries out none of that itself. `unattended` adds nothing but this:
 * what the key itself has planned, it may apply without a person's approval (core/features/approvals).
 */
export const scopes = ['read', 'plan', 'launch', 'manage', 'admin', 'operator', 'unattended'] as const;

export type Scope = (typeof scopes)[number];
