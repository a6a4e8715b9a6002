import { type ErrorRow, fixes, row, rowsFor } from '../../kit/failures.ts';

const second = 1_000;

const { waits, again, reconnect } = fixes;
const change: string = fixes.correct;
const askAccess =
  'Ask an administrator of the ad account and of the organization to give the connected member a role there, and connect with the scopes rw_ads, r_ads_reporting and w_organization_social.';
const inManager = 'Settle that in Campaign Manager, then try again.';
const targeting = 'Change the targeting of the campaign in Campaign Manager, then try again.';

const refused = (cause: string, fix = change): ErrorRow => row('invalid', cause, fix);
const ruled = (cause: string, fix: string): ErrorRow => row('rule', cause, fix);
const denied = (cause: string): ErrorRow => row('blocked', cause, askAccess);
const stumbled = (cause: string): ErrorRow => row('transient', cause, again);

const shape = refused('The platform refused a field.');
const lacking = denied('The connection lacks a scope or a role for this call.');
const unknown = row(
  'missing',
  'There is no such object in this ad account.',
  'Check the id and the ad account it belongs to.',
);
const slow = stumbled('The platform took too long.');
const conflict = ruled(
  'Another change of the same object is in the way.',
  'Read the object again and repeat the change.',
);
const outdated = ruled(
  'The object is no longer as the change expects it.',
  'Read the object again and repeat the change.',
);
const testAccounts = ruled('There are as many test accounts as the platform allows.', inManager);
const missing = refused('A field the platform needs is missing.');
const settled = ruled(
  'The platform does not change this once it is set.',
  'Make a new object with the value you want.',
);
const configuration = ruled(
  'Objective, format and bidding of the campaign do not fit together.',
  'Choose a combination that Campaign Manager offers.',
);
const audience = ruled(
  'The audience of the campaign is too small: it needs 300 members.',
  targeting,
);
const criteria = refused('The platform cannot use the targeting of the campaign.', targeting);
const wrongStatus = ruled('The object cannot be given this status from the one it has.', inManager);
const money = ruled(
  'The amount is outside of what the platform takes.',
  'Choose an amount within the bounds it names.',
);
const billing = ruled('The account cannot be billed this way.', inManager);
const enterprise = ruled(
  'The type of the ad account does not allow this.',
  'Use another ad account, or ask the platform.',
);
const dates = ruled(
  'A date does not fit.',
  'Choose a start that has not passed and an end after it.',
);

