import { countEvents, isRefusedId, objectsIn, stranger, unhashed } from '../../kit/conversions.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject } from '../../types.ts';
import {
  accountOf,
  type Endpoints,
  forbidden,
  invalid,
  isObject,
  kinds,
  paged,
  pageOf,
  required,
  type Turn,
  text,
} from '../wire.ts';

/** One pixel per account. */
export const pixelCode = (accountId: string) => `CPX${accountId}`;
export const pixelId = (accountId: string) => `${accountId}01`;

const twoDays = 48 * 3_600_000;
const eventFields = names('event event_time event_id user properties page limited_data_use');
const userFields = names('email phone external_id ttclid ttp ip user_agent locale');

export const eventEndpoints: Endpoints = {
  'GET pixel/list': {
    known: ['page', 'page_size', 'code', 'name'],
    run(turn) {
      const account = accountOf(turn);
      const row = {
        pixel_id: pixelId(account.id),
        pixel_code: pixelCode(account.id),
        pixel_name: 'Sandbox pixel',
      };
      return paged([row], pageOf(turn.params, 20), 'pixels');
    },
  },
  'POST event/track': {
    known: ['event_source', 'event_source_id', 'data', 'test_event_code'],
    run(turn) {
      if (turn.params.advertiser_id !== undefined) throw invalid('advertiser_id: Unknown field.');
      if (required(turn.params, 'event_source') !== 'web')
        throw invalid('event_source: The sandbox has pixels of websites alone.');
      const pixel = ownerOf(turn, required(turn.params, 'event_source_id'));
      const events = objectsIn(turn.params.data);
      if (events === undefined || events.length === 0 || events.length > 1_000)
        throw invalid('data: Length must be between 1 and 1000.');
      for (const event of events) checkEvent(event, turn.world.now());
      if (text(turn.params, 'test_event_code') === undefined)
        countEvents(
          turn.world,
          pixel,
          events.map((event) => ({
            name: String(event.event),
            id: String(event.event_id),
            at: Number(event.event_time) * 1_000,
          })),
          twoDays,
        );
      return {};
    },
  },
};

function ownerOf({ world, company }: Turn, code: string) {
  const account = world.get(code.replace(/^CPX/, ''));
  if (
    account?.kind !== kinds.account ||
    account.company !== company ||
    pixelCode(account.id) !== code
  )
    throw forbidden(`pixel ${code}`);
  return account;
}

/** One bad event refuses all: the answer has one code. */
function checkEvent(event: JsonObject, now: number): void {
  const { user, page } = event;
  const unknown =
    stranger(event, eventFields) ?? (isObject(user) ? stranger(user, userFields) : undefined);
  if (unknown !== undefined) throw invalid(`data: ${unknown}: Unknown field.`);
  if (typeof event.event !== 'string' || typeof event.event_id !== 'string')
    throw invalid('data: event and event_id are required.');
  const at = Number(event.event_time) * 1_000;
  if (!Number.isInteger(event.event_time) || at > now + 600_000)
    throw invalid('data: event_time: Not a valid time.');
  if (!isObject(user) || Object.keys(user).length === 0)
    throw invalid('data: user: At least one identifier is required.');
  const clear = unhashed(user, ['email', 'phone', 'external_id']);
  if (clear !== undefined) throw invalid(`data: user.${clear}: Must be hashed with SHA-256.`);
  if (!isObject(page) || typeof page.url !== 'string')
    throw invalid('data: page.url: Missing data for required field.');
  if (isRefusedId(event.event_id)) throw invalid('data: An event was refused.');
}
