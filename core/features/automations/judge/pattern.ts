/** `*` stands for anything, `?` for one character. No regular expression: a pattern in a rule must not keep a worker busy. */
export function matchesPattern(text: string, pattern: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  let position = 0;
  while (position < text.length) {
    if (at < pattern.length && (pattern[at] === '?' || (pattern[at] === text[position] && pattern[at] !== '*'))) {
      at += 1;
      position += 1;
    } else if (pattern[at] === '*') {
      star = at;
      resume = position;
      at += 1;
    } else if (star >= 0) {
      // The star takes one character more.
      at = star + 1;
      resume += 1;
      position = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
