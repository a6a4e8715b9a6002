import {
  demoCompany,
  type HeldLists,
  heldObjects,
  type SignedNotice,
  type Simulation,
  type Stage,
} from 'slipway-sandbox/suites';
import { createDayCounts } from '../../core/accounts/day-counts.ts';
import { silent } from '../../core/ports/log.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { createFetchHttp } from '../http/fetch-http.ts';
import type { PlatformModule } from '../platforms/module.ts';
import { createManualClock } from '../runtime/manual-clock.ts';
import { md5 } from '../runtime/md5.ts';
import { createNodeSecrets } from '../runtime/node-secrets.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { CommentsUnderTest, PlatformUnderTest } from './platform-under-test.ts';
import { type SandboxControl, sandboxControl } from './sandbox-control.ts';
import { seededSandbox } from './seeded-sandbox.ts';
import { testMedia } from './test-media.ts';

const url = 'http://sandbox.test';
const now = Date.UTC(2026, 10, 15, 12);
const dayBefore = (days: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 10);

/**
 * An adapter with a sandbox of its own, on a clock that jumps. All it knows of the platform is what
 * its stage says.
 *
 * @example
 * import type { PlatformModule } from 'slipway/adapters/platform-kit';
 * import type { Simulation } from 'slipway-sandbox/kit';
 * import { adPlatformSuite, platformAtSandbox } from 'slipway/testing';
 *
 * export const prove = (module: PlatformModule, simulation: Simulation): void =>
 *   adPlatformSuite(module.definition.id, () => platformAtSandbox(module, simulation));
 */
export async function platformAtSandbox(
  { definition, open }: PlatformModule,
  simulation: Simulation,
): Promise<PlatformUnderTest> {
  const { name, basePath, stage } = simulation;
  const clock = createManualClock(now, { auto: true });
  const sandbox = seededSandbox(clock, 7, [simulation]);
  const { control, counts, objects } = sandboxControl(sandbox);
  const dayCounts = createDayCounts({ store: createMemoryStore(), clock });
  const reopened = () =>
    open({
      clock,
      md5,
      media: testMedia,
      log: silent,
      secrets: createNodeSecrets('a secret that is long enough'),
      dayCounts,
      http: createFetchHttp({
        fetch: (address, init) => sandbox.fetch(new Request(address, init)),
      }),
      baseUrl: `${url}${basePath}`,
    });
  const { id: adAccountId, ...account } = stage.account;
  const access = {
    companyId: 'c1',
    adAccountId,
    ...account,
    credentials: simulation.credentials(demoCompany),
  };
  const [first, second] = stage.adSetIds;
  return {
    platform: reopened(),
    reopened,
    access,
    deadAccess: {
      ...access,
      credentials: simulation.credentials({ ...demoCompany, token: 'no-such-token' }),
    },
    clock,
    adSetIds: [first, second],
    media: stage.media,
    holdsImages: stage.objects.image !== undefined,
    imageUrl: 'https://media.test/suite.png',
    videoUrl: 'https://media.test/suite.mp4',
    brokenUrl: 'https://media.test/missing.png',
    reportDay: dayBefore(stage.daysAgo.delivering),
    quietDay: dayBefore(stage.daysAgo.quiet),
    ad: (media) => ({
      index: 0,
      path: 'ads[0]',
      platform: definition.id,
      adAccountId,
      type: 'single',
      adName: 'Autumn',
      adSets: [],
      adSetsPath: 'ads[0].adSets',
      paused: true,
      media,
      ...fieldsOf(definition, stage.fields),
    }),
    async held(kind) {
      const { list } = (await control('GET', 'state?objects=1')) as unknown as {
        readonly list: HeldLists;
      };
      return heldObjects(simulation, list, kind).filter(({ status }) => status !== 'DELETED');
    },
    counts,
    samples: stage.samples,
    ...(stage.leads && {
      leads: {
        ...stage.leads,
        arrive: async (order) =>
          stage.leads?.arrive === undefined
            ? { leadIds: [], notices: [] }
            : ((await control('POST', 'leads', { platform: name, ...order })) as unknown as Came),
      },
    }),
    ...(stage.comments && { comments: commentsOf(name, stage, { control, objects }) }),
    fault: async (rule) => void (await control('POST', 'faults', { ...rule, platform: name })),
    forgetCounts: async () => void (await control('POST', 'reset', { counters: true })),
    async trouble(trouble, on, times = 1) {
      const path =
        on === 'copy' || on === 'backgroundCopy' ? stage.samples[on] : stage.objects[on]?.path;
      const rule = { ...stage.troubles[trouble], platform: name, method: 'POST', path, times };
      await control('POST', 'faults', rule);
    },
  };
}

interface Came {
  readonly leadIds: readonly string[];
  readonly notices: readonly SignedNotice[];
}

function commentsOf(
  platform: string,
  stage: Stage,
  at: Pick<SandboxControl, 'control' | 'objects'>,
): CommentsUnderTest {
  const { adId = '', reply = { kind: '', path: '', text: '', parent: '' } } = stage.comments ?? {};
  return {
    adId,
    arrive: async (order) => void (await at.control('POST', 'comments', { platform, ...order })),
    replies: async (id) =>
      (await at.objects(reply.kind))
        .filter((each) => each[reply.parent] === id)
        .map((each) => String(each[reply.text])),
    trouble: async (trouble, times = 1) =>
      void (await at.control('POST', 'faults', {
        ...stage.troubles[trouble],
        platform,
        method: 'POST',
        path: reply.path,
        times,
      })),
  };
}

/** Fields of this platform alone stand apart. */
function fieldsOf({ launch }: PlatformDefinition, fields: { readonly [field: string]: string }) {
  const isOwn = ([field]: readonly [string, string]) =>
    launch?.fields.some(({ name }) => name === field) === true;
  const all = Object.entries(fields);
  return {
    ...Object.fromEntries(all.filter((each) => !isOwn(each))),
    platformFields: Object.fromEntries(all.filter(isOwn)),
  };
}
