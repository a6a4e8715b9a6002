import { compact } from '../../core/base/defined.ts';
import type { SandboxFavourite } from '../../core/ports/sandbox.ts';
import { companiesOf, credentialsOf, seedCompany } from './companies.ts';
import {
  type BodyOf,
  controlDocument,
  type EndpointName,
  endpoints,
  FaultyBody,
  readBodyOf,
} from './control-api.ts';
import type { JsonObject, Table } from './entity.ts';
import { FaultyRule, readFaultRule } from './fault-rule.ts';
import type { SimulatedPlatform } from './platform.ts';
import type { Simulation } from './simulation.ts';
import type { ArrivalOrder, LeadOrder } from './stage.ts';
import type { World } from './world.ts';

/** Common faults, then each platform's own. */
const favouritesOf = (simulations: readonly Simulation[]): readonly SandboxFavourite[] => [
  {
    title: 'Made, but answered with an error',
    what: 'The next ad on each platform is created, and the answer is an error. Slipway looks before it repeats.',
    rules: simulations.map(({ name, stage }) => ({
      ...stage.troubles['failed but done'],
      platform: name,
      method: 'POST',
      path: stage.objects.ad.path,
      nth: 1,
      times: 1,
    })),
  },
  {
    title: 'A bad minute',
    what: 'A fifth of all writes fail with a server error.',
    rules: [{ fault: 'transient', method: 'POST', probability: 0.2, times: 10 }],
  },
  ...simulations.flatMap(({ name, stage }) =>
    stage.favourites.map(({ title, what, rules }) => ({
      title,
      what,
      rules: rules.map((rule) => ({ ...rule, platform: name })),
    })),
  ),
];

export interface Control {
  fetch(request: Request): Promise<Response>;
  countRequest(): void;
  latencyMs(): number;
}

/** Under `/_sandbox/`; not counted. */
export function createControl(
  world: World,
  platforms: readonly SimulatedPlatform[],
  simulations: readonly Simulation[],
): Control {
  const isDeleted = (data: JsonObject | undefined) =>
    data !== undefined && simulations.some((simulation) => simulation.statusOf(data) === 'DELETED');

  /** The name of a simulation, also where it is called as the API calls its platform. */
  const simulationOf = (named: unknown): unknown =>
    simulations.find(({ platform }) => platform === named)?.name ?? named;
  const leadsAt = (platform: unknown) => {
    const able = simulations.filter(({ stage }) => stage.leads?.arrive !== undefined);
    const leads = able.find(({ name }) => name === simulationOf(platform))?.stage.leads;
    if (leads?.arrive === undefined)
      throw new Refused(`platform must be one of ${able.map(({ name }) => name).join(', ')}.`);
    return { ...leads, arrive: leads.arrive };
  };
  const { notes } = world;
  const requests = () => Number(notes.get('requests') ?? 0);

  const active = (): readonly JsonObject[] =>
    platforms.flatMap((platform) =>
      platform.faults().map((rule) => ({ platform: platform.name, ...rule })),
    );

  const clearCounters = () => {
    notes.forget('requests');
    for (const platform of platforms) platform.clearCounters();
  };

  const routes: { readonly [E in EndpointName]: (body: BodyOf<E>, url: URL) => JsonObject } = {
    'GET state': (_body, url) => {
      const objects = countObjects(world, isDeleted);
      return {
        objects,
        ads: simulations.reduce((sum, { stage }) => sum + (objects[stage.objects.ad.kind] ?? 0), 0),
        ...countersOf(platforms),
        requests: requests(),
        now: world.now(),
        ...(url.searchParams.has('objects') && {
          list: listObjects(world, url.searchParams.get('objects') ?? ''),
        }),
      };
    },
    'GET objects': (_body, url) => ({
      list: listObjects(world, url.searchParams.get('kind') ?? '1'),
    }),
    'GET faults': () => ({
      active: active(),
      faults: faultTable(platforms),
      favourites: favouritesOf(simulations) as unknown as JsonObject[],
    }),
    'POST faults': (body) => {
      const { platform, ...given } = body;
      const rule = readFaultRule(given as JsonObject);
      const able = platforms.filter((each) => Object.hasOwn(each.faultKinds, rule.fault));
      if (able.length === 0)
        throw new Refused(`There is no fault "${rule.fault}".`, {
          faults: Object.keys(faultTable(platforms)),
        });
      const chosen = able.filter(
        (each) => platform === undefined || each.name === simulationOf(platform),
      );
      if (chosen.length === 0)
        throw new Refused(
          `${platform} does not know the fault "${rule.fault}"; ${able.map((each) => each.name).join(', ')} would.`,
        );
      for (const each of chosen) each.addFault(rule);
      return { active: active() };
    },
    'DELETE faults': () => {
      for (const platform of platforms) platform.clearFaults();
      return { active: [] };
    },
    'POST clock': ({ advanceMs }) => {
      world.advance(advanceMs);
      return { now: world.now() };
    },
    'POST latency': ({ ms }) => {
      notes.set('latency', ms);
      return { ms };
    },
    'POST tier': ({ tier, platform: named }) => {
      const meant =
        named === undefined
          ? platforms
          : platforms.filter(({ name }) => name === simulationOf(named));
      const able = meant.filter((platform) => platform.tiers.includes(tier));
      if (able.length === 0)
        throw new Refused(
          `tier must be one of ${[...new Set(platforms.flatMap(({ tiers }) => tiers))].join(', ')}.`,
        );
      for (const platform of able) platform.setTier(tier);
      return { tier };
    },
    'POST reset': ({ counters }) => {
      clearCounters();
      if (counters === true) return { success: true };
      for (const platform of platforms) platform.clear();
      world.clear();
      seedCompany(world, simulations);
      return { success: true };
    },
    'POST companies': ({ name }) => {
      const company = seedCompany(world, simulations, name);
      const { token, adAccountIds } = company;
      return { token, adAccountIds, ...credentialsOf(company, simulations) };
    },
    'POST ad-sets': ({ platform, count, ads, automated }) => {
      const simulation = simulations.find(({ name }) => name === simulationOf(platform));
      if (simulation === undefined)
        throw new Refused(
          `platform must be one of ${simulations.map(({ name }) => name).join(', ')}.`,
        );
      const stage = automated ? simulation.stage.automated : simulation.stage;
      if (stage === undefined) throw new Refused(`${simulation.name} has one family of campaigns.`);
      if (ads > stage.room)
        throw new Refused(`ads must be at most ${stage.room}, which is what one ad set takes.`);
      return { adSetIds: stage.addAdSets(world, count, ads) };
    },
    'POST comments': ({ platform, ...order }) => {
      const able = simulations.filter(({ stage }) => stage.comments !== undefined);
      const comments = able.find(({ name }) => name === simulationOf(platform))?.stage.comments;
      if (comments === undefined)
        throw new Refused(`platform must be one of ${able.map(({ name }) => name).join(', ')}.`);
      comments.arrive(world, compact<ArrivalOrder>(order));
      return { adId: comments.adId };
    },
    'POST leads': ({ platform, ...order }) => {
      const leads = leadsAt(platform);
      const leadIds = leads.arrive(world, compact<LeadOrder>(order));
      return {
        formId: leads.formId,
        leadIds,
        notices: leads.notices?.(world, leadIds, order.key) ?? [],
      };
    },
    'GET companies': () => ({
      companies: companiesOf(world).map((company) => ({
        name: company.name,
        ...credentialsOf(company, simulations),
      })),
    }),
  };

  return {
    countRequest() {
      notes.set('requests', requests() + 1);
    },
    latencyMs: () => Number(notes.get('latency') ?? 0),
    async fetch(request) {
      const url = new URL(request.url);
      const name = `${request.method} ${url.pathname.slice('/_sandbox/'.length)}`;
      if (name === 'GET openapi.json') return Response.json(await controlDocument(url.origin));
      if (!isEndpoint(name))
        return Response.json(
          { error: 'Unknown control endpoint.', endpoints: Object.keys(endpoints) },
          { status: 404 },
        );
      try {
        const answer = (routes[name] as (body: unknown, url: URL) => JsonObject)(
          readBodyOf(name, await readBody(request)),
          url,
        );
        world.flush();
        return Response.json(answer);
      } catch (error) {
        if (error instanceof FaultyRule || error instanceof FaultyBody)
          return Response.json({ error: error.message }, { status: 400 });
        if (error instanceof Refused)
          return Response.json({ error: error.message, ...error.details }, { status: 400 });
        throw error;
      }
    },
  };
}

