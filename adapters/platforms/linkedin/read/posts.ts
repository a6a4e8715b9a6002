import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { unless } from '../../kit/failures.ts';
import { asRow, at, defined, numeric, rowsOf, said, text } from '../../kit/json.ts';
import type { Access, Api, Calls, OrganicPost, Row } from '../../types.ts';
import { numberOf, organizationUrn } from '../urns.ts';
import { finder } from '../wire/client.ts';
import { encoded } from '../wire/restli.ts';
import { readByKey, readRows } from './objects.ts';

const postsPerPage = 100;

/** The last hundred, newest first. */
export async function postsOf(
  { calls, wire }: Api,
  access: Access,
  organization: string,
): Promise<readonly OrganicPost[]> {
  const params = {
    q: 'author',
    author: organizationUrn(organization),
    count: postsPerPage,
    start: 0,
    sortBy: 'CREATED',
  };
  const rows = await read();
  // The platform answers an unknown organization as one without posts.
  if (rows.length === 0) await existing();
  return rows.map(postOf).sort((a, b) => b.createdAt - a.createdAt);

  async function read(): Promise<readonly Row[]> {
    try {
      return rowsOf((await calls.read(access, 'posts', params, finder)).elements);
    } catch (error) {
      if (error instanceof PlatformError && error.failure.class === 'blocked') await existing();
      throw error;
    }
  }

  async function existing() {
    try {
      await calls.read(access, `organizations/${numberOf(organization)}`);
    } catch (error) {
      if (error instanceof PlatformError && error.failure.class === 'missing')
        throw wire.notFound(organization);
      throw error;
    }
  }
}

/** Leaves out unreadable ones. */
export const readPosts = (calls: Calls, access: Access, urns: readonly string[]) =>
  urns.length === 0 ? Promise.resolve(new Map()) : readByKey(calls, access, 'posts', urns);

export const mediaIn = (post: Row) => text(at(post, 'content', 'media', 'id'));

function mediaType(urn: string): 'video' | 'document' | 'image' | undefined {
  if (urn === '') return undefined;
  return urn.startsWith('urn:li:video:')
    ? 'video'
    : urn.startsWith('urn:li:document:')
      ? 'document'
      : 'image';
}

function postOf(row: Row): OrganicPost {
  const media = mediaIn(row) ?? '';
  const article = asRow(at(row, 'content', 'article'));
  return {
    id: said(row.id),
    createdAt: numeric(row.publishedAt) ?? numeric(row.createdAt) ?? 0,
    type: mediaType(media) ?? (article !== undefined ? 'link' : 'text'),
    ...defined({
      message: text(row.commentary) === undefined ? undefined : plainText(said(row.commentary)),
      link: text(row.contentLandingPage) ?? text(article?.source),
      cta: text(row.contentCallToActionLabel),
    }),
    boostable: row.lifecycleState === 'PUBLISHED' && row.visibility === 'PUBLIC',
  };
}

/**
 * The platform's `little` format: a backslash makes these characters stand for themselves. A hash
 * before a word stays: it makes a hashtag.
 */
const reserved = /[\\|{}@[\]()<>*_~]|#(?![\p{L}\p{N}])/gu;

export const littleText = (text: string) => text.replace(reserved, '\\$&');

/** Long mentions and hashtags become their words. */
export function plainText(little: string) {
  return little
    .replace(/\{hashtag\|\\?([#＃])\|([^}|]*)\}/gu, '$1$2')
    .replace(/@\[([^[\]]*)\]\s?\([^()]*\)/g, '@$1')
    .replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1');
}

/** An image, or the thumbnail of a video. Addresses work for some hours. */
export async function picturesOf(calls: Calls, access: Access, adIds: readonly string[]) {
  const rows = await readRows(calls, access, 'ad', adIds);
  const postOf = (row: Row) => said(row, 'content', 'reference');
  const posts = await readPosts(
    calls,
    access,
    [...new Set([...rows.values()].map(postOf))].filter((urn) => urn !== ''),
  );
  return picturesIn(
    calls,
    access,
    new Map([...rows].map(([adId, row]) => [adId, posts.get(postOf(row)) ?? {}])),
  );
}

/** By the id of the ad that shows the post. */
export async function picturesIn(calls: Calls, access: Access, posts: ReadonlyMap<string, Row>) {
  const media = [...new Set([...posts.values()].flatMap((post) => mediaIn(post) ?? []))];
  const found = await mapBounded(
    media,
    4,
    async (urn) => [urn, await addressOf(calls, access, urn)] as const,
  );
  const addresses = new Map(found);
  return new Map(
    [...posts].flatMap(([adId, post]) => {
      const address = addresses.get(mediaIn(post) ?? '');
      return address === undefined ? [] : [[adId, address] as const];
    }),
  );
}

async function addressOf(calls: Calls, access: Access, urn: string) {
  const isVideo = urn.startsWith('urn:li:video:');
  if (!isVideo && !urn.startsWith('urn:li:image:')) return undefined;
  return unless(['blocked', 'missing'], async () => {
    const row = await calls.read(access, `${isVideo ? 'videos' : 'images'}/${encoded(urn)}`);
    return text(isVideo ? row.thumbnail : row.downloadUrl);
  });
}
