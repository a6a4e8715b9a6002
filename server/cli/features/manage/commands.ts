import { stateOf } from '../../../../core/accounts/states.ts';
import { readAmount } from '../../../../core/base/amount.ts';
import { counted } from '../../../../core/base/counted.ts';
import { ApiError, type Client } from '../../../client/client.ts';
import { changeFlags, keyIn, mayChange } from '../../base/ask.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  type Flags,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { accountFlag, accountFor, currencyOf, digitsOf, namesFor } from '../../base/given.ts';
import { clientFor, urlOf } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';
import { undoWords } from '../../base/undo.ts';

const ofFlags: Flags = {
  ...serviceFlags,
  ...changeFlags,
  ...accountFlag,
};

const KINDS = ['campaign', 'adset', 'ad'] as const;
type Kind = (typeof KINDS)[number];

function kindIn(word: string | undefined, command: string): Kind {
  const plain = word?.toLowerCase().replace(/s$/, '');
  const found = KINDS.find((kind) => kind === plain);
  if (found === undefined)
    throw new UsageFault(
      `What? For example: slipway ${command} adset 120000001001200211. It takes campaign, adset or ad.`,
    );
  return found;
}

interface Found {
  readonly name: string;
  readonly dailyBudget?: number | null | undefined;
  readonly lifetimeBudget?: number | null | undefined;
}

const PAGE = 200;
const MOST_PAGES = 10;

/**
 * The names of objects, where one page of their account tells them: a change waits for no more, and
 * needs none.
 */
const namesOf = (
  ...of: readonly [client: Client, accountId: string, kind: Kind, ids: readonly string[]]
) => objectsOf(...of, 1).catch((): ReadonlyMap<string, Found> => new Map());

/**
 * Objects of an account by their ids: those that are not among the first thousands stay without a
 * name.
 */
async function objectsOf(
  client: Client,
  accountId: string,
  kind: Kind,
  ids: readonly string[],
  mostPages = MOST_PAGES,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  let after: string | undefined;
  for (let page = 0; page < mostPages && ids.some((id) => !found.has(id)); page += 1) {
    const at = { accountId, limit: PAGE, offset: page * PAGE };
    let isLast: boolean;
    if (kind === 'ad') {
      const { data, paging } = await client.manage.listAds({
        accountId,
        limit: PAGE,
        ...(after !== undefined && { after }),
      });
      for (const each of data) found.set(each.id, each);
      after = paging.cursors.after ?? undefined;
      isLast = after === undefined;
    } else if (kind === 'adset') {
      const { data } = await client.reports.adSets(at);
      for (const each of data) found.set(each.value, { ...each, name: each.label });
      isLast = data.length < PAGE;
    } else {
      const { data } = await client.reports.campaigns(at);
      for (const each of data) found.set(each.id, each);
      isLast = data.length < PAGE;
    }
    if (isLast) break;
  }
  return found;
}

const wordOf = (kind: Kind): string => (kind === 'adset' ? 'ad set' : kind);

/** `ad set “Spain” (1200…)`, or its id where no name was found. */
const calledAs = (kind: Kind, id: string, found: ReadonlyMap<string, Found>): string =>
  found.has(id) ? `${wordOf(kind)} “${found.get(id)?.name}” (${id})` : `${wordOf(kind)} ${id}`;

const sayUndo = ({ screen }: CommandInput, ...answers: readonly unknown[]): void => {
  for (const line of answers.flatMap(undoWords)) screen.say(`  ${line}`);
};

const statusCommand = (name: 'pause' | 'resume'): Command => ({
  name,
  summary:
    name === 'pause'
      ? 'Pause campaigns, ad sets or ads'
      : 'Switch campaigns, ad sets or ads on again',
  usage: 'campaign|adset|ad ID … [--account ID]',
  words: Number.POSITIVE_INFINITY,
  examples: [
    `slipway ${name} ad 120000001001300001 --account act_1001`,
    `slipway ${name} adset 1 2 3 --account act_1001 --yes`,
  ],
  flags: ofFlags,
  async run(input) {
    const { words, flags, env, screen } = input;
    const [kind, ...entityIds] = words;
    const entityType = kindIn(kind, name);
    if (entityIds.length === 0)
      throw new UsageFault(`Which ${entityType}? Give one or several ids.`);
    const client = clientFor(flags, env, screen);
    const newStatus = name === 'pause' ? ('PAUSED' as const) : ('ACTIVE' as const);
    const request = {
      businessId: await accountFor(client, flags),
      entityType,
      entityIds,
      newStatus,
    };
    const names = await namesFor(client);
    const found = await namesOf(client, request.businessId, entityType, entityIds);
    const objects =
      entityIds.length === 1
        ? calledAs(entityType, entityIds[0] ?? '', found)
        : counted(entityIds.length, wordOf(entityType));
    const ended = await mayChange(client, input, {
      operation: 'manage.updateStatus',
      request,
      what: () =>
        `${name === 'pause' ? 'Pauses' : 'Switches on'} ${objects} of ${names.account(request.businessId)}.`,
      question: name === 'pause' ? 'Pause them?' : 'Switch them on?',
    });
    if (ended !== 'go') return ended;
    const answer = await client.manage.updateStatus(request, keyIn(flags));
    saySheet(
      screen,
      ['Id', 'Name', 'State', ''],
      answer.results.map((each) => [
        each.entityId,
        found.get(each.entityId)?.name ?? '–',
        (each.status
          ? stateOf({ status: each.status, effectiveStatus: each.status })
          : undefined) ??
          each.status ??
          '–',
        each.error ?? (each.success ? 'done' : 'failed'),
      ]),
    );
    sayUndo(input, answer);
    screen.tell(answer);
    return answer.failCount > 0 ? EXIT.failed : EXIT.ok;
  },
});

