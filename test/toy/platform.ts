import { usualCurrencies } from '../../adapters/platforms/kit/currencies.ts';
import type { PlatformHost, PlatformModule } from '../../adapters/platforms/module.ts';
import { type FailureClass, PlatformError, type PlatformFailure, SlipwayError } from '../../core/errors.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Access, Campaign, Credentials } from '../../core/ports/platform-accounts.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import type { LaunchOperation, Outcome } from '../../core/ports/platform-launch.ts';
import { faultsUnder } from '../../core/schema/faults.ts';

/** A platform that exists in the tests alone: its ids are words, its ads need a mood, and it has no videos. */
export const definition: PlatformDefinition = {
  id: 'toy',
  folder: 'toy',
  label: 'Toy (Tinker)',
  aliases: ['tinker'],
  adSetWord: 'shelf',
  accountId: { matches: (text) => /^toy-\w+$/.test(text), canonical: (text) => text.toLowerCase(), example: 'toy-one' },
  entityId: { pattern: /^[a-z]+~\d+$/, hint: 'a word, a tilde and a number' },
  credentials: {
    fields: [{ key: 'pass', label: 'Toy pass', hint: 'On the lid of the box.', secret: true }],
    ways: [['pass']],
  },
  currencies: usualCurrencies,
  metrics: { spend: 'coins', impressions: 'looks', clicks: 'touches' },
  retentionDays: 90,
  launch: {
    types: ['single'],
    identity: 'platform-field',
    extras: [],
    fields: [{ name: 'toyMood', header: 'Toy mood', note: 'How the toy feels.', holds: 'text' }],
    callsToAction: ['PLAY', 'WIND_UP'],
    check: (ad) =>
      faultsUnder(ad.path, (report) => {
        if (ad.platformFields?.toyMood === undefined)
          report('toyMood', 'missing_field', 'toyMood is missing: how the toy feels.');
      }),
  },
};

interface Answer {
  readonly body?: { readonly [field: string]: never } & { readonly rows?: readonly Row[]; readonly id?: string };
  readonly failure?: PlatformFailure;
  /** Something may have been made although there is no answer. */
  readonly isOpen?: boolean;
}
type Row = { readonly [field: string]: string & number & boolean };

const fixes: { readonly [C in FailureClass]?: string } = {
  auth: 'Connect again with a fresh pass.',
  throttled: 'Nothing to do: it is tried again.',
  missing: 'Look for the id in the toy box.',
};
const failureOf = (kind: FailureClass, message: string, more: Partial<PlatformFailure> = {}): PlatformFailure => ({
  ...{ platform: 'toy', class: kind, message, fix: fixes[kind] ?? 'Try again in a few minutes.', traceId: 'toy-trace' },
  ...{ retryable: kind === 'throttled' || kind === 'transient', ...more },
});
const classes: { readonly [status: number]: FailureClass } = { 401: 'auth', 404: 'missing', 422: 'rule', 429: 'throttled' };

