import * as normal from '../../../core/base/personal-data.ts';
import { hashedBy } from '../../../core/base/personal-data.ts';
import {
  filled,
  missing,
  namedBy,
  seconds,
  sendAnswer,
  TWO_DAYS_MS,
  unmatched,
  unsupportedSource,
} from '../kit/conversions.ts';
import { numeric, rowsOf, said } from '../kit/json.ts';
import type { Api, ConversionEvent, ConversionsCapability, EventFault } from '../types.ts';

const nameOf = namedBy({
  purchase: 'Purchase',
  // Since 2025-05-01; the platform still converts SubmitForm.
  lead: 'Lead',
  sign_up: 'CompleteRegistration',
  add_to_cart: 'AddToCart',
  search: 'Search',
  view_content: 'ViewContent',
  start_checkout: 'InitiateCheckout',
  subscribe: 'Subscribe',
  contact: 'Contact',
  add_payment_info: 'AddPaymentInfo',
  add_to_wishlist: 'AddToWishlist',
  download: 'Download',
});

const pageSize = 20;

/** Events API 2.0 for websites. The code of an answer speaks for all of its events. */
export function createConversions({ wire, calls }: Api): ConversionsCapability {
  return {
    // Not stated; connectors send fewer.
    mostEvents: 1_000,
    // Events with one name and id within 48 hours are one.
    dedupeMs: () => TWO_DAYS_MS,
    async destinations(access) {
      const found = [];
      for (let page = 1; ; page += 1) {
        const body = await calls.read(access, 'pixel/list/', { page, page_size: pageSize });
        found.push(...rowsOf(body.pixels));
        const [info] = rowsOf([body.page_info]);
        if (page >= (numeric(info?.total_page) ?? 0)) break;
      }
      return found.map((row) => ({
        id: said(row.pixel_code),
        name: said(row.pixel_name),
        kind: 'pixel' as const,
        accepts: true,
      }));
    },
    check,
    toWire,
    async send({ adAccountId: _account, ...caller }, id, data, { testCode }) {
      const body = {
        event_source: 'web',
        event_source_id: id,
        data,
        ...(testCode !== undefined && { test_event_code: testCode }),
      };
      const answer = await wire.call(caller, { method: 'POST', path: 'event/track/', body });
      return sendAnswer(answer, () => ({ taken: true }));
    },
  };
}

function check({ source, url, user }: ConversionEvent) {
  const { email, phone, externalId, ip, userAgent, clickIds = {} } = user;
  const faults: EventFault[] = [];
  if (source !== 'website') faults.push(unsupportedSource('a pixel takes those of a website'));
  else if (url === undefined)
    faults.push(missing('url', 'An event on a website needs the address of the page.'));
  if (
    ![email, phone, externalId, clickIds.ttclid, clickIds.ttp].some(Boolean) &&
    !(ip && userAgent)
  )
    faults.push(
      unmatched('an email, a phone number, an external id, ttclid, ttp, or ip and userAgent'),
    );
  return faults;
}

const toWire: ConversionsCapability['toWire'] = async (event, _id, hash) => {
  const { user, items } = event;
  return filled({
    event: nameOf(event.name),
    event_time: seconds(event),
    event_id: event.eventId,
    user: filled({
      email: await hashedBy(hash, normal.email, user.email),
      phone: await hashedBy(hash, normal.phoneE164, user.phone),
      external_id: await hashedBy(hash, normal.trimmed, user.externalId),
      ttclid: user.clickIds?.ttclid,
      ttp: user.clickIds?.ttp,
      ip: user.ip,
      user_agent: user.userAgent,
    }),
    properties: filled({
      currency: event.currency,
      value: event.value === undefined ? undefined : Number(event.value),
      order_id: event.orderId,
      contents: items?.map(({ id, quantity = 1, price }) =>
        filled({
          content_id: id,
          quantity,
          price: price === undefined ? undefined : Number(price),
        }),
      ),
    }),
    page: filled({ url: event.url }),
  });
};
