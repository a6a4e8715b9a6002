import { createHmac } from 'node:crypto';
import { isTooNew } from '../../kit/faults.ts';
import { within } from '../../kit/json.ts';
import { peopleOf } from '../../kit/leads.ts';
import { names } from '../../kit/names.ts';
import type { LeadOrder, SignedNotice } from '../../stage.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { appId, appSecret, leadIds } from '../seed/ids.ts';
import {
  accountOf,
  type Endpoints,
  formatTime,
  invalid,
  kinds,
  newId,
  object,
  ownedBy,
  paged,
  pageOf,
  required,
  requiredOneOf,
  type Turn,
  text,
  words,
} from '../wire.ts';
import { formId } from './leads.ts';

/** One after the other, so that each region has some. */
const regions = ['', 'eu', 'us'];

const leadsOf = (world: World, account: Entity, page: string, isTest: boolean) =>
  world
    .entities(kinds.lead, account.id)
    .filter(({ data }) => data.page_id === page && data.is_test === isTest);

const answersIn = ({ data }: Entity): JsonObject => ({
  name: data.name ?? '',
  email: data.email ?? '',
  phone_number: data.phone ?? '',
});

const metaOf = ({ id, created, data }: Entity): JsonObject => ({
  lead_source: 'INSTANT_FORM',
  lead_id: id,
  page_id: words(data.page_id),
  campaign_id: words(data.campaign_id),
  campaign_name: 'Leads',
  adgroup_id: words(data.adgroup_id),
  adgroup_name: 'Leads open 1',
  ad_id: words(data.ad_id),
  ad_name: '',
  create_time: formatTime(created),
});

/** Two public programs read `lead_id`, after a byte order mark, and `Lead ID`. */
const columns = names(
  'lead_id created_time ad_id ad_name adgroup_id adgroup_name campaign_id campaign_name form_id form_name',
);
const titled = (column: string) =>
  column.replace(
    /(^|_)([a-z])/g,
    (_, gap, letter) => `${gap === '' ? '' : ' '}${letter.toUpperCase()}`,
  );

