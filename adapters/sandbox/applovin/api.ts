import { version } from '../../platforms/applovin/version.ts';
import type { Entity, Table } from '../entity.ts';
import { createRouter } from '../kit/routes.ts';
import { createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { SimulatedPlatform } from '../platform.ts';
import type { World } from '../world.ts';
import { faultLibrary, system } from './faults.ts';
import { createLimits } from './limits.ts';
import { assetEndpoints } from './objects/assets.ts';
import { campaignEndpoints } from './objects/campaigns.ts';
import { creativeSetEndpoints } from './objects/creative-sets.ts';
import {
  type ApplovinCall,
  type ApplovinFault,
  accountEntity,
  checkKnown,
  type Endpoints,
  kinds,
  missing,
  Refusal,
  readCall,
  tokenKind,
} from './wire.ts';

const name = 'applovin';
export const basePath = `/applovin/manage/${version.pinned}`;

const endpoints: Endpoints = { ...campaignEndpoints, ...creativeSetEndpoints, ...assetEndpoints };
const endpointOf = createRouter(endpoints);

export function simulateApplovin(world: World, options: { readonly url?: string } = {}): SimulatedPlatform {
  const limits = createLimits(world, name);
  const tokens = createTokens(world, name, tokenKind);
  let answers = 0;

  const authenticate = ({ token, account: id, method }: ApplovinCall): Entity => {
    const key = token === undefined || tokens.revokedFor(token) !== undefined ? undefined : tokens.find(token);
    if (key === undefined) throw new Refusal(401, 'The key is not valid.');
    if (id === undefined || !/^\d+$/.test(id)) throw missing('account_id');
    const account = world.get(accountEntity(id));
    const isOpen = account?.kind === kinds.account && account.company === key.company;
    if (!isOpen || (method === 'POST' && key.data.main !== true)) throw new Refusal(403, 'The key does not open this account.');
    return account;
  };

  return createShell<ApplovinCall, ApplovinFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget: limits,
    unavailable: system,
    revokedFor: 401,
    async read(request, mount) {
      const call = await readCall(request, mount, options.url);
      const isKnown = call !== undefined && endpointOf(call.method, call.path) !== undefined;
      return isKnown ? call : new Response('', { status: 404, headers: traceOf(++answers) });
    },
    see: ({ method, path, account, token }) => ({ method, path: `/${path}`, account, token, counted: `${method} ${path}` }),
    carryOut(call, fired) {
      limits.count(call.account);
      const account = authenticate(call);
      const found = endpointOf(call.method, call.path);
      if (found === undefined || found === 'method') throw new Refusal(405, `The method ${call.method} is not supported here.`);
      checkKnown(call.params, found.route.known);
      const { params, files, base } = call;
      return { status: 200, body: found.route.run({ world, params, files, base, account, fired }) };
    },
    // Faults stand in headers; the body is not published.
    refuse: ({ status, code, message }) => ({
      status,
      body: null,
      text: '',
      headers: { 'x-al-error-message': message, ...(code !== undefined && { 'x-al-error-code': String(code) }) },
    }),
    finish(answer, { account, path }, fired) {
      if (answer.status >= 400) limits.countError(account);
      if (path === 'asset/upload' && fired.has('file-refused')) limits.countError(account);
      const json = answer.text ?? JSON.stringify(answer.body);
      return {
        ...answer,
        text: fired.has('ids-as-numbers') ? json.replace(/"(id|campaign_id)":"(\d{6,15})"/g, '"$1":$2') : json,
        headers: { 'content-type': 'application/json', ...answer.headers, ...traceOf(++answers) },
      };
    },
    htmlPage: '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>',
  });
}

const traceOf = (number: number): Table<string> => ({
  'x-trace-id': `axon-${String(number).padStart(12, '0')}`,
});
