import * as normal from '../../../core/base/personal-data.ts';
import {
  filled,
  HOUR_MS,
  listedBy,
  namedBy,
  seconds,
  sendAnswer,
  unknownName,
  unmatched,
  unsupportedSource,
} from '../kit/conversions.ts';
import { said, wordsIn } from '../kit/json.ts';
import type {
  Api,
  Caller,
  ConversionEvent,
  ConversionsCapability,
  EventFault,
  Json,
  SendAnswer,
} from '../types.ts';
import { eventsLane } from './wire/client.ts';

const names = wordsIn(`
  PAGE_VIEW VIEW_CONTENT ADD_CART ADD_TO_WISHLIST SIGN_UP SEARCH PURCHASE ADD_BILLING SUBSCRIBE START_CHECKOUT LIST_VIEW SAVE
  SHARE INVITE LOGIN RESERVE START_TRIAL AD_CLICK AD_VIEW RATE COMPLETE_TUTORIAL LEVEL_COMPLETE ACHIEVEMENT_UNLOCKED
  SPEND_CREDITS CUSTOM_EVENT_1 CUSTOM_EVENT_2 CUSTOM_EVENT_3 CUSTOM_EVENT_4 CUSTOM_EVENT_5
`);
const special = namedBy({ add_to_cart: 'ADD_CART', add_payment_info: 'ADD_BILLING' });
const nameOf = (name: string) => special(name).toUpperCase().replace(/[ -]/g, '_');

/** Conversions API v3. `eventsUrl`: another host, without a slash at the end. */
export function createConversions({ wire, calls }: Api, eventsUrl: string): ConversionsCapability {
  const post = async (
    access: Caller,
    id: string,
    data: readonly Json[],
    end: string,
  ): Promise<SendAnswer> => {
    const url = `${eventsUrl}/${encodeURIComponent(id)}/events${end}`;
    const answer = await wire.call(access, {
      method: 'POST',
      path: 'events',
      url,
      lane: eventsLane,
      body: { data },
    });
    return sendAnswer(answer, () => ({ taken: true }));
  };
  return {
    mostEvents: 2_000,
    // The platform counts an id once within a window it does not state: an hour is our choice.
    dedupeMs: () => HOUR_MS,
    maxAgeDays: () => 37,
    async destinations(access) {
      const rows = await calls.list(access, `adaccounts/${access.adAccountId}/pixels`);
      return rows.map((row) => ({
        id: said(row.id),
        name: said(row.name),
        kind: 'pixel' as const,
        accepts: true,
      }));
    },
    check,
    toWire,
    send: (access, id, data) => post(access, id, data, ''),
    tryOut: (access, id, data) => post(access, id, data, '/validate'),
  };
}

function check({ name, source, user }: ConversionEvent) {
  const faults: EventFault[] = [];
  if (!names.includes(nameOf(name)))
    faults.push(unknownName(names.map((each) => each.toLowerCase())));
  if (source === 'app')
    faults.push(unsupportedSource('a pixel takes those of websites and of what happens offline'));
  if (![user.email, user.phone, user.clickIds?.scCid].some(Boolean) && !(user.ip && user.userAgent))
    faults.push(unmatched('an email, a phone number, scCid, or ip and userAgent'));
  return faults;
}

const toWire: ConversionsCapability['toWire'] = async (event, _id, hash) => {
  const { user, items } = event;
  const hashed = listedBy(hash);
  return filled({
    event_name: nameOf(event.name),
    event_time: seconds(event),
    event_id: event.eventId,
    action_source: event.source === 'website' ? 'WEB' : 'OFFLINE',
    event_source_url: event.url,
    user_data: filled({
      em: await hashed(normal.email, user.email),
      ph: await hashed(normal.phoneDigits, user.phone),
      external_id: await hashed(normal.trimmed, user.externalId),
      client_ip_address: user.ip,
      client_user_agent: user.userAgent,
      sc_click_id: user.clickIds?.scCid,
    }),
    custom_data: filled({
      currency: event.currency,
      value: event.value,
      order_id: event.orderId,
      contents: items?.map(({ id, quantity = 1, price }) =>
        filled({ id, quantity: String(quantity), item_price: price }),
      ),
    }),
  });
};
