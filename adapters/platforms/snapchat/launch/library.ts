import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { type Row, text } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';

/** The files of an account, listed when they are first asked for: the platform takes the same file as often as it is sent. */
export interface Library {
  named(name: string): Promise<Row | undefined>;
}

export function createLibrary({ calls }: Api, access: Access): Library {
  let listed: Promise<ReadonlyMap<string, Row>> | undefined;
  const list = async (): Promise<ReadonlyMap<string, Row>> => {
    const files = new Map<string, Row>();
    for (const row of await calls.list(access, `adaccounts/${access.adAccountId}/media`)) {
      const name = text(row.name) ?? '';
      const known = files.get(name);
      // Of several the one that can be used.
      if (known === undefined || rank(row) > rank(known)) files.set(name, row);
    }
    return files;
  };
  return {
    async named(name) {
      listed ??= list();
      return (await listed).get(name);
    },
  };
}

const ranks = ['PENDING_UPLOAD', 'READY'];
const rank = (row: Row): number => (hasFailed(row) ? -1 : ranks.indexOf(stateOf(row)) + 1);

/** How far the platform has come with a file. */
export const stateOf = (row: Row): string => text(row.media_status)?.toUpperCase() ?? '';

export const isUsable = (row: Row): boolean => stateOf(row) === 'READY';
export const awaitsUpload = (row: Row): boolean => stateOf(row) === 'PENDING_UPLOAD';
export const hasFailed = (row: Row): boolean => /ERROR|FAILED/.test(stateOf(row));
