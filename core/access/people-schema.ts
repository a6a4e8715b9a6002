import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../base/schema/envelope.ts';
import { nameText, shortText } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { flag } from '../base/schema/request-fields.ts';
import { roles } from './roles.ts';

const role = v.picklist(roles, `A role is one of ${roles.join(', ')}.`);

export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254, 'At most 254 characters fit here.'),
  v.email('This is no e-mail address.'),
);

const workspaceRole = v.object({ workspaceId: shortText(100), role });

const grants = {
  role: v.optional(
    v.nullable(
      v.pipe(
        role,
        v.description(
          'In all workspaces, and with what belongs to the whole company. viewer looks, launcher launches, manager changes what is there, admin decides who may do what.',
        ),
      ),
    ),
  ),
  workspaces: v.optional(
    v.pipe(
      listOfAtMost(workspaceRole, 100, 'workspaces'),
      v.description('Roles in single workspaces, beside or instead of `role`.'),
    ),
  ),
};

export const personChanges = v.object({ name: v.optional(v.nullable(nameText(100))), ...grants });
export type PersonChanges = v.InferOutput<typeof personChanges>;

const held = { role: v.nullable(role), workspaces: v.array(workspaceRole) };

export const person = v.object({
  id: v.string(),
  email: v.string(),
  name: v.nullable(v.string()),
  ...held,
  createdAt: v.string(),
  lastSeenAt: v.nullable(v.string()),
});
export type ShownPerson = v.InferOutput<typeof person>;

export const personList = listOf(person);
export const onePerson = answer(person.entries);

export const newInvite = v.object({
  email: emailAddress,
  name: v.optional(nameText(100)),
  ...grants,
});
export type NewInvite = v.InferOutput<typeof newInvite>;

const invite = v.object({
  id: v.string(),
  email: v.string(),
  name: v.nullable(v.string()),
  ...held,
  status: v.picklist(['open', 'expired']),
  createdAt: v.string(),
  expiresAt: v.string(),
  sentAt: v.pipe(
    v.nullable(v.string()),
    v.description('When it was last mailed. null: it was not, tell the person yourself.'),
  ),
});
export type ShownInvite = v.InferOutput<typeof invite>;

export const inviteList = listOf(invite);
export const oneInvite = answer(invite.entries);

export const sessionQuery = v.object({
  ...pageQuery,
  everyone: v.optional(
    v.pipe(flag, v.description('Of all keys and persons of the company: for admins.')),
  ),
});

export const session = v.object({
  id: v.string(),
  current: v.pipe(v.boolean(), v.description('The one this request belongs to.')),
  holder: v.object({ kind: v.picklist(['key', 'person']), id: v.string(), name: v.string() }),
  signedInBy: v.picklist(['key', 'email', 'oidc']),
  beganAt: v.string(),
  expiresAt: v.string(),
  address: v.nullable(v.string()),
  agent: v.pipe(v.nullable(v.string()), v.description('What the browser says it is.')),
});
export type ShownSession = v.InferOutput<typeof session>;

export const sessionList = listOf(session);
export const endedSessions = answer({ ended: v.number() });
export type EndedSessions = v.InferOutput<typeof endedSessions>;

export const signedOut = answer({
  ended: v.number(),
  programs: v.pipe(
    v.number(),
    v.description('Connected programs that acted for the person, and are ended too.'),
  ),
});
export type SignedOut = v.InferOutput<typeof signedOut>;
