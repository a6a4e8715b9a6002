import { accountNotesKind, doctorEndings } from '../../accounts/account-notes.ts';
import { authorizationKind, forgetAuthorizations } from '../../accounts/authorize.ts';
import { dayCountKind } from '../../accounts/day-counts.ts';
import { keptListKind } from '../../accounts/kept-list.ts';
import { adAccountKind, connectionKind } from '../../accounts/records.ts';
import { watchConnections } from '../../accounts/watch-connections.ts';
import { feature, sealedPlace } from '../../operations/feature.ts';
import { authorizationOperations } from './authorization-operations.ts';
import { accountOperations } from './operations.ts';

export const connections = feature({
  name: 'connections',
  topics: { Accounts: 'Platforms, ad accounts, pages and what launches start from.' },
  events: { 'connection.expiring': 'Credentials end or have ended' },
  operations: [...accountOperations, ...authorizationOperations],
  kinds: [
    connectionKind,
    authorizationKind,
    adAccountKind,
    accountNotesKind,
    dayCountKind,
    keptListKind,
  ],
  sealed: [
    sealedPlace(connectionKind, {
      use: 'credentials',
      name: 'connection',
      textOf: ({ sealedCredentials }) => sealedCredentials,
      withText: (doc, sealedCredentials) => ({ ...doc, sealedCredentials }),
    }),
    sealedPlace(authorizationKind, {
      use: 'credentials',
      name: 'connection under way',
      textOf: ({ sealed }) => sealed,
      withText: (doc, sealed) => ({ ...doc, sealed }),
    }),
  ],
  forget: forgetAuthorizations,
  watch: watchConnections,
  doctor: doctorEndings,
});
