import { DRIVE_TOKEN } from './drive.ts';
import type { Runtime } from './execution.ts';
import { faked } from './guard.ts';

export interface Trigger {
  readonly id: string;
  readonly handler: string;
  readonly everyMinutes: number;
  /** Of another file of the same user: it counts, and is not seen from here. */
  readonly ofOtherFile?: boolean;
}

export function scriptApp(runtime: Runtime, triggers: Trigger[]) {
  type Real = GoogleAppsScript.Script.ScriptApp;
  const real = (trigger: Trigger) =>
    faked<GoogleAppsScript.Script.Trigger>(
      runtime,
      'Trigger',
      'triggers',
      { getHandlerFunction: () => trigger.handler, getUniqueId: () => trigger.id },
      'all',
    );
  const create = (handler: string, everyMinutes: number) => {
    if (!runtime.scopes.triggers)
      throw new Error(
        'You do not have permission to call ScriptApp.newTrigger. Required permissions: script.scriptapp',
      );
    if (runtime.installed === 'add-on') {
      if (everyMinutes < 60)
        throw new Error('The recurrence interval for an Add-on trigger must be at least one hour.');
      if (triggers.some(({ ofOtherFile }) => !ofOtherFile))
        throw new Error(
          'The Add-on has created too many time-based triggers in this document for this Google user account.',
        );
    }
    if (triggers.length >= 20) throw new Error('This script has too many triggers.');
    const trigger = { id: `t${triggers.length}-${everyMinutes}`, handler, everyMinutes };
    triggers.push(trigger);
    return real(trigger);
  };
  const clock = (handler: string) => {
    let minutes = 60;
    const builder: GoogleAppsScript.Script.ClockTriggerBuilder =
      faked<GoogleAppsScript.Script.ClockTriggerBuilder>(
        runtime,
        'ClockTriggerBuilder',
        'triggers',
        {
          everyMinutes: (n: number) => {
            if (![1, 5, 10, 15, 30].includes(n))
              throw new Error(`The value must be 1, 5, 10, 15 or 30; it is ${n}.`);
            minutes = n;
            return builder;
          },
          everyHours: (n: number) => {
            minutes = n * 60;
            return builder;
          },
          create: () => create(handler, minutes),
        },
        ['everyMinutes', 'everyHours'],
      );
    return builder;
  };
  return faked<Real>(runtime, 'ScriptApp', 'anything', {
    AuthMode: {
      NONE: 'NONE',
      LIMITED: 'LIMITED',
      CUSTOM_FUNCTION: 'CUSTOM_FUNCTION',
      FULL: 'FULL',
    },
    AuthorizationStatus: { REQUIRED: 'REQUIRED', NOT_REQUIRED: 'NOT_REQUIRED' },
    getOAuthToken: () => DRIVE_TOKEN,
    newTrigger: (handler: string) =>
      faked<GoogleAppsScript.Script.TriggerBuilder>(
        runtime,
        'TriggerBuilder',
        'triggers',
        { timeBased: () => clock(handler) },
        'all',
      ),
    getUserTriggers: () => triggers.filter(({ ofOtherFile }) => !ofOtherFile).map(real),
    deleteTrigger: (trigger: GoogleAppsScript.Script.Trigger) => {
      const at = triggers.findIndex(({ id }) => id === trigger.getUniqueId());
      if (at >= 0) triggers.splice(at, 1);
    },
    getAuthorizationInfo: () =>
      faked<GoogleAppsScript.Script.AuthorizationInfo>(
        runtime,
        'AuthorizationInfo',
        'anything',
        {
          getAuthorizationStatus: () =>
            runtime.authorized && runtime.scopes.fetch && runtime.execution?.mode !== 'NONE'
              ? 'NOT_REQUIRED'
              : 'REQUIRED',
          getAuthorizationUrl: () => 'https://accounts.example/authorize',
        },
        'all',
      ),
  });
}

interface Menu {
  readonly name: string;
  readonly items: { readonly label: string; readonly handler: string; readonly submenu?: string }[];
}

/** What the user sees of the add-on outside the cells. */
export interface Screen {
  menus: Menu[];
  sidebar: { readonly title: string; readonly file: string } | undefined;
  alerts: string[];
}

export function ui(
  runtime: Runtime,
  screen: Screen,
  projectName: () => string,
): GoogleAppsScript.Base.Ui {
  const menus = new WeakMap<GoogleAppsScript.Base.Menu, Menu>();
  const menu = (name: string): GoogleAppsScript.Base.Menu => {
    const items: Menu['items'] = [];
    const builder: GoogleAppsScript.Base.Menu = faked<GoogleAppsScript.Base.Menu>(
      runtime,
      'Menu',
      'menu',
      {
        addItem: (label: string, handler: string) => {
          items.push({ label, handler });
          return builder;
        },
        // One menu deep is enough here.
        addSubMenu: (inner: GoogleAppsScript.Base.Menu) => {
          const { name: submenu, items: own } = menus.get(inner) ?? { name: '', items: [] };
          items.push(...own.map((item) => ({ ...item, submenu })));
          return builder;
        },
        addToUi: () => {
          screen.menus.push({ name, items });
        },
      },
      ['addItem', 'addSubMenu'],
    );
    menus.set(builder, { name, items });
    return builder;
  };
  const dialogs = faked<GoogleAppsScript.Base.Ui>(runtime, 'Ui', 'dialogs', {
    showSidebar: (html: { getTitle(): string; getContent(): string }) => {
      screen.sidebar = { title: html.getTitle(), file: html.getContent() };
    },
    alert: (message: string) => {
      screen.alerts.push(message);
    },
  });
  return faked<GoogleAppsScript.Base.Ui>(
    runtime,
    'Ui',
    'menu',
    {
      createMenu: (name: string) => menu(name),
      // Google names it after the script project.
      createAddonMenu: () => menu(projectName()),
      showSidebar: (html: GoogleAppsScript.HTML.HtmlOutput) => dialogs.showSidebar(html),
      alert: (message: string) => dialogs.alert(message),
    },
    ['showSidebar', 'alert'],
  );
}

export function htmlService(runtime: Runtime) {
  return faked<GoogleAppsScript.HTML.HtmlService>(runtime, 'HtmlService', 'dialogs', {
    createHtmlOutputFromFile: (file: string) => {
      let title = '';
      const output: GoogleAppsScript.HTML.HtmlOutput = faked<GoogleAppsScript.HTML.HtmlOutput>(
        runtime,
        'HtmlOutput',
        'dialogs',
        {
          setTitle: (text: string) => {
            title = text;
            return output;
          },
          getTitle: () => title,
          getContent: () => file,
        },
        'all',
      );
      return output;
    },
  });
}
