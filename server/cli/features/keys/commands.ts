import type { NamedCompany } from '../../../../core/access/first-company.ts';
import { timeOf } from '../../../../core/base/time/days.ts';
import type { AnswerOf, InputOf } from '../../../client/client.ts';
import { listed, minute } from '../../base/asking.ts';
import {
  asUsage,
  type Command,
  type CommandInput,
  type Flags,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';
import { sayTable } from '../../base/table.ts';

type Key = AnswerOf<'keys.list'>['data'][number];
type CreatedKey = Key & { readonly key: string };

/**
 * Keys over the API, or with --data straight in the store: the way back in after the last key was
 * lost.
 */
interface KeyRing {
  /** Whose keys they are, where the command chose the company and not a key. */
  readonly company?: NamedCompany;
  list(): Promise<readonly Key[]>;
  create(request: InputOf<'keys.create'>): Promise<CreatedKey>;
  revoke(id: string): Promise<void>;
  close(): Promise<void>;
}

const flags: Flags = {
  ...serviceFlags,
  data: {
    type: 'string',
    what: 'Work on this data folder itself instead of over the API; needs no key',
  },
  company: {
    type: 'string',
    what: 'With --data: id of the company whose keys are meant (the first company)',
  },
};

async function ringOf({ flags: given, env, screen }: CommandInput): Promise<KeyRing> {
  const data = text(given.data);
  const company = text(given.company);
  if (data !== undefined)
    return (await import('../../../local/upkeep/keys.ts')).openLocalKeys(data, env, company);
  if (company !== undefined)
    throw new UsageFault(
      '--company goes with --data. Over the API the key you send says the company.',
    );
  const client = clientFor(given, env, screen);
  return {
    list: async () => (await client.keys.list({ limit: 200 })).data,
    create: (request) => client.keys.create(request),
    revoke: async (id) => void (await client.keys.revoke({ id })),
    close: async () => undefined,
  };
}

async function withRing(
  input: CommandInput,
  work: (ring: KeyRing) => Promise<void>,
): Promise<undefined> {
  const ring = await ringOf(input);
  const { screen } = input;
  try {
    if (ring.company !== undefined)
      screen.say(screen.paint.dim(`  Company ${ring.company.name} (${ring.company.id})`));
    await work(ring);
    return undefined;
  } finally {
    await ring.close();
  }
}

const companyOf = ({ company }: KeyRing) => company && { company };

export const commands: readonly Command[] = [
  {
    name: 'keys create',
    summary: 'Make an API key; it is shown once',
    usage: 'NAME [--scopes read,launch,manage] [--expires 2027-01-31] [--from 203.0.113.0/24]',
    words: 1,
    examples: [
      'slipway keys create "Google Sheets"',
      'slipway keys create Claude --scopes plan    # for a model: it reads and plans, a person carries it out',
      'slipway keys create dashboard --scopes read --expires 2027-01-31',
      'slipway keys create ci --from 203.0.113.7,2001:db8::/32    # refused from anywhere else',
      'slipway keys create admin --scopes admin,operator --data .slipway    # on the machine itself, when no key is left',
      'slipway keys create admin --scopes admin --data .slipway --company co_4fT…    # of another company than the first',
    ],
    flags: {
      ...flags,
      scopes: {
        type: 'string',
        what: 'read, plan, launch, manage, admin, operator (read,launch,manage)',
      },
      expires: { type: 'string', what: 'The last day (UTC) or the very moment it works' },
      from: {
        type: 'string',
        what: 'Addresses and networks it works from, with commas between them',
      },
    },
    run(input) {
      const [name] = input.words;
      if (name === undefined)
        throw new UsageFault(
          'A key needs a name, for example: slipway keys create "Google Sheets"',
        );
      const scopes = listed(input.flags.scopes);
      const addresses = listed(input.flags.from);
      const expires = text(input.flags.expires);
      const expiresAt = expires === undefined ? undefined : lastMoment(expires);
      return withRing(input, async (ring) => {
        // What is no scope is refused by the service, in its words.
        const given = {
          ...(scopes && { scopes }),
          ...(expiresAt && { expiresAt }),
          ...(addresses && { addresses }),
        };
        const asked = { name, ...given } as InputOf<'keys.create'>;
        const created = await asUsage({ scopes: 'scopes', addresses: 'from' }, () =>
          ring.create(asked),
        );
        input.screen.say(`  ${created.key}`);
        input.screen.say(
          input.screen.paint.dim(
            `  ${created.name}, may ${created.scopes.join(', ')}. It is not shown again.`,
          ),
        );
        input.screen.tell({ ...created, ...companyOf(ring) });
      });
    },
  },
  {
    name: 'keys list',
    summary: 'List the API keys of the company',
    usage: '',
    examples: ['slipway keys list', 'slipway keys list --json | jq -r .data[].id'],
    flags,
    run: (input) =>
      withRing(input, async (ring) => {
        const data = await ring.list();
        const rows = data.map((key) => [
          key.id,
          key.prefix,
          key.name,
          key.scopes.join(','),
          minute(key.lastUsedAt) ?? 'never',
          key.expiresAt?.slice(0, 10) ?? 'never',
          key.addresses.join(',') || 'anywhere',
        ]);
        sayTable(input.screen, [
          ['id', 'starts with', 'name', 'may', 'last used', 'ends', 'from'],
          ...rows,
        ]);
        input.screen.tell({ success: true, data, ...companyOf(ring) });
      }),
  },
  {
    name: 'keys revoke',
    summary: 'End an API key at once, everywhere',
    usage: 'ID',
    words: 1,
    examples: ['slipway keys revoke key_4fT…'],
    flags,
    run(input) {
      const [id] = input.words;
      if (id === undefined) throw new UsageFault('Which key? `slipway keys list` shows their ids.');
      return withRing(input, async (ring) => {
        await ring.revoke(id);
        input.screen.say(`  ${id} is revoked.`);
        input.screen.tell({ success: true, id, ...companyOf(ring) });
      });
    },
  },
];

/** A day counts to its end. */
function lastMoment(given: string): string {
  const time = timeOf(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T23:59:59.999Z` : given);
  if (Number.isNaN(time))
    throw new UsageFault(`--expires ${given} is no time. Write it like 2027-01-31.`);
  return new Date(time).toISOString();
}
