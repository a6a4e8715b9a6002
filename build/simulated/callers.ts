import { readdirSync, readFileSync } from 'node:fs';
import { version as meta } from '../../adapters/platforms/meta/version.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import {
  clientId,
  clientSecret,
  ids as linkedin,
} from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { ids as openai, openaiAccountId } from '../../adapters/sandbox/openai/seed/ids.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import { organizationId } from '../../adapters/sandbox/snapchat/seed/ids.ts';

/** What another program asks a platform for, as its public source says. No code of it is here. */
interface Caller {
  readonly program: string;
  readonly commit: string;
  readonly kind: string;
  /** Name of a simulation. */
  readonly platform: string;
  readonly today: string;
  /** What it has several of. */
  readonly unit: string;
  readonly headers: { readonly [name: string]: string };
  readonly requests: readonly {
    /** The stream or tool that asks. */
    readonly what: string;
    readonly request: string;
    /** Beside the base address of the API. */
    readonly outside?: boolean;
    readonly headers?: { readonly [name: string]: string };
    readonly body?: string;
  }[];
  /** Why the simulation does not answer, by stream or tool. */
  readonly notSimulated: { readonly [what: string]: string };
}

export interface CallerFound
  extends Pick<Caller, 'program' | 'commit' | 'kind' | 'platform' | 'unit' | 'notSimulated'> {
  /** Streams or tools whose every request is answered. */
  readonly answered: readonly string[];
  /** The first request of each other one, and what came back. */
  readonly refused: { readonly [what: string]: string };
}

const folder = new URL('../../test/callers/', import.meta.url);

type Ids = { readonly [placeholder: string]: string };

const { token } = demoCompany;

/** Objects that the seed has, by what programs call them. */
async function idsOf(
  platform: string,
  objects: (kind: string) => Promise<readonly { readonly id: string }[]>,
  leadOf: () => Promise<string>,
): Promise<Ids> {
  const first = async (kind: string) => (await objects(kind))[0]?.id ?? '';
  if (platform === 'linkedin') {
    const account = await first('linkedin_accounts');
    return { account, campaign: linkedin.delivering(account, 'visits'), clientId, clientSecret };
  }
  if (platform === 'openai') {
    const account = openaiAccountId(1);
    return {
      account,
      campaign: openai.campaign(account, 'clicks'),
      adGroup: openai.delivering(account, 'clicks'),
      ad: openai.ad(account, 'clicks', 1),
    };
  }
  if (platform === 'meta') {
    const account = seed.accounts.eur;
    const [adSet = '', spareAdSet = ''] = seed.emptyAdSets(account, 'traffic');
    return {
      account,
      adSet,
      spareAdSet,
      campaign: seed.campaign(account, 'traffic'),
      appCampaign: seed.campaign(account, 'app'),
      salesCampaign: seed.campaign(account, 'sales'),
      spareCampaign: seed.campaign(account, 'legacy'),
      ad: await first('ads'),
      spareAd: seed.ad(account, 'traffic', 2),
      creative: await first('adcreatives'),
      image: seed.imageHash(account),
      video: seed.video(account),
      page: seed.page,
      post: seed.posts.link,
      profile: seed.profile,
      pixel: seed.pixel,
      business: seed.business,
      audience: await first('customaudiences'),
      lead: await leadOf(),
    };
  }
  return {
    account: await first('snapchat_adaccounts'),
    organization: organizationId(1, 1),
    campaign: await first('snapchat_campaigns'),
    adSquad: await first('snapchat_adsquads'),
    ad: await first('snapchat_ads'),
    pixel: 'none',
    dayStart: '2026-10-15T00%3A00%3A00.000%2B02%3A00',
    weekEnd: '2026-10-22T00%3A00%3A00.000%2B02%3A00',
    monthEnd: '2026-10-25T00%3A00%3A00.000%2B02%3A00',
  };
}

export async function foundOf(caller: Caller): Promise<CallerFound> {
  const { program, commit, kind, platform, unit, notSimulated } = caller;
  const simulation = simulations.filter(({ name }) => name === platform);
  const clock = createManualClock(Date.parse(`${caller.today}T12:00:00Z`));
  const sandbox = createSandbox({ clock, seed: 1, simulations: simulation });
  const objects = async (of: string) => {
    const state = await sandbox.fetch(new Request('http://sandbox.test/_sandbox/state?objects=1'));
    const { list } = (await state.json()) as {
      readonly list: { readonly [kind: string]: readonly { readonly id: string }[] };
    };
    return list[of] ?? [];
  };
  const leadOf = async () => {
    const init = { method: 'POST', body: JSON.stringify({ platform }) };
    const came = await sandbox.fetch(new Request('http://sandbox.test/_sandbox/leads', init));
    return ((await came.json()) as { readonly leadIds: readonly string[] }).leadIds[0] ?? '';
  };
  const ids: Ids = { token, ...(await idsOf(platform, objects, leadOf)) };
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
  const base = `${simulation[0]?.basePath ?? ''}${platform === 'meta' ? `/${meta.pinned}` : ''}`;
  const refused: { [what: string]: string } = {};
  for (const { what, request, outside, headers, body } of caller.requests) {
    const [method = '', path = ''] = request.split(' ');
    const url = `http://sandbox.test${outside ? `/${platform}` : base}/${filled(path)}`;
    const all = Object.entries({ ...caller.headers, ...headers }).map(
      ([name, value]) => [name, filled(value)] as const,
    );
    const init = {
      method,
      headers: Object.fromEntries(all),
      ...(body !== undefined && { body: filled(body) }),
    };
    const answer = await sandbox.fetch(new Request(url, init));
    if (!answer.ok)
      refused[what] ??= `${answer.status} ${request}: ${(await answer.text()).slice(0, 300)}`;
  }
  sandbox.close();
  const whats = [...new Set(caller.requests.map(({ what }) => what))];
  return {
    program,
    commit,
    kind,
    platform,
    unit,
    notSimulated,
    answered: whats.filter((each) => !(each in refused)),
    refused,
  };
}

export const callers = (): readonly Caller[] =>
  readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Caller);
