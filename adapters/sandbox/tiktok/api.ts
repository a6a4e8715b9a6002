import { version } from '../../platforms/tiktok/version.ts';
import { runDueComments } from '../kit/comments.ts';
import { createLimits, type Tier } from '../kit/limits.ts';
import { createRouter } from '../kit/routes.ts';
import { createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { Answer, Json, SimulatedPlatform, Table, World } from '../types.ts';
import { concurrentText, faultLibrary, system } from './faults.ts';
import { accountEndpoints, identityEndpoints } from './objects/accounts.ts';
import { adEndpoints } from './objects/ads.ts';
import { adGroupEndpoints, campaignEndpoints } from './objects/campaigns.ts';
import { commentEndpoints, commentSection } from './objects/comments.ts';
import { copyEndpoints, runDueCopies } from './objects/copies.ts';
import { eventEndpoints } from './objects/events.ts';
import { imageEndpoints, videoEndpoints } from './objects/files.ts';
import { leadFileEndpoints } from './objects/lead-files.ts';
import { leadEndpoints } from './objects/leads.ts';
import { listEndpoints, switchingEndpoints } from './objects/lists.ts';
import { portfolioEndpoints } from './objects/portfolios.ts';
import { reviewEndpoints } from './objects/reviews.ts';
import { materialReportEndpoints } from './report/materials.ts';
import { reportEndpoints } from './report/report.ts';
import { smartAdGroupEndpoints } from './smart/ad-groups.ts';
import { smartAdEndpoints } from './smart/ads.ts';
import { smartCampaignEndpoints } from './smart/campaigns.ts';
import { runDueSmartCopies, smartCopyEndpoints } from './smart/copies.ts';
import { smartListEndpoints } from './smart/lists.ts';
import { smartReviewEndpoints } from './smart/reviews.ts';
import {
  checkKnown,
  type Endpoints,
  Refusal,
  readCall,
  type TiktokCall,
  type TiktokFault,
  tokenKind,
} from './wire.ts';

const name = 'tiktok';
export const basePath = `/tiktok/open_api/${version.pinned}`;

export const endpoints: Endpoints = {
  ...accountEndpoints,
  ...identityEndpoints,
  ...listEndpoints,
  ...campaignEndpoints,
  ...adGroupEndpoints,
  ...adEndpoints,
  ...switchingEndpoints,
  ...imageEndpoints,
  ...videoEndpoints,
  ...copyEndpoints,
  ...eventEndpoints,
  ...reportEndpoints,
  ...commentEndpoints,
  ...leadEndpoints,
  ...leadFileEndpoints,
  ...portfolioEndpoints,
  ...reviewEndpoints,
  ...smartListEndpoints,
  ...smartCampaignEndpoints,
  ...smartAdGroupEndpoints,
  ...smartAdEndpoints,
  ...smartReviewEndpoints,
  ...smartCopyEndpoints,
  ...materialReportEndpoints,
};
const endpointOf = createRouter(endpoints);

/** `sandbox`: limits of TikTok's own sandbox. */
const tiers: Table<Tier> = {
  basic: {
    all: { perSecond: 10, perMinute: 600 },
    paths: {
      'ad/create': { perSecond: 5, perMinute: 150 },
      'campaign/copy/task/create': { perSecond: 1, perMinute: 30 },
      'campaign/copy/task/check': { perSecond: 2, perMinute: 60 },
    },
  },
  sandbox: { all: { perSecond: 1, perMinute: 30 }, paths: {} },
};

const ok: TiktokFault = { code: 0, message: 'OK' };
const partial: TiktokFault = { code: 20001, message: 'Partial success' };
const revokedFor = 40105;

export function simulateTiktok(
  world: World,
  options: { readonly url?: string } = {},
): SimulatedPlatform {
  const { code: tooMany, message } = faultLibrary.throttle?.refusal ?? system;
  const limits = createLimits(world, name, tiers, () => new Refusal(tooMany, message));
  const tokens = createTokens(world, name, tokenKind);
  let answers = 0;

  const authenticate = ({ token, method }: TiktokCall): string => {
    if (token === undefined) throw new Refusal(40104, 'Access token is null in the header.');
    const entity = tokens.living(token);
    if (entity === undefined)
      throw new Refusal(revokedFor, 'Access token is incorrect or has been revoked.');
    if (method === 'POST' && entity.data.main !== true)
      throw new Refusal(
        40001,
        'Permission error: The access token lacks the required scope for this endpoint.',
      );
    return entity.company;
  };

  const envelope = ({ code, message }: TiktokFault, data: Json): Answer => {
    const stamp = new Date(world.now()).toISOString().replace(/\D/g, '').slice(0, 14);
    const request_id = `${stamp}${String(++answers).padStart(18, '0')}`;
    return { status: 200, body: { code, message, request_id, data } };
  };

  const busy = new Set<string>();
  /**
   * One ad of an ad group at a time. Making it takes as long again as the sandbox lets every
   * request wait.
   */
  const alone = async (adGroup: string, run: () => Answer): Promise<Answer> => {
    if (busy.has(adGroup)) throw new Refusal(41021, concurrentText);
    busy.add(adGroup);
    try {
      await world.sleep(Number(world.notes.get('latency') ?? 0));
      return run();
    } finally {
      busy.delete(adGroup);
    }
  };

  return createShell<TiktokCall, TiktokFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget: limits,
    unavailable: system,
    revokedFor,
    async read(request, mount) {
      const call = await readCall(request, mount, options.url);
      // Without an envelope.
      const isKnown = call !== undefined && endpointOf(call.method, call.path) !== undefined;
      return isKnown ? call : new Response('404 page not found', { status: 404 });
    },
    runDue() {
      runDueComments(world, commentSection);
      runDueSmartCopies(world);
      return runDueCopies(world);
    },
    see: ({ method, path, params, token }) => ({
      method,
      path: `/${path}`,
      token,
      counted: `${method} ${path}`,
      account: typeof params.advertiser_id === 'string' ? params.advertiser_id : undefined,
    }),
    carryOut(call, fired) {
      limits.count(call.path);
      const company = authenticate(call);
      const found = endpointOf(call.method, call.path);
      if (found === undefined || found === 'method')
        throw new Refusal(40006, `The method ${call.method} is not supported here.`);
      checkKnown(call.params, ['advertiser_id', ...found.route.known]);
      const { isFile } = found.route;
      const run = (): Answer => {
        const data = found.route.run({ ...call, world, company, fired });
        return isFile
          ? { status: 200, body: null, text: String(data) }
          : envelope(fired.has('partial') ? partial : ok, data);
      };
      return call.path === 'smart_plus/ad/create'
        ? alone(String(call.params.adgroup_id), run)
        : run();
    },
    refuse: (fault) => envelope(fault, {}),
    finish(answer, _call, fired) {
      if (answer.text !== undefined)
        return { ...answer, headers: { 'content-type': 'application/octet-stream' } };
      const json = JSON.stringify(answer.body);
      return {
        ...answer,
        text: fired.has('ids-as-numbers') ? json.replace(/"(\d{16,19})"/g, '$1') : json,
        headers: {
          'content-type': 'application/json',
          ...(fired.has('report-truncated') && { 'x-tt-ads-throttle': '20000' }),
        },
      };
    },
  });
}
