import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import type { PlatformModule } from '../../../adapters/platforms/module.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { md5 } from '../../../adapters/runtime/md5.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { loadSandbox } from '../../../adapters/simulated/package.ts';
import { accessFound } from '../../../core/accounts/access.ts';
import { foundAccount } from '../../../core/accounts/find-account.ts';
import { adAccountKind } from '../../../core/accounts/records.ts';
import { createCredentialStore } from '../../../core/accounts/renew-credentials.ts';
import { adAccountIdOf } from '../../../core/base/account-key.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { platformCalled } from '../../../core/base/platforms.ts';
import type { ServicePorts } from '../../../core/operations/ports.ts';
import { silent } from '../../../core/ports/log.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import { platformNamed } from '../../../core/ports/platform-definition.ts';
import { allOf } from '../../../core/records/list.ts';
import { type PlatformSettings, platformModules } from '../../process/platforms.ts';
import type { Side } from './probe.ts';
import { type Rehearsed, standInMedia } from './rehearse.ts';
import { type Exchange, taped } from './tape.ts';

/** Copies name their media by id: no file is read. */
const noMedia: MediaSource = {
  describe: async () => undefined,
  load: async () => {
    throw new SlipwayError('media_unreachable', 'A probe reads no files.');
  },
};

export function moduleNamed(word: string): PlatformModule {
  const definition = platformNamed(
    platformModules.map((module: PlatformModule) => module.definition),
    word,
  );
  const found = platformModules.find((module: PlatformModule) => module.definition === definition);
  if (found !== undefined) return found;
  const names = platformModules
    .map((module: PlatformModule) => platformCalled(module.definition.label))
    .join(', ');
  throw new SlipwayError(
    'not_found',
    `There is no platform ${word.slice(0, 40)}. There are ${names}.`,
  );
}

/** As people call it. */
export const calledIn = (id: string): string => platformCalled(moduleNamed(id).definition.label);

interface SideOptions {
  readonly now: number;
  readonly version?: string;
}

/** The simulation of a platform in a world of its own, with the demo company, at a time. */
export const simulatedSide = (module: PlatformModule, options: SideOptions): Promise<Side> =>
  opened(module, options, noMedia);

/** As `simulatedSide`, for past launches. */
export const rehearsedSide = (module: PlatformModule, options: SideOptions): Promise<Rehearsed> =>
  opened(module, options, standInMedia);

async function opened(
  { definition, open }: PlatformModule,
  { now, version }: SideOptions,
  media: MediaSource,
): Promise<Rehearsed> {
  const { simulations, createSandbox, demoCompany } = await loadSandbox();
  const simulation = simulations.find(({ platform }) => platform === definition.id);
  if (simulation === undefined)
    throw new SlipwayError('not_found', `${platformCalled(definition.label)} has no simulation.`);
  const clock = createManualClock(now, { auto: true });
  const sandbox = createSandbox({ clock, simulations: [simulation] });
  const tape: Exchange[] = [];
  const { adSetIds, fields, account } = simulation.stage;
  const { id: adAccountId, currency, timezone } = account;
  return {
    tape,
    clock,
    adSetIds,
    fields,
    tellsVersionsApart: simulation.tellsVersionsApart === true,
    platform: open({
      http: taped(
        createFetchHttp({ fetch: (url, init) => sandbox.fetch(new Request(url, init)) }),
        tape,
      ),
      clock,
      md5,
      media,
      secrets: createNodeSecrets('a simulation keeps nothing of worth'),
      log: silent,
      baseUrl: `http://sandbox.test${simulation.basePath}`,
      ...(version !== undefined && { version }),
    }),
    access: {
      companyId: 'probe',
      adAccountId,
      currency,
      timezone,
      credentials: simulation.credentials(demoCompany),
    },
  };
}

/** An ad account of a company, over the platform itself: the named one, or the first. */
export async function storedSide(
  ports: ServicePorts,
  companyId: string,
  module: PlatformModule,
  {
    account,
    settings,
  }: { readonly account: string | undefined; readonly settings: PlatformSettings },
): Promise<Side | undefined> {
  const { definition } = module;
  const found = (await allOf(ports.store, adAccountKind, companyId))
    .map(foundAccount)
    .filter(({ platform }) => platform === definition.id)
    .find(
      ({ key }) =>
        account === undefined || adAccountIdOf(key) === definition.accountId.canonical(account),
    );
  if (found === undefined) return undefined;
  const { access } = await accessFound(ports, companyId, found);
  const { baseUrl, version } = settings[definition.id] ?? {};
  const tape: Exchange[] = [];
  const platform = module.open({
    http: taped(createFetchHttp({ log: silent }), tape),
    clock: ports.clock,
    md5,
    media: noMedia,
    secrets: ports.secrets,
    log: silent,
    credentials: createCredentialStore(ports),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(version !== undefined && { version }),
  });
  return { tape, access, platform: { ...platform, ...(version !== undefined && { version }) } };
}