const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

class Refused extends Error {
  readonly details: JsonObject;
  constructor(message: string, details: JsonObject = {}) {
    super(message);
    this.details = details;
  }
}

async function readBody(request: Request): Promise<JsonObject> {
  if (request.method === 'GET') return {};
  const text = await request.text();
  if (text.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as JsonObject;
  } catch {
    // Refused below.
  }
  throw new Refused('The body must be a JSON object.');
}

/** A dot marks bookkeeping of the simulator. */
const shown = (world: World) => world.kinds().filter((kind) => !kind.startsWith('.'));

/** Without deleted ones. */
function countObjects(
  world: World,
  isDeleted: (data: JsonObject | undefined) => boolean,
): Table<number> {
  return Object.fromEntries(
    shown(world).map((kind) => [
      kind,
      world.all(kind).filter((id) => !isDeleted(world.get(id)?.data)).length,
    ]),
  );
}

/** @param wanted a kind, or `1` for all of them */
function listObjects(world: World, wanted: string): JsonObject {
  return Object.fromEntries(
    shown(world)
      .filter((kind) => (wanted === '1' ? kind !== 'activities' : kind === wanted))
      .map((kind) => [
        kind,
        world.all(kind).flatMap((id) => {
          const entity = world.get(id);
          return entity === undefined
            ? []
            : [
                {
                  id,
                  account: entity.parents[0] ?? '',
                  created: entity.created,
                  updated: entity.updated,
                  ...entity.data,
                },
              ];
        }),
      ]),
  );
}

const faultTable = (platforms: readonly SimulatedPlatform[]): JsonObject =>
  Object.fromEntries(
    platforms.flatMap(({ faultKinds }) =>
      Object.entries(faultKinds).map(([name, { family, what }]) => [name, { family, what }]),
    ),
  );

function countersOf(platforms: readonly SimulatedPlatform[]): {
  readonly calls: JsonObject;
  readonly counted: number;
} {
  const all = platforms.map((platform) => platform.counters());
  return {
    calls: Object.assign({}, ...all.map(({ calls }) => calls)),
    counted: all.reduce((sum, { counted }) => sum + counted, 0),
  };
}
