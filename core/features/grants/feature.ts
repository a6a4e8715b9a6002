import * as v from 'valibot';
import { grantKind } from '../../access/client-grants.ts';
import { done, listAnswer, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import {
  answerRequest,
  describeRequest,
  forgetGrants,
  listGrants,
  removeGrant,
} from './consent.ts';
import * as shapes from './schema.ts';

const subject = v.object({ id: ownId });
/** Programs act for one person or key: which, each decides for itself. */
const ofGrants = {
  topic: 'Access',
  scope: 'read',
  reach: 'workspace',
  approval: 'impossible',
} as const;

const grantOperations = [
  operation({
    ...ofGrants,
    name: 'grants.list',
    place: 'GET /v1/grants',
    summary:
      'The programs that may act for you over the Model Context Protocol; for admins, for everyone',
    input: shapes.grantQuery,
    output: shapes.grantList,
    run: async (ports, caller, { input }) =>
      listAnswer(await listGrants(ports, caller, input), input),
  }),
  operation({
    ...ofGrants,
    name: 'grants.ask',
    place: 'POST /v1/grants/asked',
    summary: 'What a program asks for that wants to be connected',
    effects: 'reads',
    input: shapes.askedBody,
    output: shapes.askedAnswer,
    run: (ports, caller, { input }) => describeRequest(ports, caller, input.request),
  }),
  operation({
    ...ofGrants,
    name: 'grants.allow',
    isStrict: true,
    place: 'POST /v1/grants',
    summary: 'Let a program act for you over the Model Context Protocol, or refuse it',
    description:
      'The page `#/connect` of the dashboard sends it. The program gets at most what you may do yourself: `read`, `plan`, and with `apply` it carries out plans that a person has approved. It approves none.',
    input: shapes.allowBody,
    output: shapes.allowAnswer,
    run: (ports, caller, { input, once }) => answerRequest(ports, caller, input, once),
  }),
  operation({
    ...ofGrants,
    name: 'grants.end',
    isStrict: true,
    place: 'DELETE /v1/grants/{id}',
    summary: 'End the connection of a program: one of your own, for admins anybody’s',
    description: 'Its tokens are refused from the next request on, in every process.',
    idempotency: 'repeatable',
    subject,
    output: done,
    run: (ports, caller, { subject: { id } }) =>
      removeGrant(ports, caller, id).then(() => success({})),
  }),
] as const;

export const grants = feature({
  name: 'grants',
  operations: grantOperations,
  kinds: [grantKind],
  forget: forgetGrants,
});
