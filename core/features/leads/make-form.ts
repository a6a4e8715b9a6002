import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import { breaks, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import { createOnce } from '../../manage/create/create-once.ts';
import { accessNamed } from '../../manage/open-account.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { NamedLeadForm, NewLeadForm } from '../../ports/platform-leads.ts';
import type { Once } from '../../records/once.ts';
import type { FormRequest } from './schema.ts';

const existing = (name: string) =>
  `The page has an active form named ${quoted(name)} with these questions: it is the answer, and no second one was made.`;

/**
 * Makes a lead form once. The platform knows no mark for forms: one of the same name and questions on the same page is the one
 * that is wanted, whoever made it, and one that asks something else stands in the way.
 */
export async function makeForm(ports: ServicePorts, caller: Actor, request: FormRequest, once: Once | undefined) {
  const form = formOf(request);
  let wasThere = false;
  return createOnce(
    ports,
    caller,
    async (isHeld) => {
      const opened = await openedFor(ports, caller, request);
      const { access, platform } = whileHeld(opened.account, isHeld);
      const { making } = opened;
      const { adAccountId } = access;
      const change = { action: 'leadForm.create', subject: form.page, adAccountId, after: { name: form.name } };
      const named = async () => {
        const found = await making.named(access, form);
        if (found !== undefined && !found.isSame) throw taken(request);
        return found;
      };
      return {
        what: `a lead form named "${form.name}"`,
        times: offeredGroup(platform, 'create'),
        async prepare() {
          const found = await withRequestErrors(ON_PAGE, named);
          wasThere = found !== undefined;
          const send = async () => found ?? making.make(access, form);
          return { change, at: ON_PAGE, send };
        },
        find: named,
        finish: async ({ id }: NamedLeadForm) => ({
          answer: {
            success: true as const,
            formId: id,
            form: { id, name: form.name, state: 'active' as const, page: form.page },
            ...(wasThere && { warnings: [{ path: 'name', code: 'exists_already', message: existing(form.name) }] }),
          },
          writes: [],
        }),
      };
    },
    once,
  );
}

/** What a person approves: all that people will be asked, because a form is not changed any more once it is made. */
export async function previewForm(ports: ServicePorts, caller: Actor, request: FormRequest): Promise<Preview> {
  const { account, making } = await openedFor(ports, caller, request);
  const found = await withRequestErrors(ON_PAGE, () => making.named(account.access, formOf(request)));
  if (found !== undefined && !found.isSame) throw taken(request);
  const asked = request.questions.map(({ type, label }) => (label === undefined ? (words[type] ?? type) : quoted(label)));
  return {
    ...previewOf(undefined, [found ?? null]),
    summary: `Make the lead form ${quoted(request.name)}`,
    lines: [
      found === undefined ? `It asks for: ${asked.join(', ')}.` : existing(request.name),
      'A form can be archived at the platform, but neither changed nor deleted.',
    ],
  };
}

/** What a platform does not find is the page. */
const ON_PAGE = { missing: 'page' };

const formOf = ({ accountId: _account, ...form }: FormRequest): NewLeadForm => form;

/** As people read them. */
const words: { readonly [type: string]: string } = {
  fullName: 'full name',
  firstName: 'first name',
  lastName: 'last name',
  workEmail: 'e-mail at work',
  email: 'e-mail',
  phone: 'telephone number',
  companyName: 'company',
  jobTitle: 'job title',
  streetAddress: 'street',
  postCode: 'post code',
};

async function openedFor(ports: ServicePorts, caller: Actor, request: FormRequest) {
  const account = await accessNamed(ports, caller, request);
  const making = offeredMember(account.platform, 'leads', 'making', sentName(request, 'accountId'));
  return { account, making };
}

const taken = ({ name }: FormRequest) =>
  breaks(
    'name',
    'name_taken',
    `The page has an active form named ${quoted(name)} that asks something else: choose another name.`,
  );
