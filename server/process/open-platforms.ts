import { createFetchHttp } from '../../adapters/http/fetch-http.ts';
import { createOAuth } from '../../adapters/platforms/kit/oauth.ts';
import type { PlatformModule } from '../../adapters/platforms/module.ts';
import { md5 } from '../../adapters/runtime/md5.ts';
import { createAccountNotes } from '../../core/accounts/account-notes.ts';
import { createDayCounts } from '../../core/accounts/day-counts.ts';
import type { Platforms } from '../../core/accounts/find-account.ts';
import { createCredentialStore } from '../../core/accounts/renew-credentials.ts';
import { keepingOpinions } from '../../core/launch/accept/kept-opinions.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Http } from '../../core/ports/http.ts';
import type { Log } from '../../core/ports/log.ts';
import type { MediaSource } from '../../core/ports/media.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { endInWords, endsSoon, versionInUse } from '../../core/ports/platform-version.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import { logWith } from './counted-log.ts';
import { allPlatforms, type PlatformParts, type PlatformSettings } from './platforms.ts';
import { isLocalUrl } from './rehearsal.ts';
import type { Storage } from './storage.ts';

interface OpenSandbox {
  readonly url: string;
  fetch(request: Request): Promise<Response>;
}

/** What the platforms of a service are opened from. */
export interface PlatformSources {
  readonly storage: Storage;
  readonly log: Log;
  readonly secrets: Secrets;
  /** Absent: the real platforms. */
  readonly sandbox?: OpenSandbox | undefined;
  /** How platforms are reached. Default: the sandbox's own way, else the runtime's `fetch`. */
  readonly http?: Http;
  readonly tracer?: Tracer | undefined;
  /** Where platforms answer, in which versions and with which times, where it is not the usual. */
  readonly platformSettings?: PlatformSettings;
  readonly platformParts?: PlatformParts;
}

/** The ad platforms of a service: real ones, or their simulations. */
export async function openPlatforms(
  parts: PlatformSources,
  clock: Clock,
  media: MediaSource,
): Promise<Platforms> {
  const { log, secrets, sandbox, platformSettings = {} } = parts;
  const platformParts = parts.platformParts ?? (await allPlatforms(sandbox !== undefined));
  const { tracer } = parts;
  const traced = tracer && (await import('../../adapters/tracing/traced-ports.ts')).tracedHttp;
  const httpOf = (platform: string): Http => {
    const http =
      parts.http ??
      createFetchHttp({
        log: logWith(log, { platform }),
        ...(sandbox && { fetch: (url, init) => sandbox.fetch(new Request(url, init)) }),
      });
    return tracer && traced ? traced(http, platform, tracer) : http;
  };
  const credentials = createCredentialStore({ store: parts.storage.store, clock, secrets });
  const dayCounts = createDayCounts({ store: parts.storage.store, clock });
  const accountNotes = createAccountNotes({ store: parts.storage.store, clock });
  const warnOfEnd = (
    { id: platform, version: versions }: PlatformDefinition,
    version = versions?.pinned,
  ): void => {
    const inUse = versions && version && versionInUse(versions, version, clock.now());
    if (inUse && endsSoon(inUse))
      log.warn('platform.version_ends', { platform, ...inUse, message: endInWords(inUse) });
  };
  const openPlatform = ({ definition, open, oauth, operations }: PlatformModule): AdPlatform => {
    const setting = platformSettings[definition.id];
    warnOfEnd(definition, setting?.version);
    const simulation = platformParts.simulations.find(({ platform }) => platform === definition.id);
    const baseUrl =
      setting?.baseUrl ?? (sandbox && simulation && `${sandbox.url}${simulation.basePath}`);
    const isSimulated = baseUrl !== undefined && (sandbox !== undefined || isLocalUrl(baseUrl));
    const times = setting?.times ?? (isSimulated ? SIMULATED_TIMES : undefined);
    const opened = open({
      http: httpOf(definition.id),
      clock,
      media,
      secrets,
      log,
      md5,
      credentials,
      dayCounts,
      accountNotes,
      sharePacing: parts.storage.sharePacing,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(setting?.version !== undefined && { version: setting.version }),
      ...(times && { times }),
    });
    // The simulations know one app.
    const app = setting?.app ?? (sandbox && simulation?.authorization?.app);
    const host = {
      definition,
      http: httpOf(definition.id),
      clock,
      secrets,
      baseUrl,
      version: setting?.version,
    };
    return {
      ...keepingOpinions(opened, clock),
      ...(oauth && app && { oauth: createOAuth(oauth, { ...host, app }) }),
      ...(operations && { operations }),
      ...(setting?.version !== undefined && { version: setting.version }),
    };
  };
  return Object.fromEntries(
    platformParts.modules.map((module) => [module.definition.id, openPlatform(module)]),
  );
}

/** Simulated platforms on this machine answer and settle soon. */
const SIMULATED_TIMES = { settleMs: 5_000, answerMs: 30_000, asyncMs: 15_000 } as const;
