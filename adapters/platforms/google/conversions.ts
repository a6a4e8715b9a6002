import * as normal from '../../../core/base/personal-data.ts';
import { harmlessTwice, orThrow } from '../kit/calls.ts';
import { filled, HOUR_MS, sendAnswer, unmatched } from '../kit/conversions.ts';
import { at, rowsOf, said, text } from '../kit/json.ts';
import type {
  Access,
  Adjustment,
  Consent,
  ConversionEvent,
  ConversionSource,
  ConversionsCapability,
  EventFault,
  Json,
  SendAnswer,
} from '../types.ts';
import { customerId } from './definition.ts';
import type { Api } from './wire/client.ts';
import { failuresByIndex } from './wire/errors.ts';

/**
 * Events go through the Data Manager API, which answers with a receipt and works them in later;
 * conversion actions and adjustments through the Google Ads API. The token needs the scope
 * datamanager beside that of ads.
 */
export function createConversions(api: Api, dataManagerUrl: string): ConversionsCapability {
  const { wire } = api;
  const ingest = async (
    access: Access,
    id: string,
    events: readonly Json[],
    validateOnly: boolean,
  ): Promise<SendAnswer> => {
    const body = {
      destinations: [destinationOf(access, id)],
      events,
      encoding: 'HEX',
      ...(validateOnly && { validateOnly }),
    };
    const url = `${dataManagerUrl}/events:ingest`;
    const answer = await wire.call(access, { method: 'POST', path: 'events:ingest', url, body });
    const blamed = answer.ok
      ? undefined
      : /\bevents\[(\d+)\]/.exec(`${answer.failure.field ?? ''} ${answer.failure.message}`)?.[1];
    return sendAnswer(
      answer,
      ({ body: said }) => ({
        taken: true,
        receipt: validateOnly ? undefined : text(said.requestId),
      }),
      blamed === undefined ? undefined : Number(blamed),
    );
  };
  return {
    mostEvents: 2_000,
    // The platform counts a transaction once, and does not say for how long: an hour is our choice.
    dedupeMs: () => HOUR_MS,
    async destinations(access) {
      const query =
        'SELECT conversion_action.resource_name, conversion_action.name, conversion_action.status, conversion_action.type FROM conversion_action';
      const rows = await api.search(access, query);
      return rows.map(({ conversionAction }) => ({
        id: said(conversionAction, 'resourceName'),
        name: said(conversionAction, 'name'),
        kind: 'conversion-action',
        accepts: text(at(conversionAction, 'status')) === 'ENABLED',
      }));
    },
    check,
    toWire,
    send: (access, id, events) => ingest(access, id, events, false),
    tryOut: (access, id, events) => ingest(access, id, events, true),
    async outcome(access, requestId) {
      const url = `${dataManagerUrl}/requestStatus:retrieve`;
      const answer = orThrow(
        await wire.call(access, {
          method: 'GET',
          path: 'requestStatus:retrieve',
          url,
          query: { requestId },
        }),
      );
      const [status] = rowsOf(answer.body.requestStatusPerDestination);
      const state = text(status?.requestStatus);
      if (state === 'SUCCESS' || state === 'PARTIAL_SUCCESS')
        return { state: 'done', partial: state === 'PARTIAL_SUCCESS' };
      if (state !== 'FAILED') return { state: 'processing' };
      const reasons = rowsOf(at(status, 'errorInfo', 'errorCounts')).flatMap(
        ({ reason }) => text(reason) ?? [],
      );
      const message = `The platform worked the events in and refused them: ${reasons.join(', ') || 'it does not say why'}.`;
      return {
        state: 'failed',
        failure: wire.fail('rule', message, 'Correct the events and send them again.'),
      };
    },
    adjust: (access, id, adjustments) => adjust(api, access, id, adjustments),
  };
}

