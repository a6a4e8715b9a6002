import { PlatformError } from '../../core/base/errors.ts';
import { asked, begin, type Scene } from './acts.ts';
import type { Body, Told } from './people.ts';
import { PLATFORM } from './things.ts';

/** Comments: people answer and hide them, each answer once. */

const MINUTE = 60_000;
const MOST_LOOKS = 6;

/** Has comments read, as the page of comments does, and looks until there are some. */
async function comment({
  world,
  person,
  accounts,
}: Scene): Promise<{ readonly id: string; readonly own: string } | undefined> {
  const account = world.choices.pick('talk', accounts);
  if (!world.comments.all.some((each) => each.account === account))
    for (let i = 0; i <= world.choices.int('talk', 2); i += 1)
      world.comments.write(account, `How much is it? ${i}`);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const told = await person.ask({ operation: 'comments.list', input: { accountId: account } });
    const all: readonly Body[] =
      told.is === 'answered' ? told.body.data.filter(({ own }: Body) => !own) : [];
    if (all.length > 0) {
      const { id } = world.choices.pick('talk', all) as { readonly id: string };
      return { id, own: id.slice(PLATFORM.length + 1) };
    }
    await person.pause(MINUTE);
  }
  return undefined;
}

export async function reply(scene: Scene): Promise<void> {
  const { world, number } = scene;
  const to = await comment(scene);
  if (to === undefined) return;
  // Two people may think of the same words.
  const text = world.choices.pick('talk', ['Ten euros.', `Ask for ${number}.`]);
  let told: Told | undefined;
  const act = begin(scene, `reply ${number}`, async () => {
    const made = world.comments.all.filter((each) => each.to === to.own && each.text === text);
    if (made.length > 1) return [`“${text}” stands ${made.length} times below ${to.own}`];
    if (told?.is === 'answered' && made.length === 0)
      return [`“${text}” is told as ${told.body.status} and is not there`];
    // With a dead token nobody can look whether it was sent, and that is told as a refusal.
    const isUnsure =
      told?.is === 'refused' &&
      told.error instanceof PlatformError &&
      told.error.failure.class === 'auth';
    return told?.is === 'refused' && !isUnsure && made.length > 0 && text.startsWith('Ask')
      ? [`“${text}” is told as refused (${told.error.message}) and is there`]
      : [];
  });
  told = await asked(scene, act, 'comments.reply', { id: to.id, text });
}

export async function hide(scene: Scene): Promise<void> {
  const { world, number } = scene;
  const whose = await comment(scene);
  if (whose === undefined) return;
  let told: Told | undefined;
  const act = begin(scene, `hiding ${number}`, async () => {
    const is = world.comments.all.find(({ id }) => id === whose.own);
    return told?.is === 'answered' && !is?.wasHidden
      ? [`${whose.own} is told as hidden and was never`]
      : [];
  });
  told = await asked(scene, act, 'comments.hide', { id: whose.id });
}
