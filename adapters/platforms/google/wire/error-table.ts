import { type ErrorRow, fixes, row, rowsFor } from '../../kit/failures.ts';
import { version } from '../version.ts';

const second = 1_000;
const hour = 3_600 * second;

const { waits, again, reconnect } = fixes;
const ours = fixes.correct;
const access =
  'Give the connected user access to this account in Google Ads, or connect with the manager account it belongs to.';
const token =
  'Google ignores developer tokens since 2026-09-09: connect again without one, with an OAuth client of a Google Cloud project.';
const query = 'Change the query where the platform points to.';

const stumbled = row('transient', 'The platform had an internal error.', again);
const throttled = row('throttled', 'The platform takes no more calls for now.', waits);
const tomorrow = row(
  'throttled',
  'The operations of the day are used up.',
  'It goes on when the platform counts a new day. A higher access level of the Google Cloud project allows more.',
  {
    retryAfterMs: hour,
  },
);
const dead = row('auth', 'Google no longer takes the connection’s token.', reconnect);
const denied = row('blocked', 'The connected user may not use this account.', access);
const notApproved = row('blocked', 'The developer token is not approved for this account.', token);
const refused = row('invalid', 'The platform refused a value.', ours);
const words = row(
  'rule',
  'A text or an address of the ad breaks a rule of the platform.',
  'Change the text or the address it names.',
);
const policy = row(
  'rule',
  'The ad breaks an advertising policy',
  'Change the ad, or ask for an exemption: name the topics in ignorablePolicyTopics.',
);
const absent = row(
  'missing',
  'There is no such object in this account, or it was removed.',
  'Check the id and the account it belongs to.',
);
const asked = row('invalid', 'The query was refused.', query);

/** A family alone stands for all of its others. */
const named: { readonly [code: string]: ErrorRow } = {
  'quotaError.RESOURCE_TEMPORARILY_EXHAUSTED': { ...throttled, retryAfterMs: 30 * second },
  'quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION': {
    ...throttled,
    retryAfterMs: 5 * 60 * second,
  },
  'quotaError.EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION': tomorrow,
  'quotaError.RESOURCE_EXHAUSTED': tomorrow,
  'quotaError.ACCESS_PROHIBITED': notApproved,
  quotaError: throttled,
  internalError: stumbled,
  'databaseError.CONCURRENT_MODIFICATION': row(
    'flaky',
    'Another change was made at the same moment.',
    again,
    {
      retryAfterMs: 2 * second,
    },
  ),
  databaseError: stumbled,
  'authenticationError.CUSTOMER_NOT_FOUND': denied,
  'authenticationError.NOT_ADS_USER': row(
    'auth',
    'The connected Google user has no Google Ads account.',
    reconnect,
  ),
  'authenticationError.DEVELOPER_TOKEN_INVALID': row(
    'blocked',
    'The developer token is not valid.',
    token,
  ),
  'authenticationError.DEVELOPER_TOKEN_PROHIBITED': row(
    'blocked',
    'The developer token belongs to another Google Cloud project.',
    token,
  ),
  authenticationError: dead,
  'authorizationError.USER_PERMISSION_DENIED': denied,
  'authorizationError.CUSTOMER_NOT_ENABLED': row(
    'blocked',
    'The account is not enabled yet, or no longer.',
    'Settle that in Google Ads, then try again.',
  ),
  'authorizationError.DEVELOPER_TOKEN_NOT_APPROVED': notApproved,
  'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION': row(
    'blocked',
    'The Google Cloud project has the access level test, which reaches test accounts only.',
    'Apply for a higher access level of the project in the Google Cloud console (Explorer is mostly given at once).',
  ),
  'requestError.UNSUPPORTED_VERSION': row(
    'blocked',
    'Google has ended the version of its API that is configured.',
    `Set SLIPWAY_GOOGLE_VERSION to a newer one (${version.pinned}), or update Slipway.`,
  ),
  'requestError.DEVELOPER_TOKEN_PARAMETER_MISSING': row(
    'blocked',
    'The platform wants a developer token.',
    token,
  ),
  'requestError.LOGIN_CUSTOMER_ID_PARAMETER_MISSING': denied,
  'requestError.INVALID_CUSTOMER_ID': absent,
  'requestError.RESOURCE_NOT_FOUND': absent,
  'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT': row(
    'blocked',
    'A manager account holds no campaigns.',
    'Choose one of the accounts below it.',
  ),
  'requestError.TOO_MANY_MUTATE_OPERATIONS': row(
    'too-large',
    'The request holds too many operations.',
    ours,
  ),
  'requestError.EXPIRED_PAGE_TOKEN': row('flaky', 'The list was read too slowly.', again),
  'headerError.INVALID_LOGIN_CUSTOMER_ID': denied,
  'mutateError.RESOURCE_NOT_FOUND': absent,
  'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED': row(
    'rule',
    'The campaign does not say whether it contains political advertising in the EU.',
    'Declare it in Google Ads, in the settings of the campaign.',
  ),
  'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE': absent,
  'queryError.REQUESTED_METRICS_FOR_MANAGER': row(
    'invalid',
    'A manager account has no figures of its own.',
    'Ask an account below it.',
  ),
  policyValidationParameterError: row(
    'rule',
    'The exemption cannot be asked for.',
    'Leave out the topics the platform names.',
  ),
  ...rowsFor(
    words,
    'adError assetError assetLinkError collectionSizeError stringLengthError stringFormatError urlFieldError',
  ),
  ...rowsFor(
    words,
    'assetGroupAssetError assetGroupSignalError criterionError adGroupCriterionError',
  ),
  ...rowsFor(
    refused,
    'requestError mutateError contextError fieldMaskError fieldError adGroupAdError',
  ),
  ...rowsFor(refused, 'campaignError adGroupError campaignCriterionError'),
  ...rowsFor(
    denied,
    'authorizationError operationAccessDeniedError resourceAccessDeniedError headerError',
  ),
  ...rowsFor(asked, 'queryError changeEventError dateRangeError'),
  ...rowsFor(policy, 'policyFindingError policyViolationError'),
  assetGroupError: row(
    'rule',
    'The asset group would lack assets, or have more than it may.',
    'Add what the platform names, or take some away.',
  ),
  youtubeVideoRegistrationError: row(
    'rule',
    'YouTube has no such video, or does not show it.',
    'Check the address of the video.',
  ),
  'imageError.ASPECT_RATIO_NOT_ALLOWED': row(
    'rule',
    'The image has another shape than its place.',
    'Export it as 1.91:1, 1:1 or 4:5, or name its place in assetType.',
  ),
  imageError: row(
    'rule',
    'The platform does not take this image.',
    'Export the image again as JPG or PNG.',
  ),
  resourceCountLimitExceededError: row(
    'rule',
    'The account, campaign or ad group holds as many of these as it may.',
    'Remove or pause some, or choose another ad group.',
  ),
  campaignBudgetError: row(
    'rule',
    'The platform does not take this budget.',
    'Give another amount.',
  ),
  'campaignError.DUPLICATE_CAMPAIGN_NAME': row(
    'rule',
    'Another campaign has this name.',
    'Choose another name.',
  ),
  'adGroupError.DUPLICATE_ADGROUP_NAME': row(
    'rule',
    'Another ad group of the campaign has this name.',
    'Choose another name.',
  ),
};

export function errorRow(code: string): ErrorRow | undefined {
  const known = [code, code.split('.')[0] ?? ''].find((each) => Object.hasOwn(named, each));
  return known === undefined ? undefined : named[known];
}
