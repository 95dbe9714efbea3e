/** Styles text for a terminal; functions return the text unchanged if colors are off. */
export interface Style {
  /** Width of the terminal; `undefined` if stdout is not a terminal, so that nothing is truncated. */
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

/** Creates a style. @param width width of the terminal, `undefined` for unlimited */
export function createStyle(colors: boolean, width?: number): Style {
  const paint =
    (on: number, off: number) =>
    (text: string): string =>
      colors ? `\u001b[${on}m${text}\u001b[${off}m` : text;
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

/** Whether to use colors: stdout is a terminal, `NO_COLOR` is not set and `TERM` is not `dumb`. */
export function wantsColours(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
