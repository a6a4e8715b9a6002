import {
  guardUnits,
  type NumericGuard,
  numericGuards,
  type QuietHours,
} from '../../../../core/gate/limits.ts';
import { quietFrom, quietWords } from '../../../../core/gate/quiet-hours.ts';
import { guardLabels, shown } from '../../../../core/gate/words.ts';
import type { AnswerOf, InputOf } from '../../../client/client.ts';
import { asking } from '../../base/asking.ts';
import {
  type Command,
  type CommandInput,
  type Flags,
  text,
  UsageFault,
} from '../../base/command.ts';
import type { Screen } from '../../base/screen.ts';
import { sayTable } from '../../base/table.ts';

const limitFlags: { readonly [G in NumericGuard]: string } = {
  dailyBudget: 'daily',
  lifetimeBudget: 'lifetime',
  bid: 'bid',
  risePercent: 'rise',
  startedDailyBudget: 'started-daily',
  startedLifetimeBudget: 'started-lifetime',
  accountDailyBudget: 'account-daily',
  companyDailyBudget: 'company-daily',
  secondKeyDailyBudget: 'second-key-daily',
  secondKeyLifetimeBudget: 'second-key-lifetime',
  adsPerLaunch: 'ads',
};

const setFlags: Flags = {
  account: { type: 'string', what: 'For this ad account alone' },
  currency: { type: 'string', what: 'For all ad accounts in this currency' },
  suggested: { type: 'boolean', what: 'Values to begin with, for all currencies of your accounts' },
  ...Object.fromEntries(
    numericGuards.map((name) => [
      limitFlags[name],
      { type: 'string' as const, what: `${guardLabels[name]}; "default" takes it back` },
    ]),
  ),
  quiet: {
    type: 'string',
    what: 'Hours in which nothing may start, account’s time zone: "22:00-06:00", "00:00-08:00 sat,sun"',
  },
  workspace: {
    type: 'string',
    what: 'With --account: the workspace whose keys alone may change it',
  },
  block: { type: 'string', what: 'Operations to block for everyone: "manage.delete,batches.undo"' },
  approver: {
    type: 'string',
    what: 'Who may approve plans: anyone, or another-key than the planner’s',
  },
};

export const commands: readonly Command[] = [
  asking({
    name: 'guardrails set',
    summary: 'Change a guardrail, for an ad account, a currency, or all of them',
    usage: '[--account ID | --currency EUR] --daily AMOUNT …',
    notes: [
      'Needs an admin key. Amounts are whole units of the currency. The change is in the audit.',
    ],
    examples: [
      'slipway guardrails set --suggested',
      'slipway guardrails set --currency EUR --daily 2000 --account-daily 10000',
      'slipway guardrails set --account act_1001 --daily 5000 --quiet "22:00-06:00"',
      'slipway guardrails set --account act_1001 --daily default',
      'slipway guardrails set --rise 50 --ads 200 --block manage.delete',
    ],
    flags: setFlags,
    async ask(client, _, input) {
      const change = changeOf(input);
      const current = await client.guardrails.get();
      return client.guardrails.replace({ ...changed(current, change), revision: current.revision });
    },
    show,
  }),
  asking({
    name: 'guardrails',
    summary: 'Show the guardrails that hold for each ad account',
    usage: '',
    examples: ['slipway guardrails', 'slipway guardrails --json | jq .accounts'],
    ask: (client) => client.guardrails.get(),
    show,
  }),
];

type GuardrailsAnswer = AnswerOf<'guardrails.get'>;
type Body = InputOf<'guardrails.replace'>;
type Numbers = { readonly [G in NumericGuard]?: number | null };

interface Change {
  readonly account: string | undefined;
  readonly currency: string | undefined;
  readonly suggested: boolean;
  readonly limits: Numbers;
  /** What has no currency: of an account or of the company. */
  readonly others: Pick<Body, 'quietHours' | 'blockedOperations' | 'approver'> & {
    readonly workspaceId?: string | null;
  };
}

function changeOf({ flags }: CommandInput): Change {
  const account = text(flags.account);
  const currency = text(flags.currency)?.toUpperCase();
  const limits: Numbers = Object.fromEntries(
    numericGuards.flatMap((name) => {
      const given = text(flags[limitFlags[name]]);
      return given === undefined
        ? []
        : [[name, given === 'default' ? null : amountOf(limitFlags[name], given)] as const];
    }),
  );
  const others = othersOf(flags);
  const suggested = flags.suggested === true;
  const names = numericGuards.filter((name) => limits[name] !== undefined);
  if (names.length === 0 && Object.keys(others).length === 0 && !suggested)
    throw new UsageFault(
      'Which limit? For example: slipway guardrails set --currency EUR --daily 2000',
    );
  if (account !== undefined && currency !== undefined)
    throw new UsageFault('Give --account or --currency, not both.');
  if (
    account === undefined &&
    currency === undefined &&
    names.some((name) => guardUnits[name] === 'money')
  )
    throw new UsageFault(
      'An amount needs a currency or an ad account: add --currency EUR or --account act_1001.',
    );
  if (
    currency !== undefined &&
    (names.some((name) => guardUnits[name] !== 'money') || Object.keys(others).length > 0)
  )
    throw new UsageFault(
      'Only amounts of money belong to a currency: give the others for an ad account, or alone for all of them.',
    );
  if (others.workspaceId !== undefined && account === undefined)
    throw new UsageFault('--workspace needs --account.');
  if (
    account !== undefined &&
    (others.blockedOperations !== undefined || others.approver !== undefined)
  )
    throw new UsageFault(
      '--block and --approver hold for the whole company: give them without --account.',
    );
  return { account, currency, suggested, limits, others };
}

