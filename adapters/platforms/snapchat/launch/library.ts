import { markedName } from '../../kit/claims.ts';
import { said, text } from '../../kit/json.ts';
import type {
  Access,
  Api,
  LaunchOperation,
  Params,
  Refusal,
  Row,
  UploadOperation,
} from '../../types.ts';
import { longest } from '../check.ts';
import { writeAll } from '../wire/bulk.ts';
import type { Item } from '../wire/errors.ts';

export interface FileWanted {
  readonly name: string;
  readonly type: 'IMAGE' | 'VIDEO';
}

/**
 * The files of an account, listed when first needed: the platform takes a file as often as it is
 * sent. A file is made before it has content.
 */
export interface Library {
  named(name: string): Promise<Row | undefined>;
  /**
   * Makes those that are missing, several in a call. Throws `PlatformError` where the files cannot
   * be listed.
   */
  make(wanted: readonly FileWanted[]): Promise<void>;
  file(
    wanted: FileWanted,
  ): Promise<{ readonly ok: true; readonly row: Row } | ({ readonly ok: false } & Refusal)>;
}

export function createLibrary(api: Api, access: Access): Library {
  const { calls, wire } = api;
  const path = `adaccounts/${access.adAccountId}/media`;
  const made = new Map<string, Item>();
  let listed: Promise<ReadonlyMap<string, Row>> | undefined;

  const list = async (): Promise<ReadonlyMap<string, Row>> => {
    const files = new Map<string, Row>();
    for (const row of await calls.list(access, path)) {
      const name = said(row.name);
      const known = files.get(name);
      // Of several the usable one.
      if (known === undefined || rank(row) > rank(known)) files.set(name, row);
    }
    return files;
  };

  const library: Library = {
    async named(name) {
      listed ??= list();
      return (await listed).get(name);
    },
    async make(wanted) {
      const open: FileWanted[] = [];
      for (const each of new Map(wanted.map((file) => [file.name, file])).values()) {
        const known = await library.named(each.name);
        if ((known === undefined || hasFailed(known)) && !made.has(each.name)) open.push(each);
      }
      const send = (body: Params) => wire.call(access, { method: 'POST', path, body });
      const objects = open.map((each) => ({ ...each, ad_account_id: access.adAccountId }));
      const items = await writeAll(api, access, { plural: 'media', send }, objects);
      for (const [position, { name }] of open.entries()) {
        const item = items[position];
        if (item !== undefined) made.set(name, item);
      }
    },
    async file(wanted) {
      await library.make([wanted]);
      const known = await library.named(wanted.name);
      const item = made.get(wanted.name);
      if (item !== undefined) return item;
      if (known !== undefined) return { ok: true, row: known };
      return {
        ok: false,
        failure: wire.fail('transient', 'The platform answered without the file.'),
        maybeDone: true,
      };
    },
  };
  return library;
}

const ranks = ['PENDING_UPLOAD', 'READY'];
const rank = (row: Row) => (hasFailed(row) ? -1 : ranks.indexOf(stateOf(row)) + 1);

const stateOf = (row: Row) => text(row.media_status)?.toUpperCase() ?? '';

export const isUsable = (row: Row) => stateOf(row) === 'READY';
export const awaitsUpload = (row: Row) => stateOf(row) === 'PENDING_UPLOAD';
export const hasFailed = (row: Row) => /ERROR|FAILED/.test(stateOf(row));

/** Marks files and creatives; an ad's name is the user's alone. */
const markOf = ({ batch, id }: Pick<LaunchOperation, 'batch' | 'id'>) => ` [${batch} ${id}]`;

const named = (words: string, mark: string) => markedName(words, mark, longest.name);

/** The same content has the same name, by which it is found. */
export const imageName = (filename: string, sha256: string) =>
  named(filename, ` [${sha256.slice(0, 32)}]`);

export const videoName = (operation: UploadOperation) =>
  named(operation.media.filename, markOf(operation));

export const hasMark = (
  name: string | undefined,
  operation: Pick<LaunchOperation, 'batch' | 'id'>,
) => name?.endsWith(markOf(operation)) === true;

export const creativeName = (adName: string, operation: Pick<LaunchOperation, 'batch' | 'id'>) =>
  named(adName, markOf(operation));
