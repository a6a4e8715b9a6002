/** The words of `automations.fields`. */
export interface RuleWords {
  readonly metrics: readonly {
    readonly key: string;
    readonly label: string;
    readonly aliases: readonly string[];
  }[];
  readonly numbers: readonly string[];
  readonly attributes: readonly string[];
  readonly templates: readonly {
    readonly id: string;
    readonly title: string;
    readonly rule: object;
  }[];
}

export class CellFault extends Error {}

/** `dailyBudget` and `Daily budget` as `dailybudget`. */
export const plain = (text: string): string =>
  [...text.toLowerCase()]
    .filter((each) => (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9'))
    .join('');

interface Named<T> {
  readonly is: T;
  readonly words: number;
}

/** Looks names up by the first words of a text, the longest first. */
export function createNames<T>(entries: readonly (readonly [name: string, is: T])[]) {
  const byName = new Map(entries.map(([name, is]) => [plain(name), is]));
  return (words: readonly string[]): Named<T> | undefined => {
    for (let count = Math.min(words.length, 5); count > 0; count--) {
      const is = byName.get(plain(words.slice(0, count).join('')));
      if (is !== undefined) return { is, words: count };
    }
    return undefined;
  };
}
