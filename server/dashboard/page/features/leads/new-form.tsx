import { client, type InputOf, useAccounts, useResource } from '../../base/api.ts';
import { useAccountChoices, usePlatforms } from '../../base/platforms.ts';
import { plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
import { Check, Checks, Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';

type Question = InputOf<'leads.makeForm'>['questions'][number];
type Asked = Exclude<Question['type'], 'custom'>;

const ASKED: readonly (readonly [Asked, string])[] = [
  ['fullName', 'Full name'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'E-mail'],
  ['workEmail', 'E-mail at work'],
  ['phone', 'Telephone number'],
  ['companyName', 'Company'],
  ['jobTitle', 'Job title'],
  ['streetAddress', 'Street'],
  ['city', 'City'],
  ['postCode', 'Post code'],
  ['country', 'Country'],
];

/** `Which size? | S, M, L`: what people choose from stands behind the bar. */
function questionIn(line: string): Question {
  const [label = '', ...behind] = line.split('|');
  const options = behind
    .join('|')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  return { type: 'custom', label: label.trim(), ...(options.length > 0 && { options }) };
}

/** A lead form on a page. The platform keeps it as it is made, so all of it is asked for here. */
export function NewForm({ onDone }: { onDone: () => void }) {
  const accounts = useAccounts();
  const platforms = usePlatforms();
  const able = accounts.data?.data.filter(({ platform }) =>
    platforms.some(({ id, offers }) => id === platform && offers.includes('leads.making')),
  );
  const choices = useAccountChoices(able);
  const { values, bind, kept } = useValues(
    {
      accountId: '',
      page: '',
      name: '',
      asked: ['fullName', 'email'] as readonly Asked[],
      own: '',
      privacyPolicyUrl: '',
      headline: '',
      link: '',
      review: false,
    },
    'lead-form',
  );
  const { accountId, page, name, asked, own, privacyPolicyUrl, headline, link, review } = values;
  const profiles = useResource('accounts.profiles', accountId === '' ? undefined : { accountId });
  const pages = new Map(profiles.data?.data.map((each) => [each.page, each.primaryName]));
  const questions = [
    ...ASKED.filter(([type]) => asked.includes(type)).map(([type]): Question => ({ type })),
    ...own.split('\n').flatMap((line) => (line.trim() === '' ? [] : [questionIn(line)])),
  ];
  const send = () =>
    client.leads.makeForm({
      accountId,
      page,
      name,
      questions,
      privacyPolicyUrl,
      ...(headline !== '' && { headline }),
      ...(link !== '' && { link }),
      ...(review && { review }),
    });
  return (
    <Form
      send={send}
      kept={kept}
      onDone={({ warnings = [] }) => {
        say(warnings[0]?.message ?? `The form “${name}” is made. Rows to launch can name it.`);
        onDone();
      }}
      button={`Make the form with ${plural(questions.length, 'question')}`}
      disabled={!pages.has(page) || questions.length === 0}
    >
      <p class="hint">
        The platform keeps a form as it is made: it can be archived there, but neither changed nor
        deleted.
      </p>
      <SelectField label="Ad account" none="Choose one" choices={choices} {...bind('accountId')} />
      {accountId !== '' && (
        <SelectField label="Page" none="Choose one" choices={[...pages]} {...bind('page')} />
      )}
      <TextField
        label="Name of the form"
        hint="People who fill it in do not see it"
        required
        maxLength={200}
        dir="auto"
        {...bind('name')}
      />
      <fieldset class="choices">
        <legend>It asks for</legend>
        <Checks choices={ASKED} {...bind('asked')} />
      </fieldset>
      <TextField
        label="Questions of your own"
        hint="One a line. Behind a bar: what people choose from, as in Which size? | S, M, L"
        rows={3}
        dir="auto"
        {...bind('own')}
      />
      <TextField
        label="Address of your privacy policy"
        type="url"
        required
        placeholder="https://"
        {...bind('privacyPolicyUrl')}
      />
      <TextField label="Headline" maxLength={60} dir="auto" {...bind('headline')} />
      <TextField
        label="Address to go to afterwards"
        type="url"
        placeholder="https://"
        {...bind('link')}
      />
      <Check {...bind('review')}>People look over what they filled in before they send it</Check>
    </Form>
  );
}
