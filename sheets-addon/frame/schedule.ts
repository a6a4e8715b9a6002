import type { App } from '../base/app.ts';
import { backend } from '../base/host.ts';
import { consentUrl } from '../base/problem.ts';
import { say } from '../base/say.ts';
import { connectionOf } from '../base/settings.ts';
import { features } from './feature.ts';

/**
 * The function a time trigger calls. One trigger serves everything: an add-on may have one for each
 * file.
 */
const HANDLER = 'runScheduled';

/**
 * Keeps a trigger while there is something to do. Where Google allows none, the work goes on and a
 * message in the sheet says so.
 */
export async function arrangeTrigger(app: App): Promise<void> {
  try {
    await arrange(app);
  } catch (error) {
    const words = say('noSchedule', {
      message: error instanceof Error ? error.message : String(error),
    });
    app.spreadsheet.toast(words, 'Slipway', 8);
  }
}

async function arrange(app: App): Promise<void> {
  const needed = await app.locked(async (store) => {
    const needs: boolean[] = [];
    for (const { schedule } of features())
      if (schedule !== undefined) needs.push(await schedule.isNeeded(app, store));
    return needs.includes(true);
  });
  const triggers = triggersOf(app);
  if (!needed) for (const trigger of triggers) ScriptApp.deleteTrigger(trigger);
  else if (triggers.length === 0) createTrigger();
}

/** Makes a trigger where Google allows one: what begins next goes on by itself. */
export function keepTrigger(app: App): void {
  try {
    if (triggersOf(app).length === 0) createTrigger();
  } catch {
    // Told by `arrangeTrigger`, once there is something that waits for it.
  }
}

const triggersOf = ({ spreadsheet }: App): GoogleAppsScript.Script.Trigger[] =>
  ScriptApp.getUserTriggers(spreadsheet).filter(
    (trigger) => trigger.getHandlerFunction() === HANDLER,
  );

/** Some minutes in a script bound to its file, an hour in a published add-on. */
function createTrigger(): void {
  try {
    ScriptApp.newTrigger(HANDLER).timeBased().everyMinutes(backend().triggerMinutes).create();
    PropertiesService.getDocumentProperties().deleteProperty(HOURLY);
  } catch {
    ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create();
    PropertiesService.getDocumentProperties().setProperty(HOURLY, '1');
  }
}

const HOURLY = 'hourly';

/** Whether Google lets a trigger come once an hour at most, as in a published add-on. */
export const isHourly = (): boolean =>
  PropertiesService.getDocumentProperties().getProperty(HOURLY) !== null;

/** What a trigger does: goes on with what each feature has to do. */
export async function runSchedule(app: App): Promise<void> {
  // After a change of scopes triggers keep firing without the right to do anything.
  if (consentUrl() !== undefined) return;
  if (connectionOf(app) === undefined) return;
  for (const { schedule } of features()) await schedule?.run(app);
  await arrangeTrigger(app);
}