/** Only accounts, campaign groups and campaigns give a `code`. */
const named: { readonly [code: string]: ErrorRow } = {
  ...rowsFor(
    enterprise,
    `BILLING_NOT_EDITABLE_FOR_LMS_ENTERPRISE FIELD_NOT_ALLOWED_FOR_ENTERPRISE_LMS_ACCOUNTS
    NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS`,
  ),
  ...rowsFor(
    money,
    'CONDITIONAL_VALUE_TOO_HIGH CONDITIONAL_VALUE_TOO_LOW FIELD_VALUE_TOO_HIGH FIELD_VALUE_TOO_LOW',
  ),
  ...rowsFor(dates, 'DATE_TOO_EARLY START_DATE_AFTER_END_DATE'),
  ...rowsFor(
    configuration,
    `FAILED_TO_GET_VALID_CAMPAIGN_CONFIGURATION FAILED_TO_VALIDATE_AGAINST_ALLOWED_CAMPAIGN_TYPES
    INVALID_CAMPAIGN_CONFIGURATION INVALID_OBJECTIVE_TYPE_WITH_MYNETWORK_DELIVERY`,
  ),
  ...rowsFor(
    criteria,
    `FAILED_TO_PROCESS_CAMPAIGN_FOR_AUDIENCE_SIZE_ESTIMATION FAILED_TO_PROCESS_TARGETING_CRITERIA
    FIELD_VALUE_NOT_ALLOWED_FOR_SEGMENT_STATUS INVALID_PAST_ATTRIBUTE_COMBINATION
    INVALID_SEGMENT_ID_AND_FACET_COMBINATION_PROVIDED INCOMPATIBLE_TARGETING_COMBINATION
    TARGETING_ADZONE_COMBINATION_INVALID TARGETING_FIELD_DEPRECATED`,
  ),
  ...rowsFor(
    settled,
    `FIELD_IMMUTABLE_FOR_NON_DRAFT_CAMPAIGNS IMMUTABLE_ASSOCIATED_ENTITY IMMUTABLE_CAMPAIGN_FLOOR_PRICE
    IMMUTABLE_CAMPAIGN_OBJECTIVE_TYPE IMMUTABLE_CAMPAIGN_TARGETING_AD_ZONES OBJECTIVE_CHANGE_NOT_ALLOWED
    TARGETING_ADZONE_CHANGE_NOT_ALLOWED UPDATE_REFERENCE_NOT_ALLOWED`,
  ),
  ...rowsFor(shape, 'FIELD_NOT_ALLOWED INVALID_VALUE_FOR_FIELD'),
  ...rowsFor(
    billing,
    `INVALID_BILLING_REFERENCE INVALID_BILLING_PARENT_REFERENCE NONCHARGEABLE_NOT_ALLOWED_UNLESS_ACTIVE_ACCOUNT`,
  ),
  ...rowsFor(
    missing,
    `INVALID_VALUE_BLANK_FIELD MISSING_CAMPAIGN_GROUP_ID MISSING_FIELD BLANK_ACCOUNT_NAME
    MISSING_PRODUCT_TYPE_FOR_ENTERPRISE_ACCOUNT`,
  ),
  ...rowsFor(wrongStatus, 'STATUS_CHANGE_NOT_ALLOWED INVALID_STATUS_TRANSITION'),
  ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS: ruled(
    'The object is canceled for good.',
    'Make a new one.',
  ),
  AUDIENCE_SIZE_TOO_SMALL: audience,
  CAMPAIGN_GROUP_CREATION_NOT_ALLOWED: ruled(
    'No campaign group can be made in this ad account.',
    inManager,
  ),
  CANNOT_UPDATE_BACKFILLED_CAMPAIGN_GROUPS: ruled(
    'The platform made this campaign group itself and does not change it.',
    inManager,
  ),
  CONDITIONAL_FIELD_NOT_ALLOWED: refused('A field is not allowed beside the others.'),
  CONDITIONAL_INVALID_VALUE: refused('The value of a field does not fit the others.'),
  CONDITIONAL_MISSING_FIELD: refused('A field that the others ask for is missing.'),
  CONVERSION_CAMPAIGN_MISSING_ASSOCIATED_CONVERSION: ruled(
    'A campaign for conversions has no conversion to count.',
    'Give the campaign a conversion in Campaign Manager, then try again.',
  ),
  CREATE_NOT_ALLOWED_WITH_FAILED_CREATIVES: ruled(
    'Creatives of the campaign have failed.',
    inManager,
  ),
  DATE_IMMUTABLE_WHEN_PASSED: ruled(
    'A date that has passed cannot be changed.',
    'Leave the start as it is.',
  ),
  DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS: ruled(
    'Only drafts can be deleted at once.',
    'Mark it for deletion, or archive it.',
  ),
  ENTITY_WITH_SAME_KEY_ALREADY_EXISTS: ruled(
    'An object like this exists already.',
    'Choose another name.',
  ),
  FAILED_TO_RETRIEVE_AUDIENCE_SIZE: stumbled(
    'The platform could not work out the size of the audience.',
  ),
  FAILED_TO_RETRIEVE_SEGMENTS: stumbled('The platform could not read the audiences.'),
  FAILED_TO_SETUP_ACCOUNT_REPORTING: stumbled(
    'The platform could not set up the reports of the account.',
  ),
  FIELD_CANNOT_BE_BOTH_IN_INCLUDED_AND_EXCLUDED_TARGETING: ruled(
    'The targeting includes what it excludes.',
    targeting,
  ),
  FIELD_LENGTH_TOO_LONG: refused('A text is too long.', 'Shorten the text the platform names.'),
  FIELD_VALUE_DOES_NOT_EXIST: row(
    'missing',
    'The platform does not have what a field names.',
    'Check the ids of the request.',
  ),
  FIELD_VALUE_NOT_ACTIVE: ruled(
    'What a field names is not active.',
    'Activate it first, or name another.',
  ),
  INSUFFICIENT_CAMPAIGN_GROUP_BUDGET: ruled(
    'The budget of the campaign group is too small for this.',
    'Raise the budget of the campaign group, or lower that of the campaign.',
  ),
  INVALID_ENTITLEMENT_FOR_TALENT_LEAD: denied('The account is not entitled to this objective.'),
  INVALID_VALUE_DUPLICATE_EXIST: refused('A value stands there twice.'),
  MISMATCH_FIELDS: refused('Two fields contradict each other.'),
  MISSING_POSITIVE_OPTION: ruled('The targeting reaches no people.', targeting),
  MULTIPLE_VALIDATIONS_FAILED: refused('The platform refused several fields.'),
  MULTIPLE_VALUES_NOT_ALLOWED: refused('A field takes one value only.'),
  NO_PERMISSION_ON_ENTITY: denied('The connection has no right to this object.'),
  NO_PERMISSION_ON_FIELD: denied('The connection has no right to a field of this object.'),
  NO_PERMISSION_TO_UPDATE: denied('The connection has no right to change this object.'),
  ONLY_DRAFT_CAMPAIGNS_ALLOWED_IN_DRAFT_CAMPAIGN_GROUPS: ruled(
    'The campaign group is a draft and holds nothing but drafts.',
    'Activate or pause the campaign group first.',
  ),
  SPONSORING_LANDING_PAGE_NOT_ALLOWED: ruled(
    'The platform does not take this landing page.',
    'Choose another destination.',
  ),
  NOT_FOUND: unknown,
  TIMEOUT: slow,
  CONFLICT: conflict,
  PRECONDITION_FAILED: outdated,
  INTERNAL_ERROR: stumbled('The platform had an internal error.'),
  NOT_IMPLEMENTED: refused('The platform does not offer this.'),
  UNDER_MAINTENANCE: row('transient', 'The platform is under maintenance.', again, {
    retryAfterMs: 60 * second,
  }),
  BATCH_CREATE_TEST_ACCOUNT_LIMIT_REACHED: testAccounts,
  CURRENCY_MISMATCH: ruled(
    'The currency is not that of the ad account.',
    'Give amounts in the currency of the account.',
  ),
  CURRENCY_NOT_SUPPORTED: ruled(
    'The platform does not bill in this currency.',
    'Use an account in another currency.',
  ),
  DELETE_NOT_ALLOWED: ruled('This object cannot be deleted.', 'Pause or archive it.'),
  TEST_ACCOUNT_LIMIT_REACHED: testAccounts,
  ACCOUNT_ID_MISMATCH_IN_PARAM_AND_BODY: refused('The request names two ad accounts.'),
  MEMBER_HAD_UNCONFIRMED_EMAIL: denied('The connected member has not confirmed an address yet.'),
  MULTIPLE_ACCOUNTS_UNSUPPORTED: refused('One ad account is meant here.'),
  USER_MISMATCH_IN_PARAM_AND_BODY: refused('The request names two members.'),
  ACCESS_DENIED: lacking,
};

