import type { Actor } from '../../access/caller.ts';
import { notOffered } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { ChoiceForm } from '../../ports/platform-choices.ts';
import { type ManagePorts, openAccount } from '../open-account.ts';
import type { ChoicesRequest, ChoicesResponse } from '../schema/choices.ts';
import { wholeListAnswer } from '../schema/inspect.ts';

export async function listChoices(
  ports: ManagePorts,
  caller: Actor,
  request: ChoicesRequest,
): Promise<ChoicesResponse> {
  const { kind, of, q: text } = request;
  const { platform, access, can } = await openAccount(ports, caller.companyId, request, 'choices');
  const form = can.kinds[kind];
  if (form === undefined) throw notOffered(platform, `lists of ${kind}`, sentName(request, 'kind'));
  refuseIncomplete(request, form);
  const choices = await withRequestErrors({ missing: sentName(request, 'of') }, () =>
    can.list(access, { kind, ...defined({ of }), ...(form.searchOnly && text && { text }) }),
  );
  const wanted = form.searchOnly ? undefined : text?.toLowerCase();
  const called = choices.filter(
    ({ id, name }) => !wanted || id === wanted || name.toLowerCase().includes(wanted),
  );
  const data = called.map(({ id, name, type = null, size, use }) => ({
    id,
    name,
    type,
    size: size === undefined ? null : { ...size },
    use: use === undefined ? null : { ...use },
  }));
  return wholeListAnswer(data, request);
}

function refuseIncomplete(request: ChoicesRequest, form: ChoiceForm): void {
  const missing: Fault[] = [
    ...(form.of !== undefined && request.of === undefined
      ? [
          {
            path: 'of',
            code: 'missing_field',
            message: `These belong to ${form.of}: give its id as \`of\`.`,
          },
        ]
      : []),
    ...(form.searchOnly && !request.q
      ? [
          {
            path: 'q',
            code: 'missing_field',
            message: 'These can only be searched: give a text as `q`.',
          },
        ]
      : []),
  ];
  const [first] = missing;
  if (first !== undefined)
    throw new SlipwayError('bad_request', first.message, { details: missing });
}
