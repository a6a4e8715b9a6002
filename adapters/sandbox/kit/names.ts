type Split<
  T extends string,
  Mark extends string,
  Parts = never,
> = T extends `${infer Head}${Mark}${infer Rest}` ? Split<Rest, Mark, Parts | Head> : Parts | T;

/** The words of a text. */
export const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The words of a text, each known to the compiler. */
export const choices = <const T extends string>(
  text: T,
): readonly Exclude<Split<Split<T, '\n'>, ' '>, ''>[] =>
  names(text) as readonly Exclude<Split<Split<T, '\n'>, ' '>, ''>[];
