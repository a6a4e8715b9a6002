import { countEvents, isRefusedId, objectsIn, stranger } from '../../kit/conversions.ts';
import { isObject } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { checkKnown } from '../fields.ts';
import { coded, denied, invalid } from '../refusals.ts';
import { type Endpoints, kinds, numberOf, ok, restliMethod, type Turn, words } from '../wire.ts';

/** One rule for server events, one for browser events. */
export const serverRule = (accountId: string) => `9${accountId}`;
const browserRule = (accountId: string) => `8${accountId}`;

const oldest = 90 * 86_400_000;
const eventFields = ['conversion', 'conversionHappenedAt', 'conversionValue', 'eventId', 'user'];
const idTypes = ['SHA256_EMAIL', 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID'];

export const conversionEndpoints: Endpoints = {
  'GET conversions': {
    known: names('q account start count pageToken pageSize fields'),
    also: ['rw_conversions'],
    run(turn) {
      if (turn.query.q !== 'account') throw invalid('The finder of conversions is account.', 'q');
      const account = ownedAccount(turn, numberOf(String(turn.query.account ?? '')));
      const rule = (id: string, name: string, conversionMethod: string): JsonObject => ({
        id: Number(id),
        name,
        conversionMethod,
        enabled: true,
        type: 'PURCHASE',
        account: `urn:li:sponsoredAccount:${account.id}`,
      });
      const elements = [
        rule(serverRule(account.id), 'Purchases by server', 'CONVERSIONS_API'),
        rule(browserRule(account.id), 'Purchases in the browser', 'INSIGHT_TAG'),
      ];
      return ok({ elements, paging: { start: 0, count: 10, links: [] } });
    },
  },
  'POST conversionEvents': {
    known: [],
    also: ['rw_conversions'],
    run(turn) {
      if (restliMethod(turn) !== 'BATCH_CREATE')
        throw invalid('Several events are created with BATCH_CREATE.');
      checkKnown(turn.body, ['elements']);
      const events = objectsIn(turn.body.elements);
      if (events === undefined || events.length === 0 || events.length > 5_000)
        throw invalid('elements must hold 1 to 5000 events.', 'elements');
      const accounts = events.map((event) => checkEvent(turn, event));
      // Ids deduplicate browser events only.
      for (const [at, event] of events.entries()) {
        const account = accounts[at];
        const counted = {
          name: words(event.conversion),
          id: words(event.eventId),
          at: Number(event.conversionHappenedAt),
        };
        if (account !== undefined) countEvents(turn.world, account, [counted], -1);
      }
      return ok({ elements: events.map(() => ({ status: 201 })) });
    },
  },
};

function ownedAccount({ world, company }: Turn, id: string) {
  const account = world.get(id);
  if (account?.kind !== kinds.account || account.company !== company)
    throw denied(`No permission on account ${id}.`);
  return account;
}

/** One bad event refuses all. */
function checkEvent(turn: Turn, event: JsonObject): Entity {
  const unknown = stranger(event, eventFields);
  if (unknown !== undefined)
    throw coded('FIELD_NOT_ALLOWED', `${unknown} is not allowed.`, unknown);
  const urn = words(event.conversion);
  if (!urn.startsWith('urn:lla:llaPartnerConversion:9'))
    throw invalid('The conversion takes no events of servers.', 'conversion');
  const account = ownedAccount(turn, numberOf(urn).slice(1));
  const at = event.conversionHappenedAt;
  if (typeof at !== 'number' || at > turn.world.now() + 600_000 || at < turn.world.now() - oldest)
    throw invalid('conversionHappenedAt must lie within the last 90 days.', 'conversionHappenedAt');
  const value = event.conversionValue;
  if (value !== undefined && (!isObject(value) || typeof value.amount !== 'string'))
    throw invalid('amount must be text.', 'conversionValue.amount');
  const ids = isObject(event.user) ? objectsIn(event.user.userIds) : undefined;
  if (ids === undefined || ids.length === 0)
    throw invalid('user.userIds must not be empty.', 'user.userIds');
  for (const { idType, idValue } of ids) {
    if (!idTypes.includes(String(idType)))
      throw invalid('idType is not supported.', 'user.userIds.idType');
    if (idType === 'SHA256_EMAIL' && !/^[0-9a-f]{64}$/.test(String(idValue)))
      throw invalid('SHA256_EMAIL must be a SHA-256 hash.', 'user.userIds.idValue');
  }
  if (isRefusedId(event.eventId)) throw invalid('An event was refused.');
  return account;
}
