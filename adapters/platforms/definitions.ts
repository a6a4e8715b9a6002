import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { definition as applovin } from './applovin/definition.ts';
import { definition as google } from './google/definition.ts';
import { definition as linkedin } from './linkedin/definition.ts';
import { definition as meta } from './meta/definition.ts';
import { definition as pinterest } from './pinterest/definition.ts';
import { definition as snapchat } from './snapchat/definition.ts';
import { definition as tiktok } from './tiktok/definition.ts';

/**
 * What is known of every platform without asking it, in the order of registry.ts, and nothing else of them: the
 * spreadsheet's script bundles this, and must not bundle what reaches a platform.
 */
export const platformDefinitions: readonly PlatformDefinition[] = [meta, tiktok, snapchat, pinterest, google, linkedin, applovin];
