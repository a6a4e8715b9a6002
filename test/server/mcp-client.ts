import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** What the person answers to a form; absent: the client shows none. */
export type Person = (message: string) => {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: { [name: string]: boolean };
};

export interface McpOptions {
  readonly person?: Person | undefined;
  /** The protocol before the present one. */
  readonly old?: boolean;
}

/** The official client, with a person in front of it or without. */
export function mcpClient({ person, old = false }: McpOptions = {}): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
      ...(!old && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', async (request) =>
      person(String(request.params.message)),
    );
  return client;
}

/** It talks to the app as it is, without a socket. */
export async function connectOver(
  fetchApp: (url: string, init: RequestInit) => Promise<Response>,
  key: string,
  options: McpOptions = {},
): Promise<Client> {
  const client = mcpClient(options);
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
    fetch: (url, init) => fetchApp(String(url), init ?? {}),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
export type Content = any;

/** What a tool answered, as programs read it: a refusal is its text alone. */
export async function call(client: Client, name: string, input: object = {}): Promise<Content> {
  const { structuredContent, isError, content } = await client.callTool({
    name,
    arguments: { ...input },
  });
  const text = (content as Content)[0]?.text;
  return {
    ...((structuredContent ?? parsed(text)) as object),
    isError: isError === true,
    text,
    links: content,
  };
}

/** What the protocol itself refuses is a sentence. */
export function parsed(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
