import { readAccounts } from '../../base/accounts.ts';
import { backend } from '../../base/host.ts';
import type { Reply } from '../../base/problem.ts';
import { chooseLanguage as keepLanguage } from '../../base/say.ts';
import { openService } from '../../base/service.ts';
import { keepConnection } from '../../base/settings.ts';
import { feature as declare } from '../../frame/feature.ts';
import { answerState, showSidebar } from '../../frame/show.ts';
import type { FrameState } from '../../frame/state.ts';

export const feature = declare({ menu: [['menuSettings', 'openSettings']] });

export function openSettings(): void {
  showSidebar('settings');
}

/** Tries a key, keeps it for this user, and reads what the dropdowns need. */
export function connect(key: string): Reply<FrameState> {
  return answerState(async (app) => {
    keepConnection(app, await backend().connect(app, key.trim()));
    await readAccounts(openService(app));
  });
}

export function disconnect(): Reply<FrameState> {
  return answerState(async (app) => keepConnection(app, undefined));
}

/** Which language the add-on speaks to this user; empty for that of their Google account. */
export function chooseLanguage(language: string): Reply<FrameState> {
  return answerState(async ({ properties }) => keepLanguage(properties, language));
}