function amountIn(flags: CommandInput['flags'], name: 'daily' | 'lifetime'): number | undefined {
  const given = text(flags[name]);
  if (given === undefined) return undefined;
  const read = readAmount(given);
  if ('amount' in read && Number(read.amount) > 0) return Number(read.amount);
  const why = 'amount' in read ? '' : ` ${read.message}`;
  throw new UsageFault(
    `--${name} must be an amount in the currency of the account, such as 50.${why}`,
  );
}

/** `+20%`, or what --lower takes, as a factor; undefined where neither is given. */
function shareIn(word: string | undefined, lower: string | undefined): number | undefined {
  if (word === undefined && lower === undefined) return undefined;
  const [, digits] = /^\+(\d{1,3}(?:\.\d{1,2})?)%$/.exec(word ?? '') ?? [];
  const percent = word === undefined ? Number(lower) : Number(digits);
  if (!Number.isFinite(percent) || percent <= 0 || (word === undefined && percent >= 100))
    throw new UsageFault(
      word === undefined
        ? '--lower must be a number above 0 and below 100.'
        : `“${word}” is no rise: write +20%.`,
    );
  return 1 + (word === undefined ? -percent : percent) / 100;
}

/** The budget that the object has, changed by the factor, with the decimals of its currency. */
function changedBy(
  now: Found | undefined,
  share: number,
  digits: number,
  called: string,
): readonly [daily: number | undefined, lifetime: number | undefined] {
  const changed = (amount: number): number =>
    Math.round(amount * share * 10 ** digits) / 10 ** digits;
  if (typeof now?.dailyBudget === 'number') return [changed(now.dailyBudget), undefined];
  if (typeof now?.lifetimeBudget === 'number') return [undefined, changed(now.lifetimeBudget)];
  throw new UsageFault(
    `The ${called} has no budget of its own that could be changed by a share: give --daily or --lifetime.`,
  );
}

/** A share of what it is would be taken twice: what came of it by then is the amount to repeat. */
function onceMore(
  was: number | null | undefined,
  {
    dailyBudget,
    lifetimeBudget,
  }: { readonly dailyBudget?: number | undefined; readonly lifetimeBudget?: number | undefined },
  flags: CommandInput['flags'],
): string {
  const { idempotencyKey } = keyIn(flags);
  const amount =
    dailyBudget === undefined ? `--lifetime ${lifetimeBudget}` : `--daily ${dailyBudget}`;
  const key = idempotencyKey === undefined ? '' : ` --idempotency-key ${idempotencyKey}`;
  return `It may have been changed from ${was} to ${dailyBudget ?? lifetimeBudget}. Repeat with ${amount}${key}.`;
}

