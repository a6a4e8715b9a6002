import type { Command } from '../../base/command.ts';
import { callCommand } from './call.ts';
import { mcpCommand } from './mcp.ts';

export const commands: readonly Command[] = [callCommand, mcpCommand];
