import type { AccountAccess } from '../../accounts/access.ts';
import { breaks, withRequestErrors } from '../../base/refusal.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { Begin } from '../../manage/create/read-request.ts';
import type { NewParent } from './parents.ts';

type Level = NewParent['level'];

/** One is named by its id, or by a name that no other has. */
async function idOf({ platform, access }: AccountAccess, level: Level, wanted: string): Promise<string> {
  const all = level === 'campaign' ? await platform.accounts.campaigns(access) : await platform.accounts.adSets(access);
  const alive = all.filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED');
  if (alive.some(({ id }) => id === wanted)) return wanted;
  const [first, second] = alive.filter(({ name }) => name === wanted);
  if (second !== undefined) throw breaks('copyOf', 'ambiguous_name', `Several are called “${wanted}”: name one by its id.`);
  return first?.id ?? wanted;
}

const BUDGETS = ['dailyBudget', 'lifetimeBudget'];

/** A body with the settings of one that exists, where it has none of its own. What is not carried over is told. */
export const beginningWith =
  (level: Level, copyOf: string, warn: (warning: Warning) => unknown): Begin =>
  async (account, creation, form, body) => {
    const { like } = creation;
    if (like === undefined) throw breaks('copyOf', 'unsupported_on_platform', 'Settings cannot be taken over on this platform.');
    const nameOf = (field: string): string =>
      ('aliasOf' in form.request ? (form.request as Aliases).aliasOf(field) : undefined) ?? field;
    const given = Object.keys(body).map(nameOf);
    // A budget of one kind stands in the place of the other.
    const own = new Set(given.some((field) => BUDGETS.includes(field)) ? [...given, ...BUDGETS] : given);
    const { name, settings, left } = await withRequestErrors({ missing: 'copyOf' }, async () =>
      like(account.access, await idOf(account, level, copyOf), [...own]),
    );
    const taken = Object.entries(settings).filter(([field, value]) => value !== undefined && !own.has(field));
    const not = left.filter((field) => !own.has(field));
    const message = `It begins with the settings of “${name}”: ${taken.map(([field]) => field).join(', ') || 'none'}.${not.length === 0 ? '' : ` Not carried over: ${not.join(', ')}.`}`;
    warn({ path: 'copyOf', code: not.length === 0 ? 'begins_like' : 'not_carried_over', message });
    return { ...Object.fromEntries(taken), ...body };
  };

interface Aliases {
  readonly aliasOf: (name: string) => string | undefined;
}
