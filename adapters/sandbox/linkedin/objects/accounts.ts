import { isList } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import { addToken } from '../../kit/tokens.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { byKeys, byPlace, byToken, recordOf, text, texts } from '../query.ts';
import { invalid, notFound } from '../refusals.ts';
import { clientId, clientSecret } from '../seed/ids.ts';
import {
  accountOf,
  type Endpoint,
  type Endpoints,
  kinds,
  numberOf,
  ok,
  reading,
  tokenKind,
  words,
} from '../wire.ts';

export const accountEndpoints: Endpoints = {
  'GET adAccounts': {
    known: names('q search ids pageSize pageToken start count fields'),
    scopes: reading,
    run({ world, query, company }) {
      const ids = texts(query, 'ids');
      const byId = (id: string): JsonObject | undefined => {
        const account = world.get(id);
        return account?.kind === kinds.account && account.company === company
          ? rowOf(account)
          : undefined;
      };
      if (ids !== undefined) return ok(byKeys(ids, byId));
      if (text(query, 'q') !== 'search') throw invalid('The finder must be search.', 'q');
      const search = recordOf(query, 'search') ?? {};
      const valuesOf = (name: string) => texts(recordOf(search, name) ?? {}, 'values');
      const [statuses, urns] = [valuesOf('status'), valuesOf('id')?.map(numberOf)];
      const rows = world
        .entities(kinds.account)
        .filter(
          ({ company: own, data }) =>
            own === company && (statuses?.includes(words(data.status)) ?? true),
        )
        .filter(({ id }) => urns?.includes(id) ?? true)
        .map(rowOf);
      // Callers page either way.
      return ok(
        query.count === undefined ? byToken(query, rows, 1_000) : byPlace(query, rows, 1_000),
      );
    },
  },
  'GET adAccounts/{account}': {
    known: ['fields'],
    scopes: reading,
    run: (turn) => ok(rowOf(accountOf(turn))),
  },
  'GET adAccountUsers': {
    known: names('q accounts start count fields'),
    scopes: reading,
    run({ world, query, company }) {
      if (text(query, 'q') !== 'accounts') throw invalid('The finder must be accounts.', 'q');
      const urns = texts(query, 'accounts');
      if (urns === undefined) throw invalid('accounts is required.', 'accounts');
      const rows = urns.flatMap((account) => {
        const found = world.get(numberOf(account));
        if (found?.kind !== kinds.account || found.company !== company) return [];
        return [
          {
            account,
            user: 'urn:li:person:sandbox',
            role: 'ACCOUNT_MANAGER',
            changeAuditStamps: stampsOf(found),
          },
        ];
      });
      return ok(byPlace(query, rows, 1_000));
    },
  },
  'GET organizationAcls': {
    known: ['q', 'role', 'state', 'start', 'count'],
    scopes: ['rw_organization_admin', 'r_organization_admin'],
    run({ world, query, company }) {
      if (text(query, 'q') !== 'roleAssignee')
        throw invalid('The finder must be roleAssignee.', 'q');
      const rows = world
        .entities(kinds.organization)
        .filter((each) => each.company === company)
        .map(({ id }) => ({
          organization: id,
          role: 'ADMINISTRATOR',
          state: 'APPROVED',
          roleAssignee: 'urn:li:person:sandbox',
        }));
      return ok(byPlace(query, rows, 100));
    },
  },
  'GET organizations/{organization}': {
    known: ['fields'],
    run({ world, ids }) {
      const organization = world.get(`urn:li:organization:${ids.organization}`);
      if (organization?.kind !== kinds.organization)
        throw notFound(`organization ${ids.organization}`);
      return ok({ id: Number(ids.organization), ...organization.data });
    },
  },
};

const rowOf = (account: Entity): JsonObject => ({
  id: Number(account.id),
  ...account.data,
  version: { versionTag: '3' },
  changeAuditStamps: stampsOf(account),
});

const stampsOf = ({ created, updated }: Entity): JsonObject => ({
  created: { time: created },
  lastModified: { time: updated },
});

/** Sixty days, and a year. */
const accessSeconds = 5_184_000;
const refreshSeconds = 31_536_000;

const refused = (error: string, error_description: string) => ({
  status: 400,
  body: { error, error_description },
});

/** The refresh token stays the same for the rest of its year. */
const renew: Endpoint = {
  known: [],
  run({ world, body }) {
    if (body.grant_type !== 'refresh_token')
      return refused('unsupported_grant_type', 'Only refresh_token is simulated.');
    if (body.client_id !== clientId || body.client_secret !== clientSecret)
      return refused('invalid_client', 'Client authentication failed');
    const given = words(body.refresh_token);
    const source = world.get(tokenKind.idOf(`refresh of ${given}`));
    const left =
      source === undefined
        ? 0
        : refreshSeconds - Math.floor((world.now() - source.created) / 1_000);
    if (source === undefined || left <= 0)
      return refused(
        'invalid_request',
        'The provided authorization grant or refresh token is invalid, expired or revoked',
      );
    const token = `renewed-${world.sequence()}`;
    const expires_in = Math.min(accessSeconds, left);
    const scopes = isList(source.data.scopes) ? source.data.scopes : [];
    addToken(world, tokenKind, source.company, token, {
      scopes,
      ends_at: world.now() + expires_in * 1_000,
    });
    return ok({
      access_token: token,
      expires_in,
      refresh_token: given,
      refresh_token_expires_in: left,
    });
  },
};

const introspect: Endpoint = {
  known: [],
  run({ world, body }) {
    if (body.client_id !== clientId || body.client_secret !== clientSecret)
      return refused('invalid_client', 'Client authentication failed');
    const token = world.get(tokenKind.idOf(words(body.token)));
    if (token === undefined) return ok({ active: false });
    const seconds = (at: number) => Math.floor(at / 1_000);
    const endsAt =
      typeof token.data.ends_at === 'number'
        ? token.data.ends_at
        : world.now() + accessSeconds * 1_000;
    return ok({
      active: endsAt > world.now(),
      client_id: clientId,
      authorized_at: seconds(token.created),
      created_at: seconds(token.created),
      status: endsAt > world.now() ? 'active' : 'expired',
      expires_at: seconds(endsAt),
      scope: (isList(token.data.scopes) ? token.data.scopes : []).join(','),
      auth_type: '3L',
    });
  },
};

export const tokenEndpoints: Endpoints = {
  'POST oauth/accessToken': renew,
  'POST oauth/introspectToken': introspect,
};
