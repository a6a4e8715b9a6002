import { md5 } from '../../../runtime/md5.ts';
import type { Entity, JsonObject } from '../../entity.ts';
import { accountOf, type Endpoint, ownedBy, type Turn } from '../wire/call.ts';
import { oneOf, required, requiredWords, text } from '../wire/params.ts';
import { invalid, missing, Refusal } from '../wire/refusals.ts';

export interface Upload {
  /** The given name, else the file's. */
  readonly name: string;
  readonly signature: string;
  /** Absent for addresses, which are not fetched. */
  readonly bytes?: Uint8Array;
}

export function uploadOf(turn: Turn, noun: 'image' | 'video'): Upload {
  const type = oneOf(turn.params, 'upload_type', ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL'] as const) ?? 'UPLOAD_BY_FILE';
  if (type === 'UPLOAD_BY_URL') {
    const url = urlOf(turn, `${noun}_url`);
    const signature = md5(new TextEncoder().encode(url.href));
    return { name: fileNameOf(turn, url.pathname.split('/').pop() ?? ''), signature };
  }
  const file = turn.files.find(({ part }) => part === `${noun}_file`);
  if (file === undefined) throw missing(`${noun}_file`);
  const { bytes, filename } = file;
  const signature = md5(bytes);
  if (required(turn.params, `${noun}_signature`) !== signature)
    throw new Refusal(40900, 'The signature of the file does not match its content.');
  return { name: fileNameOf(turn, filename), signature, bytes };
}

function fileNameOf(turn: Turn, fallback: string): string {
  const name = text(turn.params, 'file_name') ?? (fallback.slice(0, 100) || 'file');
  if ([...name].length > 100) throw invalid('file_name: Length must be between 1 and 100.');
  return name;
}

function urlOf(turn: Turn, name: string): URL {
  const address = required(turn.params, name);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw invalid(`${name}: Not a valid URL.`);
  if (address.includes('unreachable')) throw new Refusal(40902, 'The file cannot be downloaded from the URL.');
  return new URL(address);
}

/** Unique among images, and among videos. */
export function freeName(turn: Turn, account: Entity, kind: string, name: string): string {
  const taken = turn.world.entities(kind, account.id).some(({ data }) => data.file_name === name);
  if (taken || turn.fired.has('name-taken'))
    throw new Refusal(40911, `The file name ${name} is duplicated. Please rename the file.`);
  return name;
}

/** Unknown ids are left out. */
export const infoEndpoint = (
  kind: string,
  ids: string,
  most: number,
  row: (turn: Turn, file: Entity) => JsonObject,
): Endpoint => ({
  known: [ids],
  run(turn) {
    const account = accountOf(turn);
    const list = requiredWords(turn.params, ids, most).flatMap((id) => ownedBy(turn, account, kind, id) ?? []);
    return { list: list.map((file) => row(turn, file)) };
  },
});
