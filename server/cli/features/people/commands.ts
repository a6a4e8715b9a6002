import type { AnswerOf, Client, InputOf } from '../../../client/client.ts';
import {
  asUsage,
  type Command,
  type CommandInput,
  EXIT,
  type Flags,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';
import { formatTable } from '../../base/table.ts';

type Rights = Pick<AnswerOf<'people.list'>['data'][number], 'role' | 'workspaces'>;

const day = (at: string | null): string => at?.slice(0, 16).replace('T', ' ') ?? 'never';

const rightsOf = ({ role, workspaces }: Rights): string =>
  [...(role === null ? [] : [role]), ...workspaces.map((each) => `${each.role} in ${each.workspaceId}`)].join(', ') || 'none';

const notes = ['Needs a key with the scope admin. Roles: viewer, launcher, manager, admin.'];
const roleFlags: Flags = {
  ...serviceFlags,
  role: { type: 'string', what: 'In the whole company: viewer, launcher, manager or admin; none takes it away' },
  workspace: { type: 'string', what: 'Roles in single workspaces: ws_4fT…=viewer, with commas between them' },
};

/** What --role and --workspace say; what is no role is refused by the service, in its words. */
function grantsOf({ flags }: CommandInput) {
  const role = text(flags.role);
  const workspaces = text(flags.workspace)
    ?.split(',')
    .map((each) => {
      const [workspaceId = '', held] = each.trim().split('=');
      if (held === undefined) throw new UsageFault(`--workspace ${each} has no role. Write it like ws_4fT…=viewer.`);
      return { workspaceId, role: held };
    });
  return { ...(role !== undefined && { role: role === 'none' ? null : role }), ...(workspaces && { workspaces }) };
}

const usageOf = { role: 'role', workspaces: 'workspace' };

/** By its id, or by the e-mail address of the person. */
async function personOf(client: Client, { words: [who] }: CommandInput): Promise<string> {
  if (who === undefined) throw new UsageFault('Who? Give the e-mail address or the id: `slipway people list` shows them.');
  if (!who.includes('@')) return who;
  const found = (await allPeople(client)).find(({ email }) => email === who.toLowerCase());
  if (found === undefined)
    throw new UsageFault(`Nobody here has the address ${who}. \`slipway people list\` shows who has which.`);
  return found.id;
}

async function allPeople(client: Client) {
  const people = [];
  for (let page = 1; ; page++) {
    const { data, pagination } = await client.people.list({ limit: 200, page });
    people.push(...data);
    if (!pagination.hasMore) return people;
  }
}

export const commands: readonly Command[] = [
  {
    name: 'people list',
    summary: 'List the people of the company, and who is invited',
    usage: '',
    notes,
    examples: ['slipway people list', 'slipway people list --json | jq -r .data[].email'],
    flags: serviceFlags,
    async run({ flags, env, screen }) {
      const client = clientFor(flags, env, screen);
      const data = await allPeople(client);
      const { data: invites } = await client.invites.list({ limit: 200 });
      const rows = [
        ...data.map((person) => [person.id, person.email, rightsOf(person), `seen ${day(person.lastSeenAt)}`]),
        ...invites.map((invite) => [
          ...[invite.id, invite.email, rightsOf(invite)],
          invite.status === 'open' ? `invited until ${day(invite.expiresAt)}` : 'invitation expired',
        ]),
      ];
      for (const line of formatTable([['id', 'address', 'role', ''], ...rows], { width: screen.columns })) screen.say(line);
      screen.tell({ success: true, data, invites });
      return EXIT.ok;
    },
  },
  {
    name: 'people invite',
    summary: 'Invite somebody by e-mail address, with a role; again: send the link again',
    usage: 'ADDRESS --role ROLE [--workspace ID=ROLE,…]',
    words: 1,
    notes,
    examples: [
      'slipway people invite ann@example.com --role launcher',
      'slipway people invite ben@example.com --workspace ws_4fT…=manager',
    ],
    flags: roleFlags,
    async run(input) {
      const { words, flags, env, screen } = input;
      const [email] = words;
      if (email === undefined) throw new UsageFault('Whom? For example: slipway people invite ann@example.com --role launcher');
      const client = clientFor(flags, env, screen);
      const grants = grantsOf(input);
      const known = (await client.invites.list({ limit: 200 })).data.find((each) => each.email === email.toLowerCase());
      const isAgain = known !== undefined && Object.keys(grants).length === 0;
      const invite = isAgain
        ? await client.invites.resend({ id: known.id })
        : await asUsage(usageOf, () => client.invites.create({ email, ...grants } as InputOf<'invites.create'>));
      const how = invite.sentAt === null ? 'nothing was mailed: tell them to sign in' : 'the link was mailed';
      screen.say(`  ${invite.email} is invited until ${day(invite.expiresAt)} (${rightsOf(invite)}); ${how}.`);
      screen.tell(invite);
      return EXIT.ok;
    },
  },
  {
    name: 'people role',
    summary: 'Give a person another role',
    usage: 'ADDRESS|ID [--role ROLE] [--workspace ID=ROLE,…]',
    words: 1,
    notes,
    examples: [
      'slipway people role ann@example.com --role manager',
      'slipway people role pe_4fT… --role none --workspace ws_4fT…=viewer',
    ],
    flags: roleFlags,
    async run(input) {
      const grants = grantsOf(input);
      if (Object.keys(grants).length === 0) throw new UsageFault('Which role? Give --role, or --workspace.');
      const client = clientFor(input.flags, input.env, input.screen);
      const id = await personOf(client, input);
      const person = await asUsage(usageOf, () => client.people.update({ id, ...grants } as InputOf<'people.update'>));
      input.screen.say(`  ${person.email}: ${rightsOf(person)}, from the next request on.`);
      input.screen.tell(person);
      return EXIT.ok;
    },
  },
  {
    name: 'people remove',
    summary: 'Remove a person, who is signed out everywhere, or withdraw an invitation',
    usage: 'ADDRESS|ID',
    words: 1,
    notes,
    examples: ['slipway people remove ann@example.com', 'slipway people remove iv_4fT…'],
    flags: serviceFlags,
    async run(input) {
      const client = clientFor(input.flags, input.env, input.screen);
      const [who = ''] = input.words;
      const { data } = await client.invites.list({ limit: 200 });
      const invite = data.find(({ id, email }) => id === who || email === who.toLowerCase());
      const id = invite?.id ?? (await personOf(client, input));
      await (invite === undefined ? client.people.remove({ id }) : client.invites.withdraw({ id }));
      input.screen.say(
        invite === undefined ? `  ${who} is removed and signed out everywhere.` : `  ${who} is not invited any more.`,
      );
      input.screen.tell({ success: true, id });
      return EXIT.ok;
    },
  },
  {
    name: 'people sessions',
    summary: 'List who is signed in, and from where',
    usage: '',
    notes,
    examples: ['slipway people sessions'],
    flags: serviceFlags,
    async run({ flags, env, screen }) {
      const answer = await clientFor(flags, env, screen).sessions.list({ everyone: true, limit: 200 });
      const rows = answer.data.map(({ id, holder, signedInBy, beganAt, expiresAt, address }) => [
        ...[id, holder.name, signedInBy, day(beganAt), day(expiresAt), address ?? ''],
      ]);
      const head = ['id', 'who', 'by', 'since', 'until', 'from'];
      for (const line of formatTable([head, ...rows], { width: screen.columns })) screen.say(line);
      screen.tell(answer);
      return EXIT.ok;
    },
  },
  {
    name: 'people sign-out',
    summary: 'End all sessions of a person, or one session',
    usage: 'ADDRESS|ID|--session ID',
    words: 1,
    notes,
    examples: ['slipway people sign-out ann@example.com', 'slipway people sign-out --session 4fT…'],
    flags: {
      ...serviceFlags,
      session: { type: 'string', what: 'This session alone: `slipway people sessions` shows their ids' },
    },
    async run(input) {
      const { flags, env, screen } = input;
      const client = clientFor(flags, env, screen);
      const session = text(flags.session);
      if (session !== undefined) {
        await client.sessions.revoke({ id: session });
        screen.say('  The session has ended.');
        screen.tell({ success: true, ended: 1 });
        return EXIT.ok;
      }
      const answer = await client.people.signOut({ id: await personOf(client, input) });
      screen.say(`  ${answer.ended} sessions have ended.`);
      screen.tell(answer);
      return EXIT.ok;
    },
  },
];
