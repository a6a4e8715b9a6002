// An ad platform of your own, here one of toys: what is known of it, and how to reach it. Written
// with the package's doors alone; simulation.ts plays it, main.ts launches on it, and the tests run
// the platform suite of slipway/testing.
import {
  type AdOperation,
  type Answer,
  asRow,
  type Caller,
  countedGate,
  createBudget,
  createCalls,
  createWire,
  numeric,
  outcomeOf,
  type PlatformHost,
  type PlatformModule,
  parse,
  type Row,
  refusalByStatus,
  rowsOf,
  sendLaunch,
  text,
  usualCurrencies,
} from 'slipway/adapters/platform-kit';
import {
  type Access,
  type AdPlatform,
  type Campaign,
  faultsUnder,
  type Outcome,
  type PlatformDefinition,
} from 'slipway/core';

/** Its ids are words, its ads need a mood, and it has no videos. */
export const definition: PlatformDefinition = {
  id: 'toy',
  folder: 'toy',
  label: 'Toy (Tinker)',
  aliases: ['tinker'],
  adSetWord: 'shelf',
  accountId: {
    matches: (text) => /^toy-\w+$/.test(text),
    canonical: (text) => text.toLowerCase(),
    example: 'toy-one',
  },
  entityId: { pattern: /^[a-z]+~\d+$/, hint: 'a word, a tilde and a number' },
  credentials: {
    fields: [
      {
        key: 'pass',
        label: 'Toy pass',
        hint: 'On the lid of the box.',
        guide: ['Open the box.', 'Copy the pass from the lid.'],
        secret: true,
      },
    ],
    guide: {
      steps: ['Get a box of toys.'],
      scopes: ['play'],
      takes: 'a minute',
      refused: 'The pass is of another box.',
    },
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

function open({
  http,
  clock,
  secrets,
  log,
  media,
  baseUrl = 'https://toy.example',
  times = {},
}: PlatformHost): AdPlatform {
  const { settleMs = 5_000, answerMs = 10_000, firstLookMs = 1_000, timeoutMs = 10_000 } = times;
  const budget = createBudget({ clock, limitOf: () => ({ perSecond: 100, perMinute: 5_000 }) });
  const wire = createWire(
    {
      definition,
      baseUrl,
      timeoutMs,
      bodies: 'json',
      authorize: ({ adAccountId, credentials: { pass = '' } }) => ({
        headers: { authorization: `Pass ${pass}` },
        params: { account: adAccountId },
      }),
      readEnvelope(response, traceId) {
        const data = asRow(parse(response.text));
        return response.status === 200 && data !== undefined
          ? { data }
          : refusalByStatus('toy', response, traceId, { 422: 'rule', 200: 'transient' });
      },
    },
    {
      http,
      clock,
      secrets,
      log,
      gate: countedGate({ whose: 'The box', budget, keyOf: ({ companyId }) => companyId }),
    },
  );
  const paging = {
    first: (params: object) => ({ ...params }),
    rowsOf: ({ body }: { body: Row }) => rowsOf(body.rows),
    nextPage: () => undefined,
  };
  const calls = createCalls({ wire, paging, clock, secrets });
  const named = async (caller: Caller, path: string) =>
    (await calls.list(caller, path)).map(
      (row) => ({ ...row, id: text(row.id) ?? '', name: text(row.name) ?? '' }) as Named,
    );

  const change = async (access: Access, id: string, what: object) => {
    const answer = await calls.tried(access, 'change', { id, ...what }, { harmlessTwice: true });
    return { id, ...(!answer.ok && { failure: answer.failure }) };
  };
  const boxes = async (access: Access): Promise<readonly Campaign[]> =>
    (await named(access, 'boxes')).map(({ id, name }) => ({
      id,
      name,
      objective: 'PLAY',
      ...statusOf(false),
    }));
  return {
    definition,
    accounts: {
      list: async (companyId, credentials) =>
        (await named({ companyId, credentials }, 'accounts')).map(({ id, name }) => ({
          id,
          name,
          currency: 'EUR',
          timezone: 'Europe/Berlin',
          status: 'active',
        })),
      identities: async (access) =>
        (await named(access, 'makers')).map(({ id, name }) => ({ value: id, label: name })),
      campaigns: boxes,
      async adSets(access, only) {
        const [box] = await boxes(access);
        if (
          box === undefined ||
          (only && 'campaignIds' in only && !only.campaignIds.includes(box.id))
        )
          return [];
        const shelves = (await named(access, 'shelves')).filter(
          ({ id }) => !(only && 'ids' in only) || only.ids.includes(id),
        );
        return shelves.map(({ id, name, paused, ads, active }) => ({
          id,
          name,
          ...statusOf(paused),
          campaignId: box.id,
          campaignName: box.name,
          objective: box.objective,
          campaign: { status: box.status },
          hasActiveAds: Number(active) > 0,
          adCount: Number(ads),
          capacity: 30,
        }));
      },
    },
    launch: {
      creatives: 'inside-ad',
      waveSize: 10,
      settleMs,
      answerMs,
      firstLookMs,
      leavesMarks: true,
      creativeKey: () => '',
      cost: ({ length }) => ({ calls: length, requests: length }),
      send: (access, operations) =>
        sendLaunch(
          { media, fail: wire.fail },
          {
            image: async (_, __, { filename, sha256 }) =>
              outcomeOf(made(await calls.tried(access, 'pictures', { name: filename, sha256 }))),
            ads: {
              async send(_, ads) {
                const bodies = ads.map((operation) => ({
                  method: 'POST' as const,
                  path: 'ads',
                  body: adOf(operation),
                }));
                const answers = await wire.callAll(access, bodies);
                return new Map(ads.map((ad, at) => [ad, outcomeOf(made(answers[at] as Answer))]));
              },
            },
          },
          access,
          operations,
        ),
      async reconcile(access, operations, taken) {
        const free = (await named(access, 'ads')).filter(({ id }) => !taken.includes(id));
        return operations.map((operation): Outcome | undefined => {
          if (operation.kind !== 'ad') return undefined;
          const { mark, name, shelf } = adOf(operation);
          const at = free.findIndex(
            (ad) => ad.mark === mark && ad.name === name && ad.shelf === shelf,
          );
          const [found] = at < 0 ? [] : free.splice(at, 1);
          return found && { state: 'done', ref: found.id };
        });
      },
      managerUrl: (_, adId) => `https://toy.example/box/${adId}`,
      usage: wire.usage,
    },
    edit: {
      setStatus: (access, changes) =>
        Promise.all(
          changes.map(({ id, status }) => change(access, id, { paused: status === 'PAUSED' })),
        ),
      remove: (access, objects) =>
        Promise.all(objects.map(({ id }) => change(access, id, { gone: true }))),
    },
    report: {
      attributionDays: 1,
      async daily(access, { from, to }) {
        return (await calls.list(access, 'figures', { from, to })).map(
          ({ day, id, name, shelf, coins, looks, touches }) => ({
            day: String(day),
            country: '',
            campaignId: 'box~1',
            campaignName: 'The box',
            adsetId: String(shelf),
            adsetName: String(shelf),
            adId: String(id),
            adName: String(name),
            spend: numeric(coins) ?? 0,
            impressions: numeric(looks) ?? 0,
            clicks: numeric(touches) ?? 0,
            results: 0,
            conversions: 0,
            conversionValue: 0,
          }),
        );
      },
      reach: async () => [],
    },
  };
}

type Named = Row & { readonly id: string; readonly name: string };

const statusOf = (paused: unknown) =>
  ({
    status: paused === true ? 'PAUSED' : 'ACTIVE',
    effectiveStatus: paused === true ? 'PAUSED' : 'ACTIVE',
  }) as const;

const adOf = ({ name, adSet, ad, assets, batch }: AdOperation) => ({
  name,
  shelf: adSet.id,
  mark: batch,
  mood: ad.platformFields?.toyMood,
  picture: assets[0]?.ref,
  text: ad.description,
  link: ad.link,
  paused: ad.paused,
});

const made = (answer: Answer) =>
  answer.ok ? ({ ok: true, ref: text(answer.body.id) ?? '' } as const) : answer;

export const toy: PlatformModule = { definition, open };