const version: ErrorRow = row(
  'blocked',
  'The platform no longer answers this version of its API.',
  'Set SLIPWAY_LINKEDIN_VERSION to a version that is still answered (YYYYMM), and restart.',
);

/** For answers without a code. */
const byStatus: { readonly [status: number]: ErrorRow } = {
  400: shape,
  401: row('auth', 'The access token is no longer valid.', reconnect),
  403: lacking,
  404: unknown,
  408: slow,
  409: conflict,
  411: refused('The platform wants to know the length of the request.'),
  412: outdated,
  414: row(
    'too-large',
    'The question is too long for the platform.',
    'Ask about fewer objects at once.',
  ),
  422: refused('The platform cannot use a field of the request.'),
  426: version,
  429: row('throttled', 'The app or the member has used up its calls for now.', waits),
};

/** The message names the budget of figures, which takes longer. */
const figures = /metric values/i;
const figuresMs = 330 * second;

export function errorRow(
  status: number,
  code: string | undefined,
  message: string,
): ErrorRow | undefined {
  const known = (code === undefined ? undefined : named[code]) ?? byStatus[status];
  return status === 429 && known !== undefined && figures.test(message)
    ? { ...known, retryAfterMs: figuresMs }
    : known;
}

export const knownCodes: readonly string[] = Object.keys(named);
