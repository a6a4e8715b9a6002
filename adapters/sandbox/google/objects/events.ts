import { countEvents, isRefusedId, objectsIn, stranger, unhashed } from '../../kit/conversions.ts';
import { isObject } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject, World } from '../../types.ts';
import {
  badPayload,
  checkKnown,
  errorOf,
  failureOf,
  type GoogleFault,
  kinds,
  Refusal,
  type Turn,
  unknownEntity,
  words,
} from '../wire.ts';

/** Our choice: Google does not state how long a transaction is counted once. */
const ninetyDays = 90 * 86_400_000;
const receiptKind = '.google_receipts';
/** Simulated time until the status is known. */
const workedIn = 30_000;

const eventFields = names(
  'transactionId eventTimestamp userData consent adIdentifiers currency conversionValue eventSource',
);

type DataManagerCall = Pick<Turn, 'world' | 'company' | 'body' | 'fired'>;

/** `events:ingest`: checked whole, counted later. */
export function ingestEvents(
  { world, company, body, fired }: DataManagerCall,
  requestId: string,
): JsonObject {
  checkKnown(body, ['destinations', 'events', 'encoding', 'validateOnly', 'consent']);
  if (body.encoding !== 'HEX') throw badPayload('encoding must be HEX.');
  const [destination, ...more] = objectsIn(body.destinations) ?? [];
  if (destination === undefined || more.length > 0)
    throw badPayload('The sandbox takes one destination.');
  const action = actionOf(world, company, destination);
  const events = objectsIn(body.events);
  if (events === undefined || events.length === 0 || events.length > 2_000)
    throw badPayload('events must hold 1 to 2000 events.');
  for (const event of events) checkEvent(event, world.now());
  if (body.validateOnly === true) return {};
  const isFailing = fired.has('events-failed');
  if (!isFailing)
    countEvents(
      world,
      action,
      events.map((event) => ({
        name: action.id,
        id: words(event.transactionId),
        at: Date.parse(words(event.eventTimestamp)),
      })),
      ninetyDays,
    );
  const status = isFailing ? 'FAILED' : fired.has('events-partial') ? 'PARTIAL_SUCCESS' : 'SUCCESS';
  world.add({
    id: `receipt:${requestId}`,
    kind: receiptKind,
    company,
    parents: [action.id],
    data: { status, count: events.length },
  });
  return { requestId };
}

/** `requestStatus:retrieve`. */
export function requestStatus(world: World, company: string, requestId: string): JsonObject {
  const receipt = world.get(`receipt:${requestId}`);
  if (receipt?.company !== company) throw unknownEntity();
  const isWorkedIn = world.now() - receipt.created >= workedIn;
  const requestStatusOf = isWorkedIn ? words(receipt.data.status) : 'PROCESSING';
  return {
    requestStatusPerDestination: [
      {
        requestStatus: requestStatusOf,
        eventsIngestionStatus: { recordCount: String(receipt.data.count) },
        ...(requestStatusOf === 'FAILED' && {
          errorInfo: {
            errorCounts: [{ recordCount: '1', reason: 'PROCESSING_ERROR_REASON_INVALID' }],
          },
        }),
      },
    ],
  };
}

function actionOf(
  world: World,
  company: string,
  { operatingAccount, productDestinationId }: JsonObject,
) {
  const action = world.get(`conversion:${words(productDestinationId)}`);
  const accountId =
    isObject(operatingAccount) && operatingAccount.accountType === 'GOOGLE_ADS'
      ? operatingAccount.accountId
      : '';
  if (
    action?.kind !== kinds.conversionAction ||
    action.company !== company ||
    action.parents[0] !== accountId
  )
    throw new Refusal({ status: 403, message: 'The caller does not have permission.' });
  return action;
}

