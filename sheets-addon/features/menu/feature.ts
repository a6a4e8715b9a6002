import { Problem, type Reply } from '../../base/problem.ts';
import { answer, runUnlessBusy } from '../../base/run.ts';
import { say } from '../../base/say.ts';
import { feature as declare, features } from '../../frame/feature.ts';
import { runSchedule } from '../../frame/schedule.ts';
import { showSidebar } from '../../frame/show.ts';
import { type FrameState, sidebarState as stateOf } from '../../frame/state.ts';

export const feature = declare({ menu: [['menuOpen', 'openSlipway']] });

/** Puts up the menu and does nothing else: it runs where the add-on may do nothing yet. */
export function onOpen(): void {
  const ui = SpreadsheetApp.getUi();
  const menu = ui.createAddonMenu();
  for (const { menu: entries = [], submenu } of features()) {
    const into = submenu === undefined ? menu : ui.createMenu(say(submenu));
    for (const [text, calls] of entries) into.addItem(say(text), calls);
    if (into !== menu) menu.addSubMenu(into);
  }
  menu.addToUi();
}

export function onInstall(): void {
  onOpen();
}

export function openSlipway(): void {
  showSidebar('launch');
}

/** What the time trigger calls. */
export function runScheduled(): void {
  runUnlessBusy(runSchedule);
}

export function sidebarState(): Reply<FrameState> {
  return answer(stateOf);
}

/** Brings a sheet, or a cell of it, to the front. */
export function goTo(place: { sheet: string; cell?: string }): Reply<boolean> {
  return answer(async ({ spreadsheet }) => {
    const sheet = spreadsheet.getSheetByName(place.sheet);
    if (sheet === null) throw new Problem('other', say('noSheetAnyMore', { sheet: place.sheet }));
    spreadsheet.setActiveSheet(sheet);
    if (place.cell !== undefined) sheet.getRange(place.cell).activate();
    return true;
  });
}
