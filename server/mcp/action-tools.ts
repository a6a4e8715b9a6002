import * as v from 'valibot';
import { mayPlan } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { nearestName } from '../../core/base/schema/unknown-fields.ts';
import { isFromOutside } from '../../core/features/research/outside.ts';
import { hasScope } from '../../core/operations/carry-out.ts';
import type { Operation } from '../../core/operations/operation.ts';
import { answered, MOST_ROWS, marked, rowsAnswer } from './answers.ts';
import { anyOutput, rowsOutput } from './read-tools.ts';
import { inputSchemaOf } from './schema.ts';
import { type McpSession, tool } from './tool.ts';
import { orPlanned, planned } from './write-tools.ts';

/** The long tail: every operation that has no tool of its own, found by words and called by name. */

/** What a model cannot be handed or hand over: files and streams. */
const isStream = ({ output, name }: Operation): boolean => typeof output === 'string' || name === 'media.upload';

/** How a model gets to an operation, or why it does not. */
export function modelReach(operation: Operation): string {
  if (operation.approval === 'impossible') return 'not: keys, credentials and approvals are for people';
  if (isStream(operation)) return 'not: a file or a stream';
  return operation.approval === 'needed' ? 'a plan' : 'call_action';
}

const offered = ({ operations, scopes }: McpSession): readonly Operation[] =>
  operations.filter((each) => each.approval !== 'impossible' && !isStream(each) && mayPlan(scopes, each.scope));

const searchActions = tool({
  name: 'search_actions',
  title: 'Search for other actions',
  description: 'Finds operations of the service by words or by name, with the JSON Schema of their input, for call_action.',
  scope: 'read',
  effects: 'reads',
  input: v.strictObject({
    words: v.pipe(v.string(), v.maxLength(200), v.description('What you want to do, or a name such as drafts.create.')),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10), v.description('Default 5.'))),
  }),
  output: rowsOutput,
  async run(session, { words, limit = 5 }) {
    const found = ranked(offered(session), words);
    const rows = found.slice(0, limit).map((each) => ({
      action: each.name,
      about: [each.summary, each.description].filter(Boolean).join('. '),
      effects: each.effects,
      approval: each.approval,
      inputSchema: inputSchemaOf([each.subject, each.options, each.input]),
    }));
    return answered({ rows, shown: rows.length, total: found.length });
  },
});

/** By how many of the words an operation has, those of its name first. */
function ranked(operations: readonly Operation[], words: string): readonly Operation[] {
  const wanted = words
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((word) => word.length > 1);
  const score = ({ name, summary, topic, description = '' }: Operation): number => {
    const own = name.toLowerCase();
    const about = `${summary} ${topic} ${description}`.toLowerCase();
    return wanted.reduce((sum, word) => sum + (own === word ? 20 : own.includes(word) ? 5 : about.includes(word) ? 1 : 0), 0);
  };
  return operations
    .map((each) => ({ each, points: score(each) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ each }) => each);
}

const callAction = tool({
  name: 'call_action',
  title: 'Call an action',
  description:
    'Calls an operation that search_actions found. What only reads, or changes nothing on a platform, is carried out where the key may; anything else becomes a plan.',
  scope: 'read',
  effects: 'writes',
  input: v.strictObject({
    action: v.pipe(v.string(), v.maxLength(100)),
    input: v.optional(v.looseObject({}), {}),
  }),
  output: anyOutput,
  async run(session, { action, input }) {
    const operation = offered(session).find(({ name }) => name === action);
    if (operation === undefined) throw unknownAction(session, action);
    if (operation.approval === 'needed' || !hasScope(session.scopes, operation))
      return planned(session, [{ operation: action, input }], undefined);
    const asked = await orPlanned(session, action, input, () => verbOf(session.api, action)(input));
    return 'planned' in asked ? asked.planned : answered(shortened(asked.answer));
  },
});

function verbOf(api: McpSession['api'], name: string): (input: unknown) => Promise<unknown> {
  const [group = '', verb] = name.split('.');
  const member = (api as unknown as { readonly [name: string]: unknown })[group];
  const found = verb === undefined ? member : (member as { readonly [verb: string]: unknown } | undefined)?.[verb];
  // Every operation is a function of the API: the types are made from the same list.
  return found as (input: unknown) => Promise<unknown>;
}

/** An answer with at most fifty of its rows. */
function shortened(answer: unknown): { readonly [name: string]: unknown } {
  const { data, pagination, ...rest } = answer as { readonly data?: unknown; readonly pagination?: { readonly total: number } };
  if (isFromOutside(answer))
    return {
      answer: {
        ...(marked(rest) as object),
        untrusted: { ...rest, data: Array.isArray(data) ? data.slice(0, MOST_ROWS) : data },
      },
    };
  if (!Array.isArray(data)) return { answer: marked(answer) };
  return rowsAnswer(data.slice(0, MOST_ROWS), pagination?.total ?? data.length, { answer: rest });
}

function unknownAction(session: McpSession, action: string): SlipwayError {
  const declared = session.operations.find(({ name }) => name === action);
  const near = nearestName(
    action,
    offered(session).map(({ name }) => name),
  );
  const why =
    declared === undefined
      ? `There is no action ${action}${near === undefined ? '' : `; did you mean ${near}?`}`
      : declared.approval === 'impossible'
        ? `${action} deals with keys, credentials or approvals: a person does it in the dashboard.`
        : isStream(declared)
          ? `${action} hands out a file or a stream: use the API or the dashboard.`
          : `${action} needs a key with the scope ${declared.scope}.`;
  return new SlipwayError('unprocessable_entity', why, { details: [{ path: 'action', code: 'unknown_action', message: why }] });
}

export const actionTools = [searchActions, callAction];
