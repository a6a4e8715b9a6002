import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A sentence in quotes or backticks, as sources have it. */
const SENTENCE = /'(?:[^'\\\n]|\\.)*[.?]'|`(?:[^`\\\n]|\\.)*[.?]`/.source;
const CODE = /'([a-z]+(?:_[a-z]+)+)'/.source;
const WITH_SENTENCE = new RegExp(`${CODE},?\\s*(?:message:\\s*|,\\s*)?(${SENTENCE})`, 'g');
const WITH_CONSTANT = new RegExp(`${CODE}\\)?,\\s*(?:message:[^,{}]*)?\\bmessage\\b`, 'g');

/**
 * What each code means: the words below, or the first message that stands with it in the sources.
 */
export function wordsOfCodes(): ReadonlyMap<string, string> {
  const direct = new Map<string, string>();
  const held = new Map<string, string>();
  for (const file of [
    'core/**/*.ts',
    'adapters/platforms/**/*.ts',
    'server/http/*.ts',
    'server/mcp/*.ts',
  ].flatMap((pattern) => globSync(pattern, { cwd: root }).sort())) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = '', message = ''] of text.matchAll(WITH_SENTENCE))
      if (!direct.has(name)) direct.set(name, withoutValues(message));
    for (const { 1: name = '', index } of text.matchAll(WITH_CONSTANT)) {
      const message = lastMessage(text.slice(0, index));
      if (message !== undefined && !held.has(name)) held.set(name, withoutValues(message));
    }
  }
  return new Map([...held, ...direct, ...Object.entries(WORDS)]);
}

/** The message that was put into a constant shortly before it is used. */
function lastMessage(before: string): string | undefined {
  const near = before.slice(before.lastIndexOf('\n}\n') + 1);
  return [...near.matchAll(new RegExp(`const message =\\s*(${SENTENCE})`, 'g'))].at(-1)?.[1];
}

const withoutValues = (message: string): string =>
  message
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '…');

