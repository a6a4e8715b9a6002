import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { feature as declare } from '../../frame/feature.ts';
import {
  checkEvents as checkedEvents,
  type EventsState,
  type EventsSummary,
  eventsState as eventsStateOf,
  refreshEvents as refreshedEvents,
  sendEvents as sentEvents,
} from './events.ts';
import { createEventTab as makeEventTab } from './tab.ts';

export const feature = declare({});

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
