import { fieldsOf } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject } from '../../types.ts';
import {
  conflict,
  type Endpoints,
  isObject,
  kinds,
  listIn,
  missing,
  notFound,
  objectBody,
  paged,
  pageParams,
  requiredOneOf,
  ruled,
  type Turn,
  text,
  unknownField,
  words,
  wrong,
} from '../wire.ts';
import { checkAd, checkAdGroup, checkCampaign, checkName } from './checks.ts';
import { add, change, listed, rowOf, servingIssues } from './store.ts';

/** Campaigns, ad groups or ads. */
interface Level {
  readonly noun: string;
  readonly kind: string;
  readonly prefix: string;
  /** The field of its parent. */
  readonly parent?: { readonly field: string; readonly kind: string };
  readonly fields: readonly string[];
  /** Throws. `before`: what it was. */
  check(turn: Turn, data: JsonObject, before: Entity | undefined): void;
}

const statuses = ['active', 'paused'] as const;
const most = 500;

function endpointsOf(level: Level): Endpoints {
  const { noun, kind, parent } = level;
  const one = `${noun}/{id}`;
  const filters = parent === undefined ? [] : [parent.field];
  return {
    [`GET ${noun}`]: {
      query: [...pageParams, 'name', 'include', ...filters],
      run(turn) {
        const of = parent === undefined ? undefined : text(turn.query, parent.field);
        if (of === undefined && parent !== undefined && turn.fired.has('parents-required'))
          throw missing(parent.field);
        const name = text(turn.query, 'name')?.toLowerCase();
        if (name !== undefined && [...name].length < 3)
          throw wrong('name', "Invalid 'name': the least is 3 characters.");
        const rows = listed(turn, kind, of ?? turn.account.id)
          .filter((entity) => entity.parents[0] === turn.account.id)
          .filter((entity) => name === undefined || words(entity.data.name).toLowerCase() === name);
        return paged(
          turn,
          rows.map((entity) => rowOf(turn, entity, true)),
          most,
        );
      },
    },
    [`POST ${noun}`]: {
      run: (turn) =>
        rowOf(
          turn,
          once(turn, level, () => make(turn, level)),
        ),
    },
    [`GET ${one}`]: {
      query: ['include'],
      run(turn) {
        const entity = found(turn, kind, turn.ids.id ?? '');
        const asked = listIn(turn, 'include');
        if (asked.length > 0 && turn.fired.has('include-refused')) throw unknownField('include');
        const issues = asked.includes('serving_issues') && kind === kinds.ad;
        return {
          ...rowOf(turn, entity),
          ...(issues && { serving_issues: servingIssues(turn.world, entity) }),
          ...(asked.includes('bid_too_low') && { bid_too_low: isBidLow(entity) }),
        };
      },
    },
    [`POST ${one}`]: { run: (turn) => rowOf(turn, update(turn, level)) },
    ...Object.fromEntries(
      Object.entries({ activate: 'active', pause: 'paused', archive: 'archived' }).map(
        ([action, status]) => [
          `POST ${one}/${action}`,
          { run: (turn: Turn) => rowOf(turn, change(turn, living(turn, kind), { status })) },
        ],
      ),
    ),
  };
}

function found({ world, account }: Turn, kind: string, id: string): Entity {
  const entity = world.get(id);
  if (entity?.kind !== kind || entity.parents[0] !== account.id) throw notFound();
  return entity;
}

/** Our choice: a click below ten cents. */
function isBidLow({ data: { bidding_config: bid } }: Entity): boolean {
  return (
    isObject(bid) && bid.billing_event_type === 'click' && Number(bid.max_bid_micros) < 100_000
  );
}

/** Our choice: what is archived takes no changes. */
function living(turn: Turn, kind: string): Entity {
  const entity = found(turn, kind, turn.ids.id ?? '');
  if (entity.data.status === 'archived') throw ruled('Archived objects cannot be changed.');
  return entity;
}

