// The toy platform as the sandbox plays it on the wire, so that launches can be rehearsed without
// it.
import {
  addToken,
  commonFaults,
  commonTroubles,
  createLimits,
  createRouter,
  createShell,
  createTokens,
  type JsonObject,
  Refused,
  readBody,
  refusing,
  type Simulation,
  type TokenKind,
  type World,
} from 'slipway-sandbox/kit';

type Fault = { readonly status: number };
const refused = (status: number): Error =>
  new Refused<Fault>({ status }, `The toy box says ${status}.`);

const account = { id: 'toy-one', currency: 'EUR', timezone: 'Europe/Berlin' } as const;
const passes: TokenKind = { kind: '.toy_passes', idOf: (pass) => `toy-pass:${pass}` };
const held = (kind: string) => ({
  kind: `toy_${kind}`,
  path: `/${kind}`,
  name: 'name',
  parent: 'shelf',
});

/** The toy box on the wire. */
export const toySimulation: Simulation = {
  platform: 'toy',
  name: 'toy',
  basePath: '/toy',
  seed(world, { token, number }) {
    const company = `toy-${number}`;
    const id = number === 1 ? account.id : company;
    addToken(world, passes, company, token, {});
    const add = (kind: string, own: string, name: string, parent = id) =>
      world.add({ id: own, kind: `toy_${kind}`, company, parents: [parent], data: { name } });
    add('accounts', id, 'Toys', company);
    add('boxes', `box~${number}`, 'The box');
    add('makers', `maker~${number}`, 'The maker');
    for (const shelf of [1, 2, 3]) add('shelves', `shelf~${number}${shelf}`, `Shelf ${shelf}`);
    return [id];
  },
  credentials: ({ token }) => ({ pass: token }),
  statusOf: ({ gone, paused }) => (gone === true ? 'DELETED' : statuses[String(paused)]),
  stage: {
    account,
    adSetIds: ['shelf~11', 'shelf~12'],
    room: 30,
    addAdSets: () => [],
    fields: {
      description: 'Wind me up',
      cta: 'PLAY',
      link: 'https://toy.example/',
      toyMood: 'merry',
    },
    shapeOf: (number) => ({ media: [{ url: `https://cdn.example/toy-${number % 5}.png` }] }),
    media: ['image'],
    objects: {
      campaign: held('boxes'),
      adSet: held('shelves'),
      creative: held('ads'),
      ad: held('ads'),
      image: held('pictures'),
      video: held('films'),
    },
    troubles: {
      ...commonTroubles,
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
    const tokens = createTokens(world, 'toy', passes);
    const route = createRouter(routes);
    return createShell<Call, Fault>(world, {
      name: 'toy',
      basePath: '/toy',
      tokens,
      revokedFor: 401,
      unavailable: { status: 503 },
      htmlPage: '<p>Out of order',
      budget: createLimits(world, 'toy', {}, () => refused(429)),
      faults: {
        ...commonFaults({
          system: { status: 500 },
          known: '500',
          any: { status: 400 },
          takes: 'status',
        }),
        throttle: refusing(3, 'too many calls', { status: 429 }),
        'dead-pass': refusing(4, 'the pass is dead', { status: 401 }),
      },
      async read(request, mount) {
        const { pathname, searchParams } = new URL(request.url);
        const body = await readBody(request);
        if (typeof body === 'string') throw refused(400);
        // A JSON body holds JSON values.
        const params = { ...Object.fromEntries(searchParams), ...body.params } as JsonObject;
        const pass = request.headers.get('authorization')?.slice('Pass '.length) ?? '';
        return { method: request.method, path: pathname.slice(mount.length + 1), pass, params };
      },
      see: ({ method, path, pass }) => ({
        method,
        path: `/${path}`,
        account: undefined,
        token: pass,
        counted: `${method} ${path}`,
      }),
      carryOut({ method, path, pass, params }) {
        const company = tokens.find(pass)?.company;
        if (company === undefined) throw refused(401);
        const found = route(method, path);
        if (found === undefined || found === 'method') throw refused(404);
        return {
          status: 200,
          body: found.route({ world, company, owner: String(params.account ?? company), params }),
        };
      },
      refuse: ({ status }) => ({ status, body: {} }),
    });
  },
};

const statuses: { readonly [paused: string]: 'PAUSED' | 'ACTIVE' } = {
  true: 'PAUSED',
  false: 'ACTIVE',
};

type Call = {
  readonly method: string;
  readonly path: string;
  readonly pass: string;
  readonly params: JsonObject;
};
type Turn = {
  readonly world: World;
  readonly company: string;
  readonly owner: string;
  readonly params: JsonObject;
};

const under = (
  { world, owner }: Turn,
  kind: string,
): readonly (JsonObject & { readonly id: string })[] =>
  world.under(`toy_${kind}`, owner).flatMap((id) => {
    const data = world.get(id)?.data;
    return data === undefined || data.gone === true ? [] : [{ ...data, id }];
  });
const listed = (kind: string) => (turn: Turn) => ({ rows: under(turn, kind) });
function add({ world, company, owner, params }: Turn, kind: string, word: string): string {
  const id = `${word}~${1000 + world.sequence()}`;
  return world.add({ id, kind: `toy_${kind}`, company, parents: [owner], data: params }).id;
}

const routes: { readonly [methodAndPath: string]: (turn: Turn) => JsonObject } = {
  'GET accounts': listed('accounts'),
  'GET boxes': listed('boxes'),
  'GET makers': listed('makers'),
  'GET ads': listed('ads'),
  'GET shelves': (turn) => ({
    rows: under(turn, 'shelves').map((shelf) => {
      const ads = under(turn, 'ads').filter((ad) => ad.shelf === shelf.id);
      return {
        ...shelf,
        ads: ads.length,
        active: ads.filter(({ paused }) => paused === false).length,
      };
    }),
  }),
  'POST pictures': (turn) => {
    const known = under(turn, 'pictures').find(({ sha256 }) => sha256 === turn.params.sha256);
    return { id: known?.id ?? add(turn, 'pictures', 'picture') };
  },
  'POST ads'(turn) {
    if (turn.world.get(String(turn.params.shelf)) === undefined) throw refused(404);
    return { id: add(turn, 'ads', 'ad') };
  },
  'POST change'({ world, params: { id, account: _, ...data } }) {
    if (world.get(String(id)) === undefined) throw refused(404);
    world.change(String(id), data);
    return {};
  },
  'GET figures'({ world, params: { from, to } }) {
    const day = new Date(world.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const row = {
      day,
      id: 'ad~1',
      name: 'Old toy',
      shelf: 'shelf~11',
      coins: 3.5,
      looks: 100,
      touches: 7,
    };
    return { rows: String(from) <= day && day <= String(to) ? [row] : [] };
  },
};
