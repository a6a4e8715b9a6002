import * as normal from '../../../core/base/personal-data.ts';
import {
  filled,
  HOUR_MS,
  listedBy,
  missing,
  namedBy,
  sendAnswer,
  unknownName,
  unmatched,
} from '../kit/conversions.ts';
import { rowsOf, said, text } from '../kit/json.ts';
import type {
  Api,
  Caller,
  ConversionEvent,
  ConversionItem,
  ConversionsCapability,
  EventFault,
  Json,
  SendAnswer,
} from '../types.ts';
import { eventAmount } from './money.ts';
import { eventsLane } from './wire/client.ts';

/** What the data of each event are called. */
const shapes: { readonly [type: string]: string } = {
  order_created: 'contents',
  items_added: 'contents',
  checkout_started: 'contents',
  contents_viewed: 'contents',
  page_viewed: 'contents',
  lead_created: 'customer_action',
  registration_completed: 'customer_action',
  appointment_scheduled: 'customer_action',
  app_installed: 'customer_action',
  app_opened: 'customer_action',
  subscription_created: 'plan_enrollment',
  trial_started: 'plan_enrollment',
};

const nameOf = namedBy({
  purchase: 'order_created',
  add_to_cart: 'items_added',
  start_checkout: 'checkout_started',
  initiate_checkout: 'checkout_started',
  view_content: 'contents_viewed',
  page_view: 'page_viewed',
  lead: 'lead_created',
  sign_up: 'registration_completed',
  schedule: 'appointment_scheduled',
  subscribe: 'subscription_created',
  start_trial: 'trial_started',
});

const sources: { readonly [source: string]: string } = {
  website: 'web',
  app: 'mobile_app',
  physical_store: 'physical_store',
  phone_call: 'phone_call',
  email: 'email',
};

const sourceOf = (source: string) => sources[source] ?? 'other';

/** Events go to another host with a key of their own. `eventsUrl`: without a slash at the end. */
export function createConversions({ wire, calls }: Api, eventsUrl: string): ConversionsCapability {
  const post = async (
    access: Caller,
    pid: string,
    events: readonly Json[],
    validate_only: boolean,
  ): Promise<SendAnswer> => {
    if (access.credentials.conversionsKey === undefined)
      return { taken: false, maybeDone: false, failure: withoutKey() };
    const url = `${eventsUrl}/events`;
    const call = {
      method: 'POST',
      path: 'events',
      url,
      lane: eventsLane,
      query: { pid },
      body: { validate_only, events },
    } as const;
    // One bad event refuses all; the success is not described.
    return sendAnswer(await wire.call(access, call), () => ({ taken: true }));
  };
  const withoutKey = () =>
    wire.fail(
      'auth',
      'The connection has no Conversions key.',
      'Connect the ad account again with its Conversions key.',
    );
  return {
    mostEvents: 1_000,
    // The platform counts an id once for a time it does not state: an hour is our choice.
    dedupeMs: () => HOUR_MS,
    maxAgeDays: () => 7,
    async destinations(access) {
      const rows = rowsOf(await calls.read(access, 'conversions/pixels'));
      const accepts = access.credentials.conversionsKey !== undefined;
      return rows.map((row) => {
        const id = text(row.pixel_id) ?? said(row.id);
        return { id, name: text(row.name) ?? id, kind: 'pixel' as const, accepts };
      });
    },
    check,
    toWire,
    send: (access, id, events) => post(access, id, events, false),
    tryOut: (access, id, events) => post(access, id, events, true),
  };
}

function check({ name, source, url, value, currency = '', user }: ConversionEvent) {
  const faults: EventFault[] = [];
  if (shapes[nameOf(name)] === undefined)
    faults.push(unknownName(['purchase', 'lead', 'sign_up', ...Object.keys(shapes)]));
  if (source === 'website' && url === undefined)
    faults.push(missing('url', 'url is missing: an event of a website names its page.'));
  if (value !== undefined && eventAmount(value, currency) === undefined)
    faults.push({
      field: 'value',
      code: 'amount',
      message: 'The amount is finer than the currency allows, or the currency is not known.',
    });
  if (
    ![user.email, user.phone, user.externalId, user.clickIds?.oppref].some(Boolean) &&
    !(user.ip !== undefined && user.userAgent !== undefined)
  )
    faults.push(unmatched('an email, a phone number, an externalId, oppref, or ip and userAgent'));
  return faults;
}

/** Without blanks and ASCII punctuation. */
const nameWithoutSigns: normal.Normalise = (words) =>
  normal.name(words.replace(/[\s!-/:-@[-`{-~]/g, ''));

/**
 * Whether the amount is that of one piece or of all is not told: it is sent where both are the
 * same.
 */
const contentOf = ({ id, quantity = 1, price }: ConversionItem, currency: string): Json =>
  filled({
    id,
    quantity,
    ...(price !== undefined && quantity === 1 && eventAmount(price, currency)),
  });

const toWire: ConversionsCapability['toWire'] = async (event, _id, hash) => {
  const { user, value, currency = '', items } = event;
  const type = nameOf(event.name);
  const hashed = listedBy(hash);
  const listed = (given: string | undefined) => (given === undefined ? undefined : [given]);
  return filled({
    id: event.eventId,
    type,
    timestamp_ms: event.happenedAt,
    action_source: sourceOf(event.source),
    source_url: event.url,
    oppref: user.clickIds?.oppref,
    user: filled({
      emails_sha256: await hashed(normal.email, user.email),
      phone_numbers_sha256: await hashed(normal.phoneDigits, user.phone),
      external_ids_sha256: await hashed(normal.trimmed, user.externalId),
      first_names_sha256: await hashed(nameWithoutSigns, user.firstName),
      last_names_sha256: await hashed(nameWithoutSigns, user.lastName),
      regions: listed(user.region),
      cities: listed(user.city),
      postal_codes: listed(user.postalCode),
      countries: listed(user.country),
      ip_address: user.ip,
      user_agent: user.userAgent,
    }),
    data: filled({
      type: shapes[type],
      ...(value !== undefined && eventAmount(value, currency)),
      ...(shapes[type] === 'contents' &&
        items !== undefined && { contents: items.map((item) => contentOf(item, currency)) }),
    }),
  });
};
