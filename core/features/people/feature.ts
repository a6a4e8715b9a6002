import { inviteKind } from '../../access/invites.ts';
import { peopleHeadKind, personKind } from '../../access/person-records.ts';
import { sessionKind } from '../../access/sessions.ts';
import { signInLinkKind } from '../../access/sign-in-links.ts';
import { feature } from '../../operations/feature.ts';
import { peopleOperations } from './operations.ts';

/** People, their invitations and sessions. */
export const people = feature({
  name: 'people',
  operations: peopleOperations,
  kinds: [personKind, peopleHeadKind, sessionKind, inviteKind, signInLinkKind],
});
