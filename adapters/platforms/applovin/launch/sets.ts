import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { text } from '../../kit/json.ts';
import { loadMedia } from '../../kit/load-media.ts';
import { outcomeWithId } from '../../kit/send-launch.ts';
import type { Access, AdOperation, MediaSource, Outcome, PlatformFailure } from '../../types.ts';
import { type EndCard, endCardField, parseEndCard } from '../check.ts';
import { withTags } from '../copy/recreate.ts';
import { campaignsById, typeOf } from '../read/campaigns.ts';
import { keepPaused } from '../read/creative-sets.ts';
import { statusWords } from '../wire/values.ts';
import type { MediaPorts } from './media.ts';
import { contentName, filesInLibrary, type NamedFile } from './uploads.ts';

const width = 6;

/** Looks whether sets that are to be paused are. */
export async function sendSets(
  ports: MediaPorts,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  try {
    const types = await typesOf(ports, access, operations);
    const cards = await endCardsOf(ports, access, operations);
    let dead: PlatformFailure | undefined;
    await mapBounded(operations, width, async (operation) => {
      const card = cards.get(operation);
      const failure = dead ?? (isFailure(card) ? card : undefined);
      const outcome: Outcome =
        failure === undefined
          ? await createSet(ports, access, {
              operation,
              type: types.get(operation.adSet.id) ?? 'APP',
              cards,
            })
          : { state: 'failed', failure };
      if ('failure' in outcome && outcome.failure.class === 'auth') dead = outcome.failure;
      outcomes.set(operation, outcome);
    });
    await pauseMade(ports, access, outcomes, types);
  } catch (error) {
    // Only reading throws, before anything is made.
    if (!(error instanceof PlatformError)) throw error;
    for (const operation of operations)
      if (!outcomes.has(operation))
        outcomes.set(operation, { state: 'failed', failure: error.failure });
  }
  return outcomes;
}

async function typesOf({ calls }: MediaPorts, access: Access, operations: readonly AdOperation[]) {
  const types = new Map<string, string>();
  for (const { adSet } of operations)
    if (adSet.destinationType) types.set(adSet.id, adSet.destinationType);
  const unknown = [...new Set(operations.map(({ adSet }) => adSet.id))].filter(
    (id) => !types.has(id),
  );
  if (unknown.length > 0)
    for (const [id, row] of await campaignsById(calls, access, unknown)) types.set(id, typeOf(row));
  return types;
}

async function createSet(
  { wire }: MediaPorts,
  access: Access,
  {
    operation,
    type,
    cards,
  }: { readonly operation: AdOperation; readonly type: string; readonly cards: EndCards },
): Promise<Outcome> {
  const body = setOf(operation, type, cards);
  const answer = await wire.call(access, { method: 'POST', path: 'creative_set/create', body });
  return outcomeWithId(wire.fail, answer, ({ body: made }) => text(made.id));
}

function setOf(operation: AdOperation, type: string, cards: EndCards) {
  const { ad, name, adSet } = operation;
  return {
    type,
    campaign_id: adSet.id,
    name,
    assets: assetsOf(operation, cards).map((id) => ({ id })),
    status: ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
    ...(type === 'WEB' &&
      ad.link !== undefined && { creative_set_url: withTags(ad.link, ad.utmTags) }),
  };
}

function assetsOf(operation: AdOperation, cards: EndCards) {
  const card = cards.get(operation);
  return [...operation.assets.map(({ ref }) => ref), ...(typeof card === 'string' ? [card] : [])];
}

async function pauseMade(
  ports: MediaPorts,
  access: Access,
  outcomes: Map<AdOperation, Outcome>,
  types: ReadonlyMap<string, string>,
) {
  const made = [...outcomes].flatMap(([operation, outcome]) =>
    operation.ad.paused && outcome.state === 'done'
      ? [{ operation, outcome, id: outcome.ref }]
      : [],
  );
  if (made.length === 0) return;
  const sets = made.map(({ operation, id }) => ({
    id,
    type: types.get(operation.adSet.id) ?? 'APP',
  }));
  const failed = await keepPaused(ports, access, sets);
  for (const { operation, outcome, id } of made)
    if (failed.has(id)) {
      const warning =
        'It could not be found out whether the ad is paused: look at it in the dashboard.';
      outcomes.set(operation, { ...outcome, warnings: [...(outcome.warnings ?? []), warning] });
    }
}

type EndCards = ReadonlyMap<AdOperation, string | PlatformFailure>;

const isFailure = (card: string | PlatformFailure | undefined): card is PlatformFailure =>
  typeof card === 'object';

export const endCardOf = ({ ad }: AdOperation): EndCard | undefined =>
  parseEndCard(ad.platformFields?.[endCardField] ?? '');

export const cardUrls = (operations: readonly AdOperation[]): readonly string[] => [
  ...new Set(operations.flatMap((operation) => urlOf(endCardOf(operation)))),
];

const urlOf = (card: EndCard | undefined) =>
  card !== undefined && 'url' in card ? [card.url] : [];

async function endCardsOf(
  ports: MediaPorts,
  access: Access,
  operations: readonly AdOperation[],
): Promise<EndCards> {
  const byUrl = await cardsFrom(ports, access, cardUrls(operations));
  return new Map(
    operations.flatMap((operation) => {
      const card = endCardOf(operation);
      if (card === undefined) return [];
      const found = 'id' in card ? card.id : byUrl.get(card.url);
      return found === undefined ? [] : [[operation, found] as const];
    }),
  );
}

async function cardsFrom(ports: MediaPorts, access: Access, urls: readonly string[]) {
  const cards = new Map<string, string | PlatformFailure>();
  const files = new Map<string, NamedFile>();
  const pages: MediaSource = {
    ...ports.media,
    load: (companyId, url) => ports.media.load(companyId, url, { pages: true }),
  };
  for (const url of urls) {
    const read = await loadMedia(pages, access.companyId, { url, fail: ports.wire.fail });
    if ('loaded' in read) files.set(url, { name: contentName(read.loaded), file: read.loaded });
    else if (read.outcome.state === 'failed') cards.set(url, read.outcome.failure);
  }
  if (files.size === 0) return cards;
  const distinct = [...new Map([...files.values()].map((each) => [each.name, each])).values()];
  const library = await filesInLibrary(ports, access, 'html', distinct);
  for (const [url, { name }] of files) {
    const found = library.get(name);
    if (typeof found === 'string') cards.set(url, found);
    // No ad was sent: it does not matter whether the card arrived.
    else if (found !== undefined) cards.set(url, found.failure);
  }
  return cards;
}
