import type * as v from 'valibot';
import { meta } from '../../../adapters/platforms/meta/index.ts';
import type { PlatformTimes } from '../../../adapters/platforms/module.ts';
import { meta as simulation } from '../../../adapters/sandbox/meta/index.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { listAudit } from '../../../core/access/audit.ts';
import { PlatformError, SlipwayError } from '../../../core/base/errors.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Store } from '../../../core/ports/store.ts';
import { createClient } from '../../adapters/sandbox/client.ts';
import { createTestService, type HeldObject } from '../../test-service.ts';
import { plantTree, type TreeOptions } from './tree.ts';

export { caller } from '../../test-service.ts';

export type Row = HeldObject;

export type ManageFixture = Awaited<ReturnType<typeof createManageFixture>>;

/**
 * The service with one real adapter and its simulation, and the objects that managing starts from.
 */
export async function createManageFixture(
  options: {
    readonly store?: Store;
    readonly times?: PlatformTimes;
    /** Stands between the functions and the adapter. */
    readonly wrap?: (platform: AdPlatform) => AdPlatform;
  } = {},
) {
  const { wrap = (platform) => platform, times = {}, ...rest } = options;
  const service = await createTestService({
    ...rest,
    platforms: [{ ...meta, open: (host) => wrap(meta.open(host)) }],
    simulations: [simulation],
    times: { primary: times },
  });
  const { clock, sandbox, companyId } = service;
  const { primary } = service.ports.platforms;
  if (primary === undefined) throw new Error('There is no platform.');
  const ports = { ...service.ports, platforms: { primary } };
  const client = createClient({ sandbox, clock });
  const audited = async () => (await listAudit(ports, companyId, { offset: 0, limit: 1000 })).items;
  const earlier = new Set((await audited()).map(({ id }) => id));
  await service.control('POST', 'reset', { counters: true });

  return {
    ...service,
    ports,
    client,
    credentials: { accessToken: seed.token },
    async read(id: string, fields: string): Promise<Row> {
      return (await client.get(`/${id}`, { fields })).body;
    },
    /** What was done since the company was connected. */
    audit: async () => (await audited()).filter(({ id }) => !earlier.has(id)),
    tree: (ads: readonly number[], more?: TreeOptions) => plantTree(client, ads, more),
  };
}

/** A request as the server would hand it over. */
export const parsed = <S extends v.GenericSchema>(schema: S, body: object): v.InferOutput<S> =>
  parseRequest(schema, body);

/** The error a promise rejects with, in the shape an answer would have. */
export async function refusal(work: Promise<unknown> | (() => unknown)) {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    return {
      code: error.code,
      message: error.message,
      paths: error.details.map(({ path }) => path),
      reasons: error.details.map(({ code }) => code),
      ...(error instanceof PlatformError && { subcode: error.failure.subcode }),
    };
  }
  throw new Error('This should have been refused.');
}

export const eur = seed.accounts.eur;
