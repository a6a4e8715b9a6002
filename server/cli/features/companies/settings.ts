import type { InputOf } from '../../../client/client.ts';
import { asUsage, type Command, EXIT, type Flags, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';

const notes = ['Needs a key with the scope operator.'];

/** By the flag: the limit it sets, and what it says. */
const LIMITS = {
  reads: ['readsPerMinute', 'Reading requests of all keys and sessions in a minute'],
  writes: ['writesPerMinute', 'The same for writing requests'],
  webhooks: ['webhooks', 'How many webhooks it may have'],
  ads: ['adsPerMonth', 'Ads it may launch in a calendar month (UTC)'],
  media: ['mediaBytes', 'Bytes of media it may keep'],
} as const;

const limitFlags: Flags = Object.fromEntries(
  Object.entries(LIMITS).map(([flag, [, what]]) => [flag, { type: 'string', what: `${what}; none: as the service is set` }]),
);

export const companySettingCommands: readonly Command[] = [
  {
    name: 'companies create',
    summary: 'Create a company; its admin key is shown once',
    usage: 'NAME [--sandbox]',
    words: 1,
    notes,
    examples: ['slipway companies create "Acme Europe"', 'slipway companies create Rehearsal --sandbox'],
    flags: { ...serviceFlags, sandbox: { type: 'boolean', what: 'With seeded accounts on the sandbox' } },
    async run({ words: [name], flags, env, screen }) {
      if (name === undefined) throw new UsageFault('A company needs a name: slipway companies create "Acme Europe"');
      const sandbox = flags.sandbox === true;
      const created = await clientFor(flags, env, screen).companies.create({ name, ...(sandbox && { sandbox }) });
      screen.say(`  ${created.companyId}`);
      screen.say(`  ${created.adminKey}`);
      screen.say(screen.paint.dim('  The key is its admin’s. It is not shown again.'));
      screen.tell(created);
      return EXIT.ok;
    },
  },
  {
    name: 'companies limits',
    summary: 'Set the limits and quotas of a company',
    usage: `ID ${Object.keys(LIMITS)
      .map((flag) => `[--${flag} N]`)
      .join(' ')}`,
    words: 1,
    notes: [...notes, '`none` takes a limit back. What is not given stays as it is; `slipway companies show` tells what holds.'],
    examples: [
      'slipway companies limits co_4fT… --ads 5000 --media 20000000000',
      'slipway companies limits co_4fT… --writes none',
    ],
    flags: { ...serviceFlags, ...limitFlags },
    async run({ words: [id], flags, env, screen }) {
      if (id === undefined) throw new UsageFault('Which company? `slipway companies list` shows their ids.');
      const limits = Object.entries(LIMITS).flatMap(([flag, [name]]) => {
        const given = text(flags[flag]);
        if (given === undefined) return [];
        if (given !== 'none' && !/^\d{1,15}$/.test(given)) throw new UsageFault(`--${flag} is a whole number, or none.`);
        return [[name, given === 'none' ? null : Number(given)] as const];
      });
      if (limits.length === 0) throw new UsageFault(`Which limit? Give one of --${Object.keys(LIMITS).join(', --')}.`);
      const answer = await clientFor(flags, env, screen).companies.update({ id, limits: Object.fromEntries(limits) });
      for (const [name, limit] of Object.entries(answer.company.limits))
        screen.say(`  ${name}: ${limit === null ? 'as the service is set' : limit}`);
      screen.tell(answer);
      return EXIT.ok;
    },
  },
  {
    name: 'companies key',
    summary: 'Create an API key of a company, for support; it is shown once',
    usage: 'ID NAME [--scopes read,launch,manage]',
    words: 2,
    notes: [...notes, 'The audit of the company shows it.'],
    examples: ['slipway companies key co_4fT… Support --scopes read'],
    flags: { ...serviceFlags, scopes: { type: 'string', what: 'read, plan, launch, manage, admin (read,launch,manage)' } },
    async run({ words: [id, name], flags, env, screen }) {
      if (id === undefined || name === undefined)
        throw new UsageFault('Which company, and a name: slipway companies key ID NAME');
      const scopes = text(flags.scopes)
        ?.split(',')
        .map((scope) => scope.trim());
      // What is no scope is refused by the service, in its words.
      const asked = { id, name, ...(scopes && { scopes }) } as InputOf<'companies.createKey'>;
      const created = await asUsage({ scopes: 'scopes' }, () => clientFor(flags, env, screen).companies.createKey(asked));
      screen.say(`  ${created.key}`);
      screen.say(screen.paint.dim(`  ${created.name}, may ${created.scopes.join(', ')}. It is not shown again.`));
      screen.tell(created);
      return EXIT.ok;
    },
  },
];
