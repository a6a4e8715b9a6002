import { allOf } from '../../core/records/list.ts';
import { isUnsettled } from '../../core/sheet/launch-record.ts';
import { sheetReportKind } from '../../core/sheet/report-definition.ts';
import { type App, FILE } from '../app.ts';
import { backend } from '../backend.ts';
import { keptLaunches } from '../launch/kept.ts';
import { continueLaunches } from '../launch/launches.ts';
import { say } from '../say.ts';
import { connectionOf } from '../settings.ts';
import { refreshAll } from './reports.ts';

/** The function a time trigger calls. One trigger serves everything: an add-on may have one for each file. */
const HANDLER = 'runScheduled';

/**
 * Makes sure a trigger comes by while there is something to do, and takes it away when there is not. Where Google allows
 * none, what was done before is done all the same: a message in the sheet says so.
 */
export async function arrangeTrigger(app: App): Promise<void> {
  try {
    await arrange(app);
  } catch (error) {
    const words = say('noSchedule', { message: error instanceof Error ? error.message : String(error) });
    app.spreadsheet.toast(words, 'Slipway', 8);
  }
}

async function arrange(app: App): Promise<void> {
  const needed = await app.locked(async (store) => {
    const reports = await allOf(store, sheetReportKind, FILE);
    const { own: launches } = await keptLaunches(app, store);
    return reports.some(({ doc }) => doc.definition.schedule !== 'off') || launches.some(({ doc }) => isUnsettled(doc));
  });
  const triggers = triggersOf(app);
  if (!needed) for (const trigger of triggers) ScriptApp.deleteTrigger(trigger);
  else if (triggers.length === 0) createTrigger();
}

/** A trigger is there from now on, where Google allows one: what is begun next goes on without anybody. */
export function keepTrigger(app: App): void {
  try {
    if (triggersOf(app).length === 0) createTrigger();
  } catch {
    // Told by `arrangeTrigger`, once there is something that waits for it.
  }
}

const triggersOf = ({ spreadsheet }: App): GoogleAppsScript.Script.Trigger[] =>
  ScriptApp.getUserTriggers(spreadsheet).filter((trigger) => trigger.getHandlerFunction() === HANDLER);

/** Some minutes where that is allowed, which is in a script bound to its file; an hour in a published add-on. */
function createTrigger(): void {
  try {
    ScriptApp.newTrigger(HANDLER).timeBased().everyMinutes(backend().triggerMinutes).create();
  } catch {
    ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create();
  }
}

/** What a trigger does: goes on with launches, then with reports that are due. */
export async function runSchedule(app: App): Promise<void> {
  // After a change of scopes triggers keep firing without the right to do anything.
  const { REQUIRED } = ScriptApp.AuthorizationStatus;
  if (ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationStatus() === REQUIRED) return;
  if (connectionOf(app) === undefined) return;
  try {
    await continueLaunches(app, { patient: true });
  } catch {
    // It is tried again by the next trigger, and the sidebar says what is wrong when somebody opens it.
  }
  await refreshAll(app, 'due');
  await arrangeTrigger(app);
}
