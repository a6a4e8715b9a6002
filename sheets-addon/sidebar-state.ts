import { dimensionKeys, dimensions } from '../core/report/dimensions.ts';
import { metricKeys, metrics } from '../core/report/metrics.ts';
import { type Template, templates } from '../core/sheet/columns.ts';
import { comparisons } from '../core/sheet/report-compare.ts';
import { filterFields, ranges } from '../core/sheet/report-definition.ts';
import { type Account, readAccounts, userAccounts } from './accounts.ts';
import type { App } from './app.ts';
import { backend } from './backend.ts';
import { mayReadDrive } from './drive/files.ts';
import { allowInFormulas, formulaAccounts, setFormulaAccounts } from './formula-accounts.ts';
import { keptLaunches } from './launch/kept.ts';
import { type LaunchView, viewsOf } from './launch/views.ts';
import { accountsNamed, keyOf } from './platforms.ts';
import { Problem } from './problem.ts';
import { listReports, type ReportView } from './reports/reports.ts';
import { chooseLanguage, chosenLanguage, say, spokenLanguage } from './say.ts';
import { openService } from './service.ts';
import { connectionOf, keepConnection } from './settings.ts';
import { lacksLists } from './sheet/kept-lists.ts';
import { launchSheets, readLaunchSheet } from './sheet/launch-sheet.ts';
import { readLists, unreadAccounts } from './sheet/lists.ts';
import { createLaunchSheet, templateName } from './sheet/template.ts';
import { updateLists } from './sheet/update-lists.ts';
import { type Language, languages, type SidebarTexts, sidebarTexts } from './texts/languages.ts';

/** Everything the sidebar needs to draw itself: one call when it opens. */
export interface SidebarState {
  readonly view: 'launch' | 'reports' | 'events' | 'settings';
  /** The menu asked for the plan of the ready rows. */
  readonly isPlanAsked: boolean;
  /** Empty where there is none. */
  readonly server: string;
  /** What the user chose; null for the language of their Google account. */
  readonly language: Language | null;
  readonly languages: readonly (readonly [key: string, name: string])[];
  /** What the sidebar says; null for English. */
  readonly texts: SidebarTexts | null;
  /** Whether media can be chosen from Google Drive. */
  readonly drive: boolean;
  readonly company: { readonly id: string; readonly name: string } | null;
  readonly accounts: readonly { readonly id: string; readonly key: string; readonly name: string; readonly platform: string }[];
  /** Keys of the accounts that formulas of this file may ask for. */
  readonly formulaAccounts: readonly string[];
  /** The first steps are still shown to this user. */
  readonly tour: boolean;
  readonly launchSheets: readonly { readonly name: string; readonly isActive: boolean }[];
  readonly templates: readonly { readonly key: Template; readonly name: string }[];
  readonly launches: readonly LaunchView[];
  readonly reports: readonly ReportView[];
  /** What a report can show: keys with their labels. */
  readonly fields: {
    readonly [list in 'metrics' | 'groups' | 'ranges' | 'filters' | 'comparisons']: readonly (readonly [
      key: string,
      label: string,
    ])[];
  };
}

const VIEW = 'view';
const TOUR = 'tour';

/** The user has seen the first steps. */
export async function endTour(app: App): Promise<SidebarState> {
  app.properties.setProperty(TOUR, 'done');
  return sidebarState(app);
}

/** The language the user wants to be spoken to, whatever that of their Google account is. */
export async function setLanguage(app: App, chosen: string): Promise<SidebarState> {
  chooseLanguage(app.properties, chosen);
  return sidebarState(app);
}

/** The menu says which view the sidebar opens with; it asks when it is there. */
export const openWith = ({ properties }: Pick<App, 'properties'>, view: SidebarState['view'] | 'plan'): void => {
  properties.setProperty(VIEW, view);
};

