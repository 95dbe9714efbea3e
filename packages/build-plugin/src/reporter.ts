/** Prints messages for the user. */
export interface Reporter {
  /** Prints a warning; the same warning is printed once. */
  warn(sentence: string): void;
  info(sentence: string): void;
  /** Printed only with the option `debug`. */
  debug(sentence: string): void;
}

/** Creates a reporter whose lines begin with `sluice: `; it prints nothing with the option `silent`. */
export function createReporter(
  { silent = false, debug = false }: { readonly silent?: boolean | undefined; readonly debug?: boolean | undefined },
  write: (text: string) => void,
): Reporter {
  const printed = new Set<string>();
  const print = (line: string): void => {
    if (!silent) write(`sluice: ${line}\n`);
  };
  return {
    warn(sentence) {
      if (printed.has(sentence)) return;
      printed.add(sentence);
      print(`warning: ${sentence}`);
    },
    info: print,
    debug(sentence) {
      if (debug) print(sentence);
    },
  };
}
