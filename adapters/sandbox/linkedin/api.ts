import { version as versions } from '../../platforms/linkedin/version.ts';
import { isList } from '../kit/json.ts';
import { createLimits, type Tier } from '../kit/limits.ts';
import { createRouter } from '../kit/routes.ts';
import { createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import { createVersions } from '../kit/versions.ts';
import type { Entity, SimulatedPlatform, Table, World } from '../types.ts';
import { deadToken, faultLibrary, system, throttle } from './faults.ts';
import { accountEndpoints, tokenEndpoints } from './objects/accounts.ts';
import { conversionEndpoints } from './objects/conversions.ts';
import { creativeEndpoints } from './objects/creatives.ts';
import { fileEndpoints } from './objects/files.ts';
import { groupEndpoints } from './objects/groups.ts';
import { leadEndpoints } from './objects/leads.ts';
import { postEndpoints } from './objects/posts.ts';
import { projected } from './query.ts';
import { denied, type LinkedinFault, Refusal } from './refusals.ts';
import { reportEndpoints } from './report/report.ts';
import {
  type Endpoint,
  type Endpoints,
  type LinkedinCall,
  readCall,
  tokenKind,
  words,
} from './wire.ts';

const name = 'linkedin';
export const basePath = '/linkedin/rest';

export const endpoints: Endpoints = {
  ...accountEndpoints,
  ...groupEndpoints,
  ...creativeEndpoints,
  ...conversionEndpoints,
  ...leadEndpoints,
  ...postEndpoints,
  ...fileEndpoints,
  ...reportEndpoints,
  ...tokenEndpoints,
};
const endpointOf = createRouter(endpoints);

/** `tight` is ours: LinkedIn publishes no limits. */
const tiers: Table<Tier> = { tight: { all: { perSecond: 10, perMinute: 100 }, paths: {} } };

export function simulateLinkedin(
  world: World,
  options: { readonly url?: string } = {},
): SimulatedPlatform {
  const limits = createLimits(world, name, tiers, () => new Refusal(throttle));
  const tokens = createTokens(world, name, tokenKind);
  const isAlive = createVersions(world, name, versions);
  let answers = 0;

  const checkVersion = ({ headers }: LinkedinCall) => {
    const version = headers.get('linkedin-version') ?? '';
    if (!isAlive(version))
      throw new Refusal({
        status: 426,
        errorCode: 'NONEXISTENT_VERSION',
        message: `Requested version ${version} is not active`,
      });
  };

  const authenticate = ({ token }: LinkedinCall): Entity => {
    if (token === undefined)
      throw new Refusal({
        ...deadToken,
        serviceErrorCode: 65_604,
        message: 'Empty oauth2 access token',
      });
    const entity = tokens.living(token);
    const endsAt = entity?.data.ends_at;
    if (entity === undefined || token.startsWith('refresh of ')) throw new Refusal(deadToken);
    if (typeof endsAt === 'number' && endsAt <= world.now())
      throw new Refusal({
        ...deadToken,
        serviceErrorCode: 65_601,
        message: 'The token used in the request has expired',
      });
    return entity;
  };

  const checkScopes = ({ scopes, also = [] }: Endpoint, held: readonly string[]) => {
    const lacking = also.find((scope) => !held.includes(scope));
    if (
      lacking !== undefined ||
      (scopes !== undefined && !scopes.some((scope) => held.includes(scope)))
    )
      throw denied(`Not enough permissions: ${lacking ?? scopes?.join(' or ')} is missing.`);
  };

  return createShell<LinkedinCall, LinkedinFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget: limits,
    unavailable: system,
    revokedFor: 401,
    async read(request, mount) {
      const call = await readCall(request, mount, options.url);
      return call ?? new Response('', { status: 404 });
    },
    see({ method, path, query, token }) {
      const action =
        /^(images|videos|documents)$/.test(path) && typeof query.action === 'string'
          ? `/${query.action}`
          : '';
      const upload = /^upload\/(\w+)\//.exec(path)?.[1];
      const seen = upload === undefined ? `${path}${action}` : `upload/${upload}`;
      const [first, account, below] = path.split('/');
      return {
        method,
        path: `/${seen}`,
        token,
        // Token calls are not counted.
        ...(first !== 'oauth' && {
          counted: `${method} ${upload === undefined ? (below ?? first ?? '') : 'upload'}`,
        }),
        account: first === 'adAccounts' ? account : undefined,
      };
    },
    carryOut(call, fired) {
      const { query, body, bytes, headers, base } = call;
      const found = endpointOf(call.method, call.path);
      const isToken = call.path.startsWith('oauth/');
      if (!isToken) limits.count(call.path);
      if (!isToken && !call.path.startsWith('upload/')) checkVersion(call);
      const member = isToken ? undefined : authenticate(call);
      if (found === undefined)
        throw new Refusal({
          status: 404,
          errorCode: 'NOT_FOUND',
          message: `No resource /${call.path}`,
        });
      if (found === 'method')
        throw new Refusal({
          status: 405,
          message: `The method ${call.method} is not supported here.`,
        });
      const unknown = Object.keys(query).find((param) => !found.route.known.includes(param));
      if (unknown !== undefined)
        throw new Refusal({
          status: 400,
          errorCode: 'QUERY_PARAM_NOT_ALLOWED',
          message: `Query parameter ${unknown} is not allowed.`,
        });
      const scopes = isList(member?.data.scopes)
        ? member.data.scopes.map((scope) => words(scope))
        : [];
      checkScopes(found.route, scopes);
      const company = member?.company ?? '';
      return projected(
        query,
        found.route.run({
          world,
          query,
          body,
          bytes,
          headers,
          base,
          company,
          scopes,
          fired,
          ids: found.ids,
        }),
      );
    },
    refuse({ status, message, errorCode, serviceErrorCode, field }) {
      return {
        status,
        body: {
          status,
          message,
          ...(serviceErrorCode !== undefined && { serviceErrorCode }),
          ...(errorCode !== undefined && { code: errorCode }),
          ...(field !== undefined && {
            errorDetailType: 'com.linkedin.common.error.BadRequest',
            errorDetails: {
              inputErrors: [{ description: message, input: { inputPath: { fieldPath: field } } }],
            },
          }),
        },
      };
    },
    finish: (answer) => ({
      ...answer,
      headers: {
        'content-type': 'application/json',
        'x-li-uuid': `AAY${String(++answers).padStart(12, '0')}`,
        'x-li-fabric': 'sandbox',
        ...answer.headers,
      },
    }),
  });
}