function othersOf(flags: CommandInput['flags']): Change['others'] {
  const [quiet, workspace, block, approver] = ['quiet', 'workspace', 'block', 'approver'].map(
    (name) => text(flags[name]),
  );
  if (approver !== undefined && approver !== 'anyone' && approver !== 'another-key')
    throw new UsageFault('--approver is anyone or another-key.');
  const isDefault = (given: string): boolean => given === 'default';
  return {
    ...(quiet !== undefined && { quietHours: isDefault(quiet) ? null : hoursOf(quiet) }),
    ...(workspace !== undefined && { workspaceId: isDefault(workspace) ? null : workspace }),
    ...(block !== undefined && {
      blockedOperations: isDefault(block) ? null : block.split(',').map((name) => name.trim()),
    }),
    ...(approver !== undefined && { approver }),
  };
}

function hoursOf(given: string): readonly QuietHours[] {
  const hours = quietFrom(given);
  if (hours !== undefined) return hours;
  throw new UsageFault(
    `--quiet ${given} is not understood. Write it like "22:00-06:00" or "00:00-08:00 sat,sun".`,
  );
}

function amountOf(flag: string, given: string): number {
  const amount = Number(given.replace(/[,_](?=\d{3}\b)/g, ''));
  if (!Number.isFinite(amount))
    throw new UsageFault(`--${flag} ${given} is no number. Write it like 2000, or "default".`);
  return amount;
}

/** What the company has set, with the change in it. */
function changed({ own, suggested, accounts }: GuardrailsAnswer, change: Change): Body {
  const { account, currency, limits, others } = change;
  if (account !== undefined) {
    const id =
      accounts.find(({ adAccountId }) => [account, `act_${account}`].includes(adAccountId))
        ?.adAccountId ?? account;
    return {
      ...own,
      accounts: { ...own.accounts, [id]: { ...own.accounts[id], ...limits, ...others } },
    };
  }
  if (currency !== undefined)
    return {
      ...own,
      currencies: { ...own.currencies, [currency]: { ...own.currencies[currency], ...limits } },
    };
  const { risePercent, adsPerLaunch } = limits;
  return {
    ...own,
    ...(change.suggested && suggested),
    ...(risePercent !== undefined && { risePercent }),
    ...(adsPerLaunch !== undefined && { adsPerLaunch }),
    ...others,
  };
}

function show(answer: GuardrailsAnswer, screen: Screen): void {
  const amount = (limit: number | undefined): string => (limit === undefined ? '-' : shown(limit));
  const rows = answer.accounts.map(({ adAccountId, name, currency, limits, source }) => [
    adAccountId,
    shown(limits.dailyBudget),
    shown(limits.lifetimeBudget),
    `${shown(limits.risePercent)} %`,
    shown(limits.startedDailyBudget),
    shown(limits.startedLifetimeBudget),
    shown(limits.accountDailyBudget),
    amount(limits.secondKeyDailyBudget),
    shown(limits.adsPerLaunch),
    currency,
    source,
    name,
  ]);
  const head = [
    'account',
    'daily',
    'lifetime',
    'rise',
    'started daily',
    'started lifetime',
    'in all',
    'second key',
    'ads',
  ];
  const table = [[...head, '', 'set by', 'name'], ...rows];
  sayTable(screen, table, { numbers: [1, 2, 3, 4, 5, 6, 7, 8] });
  screen.say();
  for (const line of alsoSaid(answer)) screen.say(`  ${line}`);
  screen.say(
    screen.paint.dim(
      '  daily, lifetime: one campaign or ad set. rise: above its first value of the day, of a budget, cap or bid. started: all that one operation sets delivering. in all: a day, all that delivers in the account. second key: a day, what one caller starts within 24 hours; above it another key must approve. Lifetime budgets count a day by what is left of them for each day left. ads: of one launch.',
    ),
  );
}

/** What has no column of its own. */
const alsoSaid = ({ own, accounts, approver }: GuardrailsAnswer): readonly string[] => [
  ...Object.entries(own.currencies).flatMap(([currency, { companyDailyBudget }]) =>
    companyDailyBudget === undefined
      ? []
      : [`All accounts in ${currency} together: ${shown(companyDailyBudget)} ${currency} a day.`],
  ),
  ...accounts.flatMap(({ adAccountId, limits, timezone }) => [
    ...(limits.quietHours ?? []).map(
      (hours) => `Nothing starts in ${adAccountId} from ${quietWords(hours)}, ${timezone}.`,
    ),
    ...(limits.workspaceId === undefined
      ? []
      : [`Only keys of ${limits.workspaceId} change ${adAccountId}.`]),
  ]),
  ...(own.blockedOperations?.length ? [`Blocked: ${own.blockedOperations.join(', ')}.`] : []),
  ...(approver === 'another-key'
    ? ['Plans are approved with another key than the one that planned them.']
    : []),
];
