import { type ErrorRow, fixes, row, rowsFor } from '../../kit/failures.ts';

/** The budget of calls that a throttle of the whole account stops. */
export interface GraphErrorRow extends ErrorRow {
  readonly stops?: Lane;
}

const minute = 60_000;
const hour = 60 * minute;
const { waits, again, reconnect } = fixes;
const reported = 'Nothing to do: it is asked for again.';
const uploaded = 'Nothing to do: it is uploaded again.';
const quality = 'Look at the account quality page, resolve what it says, then try again.';

/** For five minutes, unless headers say otherwise. */
const usedUp = (cause: string, stops?: Lane): GraphErrorRow =>
  row('throttled', cause, waits, { retryAfterMs: 5 * minute, ...(stops && { stops }) });

const ours = fixes.correct;
const instagram = 'Give one Instagram profile that the page and the ad account may advertise for.';
const postGone =
  'Check that the post is public, belongs to the page and still exists; then give its full id (page_post).';
const dsa = 'Give dsaBeneficiary and dsaPayor, or set default values for both in the ad account.';
const budgetUp =
  "Raise the budget above the account's minimum for this bid strategy and billing event.";
const shrink = 'Ask for fewer days, fewer fields or a coarser level.';
/** No API publishes an app. */
export const publishApp =
  'Have a person publish the app: at developers.facebook.com/apps open it, give a privacy policy address and a category under App settings › Basic, then switch it to Live (Publish). Your own accounts need no App Review.';
const askAccess =
  'Ask an administrator of the business to give the connected user access, then try again.';

/**
 * Where the subcode is absent or not listed below. Some subcodes also arrive as the code (1487901):
 * both tables are asked.
 */
export const byCode: { readonly [code: string]: GraphErrorRow } = {
  '-3': row('too-large', 'The report is too large to be computed.', shrink),
  '-2': row('transient', 'The report could not be computed.', reported),
  1: row('transient', 'The platform had an unexplained internal error.', again),
  2: row('transient', 'The platform is temporarily unavailable.', again),
  3: row(
    'blocked',
    'The app behind the token lacks the capability for this call.',
    'Request the capability for the app.',
  ),
  4: usedUp('The app has used up its calls for now.', 'ads'),
  10: row(
    'blocked',
    'The token lacks the permission for this call.',
    'Grant ads_management and reconnect the account.',
  ),
  17: usedUp('The account has used up its calls for now.', 'ads'),
  32: usedUp('The page has used up its calls for now.'),
  100: row('invalid', 'The platform refused a parameter.', ours),
  102: row('auth', 'The session behind the token has ended.', reconnect),
  104: row(
    'auth',
    'The signature of the call (appsecret_proof) is wrong.',
    'Check that the app secret belongs to the app of the token.',
  ),
  105: row('invalid', 'The call has too many parameters for this kind of object.', ours),
  190: row('auth', 'The access token is no longer valid.', reconnect),
  194: row('invalid', 'A required parameter is missing.', ours),
  200: row('blocked', 'The token has no permission for this object.', askAccess),
  270: row(
    'blocked',
    'The app has development access only.',
    'Use an account the app may manage, or get advanced access.',
  ),
  272: row('blocked', 'The user may not act for this ad account.', askAccess),
  273: row('blocked', 'The token has no permission for this ad account.', askAccess),
  274: row(
    'blocked',
    'The ad account is not enabled for this API.',
    'Ask the platform to enable the account for the app.',
  ),
  275: row(
    'invalid',
    'The platform cannot tell which object an ad promotes.',
    'Give the promoted object (page, pixel or app) explicitly.',
  ),
  278: row(
    'blocked',
    'The call needs the permission ads_read.',
    'Grant ads_read and reconnect the account.',
  ),
  294: row(
    'blocked',
    'The call needs the permission ads_management.',
    'Grant ads_management and reconnect the account.',
  ),
  341: usedUp('The app has reached a limit for now.', 'ads'),
  368: row(
    'blocked',
    'The platform blocked this action as abusive or against its policies.',
    quality,
  ),
  613: row('throttled', 'Too many calls from this ad account.', waits, {
    retryAfterMs: minute,
    stops: 'ads',
  }),
  2500: row('invalid', 'The platform could not parse the address of the call.', ours),
  2635: row(
    'invalid',
    'This version of the API has expired.',
    'Choose a version the platform still serves in the settings of the service, and start it again.',
  ),
  2641: row(
    'rule',
    'An ad set targets a place that is restricted or no longer exists.',
    'Take that place out of the targeting.',
  ),
  2695: row(
    'rule',
    'The campaign has as many ad sets as it may have.',
    'Use another campaign for further ad sets.',
  ),
  3018: row('rule', 'The report goes back further than 37 months.', 'Choose a later start date.'),
  80000: usedUp('The account has used up its calls for reports.', 'insights'),
  80001: usedUp('The page has used up its calls for now.'),
  80002: usedUp('The Instagram profile has used up its calls for now.'),
  80003: usedUp('The account has used up its calls for audiences.'),
  80004: usedUp('The account has used up its calls for ad management.', 'ads'),
  80005: usedUp('The page has used up its calls for lead forms.'),
  80006: usedUp('The page has used up its calls for messages.'),
  80008: usedUp('The WhatsApp account has used up its calls.'),
  80009: usedUp('The catalog has used up its calls.'),
  80014: usedUp('The catalog has used up its batch calls.'),
};

