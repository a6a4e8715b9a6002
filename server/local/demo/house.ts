import { demo as adCopy } from './features/ad-copy/demo.ts';
import { demo as approvals } from './features/approvals/demo.ts';
import { demo as automations } from './features/automations/demo.ts';
import { demo as comments } from './features/comments/demo.ts';
import { demo as conversions } from './features/conversions/demo.ts';
import { demo as drafts } from './features/drafts/demo.ts';
import { demo as grants } from './features/grants/demo.ts';
import { demo as guardrails } from './features/guardrails/demo.ts';
import { demo as keys } from './features/keys/demo.ts';
import { demo as launch } from './features/launch/demo.ts';
import { demo as leads } from './features/leads/demo.ts';
import { demo as library } from './features/library/demo.ts';
import { demo as naming } from './features/naming/demo.ts';
import { demo as people } from './features/people/demo.ts';
import { demo as presets } from './features/presets/demo.ts';
import { demo as research } from './features/research/demo.ts';
import { demo as sandbox } from './features/sandbox/demo.ts';
import { demo as savedReports } from './features/saved-reports/demo.ts';
import { demo as utm } from './features/utm/demo.ts';
import { demo as webhooks } from './features/webhooks/demo.ts';
import type { DemoPart, House } from './part.ts';

/**
 * In rounds: those of a round do not depend on each other. Webhooks come before the launches that
 * they hear of.
 */
const rounds: readonly (readonly DemoPart[])[] = [
  [webhooks],
  [
    library,
    comments,
    conversions,
    leads,
    naming,
    utm,
    adCopy,
    presets,
    keys,
    people,
    grants,
    approvals,
    guardrails,
    launch,
    savedReports,
  ],
  [automations],
  [drafts],
];

/** What is shown with the launch of the sample file. */
export const acts: readonly DemoPart[] = [sandbox, research];

/**
 * Fills every page of the dashboard, and waits until nothing is under way. What has ended is not
 * asked for again: the demo must leave requests to its user, whose key is the same.
 */
export async function furnish(house: House): Promise<void> {
  for (const round of rounds) await Promise.all(round.map((part) => part.furnish?.(house)));
  for (const { isSettled } of rounds.flat())
    while ((await isSettled?.(house.client)) === false)
      await new Promise((resolve) => setTimeout(resolve, 250));
}
