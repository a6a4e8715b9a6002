import * as v from 'valibot';
import { connectPlatform, disconnect, listConnections, testConnection } from '../../core/accounts/connect.ts';
import { listAdAccounts, listProfiles } from '../../core/accounts/discover.ts';
import {
  changeLaunchDefaults,
  launchDefaults,
  launchDefaultsBody,
  showLaunchDefaults,
} from '../../core/launch/accept/defaults.ts';
import * as shapes from '../../core/schema/accounts.ts';
import { answer, done, listAnswer, pageQuery, success } from '../../core/schema/envelope.ts';
import { ownId } from '../../core/schema/fields.ts';
import { route } from '../http/route.ts';

const tag = 'Accounts';
const byId = v.object({ id: ownId });

export const accountRoutes = [
  route({
    method: 'GET',
    path: '/v1/connections',
    tag,
    summary: 'The platforms your company is connected to',
    scope: 'admin',
    query: v.object(pageQuery),
    response: shapes.connectionList,
    run: async (ports, caller, { query }) => listAnswer(await listConnections(ports, caller.companyId), query),
  }),
  route({
    method: 'POST',
    path: '/v1/connections',
    tag,
    summary: 'Connect a platform',
    notes: 'The credentials are tried, encrypted and never shown again; the ad accounts they reach are registered at once.',
    scope: 'admin',
    body: shapes.newConnection,
    response: shapes.createdConnection,
    status: 201,
    errors: [404, 502],
    run: async (ports, caller, { body, once }) => success(await connectPlatform(ports, caller, body, once)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/connections/{id}',
    tag,
    summary: 'Disconnect: forget the credentials and the ad accounts they reach',
    scope: 'admin',
    params: byId,
    response: done,
    run: (ports, caller, { params }) => disconnect(ports, caller, params.id).then(() => success({})),
  }),
  route({
    method: 'POST',
    path: '/v1/connections/{id}/test',
    tag,
    summary: 'Try a connection and bring its ad accounts up to date',
    scope: 'admin',
    params: byId,
    response: shapes.connectionTest,
    run: (ports, caller, { params, once }) => testConnection(ports, caller, params.id, once),
  }),
  route({
    method: 'GET',
    path: '/v1/adaccounts',
    tag,
    summary: 'The ad accounts of your company',
    scope: 'read',
    query: shapes.adAccountQuery,
    response: shapes.adAccountList,
    run: async (ports, caller, { query }) => listAnswer(await listAdAccounts(ports, caller.companyId, query), query),
  }),
  route({
    method: 'GET',
    path: '/v1/profiles',
    tag,
    summary: 'The pages and profiles ads of an account can be shown under',
    scope: 'read',
    query: shapes.profileQuery,
    response: shapes.profileList,
    errors: [404, 502],
    run: async (ports, caller, { query }) => listAnswer(await listProfiles(ports, caller.companyId, query), query),
  }),
  route({
    method: 'GET',
    path: '/v1/launch-defaults',
    tag,
    summary: 'What a launch with `useDefaults` fills in',
    notes: 'With `adAccountId` the account layer over the company layer, else the company layer alone.',
    scope: 'read',
    query: v.object(shapes.accountQueryEntries),
    response: answer({ data: launchDefaults }),
    errors: [404],
    run: async (ports, caller, { query }) =>
      success({
        data: await showLaunchDefaults(ports, caller.companyId, shapes.accountNamed(query)),
      }),
  }),
  route({
    method: 'PUT',
    path: '/v1/launch-defaults',
    tag,
    summary: 'Replace the company layer of the launch defaults, or the layer of an ad account',
    scope: 'launch',
    query: v.object(shapes.accountQueryEntries),
    body: launchDefaultsBody,
    response: answer({ data: launchDefaults }),
    errors: [404],
    run: async (ports, caller, { query, body }) =>
      success({
        data: await changeLaunchDefaults(ports, caller, body, shapes.accountNamed(query)),
      }),
  }),
];
