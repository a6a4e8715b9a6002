import type { UndoMode } from '../../../core/launch/journal/records.ts';
import { type Template, templates } from '../../../core/sheet/column.ts';
import { isUnsettled } from '../../../core/sheet/launch-record.ts';
import { backend, platforms } from '../../base/host.ts';
import type { Reply } from '../../base/problem.ts';
import { answer, runUnlessBusy } from '../../base/run.ts';
import { say, sayCount } from '../../base/say.ts';
import { feature as declare } from '../../frame/feature.ts';
import { arrangeTrigger, keepTrigger } from '../../frame/schedule.ts';
import { answerState, showSidebar, toast } from '../../frame/show.ts';
import { type FrameState, sidebarState } from '../../frame/state.ts';
import {
  launchAsNew as asNew,
  checkRows as check,
  type RowsSummary,
} from '../../launch/check-rows.ts';
import type { Scope } from '../../launch/compose.ts';
import { keptLaunches } from '../../launch/kept.ts';
import {
  giveUpLaunch as giveUp,
  continueLaunches as goOn,
  startLaunch as start,
  undoLaunch as undo,
} from '../../launch/launches.ts';
import {
  launchDetails as detailsOf,
  type LaunchedRow,
  type LaunchView,
  viewsOf,
} from '../../launch/views.ts';
import { launchSheets } from '../../sheet/launch-sheet.ts';
import { templateName, templatesOf } from '../../sheet/template.ts';
import { updateLists } from '../../sheet/update-lists.ts';
import { newSheetFromThis } from './from-sheet.ts';
import { newLaunchSheet } from './new-sheet.ts';
import { type PlanView, planLaunch as plan } from './plan-launch.ts';
import { recheckAfterEdit } from './recheck.ts';
import { addSamples as samples } from './samples.ts';

const TOUR = 'tour';

interface LaunchState {
  /** The first steps are still shown to this user. */
  readonly tour: boolean;
  readonly launchSheets: readonly { readonly name: string; readonly isActive: boolean }[];
  /** With the platforms whose ads they are for. */
  readonly templates: readonly {
    readonly key: Template;
    readonly name: string;
    readonly platforms: readonly string[];
  }[];
  readonly launches: readonly LaunchView[];
}

export const feature = declare<LaunchState>({
  menu: [
    ['menuCheck', 'checkRowsFromMenu'],
    ['menuLaunch', 'openLaunch'],
  ],
  schedule: {
    isNeeded: async (app, store) =>
      (await keptLaunches(app, store)).own.some(({ doc }) => isUnsettled(doc)),
    async run(app) {
      try {
        await goOn(app, { patient: true });
      } catch {
        // The next trigger tries again, and the sidebar says what is wrong.
      }
    },
  },
  blank: () => ({
    tour: false,
    launchSheets: [],
    templates: templates.map((key) => ({
      key,
      name: templateName(key),
      platforms: platforms().flatMap((platform) =>
        templatesOf(platform).includes(key) ? platform.id : [],
      ),
    })),
    launches: [],
  }),
  async state(app) {
    const active = app.spreadsheet.getActiveSheet().getSheetId();
    const { own } = await app.locked((store) => keptLaunches(app, store));
    return {
      tour: app.properties.getProperty(TOUR) === null,
      launchSheets: launchSheets(app.spreadsheet).map(({ sheet }) => ({
        name: sheet.getName(),
        isActive: sheet.getSheetId() === active,
      })),
      launches: viewsOf(app, own),
    };
  },
});

/** How long an edit waits for the lock, in ms: a simple trigger lives for 30 s. */
const EDIT_PATIENCE = 2_000;

/** Judges a marked row again after an edit; while another execution works, the next check does. */
export function onEdit(event: { range: GoogleAppsScript.Spreadsheet.Range }): void {
  runUnlessBusy((app) => recheckAfterEdit(app, event.range), EDIT_PATIENCE);
}

export function openLaunch(): void {
  showSidebar('plan');
}

export function checkRowsFromMenu(): void {
  toast(async (app) => {
    const { counts } = await check(app);
    const ready = counts.launch;
    return counts.faulty === 0
      ? say('checkedNone', { ready })
      : sayCount('checkedFix', counts.faulty, { ready });
  });
}

/** Answers the accounts, and what was wrong with the lists of some. */
export function refreshLists(): Reply<{
  readonly accounts: FrameState['accounts'];
  readonly refused: readonly string[];
}> {
  return answer(async (app) => {
    const { refused } = await updateLists(app);
    const told = refused.map(({ name, problem }) => `${name}: ${problem.message}`);
    return { accounts: (await sidebarState(app)).accounts, refused: told };
  });
}

export function createLaunchSheet(template: Template, accountId: string): Reply<FrameState> {
  return answerState((app) => newLaunchSheet(app, template, accountId));
}

/** A new launch sheet with the rows of the one in front. */
export function copyLaunchSheet(): Reply<FrameState> {
  return answerState(newSheetFromThis);
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

export function startLaunch(
  planId: string,
  scope: Scope,
  sheetId?: string,
): Reply<readonly LaunchView[]> {
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

export function undoLaunch(id: string, mode: UndoMode): Reply<readonly LaunchView[]> {
  return answer(async (app) => {
    if (backend().needsTrigger) keepTrigger(app);
    const views = await undo(app, id, mode);
    if (backend().needsTrigger) await arrangeTrigger(app);
    return views;
  });
}

export function launchDetails(id: string): Reply<readonly LaunchedRow[]> {
  return answer((app) => detailsOf(app, id));
}

/** Rows to try, below those there are. */
export function addSamples(): Reply<string> {
  return answer(samples);
}

/** The user has seen the first steps. */
export function hideTour(): Reply<FrameState> {
  return answerState(async ({ properties }) => properties.setProperty(TOUR, 'done'));
}
