import type { Template } from '../core/sheet/columns.ts';
import { type App, answer, run } from './app.ts';
import { backend } from './backend.ts';
import {
  checkEvents as checkedEvents,
  type EventsState,
  type EventsSummary,
  eventsState as eventsStateOf,
  refreshEvents as refreshedEvents,
  sendEvents as sentEvents,
} from './conversions/events.ts';
import { createEventTab as makeEventTab } from './conversions/tab.ts';
import { metricOf } from './custom-functions.ts';
import { putFiles as put } from './drive/choose.ts';
import { type DriveChoice, searchDrive } from './drive/files.ts';
import { launchAsNew as asNew, checkRows as check, type RowsSummary } from './launch/check-rows.ts';
import { giveUpLaunch as giveUp, continueLaunches as goOn, startLaunch as start, undoLaunch as undo } from './launch/launches.ts';
import { type PlanView, planLaunch as plan, type Scope } from './launch/plan-launch.ts';
import { recheckAfterEdit } from './launch/recheck.ts';
import { type AdUpdate, planUpdates as plannedUpdates, type UpdateResult, updateAds as update } from './launch/update-ads.ts';
import { launchDetails as detailsOf, type LaunchedRow, type LaunchView } from './launch/views.ts';
import { Problem, problemOf, type Reply } from './problem.ts';
import {
  type Destination,
  listReports,
  type ReportView,
  refreshReport as refresh,
  refreshAll,
  deleteReport as removeReport,
  saveReport as save,
} from './reports/reports.ts';
import { arrangeTrigger, keepTrigger, runSchedule } from './reports/schedule.ts';
import { checkRules, newRulesSheet, type RulesDone, saveRules } from './rules/rules.ts';
import { say, sayCount } from './say.ts';
import { type AdSetChoices, adSetChoices as choicesOfAdSets, putAdSets as putSets } from './sheet/ad-set-choice.ts';
import { newSheetFromThis } from './sheet/from-sheet.ts';
import { showPreviews as previews } from './sheet/previews.ts';
import { addSamples as samples } from './sheet/samples.ts';
import { updateLists } from './sheet/update-lists.ts';
import {
  chooseFormulaAccounts as chooseAccounts,
  connect as connectWith,
  endTour,
  disconnect as forget,
  newLaunchSheet,
  openWith,
  type SidebarState,
  setLanguage,
  sidebarState as stateOf,
} from './sidebar-state.ts';

/** Every export becomes a global function of the script: menu items, triggers, the sidebar's calls, custom functions. */

/** Puts up the menu. It runs even where the add-on may not do anything else yet, so it does nothing else. */
export function onOpen(): void {
  SpreadsheetApp.getUi()
    .createAddonMenu()
    .addItem(say('menuOpen'), 'openSlipway')
    .addItem(say('menuCheck'), 'checkRowsFromMenu')
    .addItem(say('menuLaunch'), 'openLaunch')
    .addItem(say('menuRefresh'), 'refreshReportsFromMenu')
    .addItem(say('menuNewRules'), 'newRulesSheetFromMenu')
    .addItem(say('menuCheckRules'), 'checkRulesFromMenu')
    .addItem(say('menuSaveRules'), 'saveRulesFromMenu')
    .addItem(say('menuEvents'), 'openEvents')
    .addItem(say('menuSettings'), 'openSettings')
    .addToUi();
}

export function onInstall(): void {
  onOpen();
}

/** Judges a marked row again as soon as somebody edits it. */
export function onEdit(event: { range: GoogleAppsScript.Spreadsheet.Range }): void {
  run((app) => recheckAfterEdit(app, event.range));
}

export function openSlipway(): void {
  showSidebar('launch');
}

export function openLaunch(): void {
  showSidebar('plan');
}

export function openEvents(): void {
  showSidebar('events');
}

export function openSettings(): void {
  showSidebar('settings');
}

function showSidebar(view: SidebarState['view'] | 'plan'): void {
  run(async (app) => openWith(app, view));
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('sidebar').setTitle('Slipway'));
}

