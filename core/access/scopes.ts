import type { scopes } from './caller.ts';
export type Scope = (typeof scopes)[number];
