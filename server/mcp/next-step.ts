import { type ErrorCode, type Fault, helpOf } from '../../core/base/errors.ts';

/** What a model does next after a refusal, by the code of its first fault, else by its own. */
const afterFault: { readonly [code: string]: string | undefined } = {
  plan_outdated:
    'Something has changed since: plan it again, tell the person what is different, and apply the new plan.',
  plan_expired: 'Plan it again; a plan waits for 24 hours.',
  plan_declined: 'The person said no. Ask what should be different; do not plan the same again.',
  plan_again:
    'Plan what is left again, tell the person what was done and what was not, and apply the new plan.',
  unknown_object:
    'Use an id from near, or call find_entities; tell the person which object you mean before you plan it.',
  plan_differs: 'Plan it again with the ads as they are now.',
  approval_required:
    'Give the person the approveUrl of the plan, and call apply_plan again once it is approved.',
  person_needed:
    'Give the person the approveUrl of the plan, and call apply_plan again once it is approved.',
  another_key:
    'Give the approveUrl of the plan to another person than planned it, and call apply_plan again afterwards.',
  guard_exceeded:
    'Plan less, or ask the person to raise the limit that is named. Do not split it to get below the limit.',
  scope_lacking:
    'This connection may not do that. Tell the person which right is missing; do not look for another way.',
  company_suspended:
    'The company is suspended. Tell the person; nothing works until it is resumed.',
  role_lacking:
    'The person may not do that. Tell them which role is missing; do not look for another way.',
  unknown_action: 'Call search_actions with what you want to do.',
  ambiguous_account: 'Call list_accounts and ask the person which of them is meant.',
  unknown_ad_account: 'Call list_accounts and use an id from it; near has the likeliest.',
  unknown_ad_set: 'Call find_entities with kind ad_set and the account, and use an id from it.',
  unknown_media: 'Call add_media with the address of the file, and use the url it answers.',
  unknown_host: 'Give the person the approveUrl of the plan: a person lets a new host in.',
  in_progress:
    'It is under way. Call the same tool again with the same arguments in a moment; nothing is done twice.',
  too_many_plans:
    'Have plans that wait applied or declined first: find_entities with kind plan lists them.',
};

const afterCode: { readonly [C in ErrorCode]: string } = {
  bad_request: 'Correct the arguments that details name, and call the tool again.',
  unprocessable_entity: 'Correct the arguments that details name, and call the tool again.',
  not_found:
    'Use no id that you did not read: call list_accounts or find_entities; near has the likeliest.',
  gone: 'It is over. Read what is there now before you go on.',
  invite_expired: 'Tell the person; only an admin can help.',
  conflict: 'Something has changed since. Read it again, then plan it again.',
  unauthorized: 'The connection has ended. Ask the person to connect it again.',
  forbidden: 'This is not allowed. Tell the person what is missing; do not look for another way.',
  rate_limit_exceeded:
    'Wait for the time that the message names, then call again with the same arguments.',
  platform_error:
    'Call again with the same arguments: nothing is done twice. If it stays, tell the person what the platform says.',
  unavailable: 'Try again in a minute with the same arguments: nothing is done twice.',
  closed: 'Try again in a minute with the same arguments: nothing is done twice.',
  internal_server_error:
    'Try once more. If it stays, tell the person that the operator has to look.',
  payload_too_large: 'Send less at once.',
  unsupported_media_type: 'Use a PNG, JPEG, MP4, MOV or AVI file.',
  media_unreachable: 'Check the address of the file, or ask the person for another one.',
  media_too_large: 'Use a smaller file.',
  media_invalid: 'Use a PNG, JPEG, MP4, MOV or AVI file.',
  unreadable_secret: 'Tell the person that the operator has to look: a credential cannot be read.',
  storage_unusable: 'Tell the person that the operator has to look: the database cannot be used.',
};

export function nextAfter(code: string, details: readonly Fault[]): string {
  const [first] = details;
  const known = first && afterFault[first.code];
  const help = first && helpOf(first);
  const general = afterCode[code as ErrorCode] ?? afterCode.internal_server_error;
  return known ?? (help === undefined ? general : `${general} call_action with ${help} may help.`);
}
