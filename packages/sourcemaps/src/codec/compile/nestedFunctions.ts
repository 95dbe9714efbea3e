/** From here on (line 1-based, column 0-based, of the original source) the code is of this function; `null`: of none. */
export type BreakPoint = readonly [line: number, column: number, name: string | null];

interface Place {
  /** 1-based. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
}

interface OpenFunction {
  readonly name: string | null;
  /** The first place behind it, where that is known when it begins. */
  readonly end: Place | undefined;
}

/** Makes break points of functions within functions, which come in the order of their begins and ends. */
export class NestedFunctions {
  readonly #points: BreakPoint[] = [];
  readonly #open: OpenFunction[] = [];

  /** @param most points that are kept */
  constructor(private readonly most: number) {}

  /** In order; `undefined` where there were too many. */
  get points(): readonly BreakPoint[] | undefined {
    return this.#points.length > this.most ? undefined : this.#points;
  }

  open(line: number, column: number, name: string | null, end?: Place): void {
    if (this.#open.length > this.most) return;
    this.#open.push({ name, end });
    this.#add(line, column, name);
  }

  /** Ends the innermost open function: what follows is of the one around it. */
  close(line: number, column: number): void {
    this.#open.pop();
    this.#add(line, column, this.innermost);
  }

  /** Ends those that end before a place or there. */
  closeBefore(line: number, column: number): void {
    for (let last = this.#open.at(-1)?.end; last !== undefined; last = this.#open.at(-1)?.end) {
      if (last.line > line || (last.line === line && last.column > column)) return;
      this.close(last.line, last.column);
    }
  }

  /** Name of the innermost open function; `null` if there is none or it is unnamed. */
  get innermost(): string | null {
    return this.#open.at(-1)?.name ?? null;
  }

  /** Places never go back: what would is of a document that is not in order. */
  #add(line: number, column: number, name: string | null): void {
    if (this.#points.length > this.most) return;
    const [lastLine, lastColumn] = this.#points.at(-1) ?? [0, 0];
    const isBehind = line > lastLine || (line === lastLine && column >= lastColumn);
    this.#points.push(isBehind ? [line, column, name] : [lastLine, lastColumn, name]);
  }
}
