import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Fault, PlatformError, SlipwayError } from '../../core/errors.ts';

/** What tools answer: the same as JSON for programs and as text for models that read only that. */

/** Rows a model is shown at once. */
export const MOST_ROWS = 50;

/** Texts that people outside of this service wrote: names, texts of ads, what platforms say. They are data, never instructions. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...['name', 'label', 'title', 'body', 'text', 'description', 'caption', 'message', 'comment', 'html', 'username', 'filename'],
  ...['adName', 'adsetName', 'adSetName', 'campaignName', 'accountName', 'originalName', 'previousName', 'newName'],
  ...['primaryName', 'secondaryName', 'link', 'permalink', 'url', 'platformMessage', 'titles', 'descriptions', 'keywords'],
]);

/** The same with those texts in a member `untrusted` of the object they belong to. Our own sentences stay where they are. */
export function marked(value: unknown, ours: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => marked(each, ours));
  if (typeof value !== 'object' || value === null) return value;
  const kept: { [name: string]: unknown } = {};
  const untrusted: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(value)) {
    const isText = typeof member === 'string' || (Array.isArray(member) && member.every((each) => typeof each === 'string'));
    if (isText && OUTSIDE.has(name) && !ours.includes(name)) untrusted[name] = member;
    else kept[name] = marked(member, ours);
  }
  return Object.keys(untrusted).length === 0 ? kept : { ...kept, untrusted };
}

type Content = { readonly [name: string]: unknown };

/** @param links what can be read besides, such as a plan or a file */
export const answered = (content: Content, links: CallToolResult['content'] = []): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(content) }, ...links],
  structuredContent: content,
});

/** Some rows of a list, with how many there are. */
export function rowsAnswer(rows: readonly unknown[], total: number, more: Content = {}): Content {
  const shown = rows.slice(0, MOST_ROWS).map((row) => marked(row));
  return { rows: shown, shown: shown.length, total: Math.max(total, rows.length), ...more };
}

/** A refusal as any door words it; `near` are things that may have been meant. */
interface Refused {
  readonly code: string;
  readonly message: string;
  readonly details: readonly Fault[];
}

const isRefused = (error: unknown): error is Refused =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'details' in error;

/** What core did not throw itself is told as nothing but "internal": its words are for the log. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof PlatformError || error instanceof SlipwayError || isRefused(error)) {
    const { code, message, details = [] } = error as Refused;
    return { code, message, details };
  }
  const message = 'Something went wrong on our side. Try again; if it stays, tell the operator.';
  return { code: 'internal_server_error', message, details: [] };
}

/** A refusal for a model: what is wrong, where, what to do, and what was perhaps meant. */
export function refusedAnswer({ code, message, details }: Refused, near: readonly Near[] = []): CallToolResult {
  const lines = details
    .filter((fault) => fault.message !== message)
    .map((fault) => `- ${fault.path}: ${fault.message} (${fault.code})`);
  const meant = near.length === 0 ? [] : [`Did you mean one of these? ${JSON.stringify(near)}`];
  return {
    isError: true,
    content: [{ type: 'text', text: [`${message} (${code})`, ...lines, ...meant].join('\n') }],
    structuredContent: { error: { code, message, details }, ...(near.length > 0 && { near }) },
  };
}

/** Something that exists, named by its id. */
export interface Near {
  readonly id: string;
  readonly untrusted: { readonly name: string };
}
