import type { IconName } from '../parts/icons.tsx';
import type { Place } from '../parts/page.ts';
import type { Choice, Found } from '../parts/plug.ts';

const KINDS: { readonly [K in Found['kind']]: readonly [what: string, icon: IconName] } = {
  account: ['Ad account', 'connections'],
  campaign: ['Campaign', 'ads'],
  adset: ['Ad set', 'ads'],
  ad: ['Ad', 'ads'],
  batch: ['Batch', 'batches'],
  asset: ['File', 'media'],
  rule: ['Rule', 'bolt'],
};

function hrefOf({ kind, id, platform, accountId }: Found): string {
  const at = encodeURIComponent(`${platform}:${accountId}`);
  switch (kind) {
    case 'account':
      return `#/ads?accounts=${at}`;
    case 'batch':
      return `#/batches/${id}`;
    case 'asset':
      return `#/library/${id}`;
    case 'rule':
      return `#/rules/${id}`;
    default:
      return `#/ads?level=${kind}&accounts=${at}&search=${encodeURIComponent(id)}`;
  }
}

export const choiceOf = (found: Found): Choice => {
  const [what, icon] = KINDS[found.kind];
  return {
    key: `${found.kind} ${found.platform} ${found.id}`,
    title: found.name || found.id,
    what:
      found.accountName === null || found.kind === 'account'
        ? `${what} ${found.id}`
        : `${what} · ${found.accountName}`,
    icon,
    href: hrefOf(found),
  };
};

/** Pausing never spends. */
export const pauseOf = (found: Found): Choice => ({
  ...choiceOf(found),
  key: `pause ${found.kind} ${found.id}`,
  title: `Pause ${found.name || found.id}`,
  icon: 'stop',
  act: { pause: found },
});

const ACTIONS: readonly (Choice & { readonly needs?: string })[] = [
  {
    key: 'new launch',
    title: 'New launch',
    what: 'Action',
    icon: 'launch',
    href: '#/launch',
    needs: 'launch',
  },
  {
    key: 'new rule',
    title: 'New rule',
    what: 'Action',
    icon: 'bolt',
    href: '#/rules',
    needs: 'rules',
  },
  {
    key: 'connect',
    title: 'Connect a platform',
    what: 'Action',
    icon: 'connections',
    href: '#/connections',
    needs: 'connections',
  },
  {
    key: 'theme',
    title: 'Change between light and dark',
    what: 'Action',
    icon: 'moon',
    act: 'theme',
  },
  { key: 'help', title: 'Show shortcuts', what: 'Action', icon: 'keys', act: 'help' },
  { key: 'out', title: 'Sign out', what: 'Action', icon: 'out', act: 'sign-out' },
];

export function choicesHere(
  text: string,
  places: readonly Place[],
  saved: readonly Choice[],
): readonly Choice[] {
  const words = text.toLowerCase().split(' ').filter(Boolean);
  const fits = (title: string): boolean =>
    words.every((word) => title.toLowerCase().includes(word));
  return [
    ...saved.filter(({ title }) => words.length > 0 && fits(title)),
    ...ACTIONS.filter(
      ({ title, needs }) =>
        fits(title) && (needs === undefined || places.some(({ path }) => path === needs)),
    ),
    ...places
      .filter(({ title, about = '' }) => fits(title) || (words.length > 0 && fits(about)))
      .map(({ path, title, icon, group }) => ({
        key: `page ${path}`,
        title,
        what: group === 'settings' ? 'Settings' : 'Page',
        icon,
        href: `#/${path}`,
      })),
  ];
}

const OWN: readonly (readonly [pattern: RegExp, href: (id: string) => string])[] = [
  [/^con_\w+$/, () => '#/connections'],
  [/^wh_\w+$/, (id) => `#/webhooks/${id}`],
  [/^key_\w+$/, () => '#/keys'],
  [/^ws_\w+$/, () => '#/workspaces'],
  [/^iv_\w+$/, () => '#/people'],
  [/^[0-9a-f]{64}$/, (digest) => `#/approvals/${digest}`],
];

export const isId = (text: string): boolean =>
  /^(act_)?\d{9,}$|^[a-z]+_\w{8,}$|^[0-9a-f-]{32,64}$/i.test(text);

export function fallbackOf(text: string): Choice | undefined {
  const own = OWN.find(([pattern]) => pattern.test(text));
  if (own !== undefined)
    return { key: 'own', title: text, what: 'Go there', icon: 'research', href: own[1](text) };
  if (!isId(text)) return undefined;
  const href = `#/ads?level=ad&search=${encodeURIComponent(text)}`;
  return {
    key: 'look',
    title: `Look for ${text} among ads`,
    what: 'The platforms are asked',
    icon: 'research',
    href,
  };
}
