import { asked, begin, type Scene } from './acts.ts';
import { budget } from './changes.ts';
import { LIMITED } from './limits.ts';
import type { Body } from './people.ts';
import { credentialsOf } from './platform.ts';
import { PLATFORM } from './things.ts';

/** What people do with their company, while others work in it. */

/** Other limits, in the company that has some. */
export async function editLimits(scene: Scene): Promise<void> {
  const { world, company, number } = scene;
  if (company !== LIMITED) return budget(scene);
  const limits = {
    dailyBudget: world.choices.pick('limits', [16, 13, 18]),
    accountDailyBudget: world.choices.pick('limits', [22, 20, 30]),
  };
  const holds = world.limits.ask(limits);
  const act = begin(scene, `limits ${number}`, async () => []);
  const told = await asked(scene, act, 'guardrails.replace', { currencies: { EUR: limits } });
  // A backup may bring the former ones back.
  if (told.is === 'answered' && !world.faults.has('restore')) holds();
}

/** Disconnects the platform, and connects it again after a while. */
export async function reconnect(scene: Scene): Promise<void> {
  const { world, company, number, person } = scene;
  const act = begin(scene, `connection ${number}`, async () => []);
  const list = await asked(scene, act, 'connections.list', {});
  const [connection] = list.is === 'answered' ? ((list.body as Body).data ?? []) : [];
  if (connection === undefined) return;
  await asked(scene, act, 'connections.delete', { id: connection.id });
  await person.pause(world.choices.span('reconnect', 60_000));
  await asked(scene, act, 'connections.create', {
    platform: PLATFORM,
    credentials: credentialsOf(company),
  });
}

/** Takes the model its key, which lets nobody in from then on. */
export async function revokeModel(scene: Scene): Promise<void> {
  const { model, number } = scene;
  let isRevoked = false;
  const act = begin(scene, `key ${number}`, async () => {
    if (!isRevoked) return [];
    const told = await model.ask({ operation: 'me', input: {} });
    return told.is === 'refused' && told.error.code === 'unauthorized'
      ? []
      : ['a key that was revoked lets in'];
  });
  const told = await asked(scene, act, 'keys.revoke', { id: model.caller.keyId });
  isRevoked = told.is === 'answered';
}
