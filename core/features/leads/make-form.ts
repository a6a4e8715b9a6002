import type { Actor } from '../../access/caller.ts';
import { whileHeld } from '../../accounts/access.ts';
import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import { breaks, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import { createOnce } from '../../manage/create/create-once.ts';
import { changeWrite } from '../../manage/edit/trace.ts';
import { accessNamed } from '../../manage/open-account.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Access } from '../../ports/platform-accounts.ts';
import type {
  LeadFormMaking,
  LeadQuestion,
  NamedLeadForm,
  NewLeadForm,
} from '../../ports/platform-leads.ts';
import type { Once } from '../../records/once.ts';
import type { FormRequest } from './schema.ts';

/**
 * Makes a lead form once. Forms take no mark, so an active form of this name on this page that says
 * the same is taken for the one that is wanted, whoever made it. One that says something else is a
 * refusal: two forms of one name cannot be told apart in an ad.
 */
export async function makeForm(
  ports: ServicePorts,
  caller: Actor,
  request: FormRequest,
  once: Once | undefined,
) {
  let wasThere = false;
  return createOnce(
    ports,
    caller,
    async (isHeld) => {
      const { account, making, form } = await openedFor(ports, caller, request);
      const { access, platform } = whileHeld(account, isHeld);
      const change = {
        action: 'leadForm.create',
        subject: form.page,
        adAccountId: access.adAccountId,
        after: { name: form.name },
      };
      const find = () => existing(making, access, form);
      return {
        what: `a lead form named "${form.name}"`,
        times: offeredGroup(platform, 'create'),
        async prepare() {
          const found = await withRequestErrors(ON_PAGE, find);
          wasThere = found !== undefined;
          return { change, at: ON_PAGE, send: async () => found ?? making.make(access, form) };
        },
        find,
        finish: async ({ id }: Pick<NamedLeadForm, 'id'>) => ({
          answer: {
            success: true as const,
            formId: id,
            form: { id, name: form.name, state: 'active' as const, page: form.page },
            ...(wasThere && {
              warnings: [{ path: 'name', code: 'exists_already', message: EXISTS }],
            }),
          },
          writes: wasThere
            ? []
            : [changeWrite(ports, caller, { ...change, action: 'leadForm.created', subject: id })],
        }),
      };
    },
    once,
  );
}

/**
 * What a person approves: all that people will be asked, because a form cannot be changed once it
 * is made.
 */
export async function previewForm(
  ports: ServicePorts,
  caller: Actor,
  request: FormRequest,
): Promise<Preview> {
  const { account, making, form } = await openedFor(ports, caller, request);
  const found = await withRequestErrors(ON_PAGE, () => existing(making, account.access, form));
  return {
    ...previewOf(undefined, [found ?? null]),
    summary: `Make the lead form ${quoted(form.name)}`,
    lines: [
      ...(found === undefined ? [] : [EXISTS]),
      `It asks for: ${form.questions.map(asked).join(', ')}. Its privacy policy is ${form.privacyPolicyUrl}.`,
      'A form can be archived at the platform, but neither changed nor deleted.',
    ],
  };
}

const EXISTS =
  'The page has an active form that says this already, under this name. The answer is that form, and no second one is made.';

/** What a platform does not find is the page. */
const ON_PAGE = { missing: 'page' };

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

function asked({ type, label, options }: LeadQuestion): string {
  if (label === undefined) return words[type] ?? type;
  return options === undefined
    ? quoted(label)
    : `${quoted(label)} (${options.map((each) => quoted(each)).join(', ')})`;
}

async function openedFor(ports: ServicePorts, caller: Actor, request: FormRequest) {
  const { accountId: _account, ...form } = request;
  const account = await accessNamed(ports, caller, request);
  const making = offeredMember(account.platform, 'leads', 'making', sentName(request, 'accountId'));
  return { account, making, form };
}

/** The same form, where the page has it. Throws where its name stands for another. */
async function existing(
  making: LeadFormMaking,
  access: Access,
  form: NewLeadForm,
): Promise<NamedLeadForm | undefined> {
  const found = await making.named(access, form);
  if (found === undefined || found.differs.length === 0) return found;
  const message = `The page has an active form named ${quoted(form.name)} that differs in ${found.differs.join(', ')}. Choose another name.`;
  throw breaks('name', 'name_taken', message);
}
