import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { feature as declare } from '../../frame/feature.ts';
import {
  fetchLeads as fetchedLeads,
  type LeadsState,
  type LeadsSummary,
  leadsState as leadsStateOf,
  sendLeadStages as sentLeadStages,
} from './leads.ts';
import { createLeadTab as makeLeadTab } from './tab.ts';

export const feature = declare({});

/** The tabs of leads, and the accounts whose leads are read. */
export function leadsState(): Reply<LeadsState> {
  return answer(leadsStateOf);
}

export function createLeadTab(account: string): Reply<LeadsState> {
  return answer(async (app) => {
    makeLeadTab(app, account);
    return leadsStateOf(app);
  });
}

export function fetchLeads(): Reply<LeadsSummary> {
  return answer(fetchedLeads);
}

export function sendLeadStages(): Reply<LeadsSummary> {
  return answer(sentLeadStages);
}