/** Codes whose message is put together from parts, or says too little without its values. */
const WORDS: { readonly [code: string]: string } = {
  account_platform_mismatch:
    'The ad account belongs to another platform than the request names. Leave the platform out, or name the account you mean.',
  action_twice:
    'A rule holds each kind of action once. Put both into one action, or make a second rule.',
  ad_set_closed:
    'The ad set is not active or paused any more and takes no more ads. Choose another one.',
  ad_set_takes_no_ads:
    'Nothing can be launched into this ad set; the message says why. Choose another one.',
  address_not_public:
    'The address leads into a private network, which is not called from here. Give an address that can be reached from the internet.',
  ads: 'Several ads have the same name; this counts those that are not listed one by one.',
  ads_count: 'A launch holds a limited number of ads, and at least one. Split it.',
  all_cards:
    'All cards of the ad lead to the new address. Launch a new ad where each card needs its own.',
  already_undone: 'This run was undone already. The message names the run that did it.',
  amount: 'The amount is finer than the smallest unit of the currency. Round it.',
  asset_type:
    'The kind of asset does not fit what the ad shows. Take a kind that the message lists.',
  batch_state: 'The state of the batch does not allow this; the message tells the state.',
  begins_like: 'What is new begins with the settings of another object; the message lists them.',
  bid_required: 'The goal or the bid strategy needs an amount. Give `bidAmount`.',
  billing_event:
    'With this goal the platform bills impressions. Leave the billing event out, or change the goal.',
  blank_edge:
    'The marker of a naming field begins with a blank, which cannot be seen in a name. Begin it with a sign.',
  budget_elsewhere: 'The budget is held by another level. Change it there; the message names it.',
  call_to_action: 'The platform has no such button. Take one that the message lists.',
  campaign_gone:
    'The campaign is archived or deleted and takes no new ad sets. Choose another one.',
  cancelled: 'The batch was cancelled before this ad was sent. Retry the batch to launch it.',
  cannot_undo:
    'What was done cannot be taken back on this platform; the message says why and what is possible.',
  changed_by_platform:
    'The platform stored another value than was sent; the message tells which. Look at the object before you switch it on.',
  checks: 'There are more warnings of this kind than are listed.',
  circular_window: 'A window of the query refers to itself. Name another one.',
  company_limit:
    'All keys and sessions of your company together have reached their limit for this minute. Wait for the seconds of `Retry-After`.',
  compare_not_aligned: 'A comparison needs one grouping by day, week or month at most.',
  contradiction:
    'Two values of the request exclude each other. Leave out the one that the message names.',
  control_characters:
    'A name is one line. Take out line breaks, tabs and other control characters.',
  copied_otherwise: 'The copy differs from what was asked for; the message says in what.',
  corrected:
    'The failed ads of this batch were corrected and sent again in another one, so nothing is left to retry. Go on with the batch that the message names.',
  cursor:
    'The place in the list is not one that an answer gave. Send `paging.after` of the answer before.',
  double_key: 'Two variables have the same key. Give each its own.',
  double_parameter: 'A parameter of the link is there twice. Keep one.',
  dropped:
    'The work failed several times for an unknown reason and was given up. Look at the platform what exists, then start it again.',
  dry_run_first:
    'A new filter begins as a dry run. Create it, look at what it would do, then switch it on.',
  dry_run_only:
    '`asOf` judges a past moment, so it can only be tried. Send `dryRun: true`, or leave `asOf` out.',
  duplicate: 'The same thing is named twice in one list. Name it once.',
  duplicate_ref: 'Two new objects have the same `ref`. Give each its own.',
  duration_by_placement:
    'The video is too long or too short for some placements and is not shown there; the message names them.',
  empty_text: 'A variation of the text is empty. Write something, or remove it.',
  end_before_start: 'The end is not later than the start. Change one of them.',
  figures_untold:
    'The platform does not tell these figures, so they are empty. Leave the metric out, or ask other platforms for it.',
  filter_not_offered:
    'Rows of this grouping cannot be filtered by this field. Filter by a field of the grouping.',
  folder_link:
    'The link leads to a folder or page, not to one file. Give the link of the file, or import the folder.',
  foreign_header:
    'A column header of another tool was understood; the message says as which column.',
  guard_exceeded: 'A spending limit refuses it. Ask for less, or have an admin change the limit.',
  ignored: 'The field has no effect in this place; the message says where it belongs.',
  in_progress: 'The same thing is being carried out by another request. Ask again in a moment.',
  in_the_future: 'The event has not happened yet. Give the time at which it happened.',
  invalid_country: 'A country is named by two letters, like DE.',
  invalid_email:
    'The value is neither an email address nor the SHA-256 of one. Correct it, or leave it out.',
  invalid_format:
    'The value does not have the form that the field needs, such as an address, a date or a code.',
  invalid_range: 'The last day is before the first, or the range is too long.',
  invalid_time:
    'The time cannot be read. Write it with its zone, such as 2026-11-01T09:00:00+01:00.',
  key_limit:
    'This key has reached its limit for this minute. Wait for the seconds of `Retry-After`.',
  key_reused:
    'The Idempotency-Key was sent with another request before. Send a new key with each new request.',
  learning_reset:
    'The change makes the ad set begin its learning phase again. Collect such changes and make them at once.',
  learning_unknown:
    'Whether the platform begins to learn again after this change is not published.',
  lease_lost: 'Another worker has taken over this work and goes on with it. Nothing is to be done.',
  library_address:
    'A research source reads pages of ad libraries alone. Give an address like the one in the message.',
  link: 'The text is not a link that an ad can lead to. Begin it with https://.',
  link_over: 'The link was used or has expired. Ask for a new one.',
  link_too_long:
    'The link is too long for the platform, with its tags. Shorten the link or the tags.',
  link_used: 'The decision of this link was made already. Look at the plan for what was decided.',
  links_not_followed:
    'The links lead on to more addresses than are looked at; the message says how many were left out.',
  made_meanwhile: 'Another process made the same thing at the same moment. Ask again.',
  manager_account:
    'A manager account holds no ads. Name one of the accounts below it, which the message lists.',
  may_exist:
    'The ad was sent without an answer and may exist. Retry its batch, or look in the ad account, as the message says.',
  media_lost:
    'The stored bytes of the file are not in the media place of this process. Upload the file again, or give all processes one place.',
  media_platform:
    'The media item is meant for another platform than the ad. Leave its platform out, or give a file for this one.',
  metric_not_divided:
    'The platform does not tell this metric by that breakdown. Leave one of the two out.',
  metric_not_offered:
    'The platform does not tell this metric. Leave the metric out, or ask other platforms for it.',
  missing_column: 'A column that the rows need is missing. Add it; the message names it.',
  missing_currency: 'A value needs its currency. Give a code like EUR.',
  missing_field: 'A field that is needed is missing. Give it; the message and `path` name it.',
  needs_event:
    'The goal needs to know what is counted. Give the members of `promotedObject` that the message names.',
  new_post:
    'The ad shows a new post, so likes, comments and shares of the present one stay behind.',
  no_bid: 'A campaign with this goal has no bid in money. Leave the bid out.',
  no_estimate: 'The platform gives no estimate of the people reached here.',
  no_figures:
    "The figures of this account could not be read; the message has the platform's words. Ask again later.",
  no_research_source:
    'No source for research is connected. An admin connects one under **Settings**.',
  no_sandbox:
    'This installation works with live platforms, so it has no simulated ones. Connect a platform instead.',
  no_value:
    'The field cannot be emptied on this platform or object. Give another value, or leave the field out.',
  not_allowed_by_platform:
    'The platform does not allow this for the comment; its member `can` tells what is allowed.',
  not_carried_over:
    'Some settings of the object it begins with cannot be taken over; the message lists them. Set them yourself where you need them.',
  not_changed_here:
    'The field cannot be changed on this platform or object; the message says why and where it can be.',
  not_copyable: 'The platform or the kind of object allows no copy; the message says why.',
  not_ended: 'The run has not ended yet. Ask again when it has.',
  not_on_accounts:
    'A rule about whole ad accounts can only report. Choose campaigns, ad sets or ads to act on.',
  not_waiting: 'The run does not wait for approval any more. Read its state.',
  nothing_to_import:
    'There is no image or video at this place. Check the link and the rights to it.',
  objective_mismatch: 'The ad suits campaigns of another objective than the one it goes into.',
  other_account:
    'The object belongs to another ad account than the request names. Name that account.',
  other_budget:
    'The object has the other kind of budget. Change that kind; the message names the field.',
  part_missing:
    'An optional package is not installed. Install the package that the message names, beside slipway.',
  plan_declined:
    'A person declined this plan, so it is not carried out. Plan again if it is still needed.',
  plan_outdated:
    'Something has changed since the plan was made, so nothing was done. Plan again, and look at what is different.',
  platform_blocked:
    'The platform refuses this account, app or token; nothing in the ad would change that. Follow the `fix` of the failure.',
  platform_flaky:
    'The platform answered with an error that usually passes, several times. Retry the batch.',
  platform_invalid:
    'The platform refused a value. The failure has its words; correct the ad and launch it.',
  platform_missing:
    'The platform does not know an object that the ad needs, or the connection may not see it.',
  platform_refuses:
    'Asked beforehand, the platform refuses this ad; the message has its words. Correct the ad.',
  platform_rule:
    'A rule of the platform forbids it; the message has its words. Correct the request.',
  platform_throttled:
    'The platform asked to slow down for longer than the batch waits. Retry the batch later.',
  platform_too_large: 'The platform was asked for too much at once. Ask for less.',
  platform_transient: 'The platform did not answer in time, several times. Retry the batch.',
  processing:
    'The platform still processes a video of this ad. Nothing is to be done; the ad goes on by itself.',
  query_unreadable: 'The query cannot be read from the place in the message on. Correct it there.',
  quota_exceeded:
    'The company uses as much as it may. Delete what is not needed, or ask the operator of this service to raise it.',
  radius:
    'The radius around a city is outside of what the platform takes. The message has the bounds.',
  range: 'The end of a range is not later than its start.',
  ratio_by_placement:
    'The shape of the file is shown whole by no placement of the ad; the message tells which shapes are.',
  refused_by_platform:
    'The platform refused this event; the message has its words. Correct the event and send it again.',
  refused_by_source: 'The research source refused the question; the message has its words.',
  repeated_header: 'Two columns mean the same. Only the first is read; remove the other.',
  restored:
    'A backup was restored while this was being made, and the platform cannot be asked for what was made since. Look at the platform, then launch what is missing.',
  review_unknown:
    'The platform does not tell the reasons of a review here. The state says whether the ad was rejected.',
  rules_stopped: 'All rules of the company are stopped. Start them again before you run one.',
  scope_lacking: 'The key lacks the scope that the message names. Use a key that has it.',
  separator_edge:
    'A marker or an option begins or ends with the separator, so names could not be read back. Take it away there.',
  session_limit:
    'This session has reached its limit for this minute. Wait for the seconds of `Retry-After`.',
  shadowed_header: 'A column says the same as a column of Slipway and is left alone.',
  source_gone: 'The object is archived or deleted, and only living ones can be copied.',
  source_not_connected:
    'The place that the files come from is not connected. An admin connects it under **Settings › Connections**.',
  stale: 'The platform could not be asked, so the figures are older; the message says from when.',
  stale_revision:
    'It was changed by another request since you read it. Read it again, then decide.',
  start_in_past: 'The start has passed. Give one to come, or leave it out.',
  target_gone:
    'The object that something should go into is archived or deleted. Choose another one.',
  text_count: 'The ad has too few or too many texts of this kind. The message has the bounds.',
  token_expired:
    'The connection to the platform has ended. An admin connects it again; then retry the batch.',
  too_few: 'The ad has fewer texts than the platform needs. Add some; the message says how many.',
  too_high: 'The number is higher than the field takes; the message has the bound.',
  too_long: 'The text is longer than the field takes.',
  too_low: 'The number is lower than the field takes.',
  too_many: 'More objects are found than one change may hold. Narrow the filter.',
  too_many_boards:
    'The company has as many boards as it may have. Delete those that are not needed any more.',
  too_many_connections:
    'The company has as many connections as it may have. Delete those that are not needed any more.',
  too_many_conventions:
    'The company has as many naming conventions as it may have. Delete those that are not needed any more.',
  too_many_filters:
    'The company has as many comment filters as it may have. Delete those that are not needed any more.',
  too_many_grants:
    'The company has as many connected programs as it may have. Delete those that are not needed any more.',
  too_many_keys:
    'The company has as many API keys as it may have. Delete those that are not needed any more.',
  too_many_presets:
    'The company has as many presets as it may have. Delete those that are not needed any more.',
  too_many_rules:
    'The company has as many rules as it may have. Delete those that are not needed any more.',
  too_many_saved_replies:
    'The company has as many saved replies as it may have. Delete those that are not needed any more.',
  too_many_saved_reports:
    'The company has as many saved reports as it may have. Delete those that are not needed any more.',
  too_many_templates:
    'The company has as many ad copy templates as it may have. Delete those that are not needed any more.',
  too_many_utm_templates:
    'The company has as many UTM templates as it may have. Delete those that are not needed any more.',
  too_many_workspaces:
    'The company has as many workspaces as it may have. Delete those that are not needed any more.',
  tracking: 'There are more warnings about links and tags than are listed.',
  undo_running: 'An undo of it is under way. Wait for its end.',
  unknown_action: 'A model cannot call this operation with its key; the message says why.',
  unknown_ad_account:
    'The connections of your company do not reach this ad account. Check the id, or connect the platform that has it.',
  unknown_ad_set: 'The ad account has no ad set of this id or name. Choose one of the list.',
  unknown_column:
    'The column means nothing here. Use a header that the message or the template has, or remove it.',
  unknown_convention: 'There is no naming convention of this name. Take one of the list.',
  unknown_credential:
    'The platform does not know this credential. Leave it out, or take the name that the message suggests.',
  unknown_enhancement:
    'The platform has no enhancement of this name. Take one of the list in the message.',
  unknown_fault: 'The simulated platform has no such fault. GET /_sandbox/faults lists them.',
  unknown_field:
    'The request has a field that is not known here. Correct its name, or leave it out.',
  unknown_fields:
    'Some fields of the request are not known and were ignored; the message counts those that are not listed.',
  unknown_header:
    'A header is close to a column of Slipway and is left alone. Write it as the message says if you mean that column.',
  unknown_identity:
    'The account has no such page, profile or identity that Slipway has seen. Compare it with the lists of the account.',
  unknown_key: 'There is no API key of this id in your company. Choose one of the list.',
  unknown_lead: 'There is no such lead here, or it was erased.',
  unknown_lead_form: 'The ad account has no such lead form. Choose one of the list.',
  unknown_limit:
    'There is no spending limit of this name, so it would protect nothing. Take a name that the message lists.',
  unknown_macro:
    'Nothing fills in this placeholder on the platform. Take one that the message lists.',
  unknown_name_field: 'No naming convention has this field. Take one that the message lists.',
  unknown_object:
    'The platform does not know the object, or the connection may not see it. Compare the id.',
  unknown_operation: 'There is no operation of this name. Take the one that the message suggests.',
  unknown_option: 'The value is not one of the options. Take one that the message lists.',
  unknown_param: 'The query uses a parameter that `params` does not have. Give it.',
  unknown_program:
    'The program that asks for a connection is not known, or asks for another address than it registered. Begin again in the program.',
  unknown_ref:
    'No new campaign or ad set of this request has this `ref`. Name one of them, or an id.',
  unknown_reference:
    'What the request names by its name does not exist. Take the one that the message suggests, or its id.',
  unknown_request:
    'The request to connect a program is not valid, or too old. Begin again in the program.',
  unknown_starter:
    'The audit knows no key, person, program or rule of this name. Give the id that it shows.',
  unknown_webhook: 'There is no webhook of this id in your company. Choose one of the list.',
  unknown_window: 'The query names a window that it does not define. Define it.',
  unsupported_on_platform:
    'The platform does not offer this. Leave it out, or use another platform; the message says what it concerns.',
  unused_ref:
    'A new campaign or ad set is used by nothing in the request. Put an ad or an ad set into it, or leave it out.',
  value_differs: 'The items of the event do not add up to its value. Correct one of them.',
  whole_days:
    "Campaigns end with a day on this platform. Give the last second of a day in the account's time zone.",
  window_not_offered:
    'The platform has no such attribution window. Take one that the message lists.',
  wrong_kind: 'The object is of another kind than is needed here; the message names both.',
  wrong_level:
    'The object or name belongs to another level, such as an ad set instead of a campaign.',
  wrong_type: 'The value has another type than the field takes, such as a text instead of a list.',
};