function open({ http, media, baseUrl = 'https://toy.example', times = {} }: PlatformHost): AdPlatform {
  const { settleMs = 5_000, answerMs = 10_000, firstLookMs = 1_000 } = times;

  async function call(
    who: { credentials: Credentials; isLeaseHeld?: Access['isLeaseHeld'] },
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Answer> {
    if (who.isLeaseHeld?.() === false)
      return { failure: failureOf('throttled', 'Another worker has taken this over; nothing was sent.') };
    const headers = { authorization: `Pass ${who.credentials.pass ?? ''}` };
    const request = { method, url: `${baseUrl}${path}`, headers, ...(body && { body: { type: 'json' as const, value: body } }) };
    const [answer] = await http.requestAll([request]);
    if (answer?.ok !== true) return { failure: failureOf('transient', 'The toy box gave no answer.'), isOpen: true };
    const kind = classes[answer.status];
    if (kind !== undefined)
      return {
        failure: failureOf(
          kind,
          `The toy box says: ${kind} (${answer.status}).`,
          kind === 'throttled' ? { retryAfterMs: 1_000 } : {},
        ),
      };
    try {
      if (answer.status === 200) return { body: JSON.parse(answer.text) };
    } catch {
      // Not what the toy box sends when it is well.
    }
    return { failure: failureOf('transient', 'The toy box stumbled over this.'), isOpen: true };
  }
  async function rows(who: { credentials: Credentials }, path: string): Promise<readonly Row[]> {
    const { body, failure } = await call(who, 'GET', path);
    if (failure !== undefined) throw new PlatformError(failure);
    return body?.rows ?? [];
  }
  const outcomeOf = ({ body, failure, isOpen }: Answer, more: object = {}): Outcome =>
    failure === undefined ? { state: 'done', ref: body?.id ?? '', ...more } : { state: isOpen ? 'unknown' : 'failed', failure };

  async function send(access: Access, operation: LaunchOperation): Promise<Outcome> {
    if (operation.kind === 'ad') {
      const { name, adSet, ad, assets, batch } = operation;
      const { description, link, platformFields = {}, paused } = ad;
      const what = { mood: platformFields.toyMood, text: description, link, picture: assets[0]?.ref, paused, mark: batch };
      return outcomeOf(await call(access, 'POST', '/ads', { account: access.adAccountId, shelf: adSet.id, name, ...what }));
    }
    if (operation.kind !== 'image') return { state: 'failed', failure: failureOf('rule', 'Toys show pictures only.') };
    try {
      const { sha256, filename } = await media.load(access.companyId, operation.media.url);
      return outcomeOf(await call(access, 'POST', '/pictures', { account: access.adAccountId, name: filename, sha256 }), {
        sha256,
      });
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      return { state: 'failed', stage: 'download', ownCode: error.code, failure: failureOf('rule', error.message) };
    }
  }

  const listed = (access: Access) => rows(access, `/ads?account=${access.adAccountId}`);
  const boxes = async (access: Access): Promise<readonly Campaign[]> =>
    (await rows(access, `/boxes?account=${access.adAccountId}`)).map(({ id = '', name = '', paused }) => ({
      ...{ id, name, objective: 'PLAY', status: paused ? 'PAUSED' : 'ACTIVE', effectiveStatus: 'ACTIVE' },
    }));
  return {
    definition,
    accounts: {
      list: async (_, credentials) =>
        (await rows({ credentials }, '/accounts')).map(({ id = '', name = '' }) => ({
          id,
          name,
          currency: 'EUR',
          timezone: 'Europe/Berlin',
          status: 'active',
        })),
      identities: async (access) =>
        (await rows(access, `/makers?account=${access.adAccountId}`)).map(({ id = '', name = '' }) => ({
          value: id,
          label: name,
        })),
      campaigns: boxes,
      async adSets(access, only) {
        const [campaign] = await boxes(access);
        if (campaign === undefined) return [];
        if (only !== undefined && 'campaignIds' in only && !only.campaignIds.includes(campaign.id)) return [];
        const shelves = await rows(access, `/shelves?account=${access.adAccountId}`);
        const wanted = shelves.filter(({ id = '' }) => only === undefined || !('ids' in only) || only.ids.includes(id));
        return wanted.map(({ id = '', name = '', paused, ads = 0, active = 0 }) => ({
          ...{
            id,
            name,
            status: paused ? 'PAUSED' : 'ACTIVE',
            effectiveStatus: 'ACTIVE',
            campaignId: campaign.id,
            campaignName: campaign.name,
          },
          ...{
            objective: campaign.objective,
            campaign: { status: campaign.status },
            hasActiveAds: active > 0,
            adCount: ads,
            capacity: 30,
          },
        }));
      },
    },
    launch: {
      ...{ creatives: 'inside-ad', waveSize: 10, settleMs, answerMs, firstLookMs, leavesMarks: true },
      creativeKey: () => '',
      cost: ({ length }) => ({ calls: length, requests: length }),
      async send(access, operations) {
        const outcomes: Outcome[] = [];
        for (const operation of operations) outcomes.push(await send(access, operation));
        return outcomes;
      },
      async reconcile(access, operations, taken) {
        const used = new Set<string>(taken);
        const ads = await listed(access);
        return operations.map((operation): Outcome | undefined => {
          const mine = (ad: Row) =>
            operation.kind === 'ad' &&
            ad.mark === operation.batch &&
            ad.name === operation.name &&
            ad.shelf === operation.adSet.id;
          const found = ads.find((ad) => !used.has(ad.id ?? '') && mine(ad));
          return found?.id === undefined ? undefined : (used.add(found.id), { state: 'done', ref: found.id });
        });
      },
      managerUrl: (_, adId) => `https://toy.example/box/${adId}`,
      usage: () => undefined,
    },
    edit: {
      setStatus: (access, changes) =>
        Promise.all(
          changes.map(async ({ id, status }) =>
            changed(id, await call(access, 'POST', '/change', { id, paused: status === 'PAUSED' })),
          ),
        ),
      remove: (access, objects) =>
        Promise.all(objects.map(async ({ id }) => changed(id, await call(access, 'POST', '/change', { id, gone: true })))),
    },
    report: {
      attributionDays: 1,
      async daily(access, { from, to }) {
        const days = await rows(access, `/figures?account=${access.adAccountId}&from=${from}&to=${to}`);
        return days.map(({ day = '', id = '', name = '', shelf = '', coins = 0, looks = 0, touches = 0 }) => ({
          ...{
            day,
            adId: id,
            adName: name,
            adsetId: shelf,
            adsetName: shelf,
            campaignId: 'box~1',
            campaignName: 'The box',
            country: '',
          },
          ...{ spend: coins, impressions: looks, clicks: touches, results: 0, conversions: 0, conversionValue: 0 },
        }));
      },
      reach: async () => [],
    },
  };
}

const changed = (id: string, { failure }: Answer) => ({ id, ...(failure !== undefined && { failure }) });

export const toy: PlatformModule = { definition, open };