export async function sidebarState(app: App): Promise<SidebarState> {
  const connection = connectionOf(app);
  if (connection === undefined) return strangerState(app);
  const active = app.spreadsheet.getActiveSheet().getSheetId();
  const { own: launches } = await app.locked((store) => keptLaunches(app, store));
  const asked = (app.properties.getProperty(VIEW) ?? 'launch') as SidebarState['view'] | 'plan';
  // Asked for once: the sidebar that opens next shows how the rows stand.
  if (asked === 'plan') openWith(app, 'launch');
  return {
    ...strangerState(app),
    view: asked === 'plan' ? 'launch' : asked,
    isPlanAsked: asked === 'plan',
    company: { id: connection.companyId, name: connection.companyName },
    accounts: accountsOf(await accountsFor(app)),
    formulaAccounts: formulaAccounts(),
    tour: app.properties.getProperty(TOUR) === null,
    launchSheets: launchSheets(app.spreadsheet).map(({ sheet }) => ({
      name: sheet.getName(),
      isActive: sheet.getSheetId() === active,
    })),
    launches: viewsOf(app, launches),
    reports: await listReports(app),
  };
}

/** What somebody sees who has no key: nothing of the company, nor of what was launched. */
const strangerState = ({ properties }: Pick<App, 'properties'>): SidebarState => ({
  ...{ view: 'settings', isPlanAsked: false, server: backend().address ?? '', drive: mayReadDrive(), company: null, tour: false },
  ...{ accounts: [], formulaAccounts: [], launchSheets: [], launches: [], reports: [] },
  language: chosenLanguage(properties) ?? null,
  languages: Object.entries(languages),
  texts: sidebarTexts[spokenLanguage()] ?? null,
  templates: templates.map((key) => ({ key, name: templateName(key) })),
  fields: {
    metrics: metricKeys.map((key) => [key, metrics[key].label]),
    groups: dimensionKeys.map((key) => [key, dimensions[key].label]),
    ranges: Object.entries(ranges),
    filters: Object.entries(filterFields),
    comparisons: Object.entries(comparisons),
  },
});

/** Where the service cannot be asked, those the file has lists of. */
async function accountsFor(app: App): Promise<readonly Account[]> {
  try {
    return await userAccounts(app, openService(app));
  } catch {
    return (await readLists(app)).accounts;
  }
}

export const accountsOf = (accounts: readonly Account[]): SidebarState['accounts'] =>
  accounts
    .filter(({ status }) => status === 'active')
    .map((account) => ({ id: account.id, key: keyOf(account), name: account.name, platform: account.platform }));

/** Tries a key, keeps it for this user, and reads what the dropdowns need. */
export async function connect(app: App, given: string): Promise<SidebarState> {
  keepConnection(app, await backend().connect(app, given.trim()));
  await readAccounts(openService(app));
  return sidebarState(app);
}

export async function disconnect(app: App): Promise<SidebarState> {
  keepConnection(app, undefined);
  return sidebarState(app);
}

export async function newLaunchSheet(app: App, template: Template, accountId: string): Promise<SidebarState> {
  if (!templates.includes(template)) throw new Problem('other', say('chooseKind'));
  const lists = await readLists(app);
  const isKnown = accountsNamed(lists.accounts, accountId).length > 0 && unreadAccounts(lists, [accountId]).length === 0;
  const known = isKnown ? lists : await updateLists(app, [accountId]);
  const made = createLaunchSheet(app, template, known, accountId);
  if (lacksLists(readLaunchSheet(made), known)) await updateLists(app);
  allowInFormulas(known.accounts, [accountId]);
  return sidebarState(app);
}

/** Says which accounts formulas may ask for: those of the user's company that are named, and no other. */
export async function chooseFormulaAccounts(app: App, keys: readonly string[]): Promise<SidebarState> {
  const accounts = await userAccounts(app, openService(app));
  setFormulaAccounts(accounts.map(keyOf).filter((key) => keys.includes(key)));
  return sidebarState(app);
}
