import type { Entity, JsonObject } from '../../entity.ts';
import { accountOf, type Endpoints, kinds, ok, reading, words } from '../wire/call.ts';
import { byPlace, byToken } from '../wire/pages.ts';
import { invalid, notFound } from '../wire/refusals.ts';
import { recordOf, text, texts } from '../wire/restli.ts';

export const accountEndpoints: Endpoints = {
  'GET adAccounts': {
    known: ['q', 'search', 'pageSize', 'pageToken', 'start', 'count', 'fields'],
    scopes: reading,
    run({ world, query, company }) {
      if (text(query, 'q') !== 'search') throw invalid('The finder must be search.', 'q');
      const status = recordOf(recordOf(query, 'search') ?? {}, 'status');
      const wanted = status === undefined ? undefined : texts(status, 'values');
      const rows = world
        .entities(kinds.account)
        .filter((account) => account.company === company && (wanted?.includes(words(account.data.status)) ?? true))
        .map(rowOf);
      // Callers page either way.
      return ok(query.count === undefined ? byToken(query, rows, 1_000) : byPlace(query, rows, 1_000));
    },
  },
  'GET adAccounts/{account}': {
    known: ['fields'],
    scopes: reading,
    run: (turn) => ok(rowOf(accountOf(turn))),
  },
  'GET organizationAcls': {
    known: ['q', 'role', 'state', 'start', 'count'],
    run({ world, query, company }) {
      if (text(query, 'q') !== 'roleAssignee') throw invalid('The finder must be roleAssignee.', 'q');
      const rows = world
        .entities(kinds.organization)
        .filter((each) => each.company === company)
        .map(({ id }) => ({ organization: id, role: 'ADMINISTRATOR', state: 'APPROVED', roleAssignee: 'urn:li:person:sandbox' }));
      return ok(byPlace(query, rows, 100));
    },
  },
  'GET organizations/{organization}': {
    known: ['fields'],
    run({ world, ids }) {
      const organization = world.get(`urn:li:organization:${ids.organization}`);
      if (organization?.kind !== kinds.organization) throw notFound(`organization ${ids.organization}`);
      return ok({ id: Number(ids.organization), ...organization.data });
    },
  },
};

const rowOf = (account: Entity): JsonObject => ({
  id: Number(account.id),
  ...account.data,
  version: { versionTag: '3' },
  changeAuditStamps: { created: { time: account.created }, lastModified: { time: account.updated } },
});
