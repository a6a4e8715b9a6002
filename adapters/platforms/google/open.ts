import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import { silent } from '../../../core/ports/log.ts';
import type { Budget, CallLimit } from '../../http/budget.ts';
import { copyTimes } from '../kit/rebuild.ts';
import type { PlatformHost, PlatformOptions } from '../module.ts';
import type { AdPlatform } from '../types.ts';
import { createConversions } from './conversions.ts';
import { createCopies } from './copy/copies.ts';
import { createCreate } from './create/create.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit/edit.ts';
import { createUpdate } from './edit/update.ts';
import { createLaunch } from './launch/launch.ts';
import { createLeads } from './leads.ts';
import { createOwn } from './own/own.ts';
import { createAccounts } from './read/accounts.ts';
import { createHistory } from './read/history.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { dataManagerVersion, version } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at https://googleads.googleapis.com, tokens at https://oauth2.googleapis.com/token;
 * settles in 30 s. The platform states no `limit`: by default 20 calls a second and 600 a minute.
 */
interface GoogleOptions extends PlatformOptions, Pick<PlatformHost, 'limit'> {
  /** Shared where several adapters call for the same project. */
  readonly budget?: Budget;
}

const usual: CallLimit = { perSecond: 20, perMinute: 600 };

export const open = ({ times, ...host }: PlatformHost): AdPlatform =>
  openGoogle({ ...host, ...times });

function openGoogle(options: GoogleOptions): AdPlatform {
  const {
    http,
    clock,
    media,
    secrets,
    credentials,
    log = silent,
    settleMs = 30_000,
    timeoutMs = 60_000,
    limit = usual,
    dayCounts,
  } = options;
  const host = options.baseUrl === undefined ? undefined : withoutTrailing(options.baseUrl, '/');
  const api = createApi({
    http,
    clock,
    secrets,
    log,
    limit,
    timeoutMs,
    credentials,
    dayCounts,
    budget: options.budget,
    baseUrl: `${host ?? 'https://googleads.googleapis.com'}/${options.version ?? version.pinned}`,
    tokenUrl: host === undefined ? 'https://oauth2.googleapis.com/token' : `${host}/token`,
  });
  const { answerMs = timeoutMs, firstLookMs = 10_000 } = options;
  return {
    definition,
    accounts: createAccounts(api),
    launch: createLaunch({ api, media, settleMs, answerMs, firstLookMs }),
    edit: createEdit(api, clock),
    update: createUpdate(api, clock),
    create: createCreate(api, copyTimes({ settleMs, answerMs })),
    duplicate: createCopies(api, clock, { settleMs, answerMs }),
    inspect: createInspect(api),
    history: createHistory(api, clock),
    report: createReport(api),
    own: createOwn(api),
    leads: createLeads(api),
    conversions: createConversions(
      api,
      `${host === undefined ? 'https://datamanager.googleapis.com' : `${host}/datamanager`}/${dataManagerVersion}`,
    ),
  };
}
