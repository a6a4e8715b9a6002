import * as v from 'valibot';
import { sentName } from '../../base/schema/aliases.ts';
import { pageAnswer, success } from '../../base/schema/envelope.ts';
import { ownId } from '../../base/schema/fields.ts';
import { openAccount } from '../../manage/open-account.ts';
import { operation } from '../../operations/operation.ts';
import { adjustConversions, adjustParts } from './adjust.ts';
import { sendCsv } from './csv.ts';
import { listDestinations } from './destinations.ts';
import { customConversions, receivedEvents, reconcile } from './reconcile.ts';
import * as shapes from './schema.ts';
import { sendConversions } from './send.ts';
import { findEvent, getUpload, listUploads, resendParts, resendUncertain } from './show.ts';
import * as uploads from './upload-schema.ts';

const topic = 'Conversions';
const subject = v.object({ id: ownId });
const errors = ['not_found', 'platform_error', 'unavailable'] as const;
const personal =
  'Names, addresses and numbers are normalised and hashed in memory by the rules of each platform; what is kept is sealed, and forgotten once it was sent.';

const reads = { topic, scope: 'read', effects: 'reads' } as const;
const writes = { topic, scope: 'manage', effects: 'writes' } as const;

export const conversionOperations = [
  operation({
    name: 'conversions.send',
    place: {
      method: 'POST',
      path: '/v1/conversions',
      aliases: ['/v1/conversions/events'],
      status: 202,
    },
    summary: 'Send events to where platforms count conversions, or check them',
    description: `An event is known by its destination, name and \`eventId\` for 90 days: a repetition is a duplicate, and one that says something else is refused with 409. Events that a platform would refuse (too old, nothing to match them by) are left out and told in \`refused\`; the others are sent in the background, and GET /v1/conversions/uploads/{id} tells what became of each. ${personal}`,
    ...writes,
    // A plan that waits would store personal data in clear.
    approval: 'impossible',
    input: shapes.sendRequest,
    output: shapes.sendResponse,
    errors: [...errors, 'conflict'],
    run: (ports, caller, { input, once }) => sendConversions(ports, caller, input, once),
  }),
  operation({
    name: 'conversions.sendCsv',
    place: { method: 'POST', path: '/v1/conversions/csv', status: 202 },
    summary: 'Send events from a CSV, such as sales in shops',
    description: `One event a line, with the columns eventId, name, happenedAt, source, value, currency, orderId, email, phone, and so on. A fault stands at its cell, and with any nothing is sent. ${personal}`,
    ...writes,
    approval: 'impossible',
    input: shapes.csvRequest,
    output: shapes.sendResponse,
    errors: [...errors, 'conflict'],
    run: (ports, caller, { input, once }) => sendCsv(ports, caller, input, once),
  }),
  operation({
    name: 'conversions.uploads',
    place: 'GET /v1/conversions/uploads',
    summary: 'Events that were sent, upload by upload, the latest first',
    ...reads,
    input: uploads.uploadQuery,
    output: uploads.uploadList,
    run: (ports, caller, { input }) =>
      pageAnswer(input, (window) => listUploads(ports, caller.companyId, window)),
  }),
  operation({
    name: 'conversions.status',
    place: 'GET /v1/conversions/uploads/{id}',
    summary: 'What became of the events of an upload',
    description:
      '`confirmed`: the platform said that it has them. `sent`: they left, and the platform does not speak of single events. `uncertain`: no answer came, and a repetition might be counted twice; POST …/resend sends them all the same.',
    ...reads,
    subject,
    output: uploads.uploadResponse,
    run: (ports, caller, { subject: { id } }) => getUpload(ports, caller.companyId, id),
  }),
  operation({
    name: 'conversions.resend',
    place: { method: 'POST', path: '/v1/conversions/uploads/{id}/resend', status: 202 },
    summary: 'Send the uncertain events of an upload once more',
    ...writes,
    subject,
    input: uploads.resendRequest,
    output: uploads.resendResponse,
    errors: ['conflict'],
    run: (ports, caller, { subject: { id }, once }) => resendUncertain(ports, caller, id, once),
    parts: resendParts,
  }),
  operation({
    name: 'conversions.destinations',
    place: {
      method: 'GET',
      path: '/v1/conversions/destinations',
      aliases: ['/v1/conversions/pixels'],
    },
    summary: 'Pixels, datasets and conversion actions that events can be sent to',
    ...reads,
    input: uploads.destinationsQuery,
    output: uploads.destinationList,
    errors,
    run: (ports, caller, { input }) => listDestinations(ports, caller.companyId, input),
  }),
  operation({
    name: 'conversions.custom',
    place: 'GET /v1/conversions/custom',
    summary: 'The custom conversions of an ad account',
    ...reads,
    input: uploads.customQuery,
    output: uploads.customList,
    errors,
    run: async (ports, caller, { input }) =>
      customConversions(
        await openAccount(ports, caller.companyId, input, 'conversions'),
        sentName(input, 'accountId'),
      ),
  }),
  operation({
    name: 'conversions.events',
    place: 'GET /v1/conversions/events',
    summary: 'Events that a platform has received, by day and name; or what became of one',
    description:
      'With `destination`, `startDate` and `endDate`, in days of the account; or with `eventId` alone.',
    ...reads,
    input: uploads.receivedQuery,
    output: uploads.receivedResponse,
    errors,
    run: async (ports, caller, { input }) =>
      success(
        input.eventId === undefined
          ? { data: await receivedEvents(ports, caller.companyId, input) }
          : { data: [], found: await findEvent(ports, caller.companyId, input.eventId) },
      ),
  }),
  operation({
    name: 'conversions.reconcile',
    place: 'GET /v1/conversions/reconcile',
    summary: 'Events that were sent against those that platforms count, by day and destination',
    ...reads,
    input: uploads.reconcileQuery,
    output: uploads.reconcileResponse,
    errors,
    run: (ports, caller, { input }) => reconcile(ports, caller.companyId, input),
  }),
  operation({
    name: 'conversions.adjust',
    place: 'POST /v1/conversions/adjustments',
    summary: 'Take conversions back, or give them another value',
    description: 'By the `orderId` they were sent with. Platforms without adjustments answer 422.',
    ...writes,
    input: uploads.adjustRequest,
    output: uploads.adjustResponse,
    errors,
    run: (ports, caller, { input, once }) => adjustConversions(ports, caller, input, once),
    parts: adjustParts,
  }),
] as const;
