import { PlatformError } from '../../../../core/base/errors.ts';
import { toMicro } from '../../kit/currencies.ts';
import { at, numeric, said, text } from '../../kit/json.ts';
import { keptOrFail, own, patched, startField, updateOf } from '../../kit/updates.ts';
import type { Access, Api, Clock, EntityType, Patch, Row, UpdateCapability } from '../../types.ts';
import { creativeLike, creativeOfAd } from '../copy/creative.ts';
import type { createEdit } from '../edit.ts';
import { bidOf, shapes } from '../read/accounts.ts';
import { placed } from '../read/inspect.ts';
import { locate } from '../read/rows.ts';
import { msOf, platformTime } from '../wire/values.ts';

interface Ports extends Api {
  readonly clock: Clock;
  readonly change: ReturnType<typeof createEdit>['change'];
}

export function createUpdate({ clock, change, ...api }: Ports): UpdateCapability {
  const times = { startTime: startField(clock), endTime: own('endTime') };
  return updateOf(
    {
      campaign: { name: own('name'), ...times },
      adSet: {
        name: own('name'),
        ...times,
        bidAmount: own('bidAmount', {
          refusal: ({ bidAmount }) => (bidAmount === undefined ? bidsByItself : undefined),
        }),
      },
      ad: {
        name: own('name'),
        headlines: own('headlines', { warns: () => newCreative }),
        link: own('link', {
          warns: () => newCreative,
          refusal: ({ link }) => (link === undefined ? leadsNowhere : undefined),
        }),
      },
    },
    {
      read,
      factsOf: (access, type, row) => ({
        ...shapes.facts(access, type, row),
        adAccountId: said(row.account),
      }),
      settle,
      async write(access, type, id, patch) {
        const [result] = await change(access, [{ type, id, fields: () => sentOf(patch) }]);
        if (result?.failure !== undefined) throw new PlatformError(result.failure);
      },
    },
  );

  async function read(access: Access, type: EntityType, id: string): Promise<Row> {
    const found = (await locate(api, access, { type, ids: [id] })).get(id);
    if (found === undefined) throw api.wire.notFound(id);
    const row = { ...placed(found), account: found.adAccountId };
    if (type !== 'ad')
      return {
        ...row,
        startTime: msOf(found.row.start_time),
        endTime: msOf(found.row.end_time),
        bidAmount: bidOf(found.row),
      };
    const creative = await creativeOfAd(api, access, found.row);
    return {
      ...row,
      creative,
      headlines: [said(creative.headline)],
      link: text(at(creative, 'web_view_properties', 'url')),
    };
  }

  /**
   * A creative may be shown by several ads, so it is not edited: another one takes its place in
   * this ad alone (developers.snap.com, Ads API, creatives and ads, read 2026-11-18: `creative_id`
   * is written with an ad and not named immutable).
   */
  async function settle(access: Access, row: Row, patch: Patch): Promise<Patch> {
    const { headlines, link } = patched(patch);
    const others = patch.filter(({ field }) => field !== 'headlines' && field !== 'link');
    if (others.length === patch.length) return patch;
    const source = row.creative as Row;
    const wanted = {
      name: said(source.name),
      headline: Array.isArray(headlines) ? said(headlines[0]) : undefined,
      address: text(link),
    };
    const after = await creativeLike(api, access, source, wanted);
    const made = await creativeOfAd(api, access, { creative_id: after });
    const { headline = said(source.headline), address = text(row.link) } = wanted;
    keptOrFail(api.wire, [
      ['headline', made.headline, headline],
      ['link', text(at(made, 'web_view_properties', 'url')), address],
      ['media', made.top_snap_media_id, source.top_snap_media_id],
      ['type', made.type, source.type],
      ['call to action', made.call_to_action, source.call_to_action],
    ]);
    return [...others, { field: 'creative', wire: 'creative_id', before: said(source.id), after }];
  }
}

const bidsByItself = {
  code: 'no_bid',
  message:
    'Snapchat bids by itself here: an ad squad without a bid of its own does not get one later. Make a new ad squad with a bid.',
};
const leadsNowhere = {
  code: 'no_link',
  message:
    'This ad opens no web page, so it has no link to change. Launch a new ad with a link, then pause this one.',
};
const newCreative = {
  code: 'new_creative',
  message:
    'Snapchat shows a new creative in the same ad. The old one stays in the library for the undo.',
};

function sentOf(patch: Patch) {
  const { startTime, endTime, bidAmount, ...rest } = patched(patch);
  return {
    ...rest,
    ...(startTime !== undefined && { start_time: timeOf(startTime) }),
    // A write without an end takes it away.
    ...(endTime !== undefined && { end_time: timeOf(endTime) }),
    ...(bidAmount !== undefined && { bid_micro: toMicro(Number(bidAmount)) }),
  };
}

const timeOf = (ms: unknown) => (numeric(ms) === undefined ? null : platformTime(Number(ms)));