function fileOf({ fired }: Turn, leads: readonly Entity[]): string {
  const isTitled = fired.has('leads-titled');
  const header = isTitled ? columns.map((each) => titled(each).replace('Id', 'ID')) : columns;
  const lines = leads.map((lead) => {
    const { page_id, create_time, ...meta } = metaOf(lead);
    const row: JsonObject = {
      ...meta,
      created_time: create_time ?? '',
      form_id: page_id ?? '',
      form_name: 'Newsletter',
    };
    return [
      ...columns.map((column) => row[column] ?? ''),
      ...Object.values(answersIn(lead)),
      'Yes, "soon", I hope',
    ];
  });
  const table = [[...header, 'Name', 'Email', 'Phone number', 'Do you buy?'], ...lines];
  const quoted = (cell: unknown) =>
    /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
  return `${isTitled ? '' : '\ufeff'}${table.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

function testLeadOf({ world, params }: Turn, account: Entity): Entity | undefined {
  return leadsOf(world, account, required(params, 'page_id'), true)[0];
}

function checkApp({ params }: Turn): void {
  if (required(params, 'app_id') !== appId || required(params, 'secret') !== appSecret)
    throw invalid('secret: Does not belong to the app.');
}

export const leadFileEndpoints: Endpoints = {
  'GET lead/get': {
    known: ['lead_source', 'library_id', 'page_id'],
    run(turn) {
      const last = leadsOf(turn.world, accountOf(turn), required(turn.params, 'page_id'), false).at(
        -1,
      );
      if (last === undefined) throw invalid('page_id: The form has no lead.');
      return { lead_data: answersIn(last), meta_data: metaOf(last) };
    },
  },
  'POST page/lead/task': {
    known: ['library_id', 'ad_id', 'page_id', 'task_id'],
    run(turn) {
      const { world, params, region, fired } = turn;
      const account = accountOf(turn);
      const wanted = text(params, 'task_id');
      const known =
        wanted === undefined ? undefined : ownedBy(turn, account, kinds.leadTask, wanted);
      if (wanted !== undefined && known === undefined)
        throw invalid('task_id: The task does not exist.');
      const data = {
        page_id: text(params, 'page_id') ?? '',
        ad_id: text(params, 'ad_id') ?? '',
        region,
      };
      if (known === undefined && data.page_id === '' && data.ad_id === '')
        throw invalid('page_id: Missing data for required field.');
      const task =
        known ?? world.add({ id: newId(world), kind: kinds.leadTask, ...within(account), data });
      if (world.now() - task.created < Number(fired.get('leads-slow')?.ms ?? 3_000))
        return { task_id: task.id, status: 'RUNNING' };
      const type = fired.has('leads-zipped') ? 'zip' : 'csv';
      return { task_id: task.id, status: 'SUCCEED', file_name: `leads.${type}`, file_type: type };
    },
  },
  'GET page/lead/task/download': {
    known: ['library_id', 'task_id'],
    isFile: true,
    run(turn) {
      const account = accountOf(turn);
      const task = ownedBy(turn, account, kinds.leadTask, required(turn.params, 'task_id'));
      if (task === undefined) throw invalid('task_id: The task does not exist.');
      const { page_id, ad_id, region } = task.data;
      const leads = turn.world
        .entities(kinds.lead, account.id)
        .filter(({ data }) => data.is_test === false && data.region === region)
        .filter(({ data }) => (ad_id === '' ? data.page_id === page_id : data.ad_id === ad_id))
        .filter((lead) => !isTooNew(turn, lead, 'list-lag'));
      return fileOf(turn, leads);
    },
  },
  'POST page/lead/mock/create': {
    known: ['lead_source', 'library_id', 'page_id'],
    run(turn) {
      const account = accountOf(turn);
      if (testLeadOf(turn, account) !== undefined)
        throw invalid('page_id: The form has a test lead.');
      arrive(turn.world, account.id, {
        count: 1,
        everyMs: 0,
        isTest: true,
        page: required(turn.params, 'page_id'),
      });
      const made = testLeadOf(turn, account);
      return made === undefined ? {} : { lead_data: answersIn(made), meta_data: metaOf(made) };
    },
  },
  'GET page/lead/mock/get': {
    known: ['lead_source', 'library_id', 'page_id'],
    run(turn) {
      const held = testLeadOf(turn, accountOf(turn));
      if (held === undefined) throw invalid('page_id: The form has no test lead.');
      return { lead_data: answersIn(held), meta_data: metaOf(held) };
    },
  },
  'POST page/lead/mock/delete': {
    known: ['library_id', 'page_id'],
    run(turn) {
      const held = testLeadOf(turn, accountOf(turn));
      if (held !== undefined) turn.world.remove(held.id);
      return {};
    },
  },
  'POST subscription/subscribe': {
    known: ['app_id', 'secret', 'subscribe_entity', 'callback_url', 'subscription_detail'],
    run(turn) {
      checkApp(turn);
      const { params, world, company } = turn;
      const detail = object(params, 'subscription_detail') ?? {};
      const data = {
        subscribe_entity: requiredOneOf(params, 'subscribe_entity', ['LEAD']),
        callback_url: required(params, 'callback_url'),
        subscription_detail: {
          advertiser_id: accountOf({ ...turn, params: detail }).id,
          page_id: text(detail, 'page_id') ?? '',
        },
      };
      return {
        subscription_id: world.add({
          id: newId(world),
          kind: kinds.subscription,
          company,
          parents: [company],
          data,
        }).id,
      };
    },
  },
  'GET subscription/get': {
    known: ['app_id', 'secret', 'subscribe_entity', 'page', 'page_size'],
    run(turn) {
      checkApp(turn);
      const held = turn.world.entities(kinds.subscription, turn.company);
      const rows = held.map(
        ({ id, data }): JsonObject => ({ app_id: appId, subscription_id: id, ...data }),
      );
      return paged(rows, pageOf(turn.params, 1_000), 'subscriptions');
    },
  },
  'POST subscription/unsubscribe': {
    known: ['app_id', 'secret', 'subscription_id'],
    run(turn) {
      checkApp(turn);
      const held = turn.world.get(required(turn.params, 'subscription_id'));
      if (held?.kind === kinds.subscription && held.company === turn.company)
        turn.world.remove(held.id);
      return {};
    },
  },
};

export function arrive(
  world: World,
  accountId: string,
  order: LeadOrder & { readonly page?: string },
): readonly string[] {
  const account = world.get(accountId);
  if (account === undefined) return [];
  const { campaign, adGroup } = leadIds(accountId);
  return peopleOf(world, order).map(({ at, ...person }, number) => {
    const data = {
      ...person,
      page_id: order.page ?? formId(accountId),
      region: regions[number % regions.length] ?? '',
      is_test: order.isTest === true,
      campaign_id: campaign,
      adgroup_id: adGroup,
      ad_id: order.adId ?? '',
    };
    return world.add({ id: newId(world), kind: kinds.lead, ...within(account), created: at, data })
      .id;
  });
}

/** Ids are bare numbers, as in TikTok’s sample. */
export const noticesOf = (world: World, leadIds: readonly string[]): readonly SignedNotice[] =>
  leadIds.flatMap((leadId) => {
    const lead = world.get(leadId);
    if (lead === undefined) return [];
    const { lead_id: _, create_time: __, ...meta } = metaOf(lead);
    const changes = Object.entries(answersIn(lead)).map(([field, value]) => ({ field, value }));
    const create_time = Math.floor(lead.created / 1_000);
    const entry = {
      id: leadId,
      ...meta,
      page_name: 'Newsletter',
      advertiser_id: lead.parents[0] ?? '',
      library_id: 0,
      create_time,
      changes,
    };
    const json = JSON.stringify({
      request_id: newId(world),
      object: 1,
      entry: [entry],
      time: create_time,
    });
    const body = json.replace(/"(\d{16,19})"/g, '$1');
    const signature = createHmac('sha256', appSecret).update(body).digest('hex');
    return [
      {
        leadId,
        headers: { 'content-type': 'application/json', 'x-open-signature': signature },
        body,
      },
    ];
  });
