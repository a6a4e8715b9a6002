import type { Log, LogFields } from '../../core/ports/log.ts';

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

const ranks: { readonly [L in LogLevel]: number } = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  off: 4,
};

/** Never logged: our keys, bearer tokens, tokens and passwords in addresses. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\bak_[0-9a-f]{8,}/g, 'ak_***'],
  [/\b(bearer\s+)[\w.~+/=-]{8,}/gi, '$1***'],
  [
    /\b(access_token|api_?key|appsecret_proof|client_secret|token|password|signature)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi,
    '$1$2***',
  ],
  [/:\/\/[^\s/@]+@/g, '://***@'],
];

/**
 * One line of JSON per event, with time and level.
 *
 * @param write takes a line without its break; default: standard error, which leaves standard
 * output to answers
 */
export function createJsonLog(
  level: LogLevel = 'info',
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Log {
  const at =
    (each: Exclude<LogLevel, 'off'>) =>
    (event: string, fields: LogFields = {}): void => {
      if (ranks[each] < ranks[level]) return;
      try {
        write(
          JSON.stringify({
            time: new Date().toISOString(),
            level: each,
            event,
            ...stricken(fields),
          }),
        );
      } catch {
        // A line that cannot be written is lost; the work goes on.
      }
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const stricken = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? secrets.reduce((text, [pattern, to]) => text.replace(pattern, to), value)
        : value,
    ]),
  );
