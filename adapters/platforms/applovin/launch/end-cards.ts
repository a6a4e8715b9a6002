import type { PlatformFailure } from '../../../../core/base/errors.ts';
import type { MediaSource } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { loadMedia } from '../../kit/load-media.ts';
import type { AdOperation } from '../../kit/operations.ts';
import { type EndCard, endCardField, parseEndCard } from '../check.ts';
import { contentName } from './files.ts';
import type { MediaPorts } from './media.ts';
import { filesInLibrary, type NamedFile } from './uploads.ts';

export type EndCards = ReadonlyMap<AdOperation, string | PlatformFailure>;

export const isFailure = (card: string | PlatformFailure | undefined): card is PlatformFailure => typeof card === 'object';

export const endCardOf = ({ ad }: AdOperation): EndCard | undefined => parseEndCard(ad.platformFields?.[endCardField] ?? '');

/** Each address once. */
export const cardUrls = (operations: readonly AdOperation[]): readonly string[] => [
  ...new Set(operations.flatMap((operation) => urlOf(endCardOf(operation)))),
];

const urlOf = (card: EndCard | undefined): readonly string[] => (card !== undefined && 'url' in card ? [card.url] : []);

export async function endCardsOf(ports: MediaPorts, access: Access, operations: readonly AdOperation[]): Promise<EndCards> {
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

async function cardsFrom(
  ports: MediaPorts,
  access: Access,
  urls: readonly string[],
): Promise<ReadonlyMap<string, string | PlatformFailure>> {
  const cards = new Map<string, string | PlatformFailure>();
  const files = new Map<string, NamedFile>();
  const pages: MediaSource = { ...ports.media, load: (companyId, url) => ports.media.load(companyId, url, { pages: true }) };
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
