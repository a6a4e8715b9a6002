import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { unless } from '../../kit/failures.ts';
import { at, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import type {
  Access,
  Api,
  Delivery,
  DeliveryCapability,
  FailedDelivery,
  Row,
} from '../../types.ts';
import { effectiveOf, placeOf } from '../wire/values.ts';
import { readRow } from './rows.ts';

/** Why an ad or an ad group does not deliver. An empty list promises nothing. */
export const createDelivery = (api: Api): DeliveryCapability => ({
  read: (access, { type, ids }) => mapBounded(ids, 4, (id) => deliveryOf(api, access, type, id)),
});

async function deliveryOf(
  { calls, wire }: Api,
  access: Access,
  type: 'adset' | 'ad',
  id: string,
): Promise<Delivery | FailedDelivery> {
  try {
    const more = type === 'ad' ? ['serving_issues'] : ['serving_issues', 'bid_too_low'];
    // Described for lists: a single object may refuse it.
    const asked = await unless(['invalid', 'missing'], () =>
      calls.read(access, placeOf(type, id), { include: more }),
    );
    const row = asked ?? (await readRow(calls, access, type, id));
    return row === undefined ? { id, failure: wire.missing(id) } : told(id, row);
  } catch (error) {
    if (error instanceof PlatformError) return { id, failure: error.failure };
    throw error;
  }
}

/** What a person set, or what passes by itself. */
const harmless = wordsIn(`
  campaign_not_active campaign_not_started campaign_ended ad_group_not_active ad_not_active ad_in_review
`);

function told(id: string, row: Row): Delivery {
  const issues: (readonly [code: string, message?: string | undefined])[] = rowsOf(
    row.serving_issues,
  )
    .map(({ code, message }) => [said(code), text(message)] as const)
    .filter(([code]) => !harmless.includes(code));
  if (row.bid_too_low === true) issues.push(['bid_too_low']);
  return {
    id,
    name: said(row.name),
    status: said(row.status),
    effectiveStatus: effectiveOf(row),
    issues: issues.map(([code, message]) => ({
      code,
      summary: meanings[code] ?? message ?? plain(code),
    })),
    rejections: rejectionsOf(row),
    opportunities: [],
  };
}

function rejectionsOf(row: Row) {
  const status = text(at(row, 'review', 'status')) ?? text(row.review_status);
  if (status !== 'rejected') return [];
  const reason = text(at(row, 'review', 'reason')) ?? 'The platform does not say why';
  return [
    {
      where: 'review',
      reason,
      message: meanings[reason] ?? (isWord(reason) ? plain(reason) : reason),
    },
  ];
}

const isWord = (reason: string) => /^\w+$/.test(reason);

/** `crawler_404` as `Crawler 404.` */
const plain = (code: string) =>
  `${code.charAt(0).toUpperCase()}${code.slice(1).replace(/_/g, ' ')}.`;

/** Known reasons; a reason may also be any text. */
const meanings: { readonly [code: string]: string } = {
  ad_account_suspended: 'OpenAI has suspended the ad account.',
  ad_account_payment_method_missing_or_unauthorized:
    'The ad account has no payment method that works.',
  ad_account_threshold_payment_failed: 'A payment of the ad account failed.',
  ad_account_budget_exhausted: 'The ad account has spent its limit.',
  campaign_budget_exhausted: 'The campaign has spent its budget.',
  review_not_approved: 'The review has not approved the ad.',
  landing_page_crawl_issue: 'OpenAI could not read the landing page.',
  policy_country_targeting_blocked:
    'The policy does not allow the ad in the countries of the campaign.',
  policy_country_targeting_limited:
    'The policy does not allow the ad in some countries of the campaign.',
  target_url_invalid: 'The link does not work.',
  reserved_query_params_present: 'The link has a parameter that OpenAI reserves for itself.',
  ad_over_18_only: 'The ad is shown to people over 18 only.',
  bid_too_low: 'The bid is too low to be shown.',
  missing_favicon: 'The website of the brand has no favicon: add one, or upload it in Ads Manager.',
  crawl_failed: 'OpenAI could not read the landing page.',
  crawler_bot_blocked: 'The website shuts out the crawler of OpenAI: allow it.',
  crawler_captcha: 'The website shows the crawler of OpenAI a captcha: allow it.',
  crawler_login_required: 'The landing page wants a sign-in.',
  robots_txt: 'The robots.txt of the website forbids the crawler of OpenAI.',
  unsupported_content_type: 'The link leads to a file, not to a page.',
  landing_page_image_processing_failed: 'OpenAI could not read the pictures of the landing page.',
  landing_page_unusable: 'OpenAI cannot use the landing page.',
};
