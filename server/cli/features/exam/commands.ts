import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, text, UsageFault } from '../../base/command.ts';
import type { Paper } from './exam.ts';

const exam: Command = {
  name: 'exam',
  summary: 'Put an agent before simulated platforms with faults, and mark what it did',
  usage: "--agent 'COMMAND' [--minutes 5]",
  notes: [
    'COMMAND runs in a shell once for each task, with the task in EXAM_TASK and on standard input.',
    'It finds the service in SLIPWAY_URL and SLIPWAY_KEY (slipway mcp), in EXAM_MCP_URL, or in the file EXAM_MCP_CONFIG.',
    'EXAM_PAPER holds the same for programs, as JSON. A person who reads nothing approves every plan: only the agent’s care counts.',
    'Marks are given by what the simulated platforms hold afterwards. Nothing reaches a platform.',
  ],
  examples: [
    `slipway exam --agent 'claude -p "$EXAM_TASK" --mcp-config "$EXAM_MCP_CONFIG" --allowedTools "mcp__slipway__*"'`,
    `slipway exam --agent 'python my_agent.py' --json`,
  ],
  flags: {
    agent: { type: 'string', what: 'The command of the agent' },
    minutes: { type: 'string', what: 'How long one task may take (5)' },
  },
  async run({ flags, env, screen }) {
    const command = text(flags.agent);
    if (command === undefined)
      throw new UsageFault("Which agent? For example: slipway exam --agent 'python my_agent.py'");
    const minutes = Number(text(flags.minutes) ?? '5');
    if (!(minutes > 0 && minutes <= 60))
      throw new UsageFault('--minutes must be a number from 1 to 60.');
    const { openHall } = await import('./hall.ts');
    const { examine } = await import('./exam.ts');
    const { marksOf, reportOf } = await import('./marks.ts');
    const hall = await openHall();
    try {
      const agent = (paper: Paper) => runAgent(command, paper, { env, minutes });
      const answered = await examine(hall, agent, (id) => screen.draw(`  ${id} …`, id));
      screen.settle();
      for (const line of reportOf(answered)) screen.say(line);
      return screen.tell({ success: true, marks: marksOf(answered), tasks: answered });
    } finally {
      await hall.close();
    }
  },
};

type Env = { readonly [name: string]: string | undefined };

/** Throws where the agent ends with another code than 0, or takes too long. */
async function runAgent(
  command: string,
  paper: Paper,
  { env, minutes }: { readonly env: Env; readonly minutes: number },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-exam-'));
  const config = join(folder, 'mcp.json');
  const { url, key, text: task } = paper;
  const server = { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  await writeFile(config, JSON.stringify({ mcpServers: { slipway: server } }));
  const own = {
    SLIPWAY_URL: url,
    SLIPWAY_KEY: key,
    EXAM_MCP_URL: server.url,
    EXAM_MCP_CONFIG: config,
    EXAM_TASK: task,
    EXAM_PAPER: JSON.stringify(paper),
  };
  const child = spawn(command, {
    shell: true,
    env: { ...env, ...own } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(task);
  const timer = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
  try {
    const code = await new Promise<number | null>((resolve, reject) =>
      child.on('error', reject).on('close', resolve),
    );
    if (code !== 0)
      throw new Error(
        code === null ? 'the agent took too long' : `the agent ended with code ${code}`,
      );
  } finally {
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  }
}

export const commands: readonly Command[] = [exam];
