import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { say } from '../../base/say.ts';
import { feature as declare } from '../../frame/feature.ts';
import { arrangeTrigger, keepTrigger } from '../../frame/schedule.ts';
import { showSidebar, toast } from '../../frame/show.ts';
import {
  type BringInRequest,
  type BringInView,
  bringInState,
  goOnBringingIn,
  startBringIn,
} from './bring-in.ts';
import { showChanges } from './plan.ts';
import {
  goOnPosting,
  type PostView,
  postViews,
  startPost,
  startRemoval,
  startUndo,
} from './post.ts';
import { hasWork } from './record.ts';
import type { ChangesView } from './shown.ts';
import { objectTabs } from './tab.ts';

/** What the sidebar draws itself from. */
export interface ObjectsState {
  readonly tabs: readonly string[];
  readonly bringIn: BringInView;
  readonly posts: readonly PostView[];
}

export const feature = declare({
  submenu: 'menuChanges',
  menu: [
    ['menuBringIn', 'openChanges'],
    ['menuShowChanges', 'showChangesFromMenu'],
  ],
  schedule: {
    isNeeded: (_, store) => hasWork(store),
    async run(app) {
      for (const goOn of [() => goOnPosting(app, true), () => goOnBringingIn(app)])
        try {
          await goOn();
        } catch {
          // The next trigger tries again, and the sidebar says what is wrong.
        }
    },
  },
});

export function openChanges(): void {
  showSidebar('changes');
}

export function showChangesFromMenu(): void {
  toast(async (app) => {
    const { counts } = await showChanges(app);
    return say('changesShown', { ...counts });
  });
}

export function objectsState(): Reply<ObjectsState> {
  return answer(async (app) => ({
    tabs: objectTabs(app).map(({ sheet }) => sheet.getName()),
    bringIn: await bringInState(app),
    posts: await postViews(app),
  }));
}

export function bringInObjects(request: BringInRequest): Reply<BringInView> {
  return answer(async (app) => {
    keepTrigger(app);
    const view = await startBringIn(app, request);
    await arrangeTrigger(app);
    return view;
  });
}

export function continueBringIn(): Reply<BringInView> {
  return answer(async (app) => {
    const view = await goOnBringingIn(app, 1);
    if (!view.isOpen) await arrangeTrigger(app);
    return view;
  });
}

export function planChanges(): Reply<ChangesView> {
  return answer(showChanges);
}

export function postChanges(planId: string, isAgreed: boolean): Reply<readonly PostView[]> {
  return answer(async (app) => {
    keepTrigger(app);
    const views = await startPost(app, planId, isAgreed);
    await arrangeTrigger(app);
    return views;
  });
}

export function undoPost(id: string): Reply<readonly PostView[]> {
  return answer(async (app) => {
    keepTrigger(app);
    const views = await startUndo(app, id);
    await arrangeTrigger(app);
    return views;
  });
}

/** Removes the campaigns and ad sets of a post that none of its ads went into. */
export function removeEmptyOf(id: string): Reply<readonly PostView[]> {
  return answer(async (app) => {
    keepTrigger(app);
    const views = await startRemoval(app, id);
    await arrangeTrigger(app);
    return views;
  });
}

export function continuePosts(): Reply<readonly PostView[]> {
  return answer((app) => goOnPosting(app));
}