/** The same key and body: no second object. Window and other readings are faults. */
function once(turn: Turn, { noun }: Level, work: () => Entity): Entity {
  const { world, account, key, fired } = turn;
  if (key === undefined || key.trim() === '' || key.length > 255 || fired.has('key-forgotten'))
    return work();
  const id = `openai_creation:${account.id}:${noun}:${key}`;
  const body = JSON.stringify(objectBody(turn));
  const before = world.get(id);
  if (before !== undefined) {
    const made = world.get(words(before.data.made));
    if (before.data.body !== body || made === undefined || fired.has('key-conflict'))
      throw conflict('Conflict: the Idempotency-Key was used for another request.');
    return made;
  }
  const keep = (made: string) =>
    world.add({
      id,
      kind: kinds.key,
      company: account.company,
      parents: [account.id],
      data: { body, made },
    });
  try {
    const entity = work();
    keep(entity.id);
    return entity;
  } catch (error) {
    if (fired.has('key-used-up')) keep('');
    throw error;
  }
}

function dataOf(turn: Turn, { fields }: Level): JsonObject {
  const params = objectBody(turn);
  const unknown = Object.keys(params).find((name) => !fields.includes(name) && name !== 'status');
  if (unknown !== undefined && !turn.fired.has('unknown-ignored')) throw unknownField(unknown);
  checkName(params);
  return fieldsOf(params as JsonObject, (name) => fields.includes(name) || name === 'status');
}

function make(turn: Turn, level: Level): Entity {
  const { world, account, fired } = turn;
  const data = dataOf(turn, level);
  if (data.name === undefined) throw missing('name');
  requiredOneOf(data, 'status', statuses);
  const { parent } = level;
  const above = parent === undefined ? undefined : aboveOf(turn, parent, data);
  level.check(turn, data, undefined);
  const rejected = level.kind === kinds.ad ? fired.get('ad-rejected') : undefined;
  const slow = level.kind === kinds.ad ? fired.get('review-slow') : undefined;
  return add(
    world,
    account,
    {
      kind: level.kind,
      prefix: level.prefix,
      parents: above === undefined ? [] : [...above.parents.slice(1), above.id],
    },
    {
      ...(level.kind === kinds.campaign && { bidding_type: 'impressions' }),
      ...data,
      ...(rejected !== undefined && { rejected: words(rejected.message) || 'crawl_failed' }),
      ...(slow !== undefined && { reviewed_at: world.now() + Number(slow.ms ?? 600_000) }),
    },
  );
}

function aboveOf(
  turn: Turn,
  { field, kind }: NonNullable<Level['parent']>,
  data: JsonObject,
): Entity {
  if (data[field] === undefined) throw missing(field);
  const above = found(turn, kind, words(data[field]));
  if (above.data.status === 'archived') throw ruled('The parent is archived.');
  return above;
}

function update(turn: Turn, level: Level): Entity {
  const entity = living(turn, level.kind);
  const data = dataOf(turn, level);
  const { parent } = level;
  if (parent !== undefined && data[parent.field] !== undefined) throw unknownField(parent.field);
  level.check(turn, data, entity);
  return change(turn, entity, data);
}

const shared = 'name description landing_page_configuration';

const campaignLevel: Level = {
  noun: 'campaigns',
  kind: kinds.campaign,
  prefix: 'cmpn_',
  fields: names(`
    ${shared} budget bidding_type conversion_event_setting_ids start_time end_time targeting mode product_feed_id
    business_agent_id objective billing_event_type
  `),
  check: checkCampaign,
};

const adGroupLevel: Level = {
  noun: 'ad_groups',
  kind: kinds.adGroup,
  prefix: 'adgrp_',
  parent: { field: 'campaign_id', kind: kinds.campaign },
  fields: names(`${shared} campaign_id bidding_config context_hints product_set`),
  check: checkAdGroup,
};

const adLevel: Level = {
  noun: 'ads',
  kind: kinds.ad,
  prefix: 'ad_',
  parent: { field: 'ad_group_id', kind: kinds.adGroup },
  fields: names('name ad_group_id landing_page_configuration creative'),
  check: checkAd,
};

export const campaignEndpoints = endpointsOf(campaignLevel);
export const adGroupEndpoints = endpointsOf(adGroupLevel);
export const adEndpoints: Endpoints = {
  ...endpointsOf(adLevel),
  'POST ads/{id}/preview': {
    run(turn) {
      const { id } = found(turn, kinds.ad, turn.ids.id ?? '');
      return {
        object: 'list',
        data: [{ body: `<iframe src="${turn.base}/previews/${id}"></iframe>` }],
      };
    },
  },
};
