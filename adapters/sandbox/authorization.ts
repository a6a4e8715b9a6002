import { createHash } from 'node:crypto';
import { companiesOf } from './companies.ts';
import type { JsonObject } from './entity.ts';
import type { Params, SandboxCompany, SimulatedAuthorization, Simulation } from './simulation.ts';
import type { World } from './world.ts';

interface Code {
  readonly company: number;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
  /** Lifetime of the tokens, where the request set it. */
  readonly seconds?: number;
}

const CHOICE = 'sandbox_company';
/** Sets the lifetime of tokens, to rehearse ending credentials. */
const SECONDS = 'sandbox_seconds';

interface Authorizations {
  /** Undefined for other requests. */
  fetch(request: Request): Promise<Response | undefined>;
}

export function createAuthorizations(
  world: World,
  simulations: readonly Simulation[],
): Authorizations {
  const noteOf = ({ name }: Simulation, code: string) => `code ${name} ${code}`;
  const lifeOf = (answer: JsonObject) => `life ${answer.access_token}`;

  const authorize = (simulation: Simulation, auth: SimulatedAuthorization, url: URL): Response => {
    const params = url.searchParams;
    const redirect = params.get('redirect_uri') ?? '';
    if (params.get(auth.names.client) !== auth.clientId) return page(400, '<h1>Unknown app</h1>');
    if (!URL.canParse(redirect)) return page(400, '<h1>The redirect_uri is not valid</h1>');
    if (auth.pkce && params.get('code_challenge_method') !== 'S256')
      return page(400, '<h1>A challenge is needed</h1>');
    const choice = params.get(CHOICE);
    if (choice === null) return consent(simulation, url, companiesOf(world));
    const back = new URL(redirect);
    back.searchParams.set('state', params.get('state') ?? '');
    const company = companiesOf(world).find(({ number }) => String(number) === choice);
    if (company === undefined) back.searchParams.set('error', 'access_denied');
    else {
      const code = `code-${world.sequence()}`;
      const seconds = Number(params.get(SECONDS) ?? 0);
      const kept: Code = {
        company: company.number,
        redirectUri: redirect,
        challenge: params.get('code_challenge') ?? '',
        scopes: (params.get('scope') ?? '').split(/[ ,]+/),
        ...(seconds > 0 && { seconds }),
      };
      world.notes.set(noteOf(simulation, code), JSON.stringify(kept));
      world.flush();
      back.searchParams.set(auth.names.code, code);
    }
    return new Response(null, { status: 302, headers: { Location: back.href } });
  };

  const redeem = (
    simulation: Simulation,
    auth: SimulatedAuthorization,
    params: Params,
    authorization: string,
  ): Response => {
    const refused = (message: string) =>
      Response.json(
        auth.refuse?.(message) ?? { error: 'invalid_grant', error_description: message },
        {
          status: auth.refuse === undefined ? 400 : 200,
        },
      );
    if (!auth.isApp(params, authorization)) return refused('The app is not known.');
    const note = noteOf(simulation, params[auth.names.code] ?? '');
    const kept = world.notes.get(note);
    if (kept === undefined) return refused('The code is not known, or was used before.');
    const {
      company: number,
      redirectUri,
      challenge,
      scopes,
      seconds,
    } = JSON.parse(String(kept)) as Code;
    world.notes.forget(note);
    if (params.redirect_uri !== undefined && params.redirect_uri !== redirectUri)
      return refused('The redirect_uri is another.');
    if (
      auth.pkce &&
      createHash('sha256')
        .update(params.code_verifier ?? '')
        .digest('base64url') !== challenge
    )
      return refused('The verifier does not fit the challenge.');
    const company = companiesOf(world).find((each) => each.number === number);
    if (company === undefined) return refused('The company is gone.');
    const answer = auth.tokens(world, company, scopes);
    if (seconds !== undefined) world.notes.set(lifeOf(answer), seconds);
    world.flush();
    return Response.json(withLife(answer, seconds));
  };

  return {
    async fetch(request) {
      const url = new URL(request.url);
      const simulation = simulations.find(({ name }) => url.pathname.startsWith(`/${name}/`));
      const auth = simulation?.authorization;
      if (simulation === undefined || auth === undefined) return undefined;
      const path = url.pathname.slice(simulation.name.length + 1);
      if (request.method === 'GET' && auth.authorizePath.test(path))
        return authorize(simulation, auth, url);
      if (!auth.tokenPath.test(path)) return undefined;
      const params = {
        ...Object.fromEntries(url.searchParams),
        ...(await paramsOf(request.clone())),
      };
      const longer = auth.prolong?.(params);
      if (longer !== undefined)
        return Response.json(withLife(longer, world.notes.get(lifeOf(longer))));
      if (!auth.isCodeGrant(params)) return undefined;
      return redeem(simulation, auth, params, request.headers.get('authorization') ?? '');
    },
  };
}

const withLife = (answer: JsonObject, seconds: unknown): JsonObject =>
  typeof seconds !== 'number'
    ? answer
    : Object.fromEntries(
        Object.entries(answer).map(([name, value]) => [
          name,
          name.endsWith('expires_in') ? seconds : value,
        ]),
      );

async function paramsOf(request: Request): Promise<Params> {
  if (request.method === 'GET') return {};
  const text = await request.text();
  if (!text.trim().startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  return Object.fromEntries(
    Object.entries(JSON.parse(text) as JsonObject).map(([name, value]) => [name, String(value)]),
  );
}

/** Each company of the sandbox is a person who can sign in. */
function consent({ name }: Simulation, url: URL, companies: readonly SandboxCompany[]): Response {
  const link = (choice: string, words: string) => {
    const to = new URL(url);
    to.searchParams.set(CHOICE, choice);
    return `<li><a href="${escaped(to.pathname + to.search)}">${escaped(words)}</a></li>`;
  };
  const choices = [
    ...companies.map((each) => link(String(each.number), `Allow as ${each.name}`)),
    link('none', 'Deny'),
  ];
  const scopes = url.searchParams.get('scope');
  return page(
    200,
    `<h1>An app wants to manage ads (simulated ${escaped(name)})</h1>${scopes === null ? '' : `<p>Scopes: ${escaped(scopes)}</p>`}<ul>${choices.join('')}</ul>`,
  );
}

const page = (status: number, content: string) =>
  new Response(
    `<!doctype html><html lang="en"><title>Sandbox</title><body>${content}</body></html>`,
    {
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Referrer-Policy': 'no-referrer' },
    },
  );

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');