function checkEvent(event: JsonObject, now: number): void {
  const unknown = stranger(event, eventFields);
  if (unknown !== undefined)
    throw badPayload(
      `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`,
    );
  const at = Date.parse(words(event.eventTimestamp));
  if (Number.isNaN(at) || at > now + 600_000) throw badPayload('eventTimestamp is not valid.');
  if (words(event.transactionId) === '') throw badPayload('transactionId is required.');
  const ids = isObject(event.userData) ? objectsIn(event.userData.userIdentifiers) : [];
  if (ids === undefined || (ids.length === 0 && !isObject(event.adIdentifiers)))
    throw badPayload('The event has no identifier.');
  for (const id of ids) {
    const clear = unhashed(id, ['emailAddress', 'phoneNumber']);
    const address = isObject(id.address)
      ? unhashed(id.address, ['givenName', 'familyName'])
      : undefined;
    if (clear !== undefined || address !== undefined)
      throw badPayload(`${clear ?? address} must be a SHA-256 hash.`);
  }
  if (isRefusedId(event.transactionId)) throw badPayload('An event was refused.');
}

/** `uploadConversionAdjustments`: each for itself. */
export function adjustConversions(turn: Turn, requestId: string): JsonObject {
  checkKnown(turn.body, ['conversionAdjustments', 'partialFailure', 'validateOnly']);
  const list = objectsIn(turn.body.conversionAdjustments);
  if (list === undefined || list.length === 0)
    throw badPayload('conversionAdjustments must not be empty.');
  if (turn.body.partialFailure !== true) throw badPayload('partialFailure must be set to true.');
  const faults = list.map((adjustment, index) => adjusted(turn, adjustment, index));
  const failed = faults.flatMap((fault) => fault ?? []);
  return {
    // Everything of an adjustment but its value.
    results: list.map(({ restatementValue: _value, ...adjustment }, index) =>
      faults[index] === undefined ? adjustment : {},
    ),
    ...(failed.length > 0 && {
      partialFailureError: {
        code: 3,
        message: errorOf(failed[0] as GoogleFault).message ?? '',
        details: [failureOf(turn.version, requestId, failed)],
      },
    }),
  };
}

function adjusted(turn: Turn, adjustment: JsonObject, index: number): GoogleFault | undefined {
  const { world, customer } = turn;
  const fault = (type: string, message: string): GoogleFault => ({
    status: 400,
    family: 'conversionAdjustmentUploadError',
    type,
    message,
    path: [{ name: 'conversion_adjustments', index }],
  });
  checkKnown(adjustment, [
    'conversionAction',
    'orderId',
    'adjustmentType',
    'adjustmentDateTime',
    'restatementValue',
  ]);
  const action = world.get(`conversion:${words(adjustment.conversionAction).split('/').pop()}`);
  if (action?.kind !== kinds.conversionAction || action.parents[0] !== customer.id)
    return fault('INVALID_CONVERSION_ACTION', 'The conversion action is not found.');
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(words(adjustment.adjustmentDateTime)))
    return fault('INVALID_ADJUSTMENT_DATE_TIME', 'The adjustment date time is not valid.');
  const id = `event:${action.id}:${action.id}:${words(adjustment.orderId)}`;
  const event = world.get(id);
  if (event === undefined) return fault('CONVERSION_NOT_FOUND', 'The conversion was not found.');
  if (event.data.retracted === true)
    return fault(
      adjustment.adjustmentType === 'RETRACTION'
        ? 'CONVERSION_ALREADY_RETRACTED'
        : 'CONVERSION_ALREADY_RETRACTED_RESTATE',
      'The conversion was taken back before.',
    );
  if (adjustment.adjustmentType === 'RETRACTION') world.change(id, { retracted: true });
  else if (isObject(adjustment.restatementValue))
    world.change(id, { value: adjustment.restatementValue.adjustedValue ?? 0 });
  else return fault('MISSING_RESTATEMENT_VALUE', 'A restatement needs a value.');
  return undefined;
}
