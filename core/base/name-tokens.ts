import type { Fault } from './errors.ts';
import { nearestName } from './schema/unknown-fields.ts';
import { dayAt, weekOf } from './time/days.ts';

/**
 * Values of the tokens in ad names, expanded in core so that sheet, API and preview agree.
 * `{{batch}}` and `{{id}}` are known only after submitting; a plan leaves them.
 */
interface NameFacts {
  /** The ad's first media, with its ending. */
  readonly filename?: string;
  /** From 1. */
  readonly index: number;
  /** Milliseconds, and the IANA zone of the day. */
  readonly now: number;
  readonly timezone: string;
  readonly adSetName: string;
  readonly batch?: string;
  readonly id?: number;
}

const TOKEN = /\{\{([^{}]*)\}\}/g;

const KNOWN = ['filename', 'filetype', 'index', 'date', 'adset.name', 'batch', 'id'];

const MOST_FAULTS = 10;

export function nameFaults(pattern: string, path: string): Fault[] {
  const faults: Fault[] = [];
  for (const token of new Set(tokensOf(pattern))) {
    if (isKnown(token)) continue;
    if (faults.length === MOST_FAULTS) break;
    const near = nearestName(splitToken(token)[0], KNOWN);
    faults.push({
      path,
      code: 'unknown_token',
      message: `{{${token.slice(0, 60)}}} is not a token.${near === undefined ? '' : ` Did you mean {{${near}}}?`} Known: ${KNOWN.map((name) => `{{${name}}}`).join(' ')}, {{index:03}}, {{date:ww-yy}}.`,
    });
  }
  return faults;
}

function isKnown(token: string): boolean {
  const [name = '', format] = splitToken(token);
  if (format === undefined) return KNOWN.includes(name);
  if (name === 'index') return /^0\d{1,2}$/.test(format);
  return (
    name === 'date' &&
    /(yyyy|yy|MM|dd|ww)/.test(format) &&
    !/[A-Za-z]/.test(format.replace(/yyyy|yy|MM|dd|ww/g, ''))
  );
}

export const usesToken = (pattern: string, name: string): boolean =>
  tokensOf(pattern).some((token) => splitToken(token)[0] === name);

export function expandName(pattern: string, facts: NameFacts): string {
  return pattern.replace(TOKEN, (whole, token: string) => {
    const [name, format] = splitToken(token);
    switch (name) {
      case 'filename':
        return facts.filename?.replace(/\.[^.]*$/, '') ?? '';
      case 'filetype':
        return /\.([^.]+)$/.exec(facts.filename ?? '')?.[1]?.toLowerCase() ?? '';
      case 'index':
        return String(facts.index).padStart(format === undefined ? 0 : Number(format), '0');
      case 'date':
        return formatDay(facts.now, facts.timezone, format ?? 'yyyy-MM-dd');
      case 'adset.name':
        return facts.adSetName;
      case 'batch':
        return facts.batch ?? whole;
      case 'id':
        return facts.id === undefined ? whole : String(facts.id);
      default:
        return whole;
    }
  });
}

export const hasTokens = (pattern: string): boolean => pattern.includes('{{');

function tokensOf(pattern: string): string[] {
  if (!hasTokens(pattern)) return [];
  return (pattern.match(TOKEN) ?? []).map((token) => token.slice(2, -2).trim());
}

function splitToken(token: string): [string, string?] {
  const colon = token.indexOf(':');
  return colon < 0 ? [token.trim()] : [token.slice(0, colon).trim(), token.slice(colon + 1).trim()];
}

/** The last one: all names of a launch ask for the same day. */
let known = { now: Number.NaN, timezone: '', parts: {} as { readonly [part: string]: string } };

function formatDay(now: number, timezone: string, format: string): string {
  if (known.now !== now || known.timezone !== timezone)
    known = { now, timezone, parts: partsOf(dayAt(now, timezone)) };
  return format.replace(/yyyy|yy|MM|dd|ww/g, (part) => known.parts[part] ?? part);
}

function partsOf(day: string): { readonly [part: string]: string } {
  const [year = '', month = '', date = ''] = day.split('-');
  return { yyyy: year, yy: year.slice(2), MM: month, dd: date, ww: weekOf(day).slice(-2) };
}
