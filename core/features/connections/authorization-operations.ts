import * as shapes from '../../accounts/authorization-schema.ts';
import { beginAuthorization, finishAuthorization, redeemCode } from '../../accounts/authorize.ts';
import { createdConnection } from '../../accounts/schema.ts';
import { success } from '../../base/schema/envelope.ts';
import { operation } from '../../operations/operation.ts';

/** No model may ask for them: they deal with credentials. */
const common = { topic: 'Accounts', scope: 'admin', approval: 'impossible' } as const;

export const authorizationOperations = [
  operation({
    ...common,
    name: 'connections.authorize',
    place: { method: 'POST', path: '/v1/oauth/authorize', status: 201 },
    summary: 'Begin to connect a platform by OAuth',
    description:
      'Send a person to `authorizeUrl`. The platform sends the person back to `/oauth/callback` of this service with `state` and a code, within half an hour. With `connectionId` an existing connection gets the new credentials. `GET /v1/platforms` says which platforms take it here (`authorization`), and which `credentials` can be added.',
    input: shapes.newAuthorization,
    output: shapes.begunAuthorization,
    errors: ['not_found'],
    run: async (ports, caller, { input, once }) =>
      success(await beginAuthorization(ports, caller, input, once)),
  }),
  operation({
    ...common,
    name: 'connections.redeem',
    place: 'POST /v1/oauth/redeem',
    summary: 'Hand in the code that a platform has sent back, and see the ad accounts it reaches',
    description:
      'Only the key, and the session, that began may go on. Asked again it answers the same.',
    input: shapes.returned,
    output: shapes.reachedAccounts,
    errors: ['not_found', 'gone', 'platform_error'],
    run: async (ports, caller, { input, once }) =>
      success(await redeemCode(ports, caller, input, once)),
  }),
  operation({
    ...common,
    name: 'connections.finish',
    place: { method: 'POST', path: '/v1/oauth/finish', status: 201 },
    summary: 'Connect the ad accounts that were picked',
    description:
      'Makes the connection, or gives the existing one its new credentials. Ad accounts that are not picked are not registered.',
    input: shapes.pickedAccounts,
    output: createdConnection,
    errors: ['not_found', 'gone'],
    run: async (ports, caller, { input, once }) =>
      success(await finishAuthorization(ports, caller, input, once)),
  }),
] as const;
