/** Speaks to the person who builds. */
export interface Reporter {
  /** Something is not as it should be. The same sentence is printed once. */
  warn(sentence: string): void;
  info(sentence: string): void;
  /** Only where the option `debug` is set. */
  debug(sentence: string): void;
}

/** Writes lines that begin with `sluice: `; nothing at all where `silent` is set. */
export function createReporter(
  { silent = false, debug = false }: { readonly silent?: boolean | undefined; readonly debug?: boolean | undefined },
  write: (text: string) => void,
): Reporter {
  const said = new Set<string>();
  const print = (line: string): void => {
    if (!silent) write(`sluice: ${line}\n`);
  };
  return {
    warn(sentence) {
      if (said.has(sentence)) return;
      said.add(sentence);
      print(`warning: ${sentence}`);
    },
    info: print,
    debug(sentence) {
      if (debug) print(sentence);
    },
  };
}
