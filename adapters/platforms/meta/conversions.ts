import { dayAt } from '../../../core/base/time/days.ts';
import {
  filled,
  hashedPerson,
  missing,
  namedBy,
  seconds,
  sendAnswer,
  TWO_DAYS_MS,
  unmatched,
} from '../kit/conversions.ts';
import { numeric, rowsOf, text } from '../kit/json.ts';
import type { Calls, ConversionEvent, ConversionsCapability, EventFault, Wire } from '../types.ts';

/** Any other name is a custom event. */
const nameOf = namedBy({
  purchase: 'Purchase',
  lead: 'Lead',
  sign_up: 'CompleteRegistration',
  add_to_cart: 'AddToCart',
  search: 'Search',
  view_content: 'ViewContent',
  page_view: 'PageView',
  start_checkout: 'InitiateCheckout',
  subscribe: 'Subscribe',
  add_payment_info: 'AddPaymentInfo',
  start_trial: 'StartTrial',
  contact: 'Contact',
  add_to_wishlist: 'AddToWishlist',
  schedule: 'Schedule',
  donate: 'Donate',
  submit_application: 'SubmitApplication',
});

/** A request is taken whole or not at all; pixels and datasets are one. */
export function createConversions({
  graph,
  calls,
}: {
  readonly graph: Wire;
  readonly calls: Calls;
}): ConversionsCapability {
  return {
    mostEvents: 1_000,
    // The same name and id within 48 hours are one event; between servers this is assumed.
    dedupeMs: () => TWO_DAYS_MS,
    maxAgeDays: (source) => (source === 'physical_store' ? 62 : 7),
    async destinations(access) {
      const fields = 'id,name,last_fired_time,is_unavailable';
      const rows = await calls.list(access, `${access.adAccountId}/adspixels`, { fields });
      return rows.map((row) => {
        const lastEventAt = Date.parse(text(row.last_fired_time) ?? '');
        return {
          id: text(row.id) ?? '',
          name: text(row.name) ?? '',
          kind: 'pixel' as const,
          accepts: row.is_unavailable !== true,
          ...(!Number.isNaN(lastEventAt) && { lastEventAt }),
        };
      });
    },
    check,
    toWire,
    async send(access, id, events, { testCode }) {
      const body = { data: events, ...(testCode !== undefined && { test_event_code: testCode }) };
      const answer = await graph.call(access, { method: 'POST', path: `${id}/events`, body });
      return sendAnswer(answer, ({ body: said }) => ({
        taken: true,
        isUncounted: numeric(said.events_received) !== events.length,
      }));
    },
    async received(access, id, { from, to }) {
      // Covers the days in any zone; hours outside are dropped below.
      const start_time = Math.floor(Date.parse(from) / 1_000) - 86_400;
      const end_time = Math.floor(Date.parse(to) / 1_000) + 2 * 86_400;
      const rows = await calls.list(access, `${id}/stats`, {
        aggregation: 'event',
        start_time,
        end_time,
      });
      const counts = new Map<string, number>();
      for (const row of rows) {
        const on = dayAt(Date.parse(text(row.start_time) ?? ''), access.timezone);
        if (on < from || on > to) continue;
        for (const { value, count } of rowsOf(row.data)) {
          const key = `${on} ${text(value) ?? ''}`;
          counts.set(key, (counts.get(key) ?? 0) + (numeric(count) ?? 0));
        }
      }
      return [...counts].map(([key, count]) => ({
        day: key.slice(0, 10),
        name: key.slice(11),
        count,
      }));
    },
    async customConversions(access) {
      const fields = 'id,name,rule,custom_event_type,pixel{id},is_archived';
      const rows = await calls.list(access, `${access.adAccountId}/customconversions`, { fields });
      return rows.map((row) => ({
        id: text(row.id) ?? '',
        name: text(row.name) ?? '',
        rule: text(row.rule),
        isArchived: row.is_archived === true,
        eventType: text(row.custom_event_type),
        destinationId: text(rowsOf([row.pixel])[0]?.id),
      }));
    },
  };
}

function check({ source, url, user }: ConversionEvent) {
  const { clickIds = {}, country: _country, ...person } = user;
  const faults: EventFault[] = [];
  if (source === 'website' && url === undefined)
    faults.push(missing('url', 'An event on a website needs the address of the page.'));
  if (source === 'website' && user.userAgent === undefined)
    faults.push(
      missing('user.userAgent', 'An event on a website needs the browser of the visitor.'),
    );
  const { userAgent: _agent, ...matching } = person;
  if (
    Object.keys(matching).length === 0 &&
    clickIds.fbc === undefined &&
    clickIds.fbp === undefined
  )
    faults.push(unmatched('an email, a phone number, an external id, a lead id, fbc or fbp'));
  return faults;
}

const toWire: ConversionsCapability['toWire'] = async (event, _id, hash) => {
  const { user, items } = event;
  const { clickIds = {} } = user;
  return filled({
    event_name: nameOf(event.name),
    event_time: seconds(event),
    event_id: event.eventId,
    action_source: event.source,
    event_source_url: event.url,
    user_data: filled({
      ...(await hashedPerson(user, hash)),
      client_ip_address: user.ip,
      client_user_agent: user.userAgent,
      fbc: clickIds.fbc,
      fbp: clickIds.fbp,
      lead_id: user.leadId,
    }),
    custom_data: filled({
      // What became of a lead, told by a program that keeps leads.
      ...(user.leadId !== undefined && { event_source: 'crm', lead_event_source: 'Slipway' }),
      currency: event.currency,
      value: event.value === undefined ? undefined : Number(event.value),
      order_id: event.orderId,
      contents: items?.map(({ id, quantity = 1, price }) =>
        filled({ id, quantity, item_price: price === undefined ? undefined : Number(price) }),
      ),
    }),
  });
};
