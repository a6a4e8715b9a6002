import { countEvents, isRefusedId, objectsIn, stranger, unhashed } from '../../kit/conversions.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject } from '../../types.ts';
import { accountOf, checkKnown, type Endpoints, invalid, isObject, objectBody } from '../wire.ts';

/**
 * Our choice: Pinterest does not state how long an id is counted once. Offline events always count.
 */
const day = 86_400_000;

const eventFields = names(
  'event_name action_source event_time event_id event_source_url user_data custom_data opt_out',
);
const userFields = names(
  'em ph fn ln ct st zp country external_id client_ip_address client_user_agent',
);
const eventNames = names(`
  add_payment_info add_to_cart add_to_wishlist checkout contact custom customize_product find_location initiate_checkout lead
  page_visit schedule search signup start_trial submit_application subscribe view_category view_content watch_video
`);

export const eventEndpoints: Endpoints = {
  'POST ad_accounts/{account}/events': {
    scopes: ['ads:write'],
    known: ['test'],
    run(turn) {
      const account = accountOf(turn);
      const body = objectBody(turn);
      checkKnown(body, ['data']);
      const events = objectsIn(body.data);
      if (events === undefined || events.length === 0 || events.length > 1_000)
        throw invalid("'data' must hold 1 to 1000 events");
      const faults = events.map((event, at) =>
        turn.fired.has('items-refused') && at % 2 === 1
          ? 'The event was refused.'
          : faultOf(event, turn.world.now()),
      );
      const good = events.filter((_, at) => faults[at] === undefined);
      if (turn.query.test !== 'true')
        for (const source of ['web', 'offline'])
          countEvents(
            turn.world,
            account,
            good
              .filter(({ action_source }) => action_source === source)
              .map((event) => ({
                name: String(event.event_name),
                id: String(event.event_id),
                at: Number(event.event_time) * 1_000,
              })),
            source === 'web' ? day : 0,
          );
      return {
        num_events_received: events.length,
        num_events_processed: good.length,
        events: faults.map((fault) =>
          fault === undefined
            ? { status: 'processed', error_message: '', warning_message: '' }
            : { status: 'failed', error_message: fault },
        ),
      };
    },
  },
};

/** Each event is refused for itself. */
function faultOf(event: JsonObject, now: number): string | undefined {
  const { user_data: user, custom_data: custom } = event;
  if (!isObject(user)) return 'user_data is required';
  const unknown =
    stranger(event, eventFields) ?? stranger(user, [...userFields, 'hashed_maids', 'click_id']);
  if (unknown !== undefined) return `${unknown} is not a known field`;
  if (!eventNames.includes(String(event.event_name))) return 'event_name is not supported';
  if (event.action_source !== 'web' && event.action_source !== 'offline')
    return 'action_source is not supported';
  if (typeof event.event_id !== 'string' || !Number.isInteger(event.event_time))
    return 'event_id and event_time are required';
  if (Number(event.event_time) * 1_000 > now + 600_000) return 'event_time is in the future';
  const clear = unhashed(user, userFields.slice(0, 9));
  if (clear !== undefined) return `${clear} must hold SHA-256 hashes`;
  if (
    user.em === undefined &&
    user.hashed_maids === undefined &&
    !(user.client_ip_address && user.client_user_agent)
  )
    return 'user_data needs em, hashed_maids, or client_ip_address and client_user_agent';
  if (isObject(custom) && custom.value !== undefined && typeof custom.value !== 'string')
    return 'value must be a string';
  return isRefusedId(event.event_id) ? 'The event was refused.' : undefined;
}
