/** Marks up text for a terminal; every function returns its text unchanged where colors are off. */
export interface Style {
  /** Columns of the terminal; `undefined` where stdout is none: then nothing is cut to fit. */
  readonly width: number | undefined;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly magenta: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** A style with colors on or off. @param width columns of the terminal, `undefined` for any width */
export function createStyle(colours: boolean, width?: number): Style {
  const paint =
    (on: number, off: number) =>
    (text: string): string =>
      colours ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    width,
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
    magenta: paint(35, 39),
    cyan: paint(36, 39),
  };
}

/** Whether to colour: a terminal, unless `NO_COLOR` is set to anything or `TERM` is `dumb`. */
export function wantsColours(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
