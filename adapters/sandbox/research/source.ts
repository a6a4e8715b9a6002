import { RESEARCH_PATH as basePath, RESEARCH_NAME as name } from '../../simulated/research-path.ts';
import { isObject } from '../kit/json.ts';
import { createLimits } from '../kit/limits.ts';
import { readBody } from '../kit/requests.ts';
import { type Answer, createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { Fired, Json, Params, SimulatedPlatform, World } from '../types.ts';
import { faultLibrary, invalid, missing, Refusal, type ResearchFault, system } from './faults.ts';
import { procedures, type Turn } from './procedures.ts';
import { hashOf, KEY_START, kinds, tokenKind } from './seed.ts';

const READING_MS = 5_000;

/** Undocumented: address and answers are ours. */
function startScrape({ world, owner, input }: Turn): Json {
  const { url } = input;
  if (typeof url !== 'string' || !url.includes('/ads/library'))
    throw invalid('url: a page of the ad library is expected.');
  const jobId = `job-${world.sequence()}`;
  world.add({
    id: `research_job:${jobId}`,
    kind: kinds.job,
    company: owner,
    parents: [owner],
    data: { jobId, url },
  });
  return { jobId, status: 'queued' };
}

function scrapeState({ world, owner }: Turn, jobId: string): Json {
  const job = world.get(`research_job:${jobId}`);
  if (job?.kind !== kinds.job || job.company !== owner) throw missing('There is no such job.');
  if (world.now() - job.created < READING_MS) return { jobId, status: 'running' };
  if (job.data.hash === undefined) {
    const hash = hashOf(owner, 1_000 + world.sequence());
    const data = {
      hash,
      companyName: 'scraped.example',
      headline: 'Found',
      body: 'From the library.',
      platform: 'image',
    };
    world.add({
      id: `research_ad:${hash}`,
      kind: kinds.ad,
      company: owner,
      parents: [owner],
      data: { ...data, spend: 0, boardIds: [] },
    });
    world.change(job.id, { hash });
  }
  return { jobId, status: 'done', ads: 1 };
}

interface ResearchCall {
  readonly method: string;
  /** `trpc/ads.list`, `scrape/job-1`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Params;
  readonly token: string | undefined;
}

/** Procedures by name, and pages of an ad library. */
export function simulateResearch(world: World): SimulatedPlatform {
  const tokens = createTokens(world, name, tokenKind);
  const budget = createLimits(
    world,
    name,
    { small: { all: { perSecond: 2, perMinute: 20 }, paths: {} } },
    tooMany,
  );

  const ownerOf = ({ token }: ResearchCall) => {
    const key = token?.startsWith(KEY_START) === true ? tokens.living(token) : undefined;
    if (key === undefined) throw new Refusal(401, 'UNAUTHORIZED', 'The key is not valid.');
    return key.company;
  };

  return createShell<ResearchCall, ResearchFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget,
    unavailable: system,
    revokedFor: 401,
    async read(request, mount) {
      const url = new URL(request.url);
      const path = /^\/api\/v1\/(.+)$/.exec(url.pathname.slice(mount.length))?.[1];
      if (path === undefined) return new Response('', { status: 404 });
      const body = await readBody(request);
      if (typeof body === 'string') throw new Refusal(400, 'PARSE_ERROR', 'The body is not JSON.');
      const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      return { method: request.method, path, query: url.searchParams, body: body.params, token };
    },
    see: ({ method, path, token }) => ({
      method,
      path: `/${path}`,
      account: undefined,
      token,
      counted: `${method} ${path}`,
    }),
    carryOut(call) {
      budget.count(call.path);
      return carriedOut(call, world, ownerOf(call));
    },
    refuse: ({ status, type, message }) => ({
      status,
      body: { error: { message, code: -32_600, data: { code: type, httpStatus: status } } },
      headers: status === 429 ? { 'retry-after': '7' } : {},
    }),
    finish: spoilt,
  });
}

const tooMany = () => new Refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests.');

function carriedOut(call: ResearchCall, world: World, owner: string): Answer {
  const [area = '', rest = '', ...more] = call.path.split('/');
  if (more.length > 0) throw missing('There is nothing here.');
  if (area === 'trpc')
    return ok({ result: { data: procedureAnswer(call, rest, { world, owner }) } });
  if (area !== 'scrape') throw missing('There is nothing here.');
  const turn: Turn = { world, owner, input: call.body };
  if (rest === '') {
    if (call.method !== 'POST') throw otherMethod(call.method);
    return ok(startScrape(turn));
  }
  if (call.method !== 'GET') throw otherMethod(call.method);
  return ok(scrapeState(turn, rest));
}

const ok = (body: Json): Answer => ({ status: 200, body });

const otherMethod = (method: string) =>
  new Refusal(405, 'METHOD_NOT_SUPPORTED', `Unsupported ${method}-request to this procedure.`);

function procedureAnswer(
  call: ResearchCall,
  path: string,
  { world, owner }: Omit<Turn, 'input'>,
): Json {
  if (call.query.has('batch') || /[,%]/.test(path)) throw invalid('Batches are not simulated.');
  const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined;
  if (procedure === undefined) throw missing(`No procedure found on path "${path}".`);
  if (call.method !== (procedure.type === 'query' ? 'GET' : 'POST')) throw otherMethod(call.method);
  const input = unwrapped(procedure.type === 'query' ? queryInput(call.query) : call.body);
  checkInput(procedure.takes, input);
  return procedure.run({ world, owner, input });
}

function queryInput(query: URLSearchParams): Params {
  const text = query.get('input');
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Refused below.
  }
  throw new Refusal(400, 'PARSE_ERROR', 'The input is not a JSON object.');
}

/** Raw JSON or `{"json":{…}}`. */
const unwrapped = (input: Params): Params =>
  Object.keys(input).length === 1 && typeof input.json === 'object' && input.json !== null
    ? (input.json as Params)
    : input;

function checkInput(takes: readonly string[], input: Params): void {
  const known = takes.map((each) => each.replace('!', ''));
  const stranger = Object.keys(input).find((each) => !known.includes(each));
  if (stranger !== undefined) throw invalid(`Unrecognized key: ${stranger}.`);
  const needed = takes.filter((each) => each.endsWith('!')).map((each) => each.slice(0, -1));
  const absent = needed.find((each) => input[each] === undefined);
  if (absent !== undefined) throw invalid(`${absent}: Required.`);
}

function spoilt(answer: Answer, { token }: ResearchCall, fired: Fired): Answer {
  if (fired.has('moved'))
    return {
      ...answer,
      status: 302,
      headers: { location: 'http://elsewhere.example/api/v1/trpc/ads.list' },
    };
  if (fired.has('other-answer')) return { ...answer, status: 200, body: { ok: true } };
  if (fired.has('huge-answer'))
    return { ...answer, status: 200, body: { result: { data: 'x'.repeat(2_200_000) } } };
  if (fired.has('key-told'))
    return {
      ...answer,
      status: 400,
      body: {
        error: {
          message: `Bad key ${token}\nat line 1`,
          data: { code: 'BAD_REQUEST', httpStatus: 400 },
        },
      },
    };
  return answer;
}
