import { SMTPServer } from 'smtp-server';

export interface Message {
  readonly to: string;
  /** As it came over the wire, the lines of its body joined again. */
  readonly text: string;
}

/** A real mail server on this machine that keeps what it is given. */
export interface Mailbox {
  readonly url: string;
  readonly messages: readonly Message[];
  /** The address in the last message to somebody, once there are this many. */
  link(to: string, count?: number): Promise<string>;
  stop(): Promise<void>;
}

export async function openMailbox(login?: {
  readonly user: string;
  readonly password: string;
}): Promise<Mailbox> {
  const messages: Message[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(login === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? new Error('No such mailbox') : null),
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo)
          messages.push({ to: address, text: text.replace(/=\r\n/g, '').replaceAll('=3D', '=') });
        for (const look of waiting.splice(0)) look();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const of = (to: string): readonly Message[] => messages.filter((message) => message.to === to);
  return {
    url: `smtp://${login === undefined ? '' : `${login.user}:${encodeURIComponent(login.password)}@`}127.0.0.1:${port}`,
    messages,
    async link(to, count = 1) {
      while (of(to).length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      const [link] = /https?:\/\/\S+/.exec(of(to).at(-1)?.text ?? '') ?? [];
      if (link === undefined) throw new Error(`There is no address in the message to ${to}.`);
      return link;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
