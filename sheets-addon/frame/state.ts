import { type Account, userAccounts } from '../base/accounts.ts';
import type { App } from '../base/app.ts';
import { backend } from '../base/host.ts';
import { accountLabel, hasFigures, keyOf } from '../base/platforms.ts';
import { consentUrl, lacksConsent } from '../base/problem.ts';
import { chosenLanguage, spokenLanguage } from '../base/say.ts';
import { openService } from '../base/service.ts';
import { connectionOf } from '../base/settings.ts';
import { readLists } from '../sheet/lists.ts';
import type { Language } from '../texts/languages.ts';
import { features } from './feature.ts';

/** What the sidebar draws itself from, besides the parts of features. */
export interface FrameState {
  /** The tab it opens with: the name of a feature. */
  readonly view: string;
  /** The menu asked for the plan of the ready rows. */
  readonly isPlanAsked: boolean;
  /** Empty where there is none. */
  readonly server: string;
  /** What the user chose; null for the language of their Google account. */
  readonly language: Language | null;
  /** The language that the script and the sidebar speak. */
  readonly spoken: Language;
  readonly company: { readonly id: string; readonly name: string } | null;
  readonly accounts: readonly {
    readonly id: string;
    readonly key: string;
    readonly platform: string;
    /** Name, platform and id. */
    readonly label: string;
    /** Reports and formulas can ask for it. */
    readonly hasFigures: boolean;
  }[];
}

const VIEW = 'view';

/** The menu says which view the sidebar opens with; it asks when it is there. */
export const openWith = ({ properties }: Pick<App, 'properties'>, view: string): void => {
  properties.setProperty(VIEW, view);
};

export async function sidebarState(app: App): Promise<FrameState> {
  // Users may leave out some of what Google asks them for: they hear of it now.
  const url = consentUrl();
  if (url !== undefined) throw lacksConsent(url);
  const connection = connectionOf(app);
  if (connection === undefined) return strangerState(app);
  const parts: object[] = [];
  for (const { state } of features()) if (state !== undefined) parts.push(await state(app));
  const asked = app.properties.getProperty(VIEW) ?? 'launch';
  // Asked for once: the sidebar that opens next shows how the rows stand.
  if (asked === 'plan') openWith(app, 'launch');
  return Object.assign(strangerState(app), ...parts, {
    view: asked === 'plan' ? 'launch' : asked,
    isPlanAsked: asked === 'plan',
    company: { id: connection.companyId, name: connection.companyName },
    accounts: accountsOf(await accountsFor(app)),
  });
}

/** What somebody sees who has no key: nothing of the company, nor of what was launched. */
function strangerState({ properties }: Pick<App, 'properties'>): FrameState {
  const frame: FrameState = {
    view: 'settings',
    isPlanAsked: false,
    server: backend().address ?? '',
    company: null,
    accounts: [],
    language: chosenLanguage(properties) ?? null,
    spoken: spokenLanguage(),
  };
  return Object.assign(frame, ...features().map(({ blank }) => blank?.()));
}

/** Where the service cannot be asked, those the file has lists of. */
async function accountsFor(app: App): Promise<readonly Account[]> {
  try {
    return await userAccounts(app, openService(app));
  } catch {
    return (await readLists(app)).accounts;
  }
}

const accountsOf = (accounts: readonly Account[]): FrameState['accounts'] =>
  accounts
    .filter(({ status }) => status === 'active')
    .map((account) => ({
      id: account.id,
      key: keyOf(account),
      platform: account.platform,
      label: accountLabel(account),
      hasFigures: hasFigures(account.platform),
    }));
