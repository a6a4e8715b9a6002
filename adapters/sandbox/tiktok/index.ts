import { version } from '../../platforms/tiktok/version.ts';
import type { HeldStatus, SimulatedAuthorization, Simulation, Table } from '../types.ts';
import { basePath, simulateTiktok } from './api.ts';
import { appId, appSecret, tiktokAccountId, tiktokAccounts } from './seed/ids.ts';
import { seedTiktokCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

const authorization: SimulatedAuthorization = {
  app: { appId, secret: appSecret },
  clientId: appId,
  names: { client: 'app_id', code: 'auth_code' },
  authorizePath: /^\/portal\/auth$/,
  tokenPath: { test: (path) => path === `/open_api/${version.pinned}/oauth2/access_token/` },
  pkce: false,
  isCodeGrant: ({ auth_code }) => auth_code !== undefined,
  isApp: ({ app_id, secret }) => app_id === appId && secret === appSecret,
  tokens: (_world, { token, number }) => ({
    code: 0,
    message: 'OK',
    request_id: 'sandbox',
    data: {
      access_token: token,
      advertiser_ids: tiktokAccounts.map((_account, position) =>
        tiktokAccountId(number, position + 1),
      ),
      scope: [],
    },
  }),
  refuse: (message) => ({ code: 40_110, message, request_id: 'sandbox', data: {} }),
};

const statuses: Table<HeldStatus> = { ENABLE: 'ACTIVE', DISABLE: 'PAUSED', DELETE: 'DELETED' };

export const tiktok: Simulation = {
  platform: 'short-video',
  name: 'tiktok',
  basePath,
  create: simulateTiktok,
  seed: seedTiktokCompany,
  credentials: ({ token }) => ({ accessToken: token, appId, secret: appSecret }),
  authorization,
  statusOf: ({ operation_status }) => statuses[String(operation_status)],
  stage,
};
