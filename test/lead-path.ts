import { seed } from '../adapters/sandbox/meta/seed/names.ts';
import { formatCsv } from '../core/base/csv.ts';
import type { Arrived } from './core/features/leads/leads-fixture.ts';

/**
 * What each door needs on the way from an ad with a form to a conversion, and does not do itself.
 */

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
type Ask = (method: string, path: string, body?: object) => Promise<any>;
/** Asks the sandbox. */
export type Control = (method: string, path: string, body?: object) => Promise<unknown>;

export const leadCampaign = (accountId: string) => ({
  accountId,
  name: 'Leads',
  objective: 'OUTCOME_LEADS',
});

export const leadAdSet = (accountId: string, campaignId: string, page: string) => ({
  accountId,
  campaignId,
  name: 'Leads',
  dailyBudget: 50,
  optimizationGoal: 'LEAD_GENERATION',
  destinationType: 'ON_AD',
  promotedObject: { page_id: page },
  targeting: { geo_locations: { countries: ['US'] } },
});

export const controlAt =
  (sandboxUrl: string): Control =>
  async (method, path, body) =>
    (
      await fetch(`${sandboxUrl}/_sandbox/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json();

/** An ad set that collects leads in forms of the page. */
export async function createLeadAdSet(ask: Ask, accountId: string, page: string): Promise<string> {
  const { campaignId } = await ask('POST', '/v1/manage/create-campaign', leadCampaign(accountId));
  const { adSetId } = await ask(
    'POST',
    '/v1/manage/create-adset',
    leadAdSet(accountId, String(campaignId), page),
  );
  return String(adSetId);
}

/** A person fills in the form of an ad. Throws where the ad opens none. */
export async function fillInForm(
  control: Control,
  adId: string,
  order: object = {},
): Promise<Arrived & { readonly leadId: string }> {
  const arrived = (await control('POST', 'leads', { platform: 'meta', adId, ...order })) as Arrived;
  const [leadId] = arrived.leadIds;
  if (leadId === undefined) throw new Error(`The ad ${adId} opens no form.`);
  return { ...arrived, leadId };
}

interface HeardEvent {
  readonly name: string;
  readonly lead_id: string | null;
  readonly value: number | null;
  readonly counted: number;
}

/**
 * Conversions that the platform received with its own id of the lead: name, value and how often it
 * counts.
 */
export async function heardOf(
  control: Control,
  leadId: string,
): Promise<readonly (readonly [string, number | null, number])[]> {
  const { list } = (await control('GET', 'objects?kind=conversion_events')) as {
    readonly list: { readonly conversion_events?: readonly HeardEvent[] };
  };
  const events = (list.conversion_events ?? []).filter(({ lead_id }) => lead_id === leadId);
  return events.map(({ name, value, counted }) => [name, value, counted] as const).sort();
}

export const pixel = `primary:${seed.pixel}`;

export const leadAd = {
  page: seed.page,
  secondary: seed.profile,
  title: 'Write to us',
  description: 'We answer',
  cta: 'SIGN_UP',
};

/** A file with one ad that opens a form. */
export function leadFile(cells: {
  readonly 'Ad name': string;
  readonly 'Ad account': string;
  readonly 'Ad sets': string;
  readonly 'Media 1': string;
  readonly 'Lead form': string;
}): string {
  const { page, secondary, title, description, cta } = leadAd;
  const own = {
    Page: page,
    Profile: secondary,
    Headline: title,
    'Primary text': description,
    'Call to action': cta,
  };
  const row = { ...cells, ...own };
  return formatCsv([Object.keys(row), Object.values(row)]);
}

/** The id of the one ad with this name. */
export async function adNamed(control: Control, name: string): Promise<string> {
  const { list } = (await control('GET', 'objects?kind=ads')) as {
    readonly list: { readonly ads?: readonly { readonly id: string; readonly name: string }[] };
  };
  const found = (list.ads ?? []).filter((ad) => ad.name === name);
  if (found.length !== 1) throw new Error(`There are ${found.length} ads ${name}.`);
  return found[0]?.id ?? '';
}
