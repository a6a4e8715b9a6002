import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Fault, PlatformError, SlipwayError } from '../../core/base/errors.ts';
import { fitted } from './fitted.ts';
import { nextAfter } from './next-step.ts';

export const MOST_ROWS = 50;

/**
 * Members whose texts this service or a platform makes: ids, times, codes, kinds and states. All
 * others may hold what people outside wrote: names, texts of ads, what platforms say, and our own
 * sentences, which quote them.
 */
const OURS: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'key',
  'digest',
  'by',
  'createdBy',
  'approvedBy',
  'code',
  'subcode',
  'path',
  'hint',
  'field',
  'fields',
  'status',
  'summaryStatus',
  'rawStatus',
  'launchStatus',
  'state',
  'phase',
  'stage',
  'mode',
  'verdict',
  'outcome',
  'approver',
  'kind',
  'type',
  'entityType',
  'objectType',
  'eventType',
  'event',
  'level',
  'platform',
  'platforms',
  'format',
  'method',
  'operation',
  'action',
  'effects',
  'approval',
  'needs',
  'scopes',
  'role',
  'guard',
  'currency',
  'timezone',
  'country',
  'objective',
  'at',
  'day',
  'week',
  'month',
  'hour',
  'date',
  'period',
  'metric',
  'metrics',
  'groupBy',
  'unit',
  'page',
  'secondary',
  'approveUrl',
]);
const isOurs = (name: string): boolean =>
  OURS.has(name) || /(Id|Ids|Digest|At|Time|Date|Until|Status)$/.test(name);

/** One word, or an address or place without blanks: nothing that could be read as a sentence. */
const isWord = (text: unknown): boolean =>
  typeof text === 'string' && /^[\w.:+/[\]-]{1,200}$/.test(text);
/** What a member can be called without being a text itself. */
const isName = (name: string): boolean => /^[\w.:-]{1,60}$/.test(name);

/**
 * The same with every text that others may have written in a member `untrusted` of the object it
 * belongs to. Numbers and the members that are ours stay where they are.
 */
export function marked(value: unknown): unknown {
  if (typeof value === 'string') return { untrusted: value };
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  const kept: { [name: string]: unknown } = {};
  const untrusted: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(value)) {
    const texts = Array.isArray(member) ? member : [member];
    const isText = texts.some((each) => typeof each === 'string');
    const isKept = isName(name) && (!isText || (isOurs(name) && texts.every(isWord)));
    if (!isKept) untrusted[name] = member;
    else kept[name] = isText ? member : marked(member);
  }
  return Object.keys(untrusted).length === 0 ? kept : { ...kept, untrusted };
}

type Content = { readonly [name: string]: unknown };

/** @param links what can be read besides, such as a plan or a file */
export function answered(content: Content, links: CallToolResult['content'] = []): CallToolResult {
  const short = fitted(content);
  return {
    content: [{ type: 'text', text: JSON.stringify(short) }, ...links],
    structuredContent: short,
  };
}

/**
 * What an operation answered: where nothing of it succeeded, the refusals inside it are an error
 * for a model too.
 */
export const answeredBy = (answer: object, content: Content): CallToolResult => ({
  ...answered(content),
  ...('success' in answer && answer.success === false && { isError: true }),
});

/**
 * Some rows of a list, with how many there are and how to see those after them. `offset`: how many
 * came before.
 */
export function rowsAnswer(
  rows: readonly unknown[],
  total: number,
  more: Content = {},
  offset = 0,
): Content {
  const shown = rows.slice(0, MOST_ROWS).map(marked);
  const seen = offset + shown.length;
  const all = Math.max(total, offset + rows.length);
  const goOn = seen < all &&
    shown.length > 0 && {
      next: `${all - seen} more: call again with offset ${seen}, or with a name.`,
    };
  return { rows: shown, shown: shown.length, total: all, ...goOn, ...(marked(more) as Content) };
}

/** A refusal as any door words it; `near` are things that may have been meant. */
interface Refused {
  readonly code: string;
  readonly message: string;
  readonly details: readonly Fault[];
}

const isRefused = (error: unknown): error is Refused =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  'message' in error &&
  'details' in error;

/** What core did not throw is "internal" and nothing more: its words are for the log. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof PlatformError || error instanceof SlipwayError || isRefused(error)) {
    const { code, message, details = [] } = error as Refused;
    return { code, message, details };
  }
  const message = 'Something went wrong on our side. Try again; if it stays, tell the operator.';
  return { code: 'internal_server_error', message, details: [] };
}

/**
 * A refusal for a model: what is wrong, where, what to do, and what was perhaps meant. Its
 * sentences may quote others. It is text alone: clients hold structured content against the tool's
 * output schema, and throw a refusal away that does not fit it.
 */
export function refusedAnswer(
  { code, message, details }: Refused,
  near: readonly Near[] = [],
): CallToolResult {
  const error = marked({ code, message, details });
  const { content } = answered({
    error,
    next: nextAfter(code, details),
    ...(near.length > 0 && { near }),
  });
  return { isError: true, content };
}

export interface Near {
  readonly id: string;
  readonly untrusted: { readonly name: string };
}