/** `customers/123/conversionActions/9`. */
function destinationOf({ adAccountId, credentials }: Access, id: string): Json {
  const { loginCustomerId } = credentials;
  const account = (accountId: string): Json => ({ accountType: 'GOOGLE_ADS', accountId });
  return {
    operatingAccount: account(/^customers\/(\d+)\//.exec(id)?.[1] ?? adAccountId),
    ...(loginCustomerId !== undefined && { loginAccount: account(customerId(loginCustomerId)) }),
    productDestinationId: id.split('/').pop() ?? '',
  };
}

function check({ user }: ConversionEvent): readonly EventFault[] {
  const { gclid, gbraid, wbraid } = user.clickIds ?? {};
  const hasAddress = addressFields.every((field) => user[field] !== undefined);
  if ([gclid, gbraid, wbraid, user.email, user.phone].some(Boolean) || hasAddress) return [];
  return [
    unmatched(
      'gclid, gbraid, wbraid, an email, a phone number, or name with country and postal code',
    ),
  ];
}

const addressFields = ['firstName', 'lastName', 'country', 'postalCode'] as const;

const sources: { readonly [source in ConversionSource]: string } = {
  website: 'WEB',
  app: 'APP',
  physical_store: 'IN_STORE',
  phone_call: 'PHONE',
  chat: 'OTHER',
  email: 'OTHER',
  system_generated: 'OTHER',
  other: 'OTHER',
};

const toWire: ConversionsCapability['toWire'] = async (event, _id, hash) => {
  const { user, consent = {} } = event;
  const emailAddress = await normal.hashedBy(hash, normal.emailWithoutDots, user.email);
  const phoneNumber = await normal.hashedBy(hash, normal.phoneE164, user.phone);
  const givenName = await normal.hashedBy(hash, normal.plainName, user.firstName);
  const familyName = await normal.hashedBy(hash, normal.plainName, user.lastName);
  const { country, postalCode } = user;
  const hasAddress = [givenName, familyName, country, postalCode].every(
    (each) => each !== undefined,
  );
  const userIdentifiers: Json[] = [
    ...(emailAddress === undefined ? [] : [{ emailAddress }]),
    ...(phoneNumber === undefined ? [] : [{ phoneNumber }]),
    ...(hasAddress
      ? [
          {
            address: filled({
              givenName,
              familyName,
              regionCode: country?.toUpperCase(),
              postalCode,
            }),
          },
        ]
      : []),
  ];
  return filled({
    transactionId: event.orderId ?? event.eventId,
    eventTimestamp: new Date(event.happenedAt).toISOString(),
    userData: userIdentifiers.length === 0 ? undefined : { userIdentifiers },
    consent: filled({
      adUserData: consentOf(consent.adUserData),
      adPersonalization: consentOf(consent.adPersonalization),
    }),
    adIdentifiers: filled({
      gclid: user.clickIds?.gclid,
      gbraid: user.clickIds?.gbraid,
      wbraid: user.clickIds?.wbraid,
    }),
    currency: event.currency,
    conversionValue: event.value === undefined ? undefined : Number(event.value),
    eventSource: sources[event.source],
  });
};

const consentOf = (consent: Consent | undefined) =>
  consent === undefined ? undefined : consent === 'granted' ? 'CONSENT_GRANTED' : 'CONSENT_DENIED';

/** A repeated retraction is refused as done. */
const alreadyDone = ['CONVERSION_ALREADY_RETRACTED', 'RESTATEMENT_ALREADY_EXISTS'];

async function adjust(
  { calls, wire }: Api,
  access: Access,
  conversionAction: string,
  adjustments: readonly Adjustment[],
) {
  const body = {
    conversionAdjustments: adjustments.map(({ kind, orderId, adjustedAt, value, currency }) =>
      filled({
        conversionAction,
        orderId,
        adjustmentType: kind === 'retract' ? 'RETRACTION' : 'RESTATEMENT',
        adjustmentDateTime: `${new Date(adjustedAt).toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
        restatementValue:
          value === undefined
            ? undefined
            : filled({ adjustedValue: Number(value), currencyCode: currency }),
      }),
    ),
    partialFailure: true,
  };
  const path = `customers/${access.adAccountId}:uploadConversionAdjustments`;
  const answer = orThrow(await calls.tried(access, path, body, harmlessTwice));
  const failures = failuresByIndex(answer.body, wire.newTraceId());
  return adjustments.map((_, index) => {
    const failure = failures.get(index)?.failure;
    return failure === undefined || alreadyDone.some((word) => failure.code?.endsWith(word))
      ? undefined
      : failure;
  });
}
