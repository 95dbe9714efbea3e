/** A call in a stack of a language other than JavaScript. */
export interface LanguageCall {
  /** Empty if it is not printed. */
  readonly file: string;
  readonly function: string;
  /** The class or package; empty if it is not printed. */
  readonly module: string;
  readonly line: number | null;
  /** False for the standard library and folders of packages. */
  readonly inApp: boolean;
  /** The source line, if it is printed. */
  readonly source?: string;
}

/** Reads the lines of a stack into calls, newest first; leaves out causes. Never throws; takes linear time. */
export type ParseLanguage = (lines: readonly string[]) => readonly LanguageCall[];

const DIGITS = /^\d{1,9}$/;

/** Returns a line number; `null` for anything but digits, and for 0. */
export const lineOf = (text: string): number | null => (DIGITS.test(text) && Number(text) > 0 ? Number(text) : null);

/** Splits a text at the last occurrence of a separator; the first part is empty if there is none. */
export function splitLast(text: string, separator: string): readonly [string, string] {
  const at = text.lastIndexOf(separator);
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** Returns what follows the last item that passes; everything if none does. */
export function afterLast<Item>(items: readonly Item[], passes: (item: Item) => boolean): readonly Item[] {
  const followed = items.map(passes).lastIndexOf(true);
  return items.slice(followed + 1);
}
