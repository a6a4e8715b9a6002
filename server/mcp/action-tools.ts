import * as v from 'valibot';
import { mayPlan } from '../../core/access/caller.ts';
import type { SlipwayError } from '../../core/base/errors.ts';
import { breaks } from '../../core/base/refusal.ts';
import { nearestName } from '../../core/base/schema/unknown-fields.ts';
import { hasScope } from '../../core/operations/carry-out.ts';
import type { Operation } from '../../core/operations/operation.ts';
import { isFromOutside } from '../../core/operations/outside.ts';
import { answered, answeredBy, MOST_ROWS, marked, rowsAnswer } from './answers.ts';
import { ranked } from './ranked.ts';
import { anyOutput, rowsOutput } from './read-tools.ts';
import { inputSchemaOf } from './schema.ts';
import { type McpSession, tool } from './tool.ts';
import { orPlanned, planned } from './write-tools.ts';

/**
 * The long tail: every operation that has no tool of its own, found by words and called by name.
 */

/** What a model cannot be handed or hand over: files and streams. */
const isStream = ({ output, name }: Operation): boolean =>
  typeof output === 'string' || name === 'media.upload';

/** How a model gets to an operation, or why it does not. */
export function modelReach(operation: Operation): string {
  if (operation.approval === 'impossible')
    return 'not: keys, credentials and approvals are for people';
  if (isStream(operation)) return 'not: a file or a stream';
  return operation.approval === 'needed' ? 'a plan' : 'call_action';
}

const offered = ({ operations, scopes }: McpSession): readonly Operation[] =>
  operations.filter(
    (each) => each.approval !== 'impossible' && !isStream(each) && mayPlan(scopes, each.scope),
  );

const searchActions = tool({
  name: 'search_actions',
  title: 'Search for other actions',
  description:
    'Finds operations of the service by words or by name, with the JSON Schema of their input, for call_action.',
  scope: 'read',
  effects: 'reads',
  input: v.strictObject({
    words: v.pipe(
      v.string(),
      v.maxLength(200),
      v.description('What you want to do, or a name such as drafts.create.'),
    ),
    limit: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10), v.description('Default 5.')),
    ),
  }),
  output: rowsOutput,
  async run(session, { words, limit = 5 }) {
    const found = ranked(offered(session), words);
    let room = MOST_SCHEMA;
    const rows = found.slice(0, limit).map((each) => {
      const inputSchema = inputSchemaOf([each.subject, each.options, each.input]);
      const size = JSON.stringify(inputSchema).length;
      const isWhole = size <= room;
      if (isWhole) room -= size;
      return {
        action: each.name,
        about: [each.summary, each.description].filter(Boolean).join('. ').slice(0, MOST_ABOUT),
        effects: each.effects,
        approval: each.approval,
        inputSchema: isWhole ? inputSchema : outlineOf(inputSchema),
      };
    });
    const next =
      rows.length === 0
        ? { next: 'Nothing fits. Use other words, or one of the other tools.' }
        : {};
    return answered({ rows, shown: rows.length, total: found.length, ...next });
  },
});

/** Characters of the schemas in one answer, and of what is said about one action. */
const MOST_SCHEMA = 14_000;
const MOST_ABOUT = 500;

/** The members of an input and their types, where the whole schema is too long. */
function outlineOf(schema: { readonly [keyword: string]: unknown }) {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  const members = Object.entries(
    properties as { readonly [name: string]: { readonly type?: unknown } },
  );
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(
      members.slice(0, 60).map(([name, { type = 'any' }]) => [name, { type }]),
    ),
    description: 'An outline. Search for the exact name of the action with limit 1 for more.',
  };
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
    return 'planned' in asked
      ? asked.planned
      : answeredBy(asked.answer as object, shortened(asked.answer));
  },
});

function verbOf(api: McpSession['api'], name: string): (input: unknown) => Promise<unknown> {
  const [group = '', verb] = name.split('.');
  const member = (api as unknown as { readonly [name: string]: unknown })[group];
  const found =
    verb === undefined
      ? member
      : (member as { readonly [verb: string]: unknown } | undefined)?.[verb];
  // Every operation is a function of the API: the types are made from the same list.
  return found as (input: unknown) => Promise<unknown>;
}

/** An answer with at most fifty of its rows. */
function shortened(answer: unknown): { readonly [name: string]: unknown } {
  const { data, pagination, ...rest } = answer as {
    readonly data?: unknown;
    readonly pagination?: { readonly total: number };
  };
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
  return breaks('action', 'unknown_action', why);
}

export const actionTools = [searchActions, callAction];
