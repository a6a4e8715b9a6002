import type { Hono } from 'hono';
import type { Operations } from '../../core/features/registry.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Respond } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import type { AppEnv } from '../http/settings.ts';
import type { McpSession } from './tool.ts';

/** What a feature adds to the tools of models; listed in features/registry.ts. */
export interface McpFeature {
  readonly entities?: readonly Entity[];
  /** Makes a file of all rows that a report has by ad and day. */
  reportFile?(
    api: Operations,
    of: ReportFile,
  ): Promise<{ readonly id: string; readonly path: string }>;
  readonly programs?: Programs;
}

/** One kind of things that models find by name, and look at by id. */
export interface Entity {
  readonly kind: string;
  list?(session: McpSession): Promise<Rows>;
  read?(api: Operations, id: string): Promise<object>;
}

export type Row = { readonly [member: string]: unknown };

export interface Rows {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface ReportFile {
  readonly accountIds: readonly string[];
  readonly startDate: string;
  readonly endDate: string;
}

/** Lets programs in that a person allowed to act for them. */
export interface Programs {
  mount(app: Hono<AppEnv>, service: Service, respond: Respond): void;
  /** Tells a client without a valid token where it gets one. */
  challengeOf(ports: Pick<ServicePorts, 'publicUrl'>, hasToken: boolean): string;
}

/** A page of a list as models see it: every row has its id and its name under the same members. */
export const rowsOf = (
  {
    data,
    pagination,
  }: { readonly data: readonly object[]; readonly pagination: { readonly total: number } },
  id: string,
  name: string,
): Rows => ({ rows: data.map((row) => named(row as Row, id, name)), total: pagination.total });

const named = (row: Row, id: string, name: string): Row => ({
  id: String(row[id] ?? ''),
  name: String(row[name] ?? ''),
  ...row,
});

/** The address that tokens are good for. */
export const resourceOf = ({ publicUrl }: Pick<ServicePorts, 'publicUrl'>): string =>
  `${publicUrl}/mcp`;
