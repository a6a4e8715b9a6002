import type { App } from '../base/app.ts';
import { problemOf, type Reply } from '../base/problem.ts';
import { answer, run } from '../base/run.ts';
import { type FrameState, openWith, sidebarState } from './state.ts';

export function showSidebar(view: string): void {
  run(async (app) => openWith(app, view));
  SpreadsheetApp.getUi().showSidebar(
    HtmlService.createHtmlOutputFromFile('sidebar').setTitle('Slipway'),
  );
}

/** In place of seconds: a message stays until the user closes it. */
export const STAYS = -1;

/**
 * Runs an entry of the menu and says in the sheet what became of it. Problems stay until the user
 * closes them.
 */
export function toast(work: (app: App) => Promise<string>, seconds = 8): void {
  run(async (app) => {
    const said = await work(app).then(
      (text) => ({ text, seconds }),
      (error: unknown) => ({ text: problemOf(error).message, seconds: STAYS }),
    );
    app.spreadsheet.toast(said.text, 'Slipway', said.seconds);
  });
}

/** Does something for the sidebar, and answers how everything stands then. */
export const answerState = (work: (app: App) => Promise<unknown>): Reply<FrameState> =>
  answer((app) => work(app).then(() => sidebarState(app)));
