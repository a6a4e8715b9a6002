import * as v from 'valibot';
import {
  createInvite,
  inviteKind,
  listInvites,
  resendInvite,
  withdrawInvite,
} from '../../access/invites.ts';
import { changePerson, listPeople, removePerson, signOutPerson } from '../../access/people.ts';
import * as shapes from '../../access/people-schema.ts';
import { peopleHeadKind, personKind } from '../../access/person-records.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '../../access/session-list.ts';
import { sessionKind } from '../../access/sessions.ts';
import { signInLinkKind } from '../../access/sign-in-links.ts';
import { done, listAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';

const subject = v.object({ id: ownId });
const page = v.object(pageQuery);
/** An admin of one workspace decides about roles in it. */
const ofPeople = {
  topic: 'Access',
  scope: 'admin',
  reach: 'workspace',
  approval: 'impossible',
} as const;
const ofSessions = { ...ofPeople, scope: 'read' } as const;

const peopleOperations = [
  operation({
    ...ofPeople,
    name: 'people.list',
    place: 'GET /v1/people',
    summary: 'The people of your company and their roles',
    input: page,
    output: shapes.personList,
    run: async (ports, caller, { input }) => listAnswer(await listPeople(ports, caller), input),
  }),
  operation({
    ...ofPeople,
    name: 'people.update',
    place: 'PATCH /v1/people/{id}',
    summary: 'Change the name or the roles of a person',
    description:
      'It holds from the next request of the person on. `workspaces` replaces all roles in single workspaces. The last admin of the company stays one (`last_admin`).',
    idempotency: 'repeatable',
    subject,
    input: shapes.personChanges,
    output: shapes.onePerson,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { id }, input }) =>
      success(await changePerson(ports, caller, id, input)),
  }),
  operation({
    ...ofPeople,
    name: 'people.remove',
    place: 'DELETE /v1/people/{id}',
    summary: 'Remove a person, who is signed out everywhere at once',
    description:
      'What the person did stays in the audit, by name. The last admin of the company cannot be removed (`last_admin`).',
    idempotency: 'repeatable',
    subject,
    output: done,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id } }) =>
      removePerson(ports, caller, id).then(() => success({})),
  }),
  operation({
    ...ofPeople,
    name: 'people.signOut',
    place: 'POST /v1/people/{id}/sign-out',
    summary: 'End all sessions of a person',
    subject,
    output: shapes.signedOut,
    run: (ports, caller, { subject: { id }, once }) => signOutPerson(ports, caller, id, once),
  }),
  operation({
    ...ofPeople,
    name: 'invites.list',
    place: 'GET /v1/invites',
    summary: 'Invitations that are not accepted yet, also expired ones',
    input: page,
    output: shapes.inviteList,
    run: async (ports, caller, { input }) => listAnswer(await listInvites(ports, caller), input),
  }),
  operation({
    ...ofPeople,
    name: 'invites.create',
    place: { method: 'POST', path: '/v1/invites', status: 201 },
    summary: 'Invite a person by e-mail address, with a role',
    description:
      'Open for seven days. Where mail is set up a link is sent that accepts it; else `sentAt` is null, and the person accepts by signing in with the provider.',
    input: shapes.newInvite,
    example: { email: 'buyer@example.com', role: 'viewer' },
    output: shapes.oneInvite,
    errors: ['conflict'],
    run: async (ports, caller, { input, once }) =>
      success(await createInvite(ports, caller, input, once)),
  }),
  operation({
    ...ofPeople,
    name: 'invites.resend',
    place: 'POST /v1/invites/{id}/resend',
    summary: 'Send an invitation again, open for another seven days',
    description: 'The link of the former mail is worth nothing from then on.',
    subject,
    output: shapes.oneInvite,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { id }, once }) =>
      success(await resendInvite(ports, caller, id, once)),
  }),
  operation({
    ...ofPeople,
    name: 'invites.withdraw',
    place: 'DELETE /v1/invites/{id}',
    summary: 'Take an invitation back',
    idempotency: 'repeatable',
    subject,
    output: done,
    run: (ports, caller, { subject: { id } }) =>
      withdrawInvite(ports, caller, id).then(() => success({})),
  }),
  operation({
    ...ofSessions,
    name: 'sessions.list',
    place: 'GET /v1/sessions',
    summary: 'Where you are signed in; for admins, where everyone is',
    input: shapes.sessionQuery,
    output: shapes.sessionList,
    run: async (ports, caller, { input }) =>
      listAnswer(await listSessions(ports, caller, input), input),
  }),
  operation({
    ...ofSessions,
    name: 'sessions.revoke',
    place: 'DELETE /v1/sessions/{id}',
    summary: 'End a session: one of your own, for admins anybody’s',
    description: 'It holds from the next request of the session on, in every process.',
    idempotency: 'repeatable',
    subject,
    output: done,
    run: (ports, caller, { subject: { id } }) =>
      revokeSession(ports, caller, id).then(() => success({})),
  }),
  operation({
    ...ofSessions,
    name: 'sessions.revokeOthers',
    place: 'POST /v1/me/sign-out-others',
    summary: 'End all of your sessions but this one',
    effects: 'destroys',
    output: shapes.endedSessions,
    run: (ports, caller, { once }) => revokeOtherSessions(ports, caller, once),
  }),
] as const;

export const people = feature({
  name: 'people',
  operations: peopleOperations,
  kinds: [personKind, peopleHeadKind, sessionKind, inviteKind, signInLinkKind],
});
