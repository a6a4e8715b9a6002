import { dimensionKeys, dimensions } from '../core/report/dimensions.ts';
import { metricKeys, metrics } from '../core/report/metrics.ts';
import { type Template, templates } from '../core/sheet/columns.ts';
import { ranges } from '../core/sheet/report-definition.ts';
import type { App } from './app.ts';
import { keptLaunches } from './launch/kept.ts';
import { type LaunchView, viewsOf } from './launch/views.ts';
import { accountsNamed } from './platforms.ts';
import { Problem } from './problem.ts';
import { listReports, type ReportView } from './reports/reports.ts';
import { createService } from './service.ts';
import { connectionOf, keepConnection, serverAddress } from './settings.ts';
import { launchSheets } from './sheet/launch-sheet.ts';
import { type Lists, readLists, unreadAccounts } from './sheet/lists.ts';
import { createLaunchSheet, templateNames } from './sheet/template.ts';
import { updateLists } from './sheet/update-lists.ts';

/** Everything the sidebar needs to draw itself: one call when it opens. */
export interface SidebarState {
  readonly view: 'launch' | 'reports' | 'settings';
  readonly server: string;
  readonly company: { readonly id: string; readonly name: string } | null;
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly platform: string }[];
  readonly launchSheets: readonly { readonly name: string; readonly isActive: boolean }[];
  readonly templates: readonly { readonly key: Template; readonly name: string }[];
  readonly launches: readonly LaunchView[];
  readonly reports: readonly ReportView[];
  /** What a report can show: keys with their labels. */
  readonly fields: { readonly [list in 'metrics' | 'groups' | 'ranges']: readonly (readonly [key: string, label: string])[] };
}

const VIEW = 'view';

/** The menu says which view the sidebar opens with; it asks when it is there. */
export const openWith = ({ properties }: Pick<App, 'properties'>, view: SidebarState['view']): void => {
  properties.setProperty(VIEW, view);
};

export async function sidebarState(app: App): Promise<SidebarState> {
  const connection = connectionOf(app);
  const active = app.spreadsheet.getActiveSheet().getSheetId();
  const { own: launches } = await app.locked((store) => keptLaunches(app, store));
  const view = (app.properties.getProperty(VIEW) ?? 'launch') as SidebarState['view'];
  return {
    view: connection === undefined ? 'settings' : view,
    server: serverAddress(),
    company: connection === undefined ? null : { id: connection.companyId, name: connection.companyName },
    accounts: accountsOf(await readLists(app)),
    launchSheets: launchSheets(app.spreadsheet).map(({ sheet }) => ({
      name: sheet.getName(),
      isActive: sheet.getSheetId() === active,
    })),
    templates: templates.map((key) => ({ key, name: templateNames[key] })),
    launches: viewsOf(app, launches),
    reports: await listReports(app),
    fields: {
      metrics: metricKeys.map((key) => [key, metrics[key].label]),
      groups: dimensionKeys.map((key) => [key, dimensions[key].label]),
      ranges: Object.entries(ranges),
    },
  };
}

export const accountsOf = ({ accounts }: Lists): SidebarState['accounts'] =>
  accounts.filter(({ status }) => status === 'active').map(({ id, name, platform }) => ({ id, name, platform }));

/** Tries a key, keeps it for this user, and reads what the dropdowns need. */
export async function connect(app: App, given: string): Promise<SidebarState> {
  const key = given.trim();
  if (!/^ak_\S+$/.test(key))
    throw new Problem('connect', 'This does not look like an API key: it starts with ak_. Make one in the dashboard under Keys.');
  const service = createService(app, key, '');
  const [who] = await service.getAll('me', [{}]);
  if (who === undefined) throw new Problem('offline', 'The service did not say who you are. Try again in a moment.');
  keepConnection(app, { key, companyId: who.company.id, companyName: who.company.name });
  const [first] = accountsOf(await app.locked(() => readLists(app)));
  const account = who.defaultAdAccount?.id ?? first?.id;
  await updateLists(app, account === undefined ? [] : [account]);
  return sidebarState(app);
}

export async function disconnect(app: App): Promise<SidebarState> {
  keepConnection(app, undefined);
  return sidebarState(app);
}

export async function newLaunchSheet(app: App, template: Template, accountId: string): Promise<SidebarState> {
  if (!templates.includes(template)) throw new Problem('other', 'Choose a kind of launch sheet.');
  const lists = await readLists(app);
  const isKnown = accountsNamed(lists.accounts, accountId).length > 0 && unreadAccounts(lists, [accountId]).length === 0;
  const known = isKnown ? lists : await updateLists(app, [accountId]);
  createLaunchSheet(app, template, known, accountId);
  return sidebarState(app);
}
