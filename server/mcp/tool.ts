import type { CallToolResult } from '@modelcontextprotocol/server';
import type * as v from 'valibot';
import type { Scope } from '../../core/access/scopes.ts';
import type { Operations } from '../../core/features/registry.ts';
import type { Operation } from '../../core/operations/operation.ts';

/**
 * For whom tools work. The operations may be those of this process or of a service elsewhere: they
 * are the same.
 */
export interface McpSession {
  readonly api: Operations;
  readonly scopes: readonly Scope[];
  /**
   * Whether the form of the client is enough to approve a plan. Of a connected program it is not.
   */
  readonly mayApprove: boolean;
  /** What there is to search and call, as it is declared. */
  readonly operations: readonly Operation[];
  readonly publicUrl: string;
}

/** One tool. The list of tools, its annotations and its checks follow from it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope | readonly Scope[];
  readonly effects: Operation['effects'];
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
  run(session: McpSession, input: unknown): Promise<CallToolResult>;
}

/** Declares a tool whose `run` has the types of its schema. */
export const tool = <S extends v.GenericSchema>(
  declaration: Omit<Tool, 'input' | 'run'> & {
    readonly input: S;
    run(session: McpSession, input: v.InferOutput<S>): Promise<CallToolResult>;
  },
): Tool =>
  // Arguments are parsed by this very schema before `run` is called.
  declaration as unknown as Tool;
