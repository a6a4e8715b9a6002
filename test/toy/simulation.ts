import { createFaults } from '../../adapters/sandbox/faults.ts';
import { createCallCounter } from '../../adapters/sandbox/kit/call-counter.ts';
import { ConnectionCut, type SimulatedPlatform } from '../../adapters/sandbox/platform.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import type { JsonObject, World } from '../../adapters/sandbox/world.ts';

const account = { id: 'toy-one', currency: 'EUR', timezone: 'Europe/Berlin' } as const;
const held = (kind: string, path: string) => ({ kind: `toy_${kind}`, path, name: 'name', parent: 'shelf' });

/** What can go wrong in the toy box: before anything is done, or after. */
const faultKinds: SimulatedPlatform['faultKinds'] = Object.fromEntries(
  ['answer-lost', 'failed-but-done', 'cut', 'html', 'throttle', 'dead-pass'].map((name) => [name, { family: 1, what: name }]),
);

/** The toy box on the wire. */
export const toySimulation: Simulation = {
  platform: 'toy',
  name: 'toy',
  basePath: '/toy',
  seed(world, { token, number }) {
    world.add({ id: `toy-pass:${token}`, kind: '.toy_passes', company: `toy-${number}`, parents: [], data: {} });
    const id = number === 1 ? account.id : `toy-${number}`;
    world.add({ id, kind: 'toy_accounts', company: `toy-${number}`, parents: [`toy-${number}`], data: { name: 'Toys' } });
    const add = (kind: string, own: string, name: string) =>
      world.add({ id: own, kind: `toy_${kind}`, company: `toy-${number}`, parents: [id], data: { name } });
    add('boxes', `box~${number}`, 'The box');
    add('makers', `maker~${number}`, 'The maker');
    for (const shelf of [1, 2, 3]) add('shelves', `shelf~${number}${shelf}`, `Shelf ${shelf}`);
    return [id];
  },
  credentials: ({ token }) => ({ pass: token }),
  statusOf: ({ gone, paused }) =>
    gone === true ? 'DELETED' : paused === undefined ? undefined : paused === true ? 'PAUSED' : 'ACTIVE',
  stage: {
    account,
    adSetIds: ['shelf~11', 'shelf~12'],
    room: 30,
    addAdSets: () => [],
    fields: { description: 'Wind me up', cta: 'PLAY', link: 'https://toy.example/', toyMood: 'merry' },
    shapeOf: (number) => ({ media: [{ url: `https://cdn.example/toy-${number % 5}.png` }] }),
    media: ['image'],
    objects: {
      campaign: held('boxes', '/boxes'),
      adSet: held('shelves', '/shelves'),
      creative: held('ads', '/ads'),
      ad: held('ads', '/ads'),
      image: held('pictures', '/pictures'),
      video: held('films', '/films'),
    },
    troubles: {
      'answer lost': { fault: 'answer-lost' },
      'failed but done': { fault: 'failed-but-done' },
      'cut before': { fault: 'cut' },
      html: { fault: 'html' },
      throttled: { fault: 'throttle' },
      'token dead': { fault: 'dead-pass' },
    },
    badDay: [{ fault: 'answer-lost', method: 'POST', probability: 0.2 }],
    badDayForCopies: [],
    daysAgo: { delivering: 5, quiet: 80 },
    samples: {},
    favourites: [],
  },
  create(world) {
    const faults = createFaults(faultKinds, world, 'toy');
    const calls = createCallCounter(world, 'toy');
    return {
      name: 'toy',
      faultKinds,
      tiers: ['usual'],
      setTier: () => undefined,
      addFault: (rule) => faults.add(rule),
      clearFaults: () => faults.clear(),
      faults: () => faults.rules(),
      counters: () => calls.counters(),
      clearCounters: () => calls.clear(),
      clear: () => faults.clear(),
      async fetch(request) {
        const url = new URL(request.url);
        const path = url.pathname.replace(/^\/toy/, '');
        calls.count(`${request.method} ${path}`);
        const fired = faults.fire({ method: request.method, path, account: undefined });
        if (fired.has('cut')) throw new ConnectionCut();
        if (fired.has('html')) return new Response('<html>Out of order</html>', { status: 502 });
        if (fired.has('throttle')) return new Response('{}', { status: 429 });
        const pass = world.get(`toy-pass:${request.headers.get('authorization')?.slice(5)}`);
        if (pass === undefined || fired.has('dead-pass')) return new Response('{}', { status: 401 });
        const body = request.method === 'POST' ? ((await request.json()) as JsonObject) : Object.fromEntries(url.searchParams);
        const answer = carryOut(world, pass.company, `${request.method} ${path}`, body);
        world.flush();
        if (fired.has('answer-lost')) throw new ConnectionCut();
        if (fired.has('failed-but-done')) return new Response('{}', { status: 500 });
        return typeof answer === 'number' ? new Response('{}', { status: answer }) : Response.json(answer);
      },
    };
  },
};

function carryOut(world: World, company: string, request: string, body: JsonObject): JsonObject | number {
  const under = (kind: string, parent: string) =>
    world.under(`toy_${kind}`, parent).flatMap((id) => {
      const data = world.get(id)?.data;
      return data === undefined || data.gone === true ? [] : [{ ...data, id }];
    });
  const owner = String(body.account ?? '');
  const ads = under('ads', owner) as (JsonObject & { id: string })[];
  switch (request) {
    case 'GET /accounts':
      return { rows: under('accounts', company) };
    case 'GET /boxes':
    case 'GET /makers':
      return { rows: under(request.slice('GET /'.length), owner) };
    case 'GET /shelves':
      return {
        rows: under('shelves', owner).map((shelf) => {
          const mine = ads.filter((ad) => ad.shelf === shelf.id);
          return { ...shelf, ads: mine.length, active: mine.filter(({ paused }) => paused === false).length };
        }),
      };
    case 'GET /ads':
      return { rows: ads };
    case 'POST /pictures': {
      const known = under('pictures', owner).find((picture) => (picture as JsonObject).sha256 === body.sha256);
      return { id: known?.id ?? add('pictures', 'picture') };
    }
    case 'POST /ads':
      return world.get(String(body.shelf)) === undefined ? 404 : { id: add('ads', 'ad') };
    case 'POST /change': {
      const { id, ...data } = body;
      if (world.get(String(id)) === undefined) return 404;
      world.change(String(id), data);
      return {};
    }
    case 'GET /figures': {
      const day = new Date(world.now() - 5 * 86_400_000).toISOString().slice(0, 10);
      const isAsked = String(body.from) <= day && day <= String(body.to);
      return {
        rows: isAsked ? [{ day, id: 'ad~1', name: 'Old toy', shelf: 'shelf~11', coins: 3.5, looks: 100, touches: 7 }] : [],
      };
    }
    default:
      return 404;
  }

  function add(kind: string, word: string): string {
    const id = `${word}~${1000 + world.sequence()}`;
    world.add({ id, kind: `toy_${kind}`, company, parents: [owner], data: body });
    return id;
  }
}