/** Short subcodes depend on the code: their key is `code/subcode`. */
export const bySubcode: { readonly [subcode: string]: GraphErrorRow } = {
  // Token and access
  '190/458': row('auth', 'The app was removed by the user who connected it.', reconnect),
  '190/459': row(
    'auth',
    'The connected user must sign in and clear a security check.',
    'Sign in at the platform as that user, clear the check, then try again. The token itself is still good.',
  ),
  '190/460': row('auth', 'The connected user changed the password.', reconnect),
  '190/463': row('auth', 'The access token has expired.', reconnect),
  '190/464': row(
    'auth',
    'The connected user is not confirmed.',
    'Confirm the user at the platform, then reconnect.',
  ),
  '190/467': row('auth', 'The access token was invalidated.', reconnect),
  '190/492': row(
    'auth',
    'The connected user has no role on the page any more.',
    'Give the user a role on the page, then reconnect.',
  ),
  '100/33': row(
    'missing',
    'The object does not exist, is not visible to this token, or was created a moment ago.',
    'Check the id and the access of the token. A new object is found after a few seconds.',
  ),
  '1/99': row('transient', 'The platform had an unexplained internal error.', again),

  // Throttles
  2446079: usedUp('The ad account has used up its score of calls.', 'ads'),
  1885172: row(
    'throttled',
    'The spending limit was changed too often today.',
    'Change it again tomorrow.',
    {
      retryAfterMs: 24 * hour,
    },
  ),
  1487742: row('throttled', 'Too many calls from this ad account.', waits, {
    retryAfterMs: minute,
    stops: 'ads',
  }),
  5044001: row('throttled', 'More than 100 changes a second for this ad account.', waits, {
    retryAfterMs: 1_000,
    stops: 'ads',
  }),
  1487632: row(
    'throttled',
    'The budget of this ad set was changed more than four times within an hour.',
    'Change it again in an hour.',
    { retryAfterMs: hour },
  ),
  1487225: row(
    'throttled',
    'New ads are limited by the daily spending limit of the account.',
    'Raise the spending limit of the account or go on tomorrow.',
    { retryAfterMs: 24 * hour },
  ),
  1504022: usedUp('The app asks for too many reports.', 'insights'),
  1504039: usedUp('The account asks for too many reports.', 'insights'),
  ...rowsFor(
    row(
      'throttled',
      'The account is blocked from this action for a while.',
      'Wait; look at the account quality page if it lasts.',
      { retryAfterMs: hour },
    ),
    '1404078 2859015',
  ),

  // Account, page, policy: a person must act
  3910001: row(
    'blocked',
    'There is trouble with the ad account.',
    'Look at the account quality page and resolve what it says.',
  ),
  1404163: row(
    'blocked',
    'The account may not advertise any more.',
    'Request a review on the account quality page, or use another account.',
  ),
  1404082: row('blocked', 'The platform blocked this action as against its policies.', quality),
  1487202: row(
    'blocked',
    'The connected user may not advertise for this page.',
    'Give the user (or the business) the right to advertise on the page.',
  ),
  1815199: row('blocked', 'The Instagram profile may not be used by this ad account.', instagram),
  3191001: row(
    'blocked',
    'The token may not read reports of this object.',
    'Grant ads_read for the ad account.',
  ),
  1359188: row(
    'blocked',
    'The ad account has no valid payment method.',
    'Add a payment method to the ad account.',
  ),

  // Media
  3858258: row(
    'rule',
    'The platform could not download the image.',
    'Upload the file instead of giving its address: the address may be closed to robots.',
  ),
  2446388: row(
    'invalid',
    'The creative has no usable image.',
    'Give an image, or a video with a thumbnail.',
  ),
  1363030: row('flaky', 'The upload of the video took too long.', uploaded),
  1363037: row('flaky', 'A piece of the video did not arrive.', uploaded),
  1363041: row('flaky', 'The upload session has expired.', uploaded),
  1363019: row('flaky', 'The video could not be uploaded.', uploaded),
  1363024: row(
    'rule',
    'The video has a format the platform does not take.',
    'Use an MP4 or MOV file (H.264 video, AAC sound).',
  ),
  1443226: row(
    'invalid',
    'A video needs a thumbnail.',
    'Try again when the video has been processed, or give a thumbnail.',
  ),
  2875030: row(
    'rule',
    'The post contains music that may not be used in ads.',
    'Choose another post, or replace the music.',
  ),

  // Creatives
  1487390: row(
    'flaky',
    'The platform failed to make the creative without saying why.',
    'Nothing to do: it is tried again. If it goes on failing, check texts and link.',
  ),
  1443048: row('invalid', 'The creative has parts that do not belong together.', ours),
  2061015: row(
    'rule',
    'The ad needs a link to a website.',
    'Give a link, and a call to action that opens it.',
  ),
  2446383: row(
    'rule',
    'This goal needs a link to a website and a call to action.',
    'Give link and cta, or boost a post that has both.',
  ),
  2446173: row('invalid', 'A placement rule names an asset that is not there.', ours),
  1815629: row(
    'rule',
    'The same text or media is given twice.',
    'Remove the duplicates: every variation must differ.',
  ),
  1885878: row(
    'rule',
    'A placement ad may have one description only.',
    'Give a single description.',
  ),
  1885800: row('rule', 'The ad needs a link.', 'Give a link.'),
  1815573: row(
    'invalid',
    'A creative cannot be changed once it exists.',
    'Make a new creative and give it to the ad.',
  ),
  3858504: row(
    'invalid',
    'The bundle of standard enhancements can no longer be switched on.',
    'Name the single enhancements instead.',
  ),
  3858082: row('invalid', 'An enhancement is named without being switched on or off.', ours),
  3858355: row(
    'invalid',
    'The first image of the variations differs from the image of the ad.',
    ours,
  ),
  2490085: row(
    'invalid',
    'The image is cropped for a format that no longer exists (191x100).',
    'Remove that crop.',
  ),
  1373054: row(
    'rule',
    'The platform does not know this call to action.',
    'Choose another call to action.',
  ),
  1815630: row(
    'rule',
    'This call to action takes no link.',
    'Remove the link or choose another call to action.',
  ),
  3867105: row(
    'rule',
    'This content may not be used as a partnership ad.',
    'Ask the creator for a new code, or for permission to boost the post.',
  ),
  ...rowsFor(row('rule', 'The post is not available.', postGone), '1885557 2490155 2446289'),
  1487472: row(
    'rule',
    'The post cannot be promoted.',
    'Choose another post: live videos, shared posts and polls cannot be boosted.',
  ),
  1885154: row(
    'rule',
    'The ad set does not promote the page of this post.',
    'Use an ad set whose promoted page owns the post.',
  ),
  1885029: row(
    'rule',
    'The page of the creative is not the page the ad set promotes.',
    'Use the same page in both.',
  ),
  2446580: row('invalid', 'A carousel is described in two ways at once.', ours),
  2446493: row(
    'rule',
    'A messaging ad set needs a call to action for each app.',
    'Use a messaging call to action that fits the destination of the ad set.',
  ),
  1885392: row(
    'rule',
    'Dynamic creatives cannot lead to WhatsApp.',
    'Use a single ad for this ad set.',
  ),
  ...rowsFor(
    row(
      'rule',
      'Either two Instagram profiles were given, or the campaign budget is too low for one more ad set.',
      'Read the message of the platform: use one profile, or raise the campaign budget.',
    ),
    '2446149 2238055',
  ),

  // Campaigns
  4834011: row(
    'invalid',
    'A campaign without a budget must say whether its ad sets share budgets.',
    ours,
  ),
  4834002: row(
    'rule',
    'The budget belongs to the campaign, not to the ad set.',
    'Remove the budget of the ad set, or use a campaign without a budget.',
  ),
  4834005: row(
    'rule',
    'Sharing budgets between ad sets needs a bid strategy.',
    'Give a bid strategy.',
  ),
  4834006: row(
    'rule',
    'Sharing of budgets cannot be changed once the campaign runs.',
    'Make a new campaign.',
  ),
  4834009: row(
    'rule',
    'Ad sets that share budgets must be alike.',
    'Use the same goal and schedule in all of them.',
  ),
  2446307: row(
    'rule',
    'The spending limit of the campaign is too low.',
    'Raise it: the minimum is about 100 US dollars.',
  ),
  1885621: row(
    'rule',
    'Budgets stand on the campaign and on the ad set.',
    'Give the budget in one place only.',
  ),
  1487566: row(
    'rule',
    'The campaign was deleted.',
    'Use another campaign: a deleted one cannot be changed.',
  ),

  // Ad sets
  1870227: row(
    'invalid',
    'The targeting does not say whether automated audiences are wanted.',
    'Give targeting_automation.advantage_audience as 0 or 1.',
  ),
  1870188: row(
    'rule',
    'With an automated audience the minimum age must be 25 or lower.',
    'Lower age_min, or switch the automated audience off.',
  ),
  1870189: row(
    'rule',
    'With an automated audience the maximum age must be 65.',
    'Set age_max to 65, or switch the automated audience off.',
  ),
  1870196: row(
    'invalid',
    'The settings of the automated audience are not allowed here.',
    'Use {advantage_audience: 0}.',
  ),
  1870247: row(
    'rule',
    'Some interests of the targeting no longer exist.',
    'Replace them by the alternatives the platform names.',
  ),
  1870199: row(
    'invalid',
    'Targeting by the kind of presence (location_types) is no longer accepted.',
    'Remove location_types from the targeting.',
  ),
  2490392: row(
    'rule',
    'Explore home can only be chosen together with explore.',
    'Choose both placements or neither.',
  ),
  1815433: row(
    'rule',
    'A placement does not fit the objective.',
    'Remove that placement, or let the platform choose the placements.',
  ),
  1815946: row(
    'rule',
    'A radius is set on several areas at once.',
    'Give a radius to single cities only.',
  ),
  ...rowsFor(row('rule', 'The budget is too low.', budgetUp), '1885272 1885650 1487901'),
  1487094: row(
    'rule',
    'A lifetime budget needs an end more than 24 hours after the start.',
    'Give a later endTime.',
  ),
  1487033: row('rule', 'The end lies in the past.', 'Give an endTime in the future.'),
  3858152: row('rule', 'Ads in the European Union must name who benefits and who pays.', dsa),
  3858079: row('rule', 'The beneficiary is missing.', dsa),
  3858081: row('rule', 'The payor is missing.', dsa),
  2446509: row(
    'rule',
    'The destination does not fit the objective or the account.',
    'Choose another destinationType.',
  ),
  1487929: row('rule', 'An ad set can promote one object only.', 'Give one promotedObject.'),
  2490487: row('rule', 'The bid strategy needs a bid.', 'Give bidAmount.'),
  1815198: row('rule', 'Frequency limits cannot be changed after creation.', 'Make a new ad set.'),
  3260011: row(
    'rule',
    'Pixel, event and goal cannot be changed once the ad set was published.',
    'Make a new ad set.',
  ),
  1487056: row(
    'rule',
    'The ad set was deleted.',
    'Use another ad set: a deleted one cannot be changed.',
  ),

  1487756: row(
    'rule',
    'Some places of the targeting overlap.',
    'Remove the wider or the narrower of them.',
  ),

  // Ads and their states
  1885998: row(
    'rule',
    'The ad set takes one dynamic ad and no other.',
    'Use an ad set that is not for dynamic creatives.',
  ),
  1885088: row('rule', 'The ad is archived.', 'Use another ad: an archived one cannot be changed.'),
  1885252: row(
    'flaky',
    'The video is still being processed.',
    'Nothing to do: it is tried again.',
    { retryAfterMs: 10_000 },
  ),
  1885553: row('rule', 'A dynamic ad set holds one ad.', 'Use another ad set.'),
  1340029: row('rule', 'The ad of a dynamic ad set cannot be deleted alone.', 'Delete the ad set.'),
  ...rowsFor(
    row(
      'rule',
      'A rejected ad cannot be switched on.',
      'Change the ad and have it reviewed again.',
    ),
    '2490427 2490468',
  ),
  1487007: row('rule', 'The ad set has ended.', 'Give the ad set a later end first.'),
  1487990: row(
    'rule',
    'The account has as many archived objects as it may have.',
    'Delete archived objects.',
  ),

  // Copies
  1885194: row(
    'too-large',
    'The copy holds more objects than one answer allows.',
    'Nothing to do: it is copied in the background or piece by piece.',
  ),
  ...rowsFor(
    row(
      'rule',
      'The platform cannot copy this ad.',
      'Nothing to do: Slipway rebuilds the ad from its parts.',
    ),
    '1634013',
  ),

  // Lead ads
  3390001: row(
    'rule',
    'The ad lacks a lead form, and its ad set collects leads in forms.',
    'Give the ad a lead form.',
  ),
  1885183: row(
    'blocked',
    'The app behind the token is in development mode, and Meta takes no new creative of such an app.',
    publishApp,
  ),
  1815089: row(
    'blocked',
    'The page has not accepted the terms of lead ads.',
    'An administrator of the page accepts them at facebook.com/ads/leadgen/tos.',
  ),
  1892075: row(
    'rule',
    'The lead form has no privacy policy.',
    'Give the form the address of a privacy policy.',
  ),

  // Conversions
  2804003: row(
    'invalid',
    'An event lacks a parameter or holds one that is not valid.',
    'Correct the event named in the message; none was taken.',
  ),

  // Reports
  1487534: row('too-large', 'The report has too many rows.', shrink),
  ...rowsFor(row('too-large', 'The report took too long.', shrink), '1504018 1504038'),
  1504045: row('too-large', 'The report is too large to be computed.', shrink),
  2490547: row('transient', 'The report could not be computed.', reported),
  1504043: row('transient', 'The report failed for a moment.', reported),
  1504044: row('transient', 'The report failed without a reason.', reported),
  // Under code 2, yet the request itself is wrong.
  1504041: row(
    'invalid',
    'These breakdowns cannot be combined.',
    'Use another combination of breakdowns.',
  ),
  1504042: row('invalid', 'A custom metric cannot be computed.', 'Leave out custom metrics.'),
};

/** Managing ads, and reading reports. */
export type Lane = 'ads' | 'insights';
