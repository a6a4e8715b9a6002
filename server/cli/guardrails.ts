import { type GuardName, guardNames } from '../../core/guard/limits.ts';
import { guardLabels, shown } from '../../core/guard/words.ts';
import type { AnswerOf, InputOf } from '../client/client.ts';
import { type Command, type CommandInput, EXIT, type Flags, serviceFlags, text, UsageFault } from './command.ts';
import type { Screen } from './screen.ts';
import { clientFor } from './service.ts';
import { formatTable } from './table.ts';

/** The flag of each limit. */
const limitFlags: { readonly [G in GuardName]: string } = {
  dailyBudget: 'daily',
  lifetimeBudget: 'lifetime',
  riseFactor: 'rise',
  startedDailyBudget: 'started-daily',
  startedLifetimeBudget: 'started-lifetime',
};

const setFlags: Flags = {
  ...serviceFlags,
  account: { type: 'string', what: 'For this ad account alone' },
  currency: { type: 'string', what: 'For all ad accounts in this currency' },
  ...Object.fromEntries(
    guardNames.map((name) => [
      limitFlags[name],
      { type: 'string' as const, what: `${guardLabels[name]}; "default" takes it back` },
    ]),
  ),
};

export const guardrailCommands: readonly Command[] = [
  {
    name: 'guardrails set',
    summary: 'Change a limit in money, for an ad account, a currency, or the factor for all',
    usage: '[--account ID | --currency EUR] --daily AMOUNT …',
    notes: ['Needs an admin key. Amounts are whole units of the currency. The change is in the audit.'],
    examples: [
      'slipway guardrails set --currency EUR --daily 2000 --started-daily 10000',
      'slipway guardrails set --account act_1001 --daily 5000',
      'slipway guardrails set --account act_1001 --daily default',
      'slipway guardrails set --rise 5',
    ],
    flags: setFlags,
    async run(input) {
      const client = clientFor(input.flags, input.env, input.screen);
      const change = changeOf(input);
      const current = await client.guardrails.get();
      const body = { ...changed(current, change), revision: current.revision };
      const answer = await client.guardrails.replace(body);
      say(input.screen, answer);
      return EXIT.ok;
    },
  },
  {
    name: 'guardrails',
    summary: 'Show the limits in money that hold for each ad account',
    usage: '',
    examples: ['slipway guardrails', 'slipway guardrails --json | jq .accounts'],
    flags: serviceFlags,
    async run({ flags, env, screen }) {
      say(screen, await clientFor(flags, env, screen).guardrails.get());
      return EXIT.ok;
    },
  },
];

type GuardrailsAnswer = AnswerOf<'guardrails.get'>;
type Layer = { readonly [G in GuardName]?: number | null };

interface Change {
  readonly account: string | undefined;
  readonly currency: string | undefined;
  readonly limits: Layer;
}

function changeOf({ flags }: CommandInput): Change {
  const account = text(flags.account);
  const currency = text(flags.currency)?.toUpperCase();
  const limits = Object.fromEntries(
    guardNames.flatMap((name) => {
      const given = text(flags[limitFlags[name]]);
      return given === undefined ? [] : [[name, given === 'default' ? null : amountOf(limitFlags[name], given)] as const];
    }),
  );
  const names = Object.keys(limits);
  if (names.length === 0) throw new UsageFault('Which limit? For example: slipway guardrails set --currency EUR --daily 2000');
  if (account !== undefined && currency !== undefined) throw new UsageFault('Give --account or --currency, not both.');
  if (account === undefined && currency === undefined && names.some((name) => name !== 'riseFactor'))
    throw new UsageFault('An amount needs a currency or an ad account: add --currency EUR or --account act_1001.');
  if (currency !== undefined && names.includes('riseFactor'))
    throw new UsageFault('--rise is no amount of money: give it for an ad account, or alone for all of them.');
  return { account, currency, limits };
}

function amountOf(flag: string, given: string): number {
  const amount = Number(given.replace(/[,_](?=\d{3}\b)/g, ''));
  if (!Number.isFinite(amount)) throw new UsageFault(`--${flag} ${given} is no number. Write it like 2000, or "default".`);
  return amount;
}

/** What the company has set, with the change in it. */
function changed({ own, accounts }: GuardrailsAnswer, { account, currency, limits }: Change): InputOf<'guardrails.replace'> {
  if (account !== undefined) {
    const id = accounts.find(({ adAccountId }) => [account, `act_${account}`].includes(adAccountId))?.adAccountId ?? account;
    return { ...own, accounts: { ...own.accounts, [id]: { ...own.accounts[id], ...limits } } };
  }
  if (currency !== undefined)
    return { ...own, currencies: { ...own.currencies, [currency]: { ...own.currencies[currency], ...limits } } };
  return { ...own, riseFactor: limits.riseFactor };
}

function say(screen: Screen, answer: GuardrailsAnswer): void {
  const rows = answer.accounts.map(({ adAccountId, name, currency, limits, source }) => [
    adAccountId,
    shown(limits.dailyBudget),
    shown(limits.lifetimeBudget),
    `${shown(limits.riseFactor)} x`,
    shown(limits.startedDailyBudget),
    shown(limits.startedLifetimeBudget),
    currency,
    source,
    name,
  ]);
  const head = ['account', 'daily', 'lifetime', 'rise', 'started daily', 'started lifetime', '', 'set by', 'name'];
  for (const line of formatTable([head, ...rows], { width: screen.columns, numbers: [1, 2, 3, 4, 5] })) screen.say(line);
  screen.say();
  screen.say(
    screen.paint.dim(
      '  daily, lifetime: one campaign or ad set. rise: times its first budget of the day. started: all that one operation sets delivering.',
    ),
  );
  screen.tell(answer);
}