export function checkRowsFromMenu(): void {
  toast(async (app) => {
    const { counts } = await check(app);
    const ready = counts.launch;
    return counts.faulty === 0 ? say('checkedNone', { ready }) : sayCount('checkedFix', counts.faulty, { ready });
  });
}

export function refreshReportsFromMenu(): void {
  toast(async (app) => {
    const { refreshed, failed, left } = await refreshAll(app, 'all');
    const trouble = failed === 0 ? '' : say('refreshFailed', { n: failed });
    return `${sayCount('refreshed', refreshed)}${trouble}${left === 0 ? '' : say('refreshLeft', { n: left })}`;
  });
}

export function newRulesSheetFromMenu(): void {
  toast(async (app) => {
    await newRulesSheet(app);
    return say('rulesMade');
  });
}

export function checkRulesFromMenu(): void {
  toast(async (app) => rulesText(await checkRules(app), 'rulesChecked'));
}

export function saveRulesFromMenu(): void {
  toast(async (app) => rulesText(await saveRules(app), 'rulesSaved'));
}

function rulesText({ rows, faulty, left }: RulesDone, done: 'rulesChecked' | 'rulesSaved'): string {
  const right = rows - faulty - left;
  const fix = faulty === 0 ? '' : sayCount('rulesFix', faulty);
  return `${sayCount(done, right)}${fix}${left === 0 ? '' : say('rulesLeft', { n: left })}`;
}

function toast(work: (app: App) => Promise<string>): void {
  run(async (app) => {
    const text = await work(app).catch((error: unknown) => problemOf(error).message);
    app.spreadsheet.toast(text, 'Slipway', 8);
  });
}

/** What the time trigger calls. */
export function runScheduled(): void {
  run(runSchedule);
}

export function sidebarState(): Reply<SidebarState> {
  return answer(stateOf);
}

export function connect(key: string): Reply<SidebarState> {
  return answer((app) => connectWith(app, key));
}

export function disconnect(): Reply<SidebarState> {
  return answer(forget);
}

export function refreshLists(): Reply<SidebarState['accounts']> {
  return answer(async (app) => {
    await updateLists(app);
    return (await stateOf(app)).accounts;
  });
}

/** Which ad accounts formulas of this file may ask for. */
export function chooseFormulaAccounts(keys: readonly string[]): Reply<SidebarState> {
  return answer((app) => chooseAccounts(app, keys));
}

export function createLaunchSheet(template: Template, accountId: string): Reply<SidebarState> {
  return answer((app) => newLaunchSheet(app, template, accountId));
}

/** A new launch sheet with the rows of the one in front. */
export function copyLaunchSheet(): Reply<SidebarState> {
  return answer(async (app) => {
    await newSheetFromThis(app);
    return stateOf(app);
  });
}

export function checkRows(): Reply<RowsSummary> {
  return answer((app) => check(app));
}

export function launchAsNew(): Reply<RowsSummary> {
  return answer((app) => asNew(app));
}

export function planLaunch(scope: Scope): Reply<PlanView> {
  return answer((app) => plan(app, scope));
}

export function startLaunch(planId: string, scope: Scope, sheetId?: string): Reply<readonly LaunchView[]> {
  return answer(async (app) => {
    if (backend().needsTrigger) keepTrigger(app);
    const views = await start(app, planId, scope, sheetId);
    await arrangeTrigger(app);
    return views;
  });
}

export function continueLaunches(): Reply<readonly LaunchView[]> {
  return answer((app) => goOn(app));
}

export function giveUpLaunch(id: string): Reply<readonly LaunchView[]> {
  return answer((app) => giveUp(app, id));
}

export function undoLaunch(id: string, mode: 'pause' | 'delete'): Reply<readonly LaunchView[]> {
  return answer(async (app) => {
    if (backend().needsTrigger) keepTrigger(app);
    const views = await undo(app, id, mode);
    if (backend().needsTrigger) await arrangeTrigger(app);
    return views;
  });
}

/** What rows that were changed since their launch would change at their ads. */
export function planUpdates(): Reply<readonly AdUpdate[]> {
  return answer((app) => plannedUpdates(app));
}

