import { type Client, createClient } from './client.ts';
import { type CommandInput, text, UsageFault } from './command.ts';
import type { Screen } from './screen.ts';

/** The service a command talks to: flags first, then the environment. */
export function clientFor(flags: CommandInput['flags'], env: CommandInput['env'], screen: Screen): Client {
  const url = text(flags.url) ?? env.SLIPWAY_URL ?? 'http://127.0.0.1:4000';
  const key = text(flags.key) ?? env.SLIPWAY_KEY;
  if (key === undefined || key === '')
    throw new UsageFault(
      'An API key is missing: set SLIPWAY_KEY or give --key. The first start of the service prints one; `slipway keys create --data FOLDER` makes another.',
    );
  if (!/^https?:\/\//.test(url)) throw new UsageFault(`${url} is not an address: it must start with http:// or https://.`);
  return createClient({
    url,
    key,
    onWait: (seconds) => screen.complain(`The limit of requests is reached; going on in ${seconds} s.`),
  });
}
