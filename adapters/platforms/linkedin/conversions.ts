import * as normal from '../../../core/base/personal-data.ts';
import { hashedBy } from '../../../core/base/personal-data.ts';
import { filled, sendAnswer, unmatched } from '../kit/conversions.ts';
import { said, text } from '../kit/json.ts';
import type { Api, ConversionEvent, ConversionsCapability, EventFault } from '../types.ts';
import { finder } from './wire/client.ts';

const batchCreate = { 'X-RestLi-Method': 'BATCH_CREATE' } as const;

/** A destination is a conversion rule, which types its events. Needs the scope rw_conversions. */
export function createConversions({ wire, calls }: Api): ConversionsCapability {
  return {
    mostEvents: 5_000,
    // The platform compares ids with the browser's alone: a server's repeat may count twice.
    maxAgeDays: () => 90,
    async destinations(access) {
      const account = `urn:li:sponsoredAccount:${access.adAccountId}`;
      const rows = await calls.list(access, 'conversions', { q: 'account', account }, finder);
      return rows.map((row) => ({
        id: said(row.id),
        name: said(row.name),
        kind: 'conversion-rule' as const,
        accepts: text(row.conversionMethod) === 'CONVERSIONS_API' && row.enabled !== false,
      }));
    },
    check,
    toWire,
    async send(access, _id, elements) {
      const answer = await wire.call(access, {
        method: 'POST',
        path: 'conversionEvents',
        headers: batchCreate,
        body: { elements },
      });
      return sendAnswer(answer, () => ({ taken: true }));
    },
  };
}

const check = ({ user }: ConversionEvent): readonly EventFault[] =>
  user.email === undefined && user.clickIds?.liFatId === undefined
    ? [unmatched('an email or liFatId')]
    : [];

const toWire: ConversionsCapability['toWire'] = async (event, id, hash) => {
  const { user, value, currency } = event;
  const email = await hashedBy(hash, normal.email, user.email);
  const { liFatId } = user.clickIds ?? {};
  return filled({
    conversion: `urn:lla:llaPartnerConversion:${id}`,
    conversionHappenedAt: event.happenedAt,
    conversionValue:
      value === undefined || currency === undefined
        ? undefined
        : { currencyCode: currency, amount: value },
    eventId: event.eventId,
    user: {
      userIds: [
        ...(email === undefined ? [] : [{ idType: 'SHA256_EMAIL', idValue: email }]),
        ...(liFatId === undefined
          ? []
          : [{ idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', idValue: liFatId }]),
      ],
    },
  });
};
