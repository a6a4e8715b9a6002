import type { CallLimit } from '../../http/budget.ts';
import { copyTimes } from '../kit/rebuild.ts';
import { type AppOptions, apiOptions, openedBy } from '../module.ts';
import type { AdPlatform } from '../types.ts';
import { createConversions } from './conversions.ts';
import { createCopies } from './copy/copies.ts';
import { createCreate } from './create/create.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createLaunch } from './launch/launch.ts';
import { createAccounts } from './read/accounts.ts';
import { createDelivery } from './read/delivery.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { createUpdate } from './update/update.ts';
import { usualEventsUrl, usualUrl } from './version.ts';
import { createApi } from './wire/client.ts';
import { type OpenaiApi, withWritten } from './wire/written.ts';

/** 600 a minute for one kind of call, 1,200 for all. */
const stated: CallLimit = { perSecond: 20, perMinute: 600 };

/**
 * Usually at `usualUrl`; settles in 30 s. Credentials: `apiKey`, and `conversionsKey` to send
 * events.
 */
export function openOpenai(options: AppOptions): AdPlatform {
  const { clock, media, secrets, settleMs = 30_000 } = options;
  const shared = apiOptions(options, { baseUrl: usualUrl, limit: stated });
  const { wire, calls } = createApi(shared);
  const api: OpenaiApi = { wire, calls: withWritten(calls, clock) };
  const eventsUrl = options.baseUrl === undefined ? usualEventsUrl : `${shared.baseUrl}/bzr`;
  const { answerMs = shared.timeoutMs, firstLookMs = 5_000 } = options;
  return {
    definition,
    accounts: createAccounts(api),
    launch: createLaunch(
      { ...api, media, secrets, fail: api.wire.fail },
      { settleMs, answerMs, firstLookMs },
    ),
    edit: createEdit(api),
    update: createUpdate(api, clock),
    create: createCreate({ ...api, secrets }, copyTimes({ settleMs, answerMs })),
    duplicate: createCopies({ ...api, clock, secrets }, { settleMs, answerMs }),
    inspect: createInspect(api),
    delivery: createDelivery(api),
    report: createReport({ ...api, clock }),
    conversions: createConversions(api, eventsUrl),
  };
}

export const open = openedBy(openOpenai);
