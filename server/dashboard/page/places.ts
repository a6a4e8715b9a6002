import type { IconName } from './icons.tsx';
import type { Me } from './shapes.ts';

export interface Place {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly group: 'work' | 'settings';
  /** What it is for, in a sentence: where settings are listed. */
  readonly about?: string;
}

export const may = (me: Me, scope: string): boolean =>
  me.key.scopes.some((each) => each === scope || (each === 'admin' && scope !== 'operator'));

/** An admin of one workspace decides about its people. */
const mayInvite = (me: Me): boolean => may(me, 'admin') || me.person?.workspaces.some(({ role }) => role === 'admin') === true;

interface House {
  readonly me: Me;
  readonly hasResearch: boolean;
  readonly sandbox: boolean;
}

type Row = readonly [path: string, title: string, icon: IconName, isThere?: (house: House) => boolean];

const isAdmin = ({ me }: House): boolean => may(me, 'admin');
const isOperator = ({ me }: House): boolean => may(me, 'operator');

const work: readonly Row[] = [
  ['home', 'Home', 'home'],
  ['ads', 'Ads', 'ads'],
  ['launch', 'Launch', 'launch', ({ me }) => may(me, 'launch')],
  ['batches', 'Batches', 'batches'],
  ['reports', 'Reports', 'reports'],
  ['creatives', 'Creatives', 'reports'],
  ['library', 'Library', 'media'],
  ['media', 'Media', 'media'],
  ['inbox', 'Inbox', 'inbox'],
  ['conversions', 'Conversions', 'reports'],
  ['research', 'Research', 'research', ({ hasResearch }) => hasResearch],
  ['rules', 'Rules', 'bolt'],
  ['approvals', 'Approvals', 'check'],
];

const anyone = (): boolean => true;

const settings: readonly (readonly [...row: Required<Row>, about: string])[] = [
  ['connections', 'Connections', 'connections', isAdmin, 'Platforms, how long their credentials last, and their ad accounts.'],
  ['people', 'People', 'people', ({ me }) => mayInvite(me), 'Who may sign in, and what they may do.'],
  ['keys', 'Keys', 'keys', isAdmin, 'What programs and sheets ask with.'],
  ['sessions', 'Sessions', 'out', anyone, 'Where you are signed in.'],
  ['workspaces', 'Workspaces', 'ads', isAdmin, 'Ad accounts in groups, for people who work on some of them.'],
  ['limits', 'Limits', 'limits', anyone, 'Guardrails: how much may be spent, and what needs a second pair of eyes.'],
  ['templates', 'Templates', 'file', anyone, 'How names are built, texts, tracking, and settings that are always the same.'],
  ['defaults', 'Defaults', 'file', anyone, 'What launches are filled with where they say nothing.'],
  ['webhooks', 'Webhooks', 'bolt', isAdmin, 'Programs of yours that are told what happens, and what they answered.'],
  ['notifications', 'Notifications', 'bell', anyone, 'What you are told of, in the list and by e-mail.'],
  ['audit', 'Audit', 'audit', isAdmin, 'Who did what, and when.'],
  ['companies', 'Companies', 'connections', isOperator, 'The companies of this installation.'],
  ['jobs', 'Jobs', 'batches', isOperator, 'Background work of this installation, and what is stuck.'],
  [
    'rehearsal',
    'Rehearsal',
    'faults',
    (h) => h.sandbox && isOperator(h),
    'What simulated platforms do wrong when they are told to.',
  ],
];

/** Every page there is for whoever looks, in the order of the menu. */
export const placesFor = (house: House): readonly Place[] => [
  ...work
    .filter(([, , , isThere]) => isThere?.(house) ?? true)
    .map(([path, title, icon]): Place => ({ path, title, icon, group: 'work' })),
  ...settings
    .filter(([, , , isThere]) => isThere(house))
    .map(([path, title, icon, , about]): Place => ({ path, title, icon, group: 'settings', about })),
];

/** Where pages that have another name now were: `#/faults`. */
const moved: { readonly [path: string]: string } = { faults: 'rehearsal', comments: 'inbox', guardrails: 'limits' };

/** The page that a word at the start of an address leads to. */
export const pathOf = (word: string | undefined): string => (word === undefined ? 'home' : (moved[word] ?? word));
