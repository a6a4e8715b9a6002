import * as v from 'valibot';
import {
  connectPlatform,
  disconnect,
  listConnections,
  testConnection,
} from '../../accounts/connect.ts';
import { listAdAccounts, listProfiles } from '../../accounts/discover.ts';
import { replaceCredentials } from '../../accounts/reconnect.ts';
import { connectionKind } from '../../accounts/records.ts';
import * as shapes from '../../accounts/schema.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { answer, done, listAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { requestWarnings } from '../../base/schema/request-fields.ts';
import { launchDefaults } from '../../launch/accept/defaults.ts';
import { operation } from '../../operations/operation.ts';
import { changeLaunchDefaults, launchDefaultsBody, showLaunchDefaults } from './launch-defaults.ts';

const topic = 'Accounts';
const subject = v.object({ id: ownId });
const adminOnly = { topic, scope: 'admin' } as const;
const reading = { topic, scope: 'read' } as const;

export const accountOperations = [
  operation({
    ...adminOnly,
    name: 'connections.list',
    place: 'GET /v1/connections',
    summary: 'The platforms your company is connected to',
    input: v.object(pageQuery),
    output: shapes.connectionList,
    run: async (ports, caller, { input }) =>
      listAnswer(await listConnections(ports, caller.companyId), input),
  }),
  operation({
    ...adminOnly,
    name: 'connections.create',
    place: { method: 'POST', path: '/v1/connections', status: 201 },
    summary: 'Connect a platform',
    description:
      'The credentials are tried, encrypted and never shown again; the ad accounts they reach are registered at once.',
    approval: 'impossible',
    input: shapes.newConnection,
    output: shapes.createdConnection,
    errors: ['not_found', 'platform_error'],
    run: async (ports, caller, { input, once }) =>
      success(await connectPlatform(ports, caller, input, once)),
  }),
  operation({
    ...adminOnly,
    name: 'connections.replaceCredentials',
    place: 'PUT /v1/connections/{id}/credentials',
    summary: 'Give a connection new credentials, in place',
    description:
      'They are tried and encrypted as those of a new connection. Its id, its ad accounts and all that was launched and reported through it stay.',
    approval: 'impossible',
    idempotency: 'repeatable',
    subject,
    input: shapes.newCredentials,
    output: shapes.createdConnection,
    errors: ['not_found', 'platform_error'],
    run: async (ports, caller, { subject: { id }, input }) =>
      success(await replaceCredentials(ports, caller, id, input.credentials)),
  }),
  operation({
    ...adminOnly,
    name: 'connections.delete',
    place: 'DELETE /v1/connections/{id}',
    summary: 'Disconnect: forget the credentials and the ad accounts they reach',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: connectionKind,
    output: done,
    run: (ports, caller, { subject: { id } }) =>
      disconnect(ports, caller, id).then(() => success({})),
  }),
  operation({
    ...adminOnly,
    name: 'connections.test',
    place: 'POST /v1/connections/{id}/test',
    summary: 'Try a connection and bring its ad accounts up to date',
    approval: 'never',
    subject,
    output: shapes.connectionTest,
    run: (ports, caller, { subject: { id }, once }) => testConnection(ports, caller, id, once),
    parts: {
      of: async (_ports, _companyId, { ok, problem }, { id }) => [
        {
          type: 'connection',
          id: String(id),
          outcome: ok ? 'done' : 'refused',
          ...(problem && { reason: problem.message }),
        },
      ],
    },
  }),
  operation({
    ...adminOnly,
    name: 'connections.testAll',
    place: 'POST /v1/connection-tests',
    summary: 'Try all connections and bring their ad accounts up to date',
    description: 'In one request, as `slipway doctor` does.',
    approval: 'never',
    output: shapes.connectionTests,
    run: (ports, caller, { once }) =>
      once.inOneCommit<v.InferOutput<typeof shapes.connectionTests>>(async (conclude) => {
        const connections = await listConnections(ports, caller.companyId);
        const data = await mapBounded(connections, 4, async ({ id, name, platform }) => {
          const { success: _, ...tested } = await testConnection(ports, caller, id);
          return { id, name, platform, ...tested };
        });
        const answer = listAnswer(data, {}, data.length);
        await conclude([], answer);
        return answer;
      }),
    parts: {
      of: async (_ports, _companyId, { data }) =>
        data.map(({ id, name, ok, problem }) => ({
          type: 'connection',
          id,
          name,
          outcome: ok ? ('done' as const) : ('refused' as const),
          ...(problem && { reason: problem.message }),
        })),
    },
  }),
  operation({
    ...reading,
    name: 'accounts.list',
    place: 'GET /v1/adaccounts',
    summary: 'The ad accounts of your company',
    input: shapes.adAccountQuery,
    output: shapes.adAccountList,
    run: async (ports, caller, { input }) =>
      listAnswer(await listAdAccounts(ports, caller.companyId, input), input),
  }),
  operation({
    ...reading,
    name: 'accounts.profiles',
    place: 'GET /v1/profiles',
    summary: 'The pages and profiles ads of an account can be shown under',
    input: shapes.profileQuery,
    output: shapes.profileList,
    errors: ['not_found', 'platform_error'],
    run: async (ports, caller, { input }) =>
      listAnswer(await listProfiles(ports, caller.companyId, input), input),
  }),
  operation({
    ...reading,
    name: 'launchDefaults.get',
    place: 'GET /v1/launch-defaults',
    summary: 'What a launch with `useDefaults` fills in',
    description:
      'With `adAccountId` the account layer over the company layer, else the company layer alone.',
    input: v.object(shapes.accountQueryEntries),
    output: answer({ data: launchDefaults }),
    errors: ['not_found'],
    run: async (ports, caller, { input }) =>
      success({
        data: await showLaunchDefaults(ports, caller.companyId, shapes.accountNamed(input)),
      }),
  }),
  operation({
    name: 'launchDefaults.replace',
    place: {
      method: 'PUT',
      path: '/v1/launch-defaults',
      query: ['adAccountId', 'accountId', 'businessId', 'accountIds'],
    },
    topic,
    summary: 'Replace the company layer of the launch defaults, or the layer of an ad account',
    description:
      'What the request leaves out is not set any more; a warning names a `page` or `secondary` that is lost by it.',
    scope: 'launch',
    preview: 'quiet',
    idempotency: 'repeatable',
    options: v.object(shapes.accountQueryEntries),
    input: launchDefaultsBody,
    output: answer({ data: launchDefaults, warnings: requestWarnings }),
    errors: ['not_found'],
    run: async (ports, caller, { input, options }) =>
      success(await changeLaunchDefaults(ports, caller, input, shapes.accountNamed(options))),
  }),
] as const;
