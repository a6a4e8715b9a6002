import type { App } from '../base/app.ts';
import { problemOf, type Reply } from '../base/problem.ts';
import { answer, run } from '../base/run.ts';
import { type FrameState, openWith, sidebarState } from './state.ts';

export function showSidebar(view: string): void {
  run(async (app) => openWith(app, view));
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('sidebar').setTitle('Slipway'));
}

/** Runs what an entry of the menu does, and says in the sheet what became of it. */
export function toast(work: (app: App) => Promise<string>): void {
  run(async (app) => {
    const text = await work(app).catch((error: unknown) => problemOf(error).message);
    app.spreadsheet.toast(text, 'Slipway', 8);
  });
}

/** Does something for the sidebar, and answers how everything stands then. */
export const answerState = (work: (app: App) => Promise<unknown>): Reply<FrameState> =>
  answer((app) => work(app).then(() => sidebarState(app)));