const budget: Command = {
  name: 'budget',
  summary: 'Change the budget of a campaign or an ad set',
  usage: 'campaign|adset ID +20% | --daily AMOUNT | --lifetime AMOUNT | --lower PERCENT',
  words: 3,
  examples: [
    'slipway budget adset 120000001001200211 --daily 50 --account act_1001',
    'slipway budget campaign 120000001001100001 --daily 500 --account act_1001 --plan',
    'slipway budget adset 120000001001200211 +20% --account act_1001',
  ],
  flags: {
    ...ofFlags,
    daily: { type: 'string', what: 'Daily budget, in whole units of the currency' },
    lifetime: { type: 'string', what: 'Lifetime budget, in whole units of the currency' },
    lower: {
      type: 'string',
      what: 'Lower the budget it has by so much of a hundred, such as 20 (raise it: +20%)',
    },
  },
  async run(input) {
    const { words, flags, env, screen } = input;
    const kind = kindIn(words[0], 'budget');
    const [, entityId] = words;
    if (kind === 'ad') throw new UsageFault('Campaigns and ad sets have budgets, ads have none.');
    if (entityId === undefined) throw new UsageFault(`Which ${kind}? Give its id.`);
    const asked = [words[2], flags.daily, flags.lifetime, flags.lower].filter(
      (each) => each !== undefined,
    );
    if (asked.length !== 1)
      throw new UsageFault('Give one of +20%, --daily, --lifetime and --lower.');
    const share = shareIn(words[2], text(flags.lower));
    const client = clientFor(flags, env, screen);
    const businessId = await accountFor(client, flags);
    const found = await (share === undefined ? namesOf : objectsOf)(client, businessId, kind, [
      entityId,
    ]);
    const now = found.get(entityId);
    const [dailyBudget, lifetimeBudget] =
      share === undefined
        ? [amountIn(flags, 'daily'), amountIn(flags, 'lifetime')]
        : changedBy(
            now,
            share,
            digitsOf(await currencyOf(client, businessId)),
            calledAs(kind, entityId, found),
          );
    const names = await namesFor(client);
    const was = dailyBudget === undefined ? now?.lifetimeBudget : now?.dailyBudget;
    const request = {
      businessId,
      entityType: kind,
      entityId,
      ...(dailyBudget === undefined ? { lifetimeBudget } : { dailyBudget }),
    };
    const ended = await mayChange(client, input, {
      operation: 'manage.updateBudget',
      request,
      what: ({ moneyAtStake: [{ currency } = {}] }) =>
        `The ${dailyBudget === undefined ? 'lifetime' : 'daily'} budget of ${calledAs(kind, entityId, found)} of ${names.account(businessId)} becomes ${dailyBudget ?? lifetimeBudget}${currency === undefined ? '' : ` ${currency}`}${was == null ? '' : `; it is ${was} now`}.`,
      question: 'Change it?',
    });
    if (ended !== 'go') return ended;
    const answer = await client.manage
      .updateBudget({ ...request, confirm: true }, keyIn(flags))
      .catch((error: unknown) => {
        if (
          share === undefined ||
          !(error instanceof ApiError) ||
          (error.status > 0 && error.status < 500)
        )
          throw error;
        const { status, code, message, ...facts } = error;
        throw new ApiError(status, code, `${message} ${onceMore(was, request, flags)}`, facts);
      });
    const before = answer.previous.dailyBudget ?? answer.previous.lifetimeBudget;
    screen.say(
      `  Changed: ${before ?? '–'} → ${answer.dailyBudget ?? answer.lifetimeBudget ?? '–'} ${answer.currency}.`,
    );
    sayUndo(input, answer);
    return screen.tell(answer);
  },
};

