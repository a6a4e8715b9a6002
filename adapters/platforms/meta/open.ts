import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import { silent } from '../../../core/ports/log.ts';
import { createPacing, type Pacing } from '../../http/pacing.ts';
import type { PlatformHost, PlatformOptions } from '../module.ts';
import type { AdPlatform } from '../types.ts';
import { createComments } from './comments/comments.ts';
import { createPageTokens } from './comments/page-tokens.ts';
import { createConversions } from './conversions.ts';
import { createCopies } from './copy/copies.ts';
import { adSetCreation } from './create/ad-set.ts';
import { campaignCreation } from './create/campaign.ts';
import { definition } from './definition.ts';
import { createEdit, setTargeting } from './edit.ts';
import { createLaunch } from './launch/launch.ts';
import { createLeads } from './leads/leads.ts';
import { createLocation } from './location/location.ts';
import { createAccounts } from './read/accounts.ts';
import { createHistory } from './read/activities.ts';
import { createChoices, createSearch } from './read/choices.ts';
import { createDelivery } from './read/delivery.ts';
import { createReport } from './read/insights.ts';
import { createInspect } from './read/inspect.ts';
import { createTokenFacts } from './read/token.ts';
import { createUpdate } from './update/index.ts';
import { version as versions } from './version.ts';
import { createCalls } from './wire/calls.ts';
import { createGraph } from './wire/client.ts';

/**
 * Usually at https://graph.facebook.com, the pinned version; settles in 60 s, copies in the
 * background for up to 180 s.
 */
export interface MetaOptions extends PlatformOptions {
  /** Of a batch of up to 50. Default 180,000; 60,000 for a single call. */
  readonly batchTimeoutMs?: number;
  /** Shared where several adapters work on the same accounts. */
  readonly pacing?: Pacing;
}

export const open = ({
  times,
  sharePacing = (pacing) => pacing,
  ...host
}: PlatformHost): AdPlatform =>
  openMeta({
    ...host,
    ...times,
    pacing: sharePacing(createPacing({ clock: host.clock })),
    ...(times?.timeoutMs !== undefined && { batchTimeoutMs: times.timeoutMs }),
  });

/** Credentials: `accessToken`, and `appSecret` where calls are signed. */
export function openMeta(options: MetaOptions): AdPlatform {
  const {
    http,
    clock,
    media,
    secrets,
    log = silent,
    version = versions.pinned,
    settleMs = 60_000,
  } = options;
  const { timeoutMs = 60_000, batchTimeoutMs = 180_000 } = options;
  const graph = createGraph({
    http,
    clock,
    secrets,
    log,
    timeoutMs,
    batchTimeoutMs,
    pacing: options.pacing ?? createPacing({ clock }),
    version,
    baseUrl: `${withoutTrailing(options.baseUrl ?? 'https://graph.facebook.com', '/')}/${version}`,
  });
  const calls = createCalls({ graph, clock, secrets });
  const lagMs = Math.min(settleMs, 10_000);
  const inspect = createInspect(calls);
  const tokens = createPageTokens({ calls, fail: graph.fail, store: options.credentials });
  return {
    definition,
    accounts: {
      ...createAccounts(calls),
      exchange: tokens.exchange,
      token: createTokenFacts(calls, graph),
      accessTier: graph.accessTier,
    },
    launch: createLaunch({
      graph,
      calls,
      media,
      settleMs,
      answerMs: options.answerMs ?? batchTimeoutMs,
      firstLookMs: options.firstLookMs ?? 5_000,
    }),
    create: {
      settleMs,
      answerMs: options.answerMs ?? timeoutMs,
      lagMs,
      campaign: campaignCreation(calls),
      adSet: adSetCreation({ calls, version, inspect }),
    },
    update: createUpdate(calls),
    edit: createEdit(calls, graph.fail),
    duplicate: createCopies({
      calls,
      graph,
      clock,
      version,
      settleMs,
      lagMs,
      answerMs: options.answerMs ?? batchTimeoutMs,
      asyncMs: options.asyncMs ?? 180_000,
    }),
    location: createLocation(setTargeting(calls)),
    inspect,
    history: createHistory(calls),
    report: createReport({ calls, graph }),
    search: createSearch(calls),
    comments: createComments({
      calls,
      tokens,
      settleMs,
      lagMs,
      answerMs: options.answerMs ?? timeoutMs,
    }),
    choices: createChoices(calls),
    delivery: createDelivery(calls),
    conversions: createConversions({ graph, calls }),
    leads: createLeads({ calls, tokens, secrets }),
  };
}
