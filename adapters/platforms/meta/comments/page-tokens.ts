import { PlatformError } from '../../../../core/base/errors.ts';
import { failureOf } from '../../kit/edits.ts';
import { said, text } from '../../kit/json.ts';
import type { Access, Answer, Caller, CredentialStore, Credentials, Fail } from '../../types.ts';
import type { Calls } from '../wire/calls.ts';

/**
 * Each page has its own token, kept with the sealed credentials of the connection under the page's
 * id; one that the platform refuses is fetched again.
 */
export interface PageTokens {
  /** Runs `work` with the page's token; once more with a new one where the platform refuses it. */
  as<T>(access: Access, page: string, work: (caller: Caller) => Promise<T>): Promise<T>;
  exchange(companyId: string, credentials: Credentials): Promise<Credentials>;
}

interface PageTokensOptions {
  readonly calls: Calls;
  readonly fail: Fail;
  /** Absent: this process alone fetches and keeps tokens. */
  readonly store?: CredentialStore | undefined;
}

/** Tokens fetched when a connection is made; others when first needed. */
const MOST_PAGES = 100;

const keyOf = (page: string) => `pageToken:${page}`;

export function createPageTokens({ calls, fail, store }: PageTokensOptions): PageTokens {
  /** Given since callers read their credentials. */
  const kept = new Map<string, string>();

  return {
    async as(access, page, work) {
      const name = `${access.companyId} ${access.connectionId ?? access.credentials.accessToken} ${page}`;
      const known = kept.get(name) ?? access.credentials[keyOf(page)];
      const token = known ?? (await renewed(undefined));
      try {
        return await work(callerWith(access, token));
      } catch (error) {
        if (!(error instanceof PlatformError) || error.failure.class !== 'auth') throw error;
        const next = await renewed(token);
        if (next === token) throw error;
        return work(callerWith(access, next));
      }

      async function renewed(dead: string | undefined) {
        const fresh = await fetched(access, page, dead);
        kept.set(name, fresh);
        return fresh;
      }
    },
    async exchange(companyId, credentials) {
      const found: { [key: string]: string } = {};
      // A connection without pages, or without a right to them, is still good.
      await failureOf(async () => {
        const { rows } = await calls.page({ companyId, credentials }, 'me/accounts', {
          fields: 'id,access_token',
          limit: MOST_PAGES,
        });
        for (const row of rows) {
          const token = text(row.access_token);
          if (token) found[keyOf(said(row.id))] = token;
        }
      });
      return { ...credentials, ...found };
    },
  };

  /** Not the dead one; stored where there is a place. */
  async function fetched(access: Access, page: string, dead: string | undefined) {
    const { companyId, connectionId } = access;
    const isStale = (stored: Credentials) =>
      stored[keyOf(page)] === undefined || stored[keyOf(page)] === dead;
    const renew = async (stored: Credentials) => ({
      ...stored,
      [keyOf(page)]: await tokenOf({ ...access, credentials: stored }, page),
    });
    const renewed =
      store === undefined || connectionId === undefined
        ? await renew(access.credentials)
        : await store.renew({ companyId, connectionId }, isStale, renew);
    return renewed[keyOf(page)] ?? '';
  }

  async function tokenOf(caller: Caller, page: string) {
    const token = text((await calls.read(caller, page, { fields: 'access_token' })).access_token);
    if (token) return token;
    const message = `The connected user may not act for the page ${page}.`;
    const fix =
      'Give the user the tasks MODERATE and ADVERTISE on the page, and the app pages_manage_engagement for comments or leads_retrieval for leads; then connect again.';
    throw new PlatformError(fail('blocked', message, fix));
  }
}

const callerWith = (access: Access, accessToken: string) => ({
  ...access,
  credentials: { ...access.credentials, accessToken },
});

/** With a dead token nothing was done: it is fetched again. */
export function throwAuth(answer: Answer): Answer {
  if (!answer.ok && answer.failure.class === 'auth') throw new PlatformError(answer.failure);
  return answer;
}
