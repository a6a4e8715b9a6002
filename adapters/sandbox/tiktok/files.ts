import type { Entity } from '../world.ts';
import { required, text } from './params.ts';
import { invalid, Refusal } from './refusals.ts';
import type { Turn } from './turn.ts';

/** The name a file is to have in the library: the one given, else its own. */
export function fileNameOf(turn: Turn, fallback: string): string {
  const name = text(turn.params, 'file_name') ?? (fallback.slice(0, 100) || 'file');
  if ([...name].length > 100) throw invalid('file_name: Length must be between 1 and 100.');
  return name;
}

/** Names are unique among the account's images, and among its videos. */
export function freeName(turn: Turn, account: Entity, kind: string, name: string): string {
  const taken = turn.world.under(kind, account.id).some((id) => turn.world.get(id)?.data.file_name === name);
  if (taken || turn.fired.has('name-taken'))
    throw new Refusal(40911, `The file name ${name} is duplicated. Please rename the file.`);
  return name;
}

export function urlOf(turn: Turn, name: string): URL {
  const address = required(turn.params, name);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw invalid(`${name}: Not a valid URL.`);
  if (address.includes('unreachable')) throw new Refusal(40902, 'The file cannot be downloaded from the URL.');
  return new URL(address);
}
