import {
  filled,
  HOUR_MS,
  hashedPerson,
  namedBy,
  seconds,
  sendAnswer,
  unknownName,
  unmatched,
  unsupportedSource,
} from '../kit/conversions.ts';
import { asRow, rowsOf, text, wordsIn } from '../kit/json.ts';
import type {
  Api,
  Caller,
  ConversionEvent,
  ConversionsCapability,
  EventFault,
  Json,
  Row,
  SendAnswer,
} from '../types.ts';

const names = wordsIn(`
  add_payment_info add_to_cart add_to_wishlist checkout contact custom customize_product find_location initiate_checkout lead
  page_visit schedule search signup start_trial submit_application subscribe view_category view_content watch_video
`);
const nameOf = namedBy({
  purchase: 'checkout',
  sign_up: 'signup',
  start_checkout: 'initiate_checkout',
  page_view: 'page_visit',
});

export function createConversions(api: Api): ConversionsCapability {
  const { wire, calls } = api;
  const post = async (
    access: Caller,
    id: string,
    data: readonly Json[],
    test: boolean,
  ): Promise<SendAnswer> => {
    const path = `ad_accounts/${id}/events`;
    const answer = await wire.call(access, {
      method: 'POST',
      path,
      body: { data },
      ...(test && { query: { test: true } }),
    });
    return sendAnswer(answer, ({ body }) => {
      const events = rowsOf(body.events);
      return {
        taken: true,
        isUncounted: events.length !== data.length,
        refused: events.map((event) =>
          text(event.status) === 'failed' ? refusedFor(event) : undefined,
        ),
      };
    });
  };
  const refusedFor = (event: Row) =>
    wire.fail(
      'rule',
      `The platform refused the event: ${text(event.error_message) ?? 'it does not say why'}`,
      'Correct the event and send it again.',
    );
  return {
    mostEvents: 1_000,
    // The platform counts an id once, and does not say for how long: an hour is our choice. It may
    // count offline events twice.
    dedupeMs: (events) =>
      events.every((event) => asRow(event)?.action_source === 'web') ? HOUR_MS : undefined,
    async destinations(access) {
      const account = (await calls.list(access, 'ad_accounts')).find(
        (row) => text(row.id) === access.adAccountId,
      );
      return [
        {
          id: access.adAccountId,
          name: text(account?.name) ?? access.adAccountId,
          kind: 'account',
          accepts: true,
        },
      ];
    },
    check,
    toWire,
    send: (access, id, data) => post(access, id, data, false),
    tryOut: (access, id, data) => post(access, id, data, true),
  };
}

function check({ name, source, user }: ConversionEvent) {
  const faults: EventFault[] = [];
  if (!names.includes(nameOf(name))) faults.push(unknownName(['purchase', 'sign_up', ...names]));
  // For apps the platform wants the operating system, which events here do not tell.
  if (source === 'app')
    faults.push(unsupportedSource('it takes those of websites and of what happens offline'));
  if (user.email === undefined && !(user.ip !== undefined && user.userAgent !== undefined))
    faults.push(unmatched('an email, or ip and userAgent'));
  return faults;
}

const toWire: ConversionsCapability['toWire'] = async (event, _id, hash) => {
  const { user, items } = event;
  return filled({
    event_name: nameOf(event.name),
    action_source: event.source === 'website' ? 'web' : 'offline',
    event_time: seconds(event),
    event_id: event.eventId,
    event_source_url: event.url,
    user_data: filled({
      ...(await hashedPerson(user, hash)),
      client_ip_address: user.ip,
      client_user_agent: user.userAgent,
      click_id: user.clickIds?.epik,
    }),
    custom_data: filled({
      currency: event.currency,
      value: event.value,
      order_id: event.orderId,
      contents: items?.map(({ id, quantity = 1, price }) =>
        filled({ id, quantity, item_price: price }),
      ),
    }),
  });
};