export function updateAds(rows: readonly number[]): Reply<UpdateResult> {
  return answer((app) => update(app, rows));
}

export function launchDetails(id: string): Reply<readonly LaunchedRow[]> {
  return answer((app) => detailsOf(app, id));
}

/** Images and videos of the user's Google Drive whose names hold a text. */
export function driveFiles(text: string): Reply<readonly DriveChoice[]> {
  return answer((app) => searchDrive(app, text));
}

/** Links to files, put into the media cells from the selected one down. */
export function putFiles(ids: readonly string[]): Reply<string> {
  return answer((app) => put(app, ids));
}

export function showPreviews(): Reply<number> {
  return answer(previews);
}

/** Ad sets for the selected rows, several of which a cell may hold. */
export function adSetChoices(): Reply<AdSetChoices> {
  return answer(choicesOfAdSets);
}

export function putAdSets(labels: readonly string[]): Reply<string> {
  return answer((app) => putSets(app, labels));
}

/** Rows to try, below those there are. */
export function addSamples(): Reply<string> {
  return answer(samples);
}

/** Which language the add-on speaks to this user; empty for that of their Google account. */
export function chooseLanguage(language: string): Reply<SidebarState> {
  return answer((app) => setLanguage(app, language));
}

export function hideTour(): Reply<SidebarState> {
  return answer(endTour);
}

export function saveReport(definition: unknown, destination: Destination, id: string | null): Reply<readonly ReportView[]> {
  return answer(async (app) => {
    const views = await save(app, definition, destination, id ?? undefined);
    await arrangeTrigger(app);
    return views;
  });
}

export function refreshReport(id: string): Reply<readonly ReportView[]> {
  return answer(async (app) => {
    await refresh(app, id);
    return listReports(app);
  });
}

export function deleteReport(id: string): Reply<readonly ReportView[]> {
  return answer(async (app) => {
    const views = await removeReport(app, id);
    await arrangeTrigger(app);
    return views;
  });
}

/** The tabs of events, and where events can be sent. */
export function eventsState(): Reply<EventsState> {
  return answer(eventsStateOf);
}

export function createEventTab(destinations: readonly string[]): Reply<EventsState> {
  return answer(async (app) => {
    makeEventTab(app, destinations);
    return eventsStateOf(app);
  });
}

export function checkEvents(): Reply<EventsSummary> {
  return answer(checkedEvents);
}

export function sendEvents(): Reply<EventsSummary> {
  return answer(sentEvents);
}

export function refreshEvents(): Reply<EventsSummary> {
  return answer(refreshedEvents);
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

/**
 * What ad accounts spent, both days included.
 *
 * @param {string|range} accounts An ad account, or a range of them.
 * @param {date|string} from The first day, a date or text like 2026-11-01.
 * @param {date|string} to The last day.
 * @param {any} refresh A cell that you change when you want fresh figures; may be left out.
 * @return {number} The spend in the account's currency; for a range, one figure for each account.
 * @customfunction
 */
export function SLIPWAY_SPEND(accounts: unknown, from: unknown, to: unknown, refresh?: unknown): unknown {
  void refresh;
  return metricOf('spend', accounts, from, to);
}

/**
 * A metric of ad accounts, both days included.
 *
 * @param {string} metric spend, impressions, clicks, ctr, cpm, cpc, results, costPerResult, conversions, conversionValue, roas, reach or frequency.
 * @param {string|range} accounts An ad account, or a range of them.
 * @param {date|string} from The first day, a date or text like 2026-11-01.
 * @param {date|string} to The last day.
 * @param {any} refresh A cell that you change when you want fresh figures; may be left out.
 * @return {number} The figure; for a range, one for each account. Per cent are fractions: format the cell as per cent.
 * @customfunction
 */
export function SLIPWAY_METRIC(metric: string, accounts: unknown, from: unknown, to: unknown, refresh?: unknown): unknown {
  void refresh;
  return metricOf(metric, accounts, from, to);
}