const duplicate: Command = {
  name: 'duplicate',
  summary: 'Copy a campaign, an ad set or an ad; copies are paused unless you say otherwise',
  usage:
    'campaign|adset|ad ID [--copies 1] [--name NAME] [--into ID | --new-campaign NAME] [--active]',
  words: 2,
  examples: [
    'slipway duplicate adset 120000001001200211 --account act_1001 --copies 2',
    'slipway duplicate adset 120000001001200211 --into 120000001001100002 --name "Spain" --account act_1001',
    'slipway duplicate adset 120000001001200211 --new-campaign "Spain, November" --account act_1001',
    'slipway duplicate ad 120000001001300001 --account act_1001 --plan',
  ],
  flags: {
    ...ofFlags,
    copies: { type: 'string', what: 'How many, 1 to 10 (1)' },
    name: { type: 'string', what: 'The name of the copy' },
    into: {
      type: 'string',
      what: 'The campaign (of ad sets) or ad set (of ads) to copy into; where it is unless given',
    },
    'new-campaign': {
      type: 'string',
      what: 'Of an ad set: copy it into a new, paused campaign of this name, set as its own',
    },
    active: { type: 'boolean', what: 'Copies deliver at once' },
  },
  async run(input) {
    const { words, flags, env, screen } = input;
    const kind = kindIn(words[0], 'duplicate');
    const [, id] = words;
    if (id === undefined) throw new UsageFault(`Which ${kind}? Give its id.`);
    const copyCount = Number(text(flags.copies) ?? 1);
    if (!Number.isInteger(copyCount) || copyCount < 1 || copyCount > 10)
      throw new UsageFault('--copies must be a whole number from 1 to 10.');
    const newName = text(flags.name);
    const client = clientFor(flags, env, screen);
    const shared = {
      accountId: await accountFor(client, flags),
      copyCount,
      initialStatus: flags.active === true ? ('ACTIVE' as const) : ('PAUSED' as const),
    };
    const into = text(flags.into);
    if (kind === 'campaign' && into !== undefined)
      throw new UsageFault('A campaign is copied into its account: leave --into out.');
    const newCampaign = text(flags['new-campaign']);
    if (newCampaign !== undefined && (kind !== 'adset' || into !== undefined))
      throw new UsageFault('--new-campaign is for one ad set, and without --into.');
    const named = newName === undefined ? {} : { newName };
    const request =
      kind === 'ad'
        ? {
            adId: id,
            ...shared,
            ...(into && { targetAdSetId: into }),
            ...(newName !== undefined && { copyValues: { adName: newName } }),
          }
        : kind === 'adset'
          ? { adsetId: id, ...shared, ...(into && { targetCampaignId: into }), ...named }
          : { campaignId: id, ...shared, ...named };
    const operation =
      kind === 'ad'
        ? 'manage.duplicateAd'
        : kind === 'adset'
          ? 'manage.duplicateAdSet'
          : 'manage.duplicateCampaign';
    const ended = await mayChange(client, input, {
      operation,
      request,
      what: () =>
        `Copies ${kind} ${id} ${copyCount === 1 ? 'once' : `${copyCount} times`}, ${flags.active === true ? 'ACTIVE at once' : 'paused'}${newCampaign === undefined ? '' : `, into the new campaign ${newCampaign}`}.`,
      question: 'Copy it?',
    });
    if (ended !== 'go') return ended;
    const around =
      newCampaign === undefined || !('adsetId' in request)
        ? undefined
        : await emptyCampaign(input, client, request, newCampaign);
    const copied =
      'adId' in request
        ? client.manage.duplicateAd(request, keyIn(flags))
        : 'adsetId' in request
          ? client.manage.duplicateAdSet(
              { ...request, ...(around && { targetCampaignId: around.campaignId }) },
              keyIn(flags),
            )
          : client.manage.duplicateCampaign(request, keyIn(flags));
    const answer = await copied.catch((error: unknown) => {
      if (around !== undefined) screen.say(`  The campaign ${newCampaign} was made and is paused.`);
      sayUndo(input, around);
      throw error;
    });
    const idOf = (each: object): string =>
      String(
        Reflect.get(each, 'newAdId') ??
          Reflect.get(each, 'newAdSetId') ??
          Reflect.get(each, 'newCampaignId') ??
          '–',
      );
    const rows = answer.results.map((each) => [
      String(each.copyNumber),
      idOf(each),
      each.error ??
        (each.pending ? 'still being made' : ['done', ...(each.warnings ?? [])].join('; ')),
    ]);
    saySheet(screen, ['Copy', 'Id', ''], rows);
    const [first] = answer.results.map(idOf).filter((each) => each !== '–');
    if (first !== undefined)
      screen.say(`  ${urlOf(flags, env)}/#/ads?level=${kind}&search=${first}`);
    // The campaign goes after what was copied into it.
    sayUndo(input, answer.successCount + (answer.pendingCount ?? 0) > 0 && answer, around);
    screen.tell(answer);
    return answer.failCount > 0 ? EXIT.failed : EXIT.ok;
  },
};

/** Makes a campaign that is set as the one of the ad set, without its ad sets. */
async function emptyCampaign(
  input: CommandInput,
  client: Client,
  { accountId, adsetId }: { readonly accountId: string; readonly adsetId: string },
  newName: string,
): Promise<{ readonly campaignId: string; readonly duplicateId: string }> {
  const campaignId = await campaignOf(client, accountId, adsetId);
  const { idempotencyKey } = keyIn(input.flags);
  const copied = await client.manage.duplicateCampaign(
    { campaignId, accountId, newName, copyCount: 1, deepCopy: false, initialStatus: 'PAUSED' },
    { idempotencyKey: idempotencyKey === undefined ? undefined : `${idempotencyKey}-campaign` },
  );
  const [made] = copied.results;
  if (made?.newCampaignId === undefined)
    throw new UsageFault(made?.error ?? 'The campaign could not be made.');
  return { campaignId: made.newCampaignId, duplicateId: copied.duplicateId };
}

async function campaignOf(client: Client, accountId: string, adSetId: string): Promise<string> {
  for (let offset = 0; ; offset += PAGE) {
    const { data, pagination } = await client.reports.adSets({ accountId, limit: PAGE, offset });
    const found = data.find(({ value }) => value === adSetId);
    if (found !== undefined) return found.campaign.id;
    if (!pagination.hasMore)
      throw new UsageFault(
        `${adSetId} is no ad set of ${accountId}. \`slipway adsets\` lists them.`,
      );
  }
}

export const commands: readonly Command[] = [
  statusCommand('pause'),
  statusCommand('resume'),
  budget,
  duplicate,
];
