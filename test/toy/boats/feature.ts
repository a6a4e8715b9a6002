import type { Listener } from '../../../core/events/events.ts';
import type {
  AcceptedLaunch,
  Addition,
  PlannedLaunch,
  PlanPorts,
} from '../../../core/launch/hooks.ts';
import { feature } from '../../../core/operations/feature.ts';
import type { Store, Write } from '../../../core/ports/store.ts';
import { jobWrite } from '../../../core/records/job.ts';
import type { ReportDimension } from '../../../core/report/group-page.ts';
import { boatKind, boats, sightingKind, VOYAGE_QUEUE, voyageKind } from './boats.ts';
import { boatOperations } from './operations.ts';

/** A launch is taken out by a boat: noted in the launch's own commit, logged by a job. */
const setOut = async (
  _: unknown,
  companyId: string,
  { batchId, now, plan }: AcceptedLaunch,
): Promise<readonly Write[]> => [
  {
    kind: voyageKind,
    companyId,
    id: batchId,
    expect: 'absent',
    doc: { batchId, ads: plan.operations.filter(({ kind }) => kind === 'ad').length, state: 'out' },
  },
  jobWrite(VOYAGE_QUEUE, companyId, { subject: batchId, now }),
];

/** A company without boats is warned when it plans a launch. */
const needBoat = async (
  { store }: PlanPorts,
  companyId: string,
  { ads }: PlannedLaunch,
): Promise<Addition> => {
  const isCalm = (await boats.all(store, companyId)).length > 0;
  return {
    warnings: isCalm
      ? []
      : ads.map(({ path }) => ({ path, code: 'no_boat', message: 'No boat takes this ad out.' })),
  };
};

const lighthouse = ({ store }: { readonly store: Store }): Listener => ({
  wants: async (_company, name) => name === 'launch.finished',
  async writes(companyId, { id, news }) {
    const isNew =
      news?.kind === 'launch.finished' &&
      (await store.get(sightingKind, companyId, id)) === undefined;
    return isNew
      ? [{ kind: sightingKind, companyId, id, expect: 'absent', doc: { name: news.kind } }]
      : [];
  },
});

/** Reports by the first boat whose name stands in the name of the ad. */
const boatDimension: ReportDimension = {
  async reader({ store }, companyId, { key }) {
    if (key !== 'name.boat') return undefined;
    const names = (await boats.all(store, companyId)).map(({ doc }) => doc.name);
    return ({ entity }) => {
      const value = names.find((name) => entity.adName?.includes(name)) ?? null;
      return { value, isKnown: value !== null };
    };
  },
  list: async () => [{ key: 'name.boat', label: 'Boat', levels: ['ad'] }],
};

/**
 * A feature that tests add to a service: a resource, a launch hook, a listener, a grouping of
 * reports and a queue.
 */
export const boatFeature = feature({
  name: 'boats',
  operations: boatOperations,
  events: { 'boat.berthed': 'A boat was given a berth' },
  kinds: [boatKind, voyageKind, sightingKind],
  planned: needBoat,
  accepted: setOut,
  listener: lighthouse,
  dimension: boatDimension,
  queues: {
    [VOYAGE_QUEUE]: {
      lane: 'deliveries',
      handler:
        ({ store }) =>
        async ({ companyId, subject }) => {
          const voyage = await store.get(voyageKind, companyId, subject);
          if (voyage?.doc.state === 'out') {
            const doc = { ...voyage.doc, state: 'logged' as const };
            await store.commit([
              { kind: voyageKind, companyId, id: subject, expect: voyage.version, doc },
            ]);
          }
          return undefined;
        },
    },
  },
});
