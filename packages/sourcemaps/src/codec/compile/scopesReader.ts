import { NestedFunctions, type BreakPoint } from './nestedFunctions.js';
import { VlqReader } from './vlqReader.js';

/** Kinds of items, of those that matter; the first of generated ranges ends the original scopes. */
const ITEM = { empty: 0, scopeStart: 1, scopeEnd: 2, variables: 3 } as const;
const FLAG = { hasName: 1, hasKind: 2, isStackFrame: 4 } as const;
/** Maximum nesting of scopes; more than any tool writes. */
const DEEPEST = 10_000;

/**
 * Reads the `scopes` of a map as ECMA-426 proposes them (stage 3): a tree of original scopes for each source, then
 * generated ranges, which are left aside. What is no such text ends the reading: sources from there on have none.
 */
export class ScopesReader {
  readonly #numbers: VlqReader;
  #name = 0;
  #line = 0;
  #column = 0;
  #isEnded = false;

  /** @param nameOf of the map's names, `null` where there is no such */
  constructor(
    text: Buffer,
    private readonly nameOf: (index: number) => string | null,
  ) {
    this.#numbers = new VlqReader(text);
  }

  /** Functions of the next source. Empty where it has none, `undefined` where it has more than `most` points. */
  next(most: number): readonly BreakPoint[] | undefined {
    const functions = new NestedFunctions(most);
    /** Of each open scope, whether it is a function. */
    const scopes: boolean[] = [];
    [this.#line, this.#column] = [0, 0];
    while (!this.#isEnded) {
      const item = this.#numbers.unsigned();
      if (item === ITEM.empty && scopes.length === 0) {
        this.#numbers.skipItem();
        return [];
      }
      if (item === ITEM.scopeStart && scopes.length < DEEPEST) scopes.push(this.#start(functions));
      else if (item === ITEM.scopeEnd && scopes.length > 0) this.#end(scopes.pop() === true, functions);
      else if (item !== ITEM.variables) this.#isEnded = true;
      this.#numbers.skipItem();
      if (item === ITEM.scopeEnd && scopes.length === 0) return functions.points;
    }
    return [];
  }

  /** @returns whether it is a function */
  #start(functions: NestedFunctions): boolean {
    const flags = this.#numbers.unsigned() ?? 0;
    this.#move();
    const hasName = (flags & FLAG.hasName) !== 0;
    if (hasName) this.#name += this.#numbers.signed() ?? 0;
    const isFunction = (flags & FLAG.isStackFrame) !== 0;
    if (isFunction) functions.open(this.#line + 1, this.#column, hasName ? this.nameOf(this.#name) : null);
    return isFunction;
  }

  #end(isFunction: boolean, functions: NestedFunctions): void {
    this.#move();
    if (isFunction) functions.close(this.#line + 1, this.#column);
  }

  #move(): void {
    const [line, column] = [this.#numbers.unsigned(), this.#numbers.unsigned()];
    if (line === undefined || column === undefined) {
      this.#isEnded = true;
      return;
    }
    this.#column = line === 0 ? this.#column + column : column;
    this.#line += line;
  }
}
