import { version } from '../../platforms/pinterest/version.ts';
import { refreshTokenOf } from '../kit/tokens.ts';
import type { HeldStatus, SimulatedAuthorization, Simulation, Table } from '../types.ts';
import { basePath, simulatePinterest } from './api.ts';
import { appId, appSecret } from './seed/ids.ts';
import { seedPinterestCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

/** Thirty days, and a year. */
const authorization: SimulatedAuthorization = {
  app: { appId, appSecret },
  clientId: appId,
  names: { client: 'client_id', code: 'code' },
  authorizePath: /^\/oauth\/$/,
  tokenPath: { test: (path) => path === `/${version.pinned}/oauth/token` },
  pkce: false,
  isCodeGrant: ({ grant_type }) => grant_type === 'authorization_code',
  isApp: (_params, authorization) => authorization === `Basic ${btoa(`${appId}:${appSecret}`)}`,
  tokens: (_world, { token }) => ({
    response_type: 'authorization_code',
    access_token: token,
    token_type: 'bearer',
    expires_in: 2_592_000,
    refresh_token: refreshTokenOf(token),
    refresh_token_expires_in: 31_536_000,
    scope: 'ads:read ads:write boards:read boards:write pins:read pins:write',
  }),
};

const statuses: Table<HeldStatus> = {
  ACTIVE: 'ACTIVE',
  PAUSED: 'PAUSED',
  DRAFT: 'PAUSED',
  ARCHIVED: 'DELETED',
  DELETED_DRAFT: 'DELETED',
};

export const pinterest: Simulation = {
  platform: 'pin',
  name: 'pinterest',
  basePath,
  create: simulatePinterest,
  seed: seedPinterestCompany,
  credentials: ({ token }) => ({ accessToken: token }),
  refreshTokenOf,
  authorization,
  statusOf: ({ status }) => statuses[String(status)],
  stage,
};
