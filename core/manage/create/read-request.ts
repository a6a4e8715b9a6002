import type { AccountAccess } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import type { Platforms } from '../../accounts/find-account.ts';
import { breaks, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { parseRequest, parseTarget, unknownMembers } from '../../base/schema/parse.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { BudgetWanted } from '../../gate/judge.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Creation, CreationRequest } from '../../ports/platform-create.ts';
import type { CreationForm } from '../../ports/platform-definition.ts';
import type { Store } from '../../ports/store.ts';
import type { ManageHooks } from '../hooks.ts';
import { creationTarget } from '../schema/create.ts';

export type Level = 'campaign' | 'adSet';

export interface ReadCreation {
  readonly level: Level;
  /** With the settings of its preset and the name its convention builds. */
  readonly body: object;
  readonly account: AccountAccess;
  readonly creation: Creation;
  readonly form: CreationForm;
  readonly request: CreationRequest;
  readonly unknown: readonly Warning[];
}

interface ReadPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly platforms: Platforms;
  readonly hooks: ManageHooks;
}

/** What stands in the place of a body, once its account is known. */
type Begin = (
  account: AccountAccess,
  creation: Creation,
  form: CreationForm,
  body: object,
) => Promise<object>;

/**
 * A request for a new object in the form of its platform. `open` finds the account and may refuse
 * it.
 */
export async function readRequest(
  ports: ReadPorts,
  companyId: string,
  level: Level,
  sent: object,
  open: (target: {
    readonly accountId: string;
    readonly workspaceId?: string | undefined;
  }) => Promise<AccountAccess>,
  begin?: Begin,
): Promise<ReadCreation> {
  let body: object = sent;
  for (const fill of ports.hooks.bodies) body = await fill(ports, companyId, level, body);
  const forms = Object.values(ports.platforms).flatMap(
    ({ definition }) => definition.create?.[level] ?? [],
  );
  const target = parseTarget(creationTarget, body, forms);
  const account = await open(target);
  const creation = offeredMember(account.platform, 'create', level, sentName(target, 'accountId'));
  const form = account.platform.definition.create?.[level];
  if (form === undefined)
    throw new Error(
      `${account.platform.definition.id} creates objects without saying what it takes.`,
    );
  if (begin !== undefined) body = await begin(account, creation, form, body);
  const request = parseRequest(form.request, body);
  return {
    level,
    body,
    account,
    creation,
    form,
    request,
    unknown: unknownMembers(form.request, body),
  };
}

export const wantedBudgets = ({
  creation,
  level,
  request,
}: Pick<ReadCreation, 'creation' | 'level' | 'request'>): BudgetWanted[] =>
  creation.budgets(request).map((budget) => ({
    type: level === 'campaign' ? ('campaign' as const) : ('adset' as const),
    name: request.name,
    ...budget,
  }));

/** One is named by its id, or by a name that no other has. */
async function idOf(
  { platform, access }: AccountAccess,
  level: Level,
  wanted: string,
): Promise<string> {
  const all =
    level === 'campaign'
      ? await platform.accounts.campaigns(access)
      : await platform.accounts.adSets(access);
  const alive = all.filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED');
  if (alive.some(({ id }) => id === wanted)) return wanted;
  const [first, second] = alive.filter(({ name }) => name === wanted);
  if (second !== undefined)
    throw breaks('copyOf', 'ambiguous_name', `Several are called “${wanted}”: name one by its id.`);
  return first?.id ?? wanted;
}

const BUDGETS = ['dailyBudget', 'lifetimeBudget'];

/**
 * A body with the settings of one that exists, where it has none of its own. What is not carried
 * over is told.
 */
export const beginningWith =
  (level: Level, copyOf: string, warn: (warning: Warning) => unknown): Begin =>
  async (account, creation, form, body) => {
    const { like } = creation;
    if (like === undefined)
      throw breaks(
        'copyOf',
        'unsupported_on_platform',
        'Settings cannot be taken over on this platform.',
      );
    const nameOf = (field: string): string =>
      ('aliasOf' in form.request ? (form.request as Aliases).aliasOf(field) : undefined) ?? field;
    const given = Object.fromEntries(
      Object.entries(body).map(([field, value]) => [nameOf(field), value]),
    );
    const fields = Object.keys(given);
    // A budget of one kind stands in the place of the other.
    const own = new Set(
      fields.some((field) => BUDGETS.includes(field)) ? [...fields, ...BUDGETS] : fields,
    );
    const { name, settings, left } = await withRequestErrors({ missing: 'copyOf' }, async () =>
      like(account.access, await idOf(account, level, copyOf), given),
    );
    const taken = Object.entries(settings).filter(
      ([field, value]) => value !== undefined && !own.has(field),
    );
    const not = left.filter((field) => !own.has(field));
    const message = `It begins with the settings of “${name}”: ${taken.map(([field]) => field).join(', ') || 'none'}.${not.length === 0 ? '' : ` Not carried over: ${not.join(', ')}.`}`;
    warn({ path: 'copyOf', code: not.length === 0 ? 'begins_like' : 'not_carried_over', message });
    return { ...Object.fromEntries(taken), ...body };
  };

interface Aliases {
  readonly aliasOf: (name: string) => string | undefined;
}
