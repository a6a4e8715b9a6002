import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import {
  type ApiError,
  type Client,
  type ClientOptions,
  createClient,
} from '../../client/client.ts';
import { type CommandInput, text, UsageFault } from './command.ts';
import { type Screen, shownSafely } from './screen.ts';

/** The address of the service: flags first, then the environment. */
export const urlOf = (flags: CommandInput['flags'], env: CommandInput['env']): string =>
  withoutTrailing(text(flags.url) ?? env.SLIPWAY_URL ?? 'http://127.0.0.1:4000', '/');

export const keyOf = (
  flags: CommandInput['flags'],
  env: CommandInput['env'],
): string | undefined => {
  const key = text(flags.key) ?? env.SLIPWAY_KEY;
  return key === '' ? undefined : key;
};

export const clientFor = (
  flags: CommandInput['flags'],
  env: CommandInput['env'],
  screen: Screen,
): Client => createClient(optionsFor(flags, env, screen));

export function optionsFor(
  flags: CommandInput['flags'],
  env: CommandInput['env'],
  screen: Screen,
): ClientOptions {
  const url = urlOf(flags, env);
  const key = keyOf(flags, env);
  if (key === undefined)
    throw new UsageFault(
      'An API key is missing: set SLIPWAY_KEY or give --key. The first start of the service prints one; `slipway keys create --data FOLDER` makes another.',
    );
  // As pages write it: `ak_…`. A header takes no such character.
  if (/[^!-~]/.test(key))
    throw new UsageFault(
      'This is not an API key. Give the one that the service printed, without spaces and dots.',
    );
  if (!/^https?:\/\//.test(url))
    throw new UsageFault(`${url} is not an address: it must start with http:// or https://.`);
  return {
    url,
    key,
    headers: { 'slipway-door': 'cli' },
    parse: readSafely,
    onWait: (seconds, error) => screen.complain(waitLine(seconds, error)),
  };
}

const waitLine = (seconds: number, { status, message }: ApiError): string =>
  status === 429
    ? `Rate limit reached. Continuing in ${seconds} s.`
    : `${message} Trying again in ${seconds} s.`;

/**
 * JSON whose texts are safe to be shown: names and messages come from many hands, and what a
 * terminal would obey (colours, titles, links, a cursor that goes back) is seen instead.
 */
export const readSafely = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? shownSafely(value) : value));
