import type { Token } from './tokens.js';

/** Tokens of a text, of which only so many may be looked at: each look is a step, also one that was taken before. */
export class TokenReader {
  #steps = 0;

  /** @param mostSteps behind so many steps nothing is there any more */
  constructor(
    private readonly tokens: readonly Token[],
    private readonly mostSteps: number,
  ) {}

  get count(): number {
    return this.tokens.length;
  }

  /** How many tokens were looked at; never more than may be. */
  get steps(): number {
    return this.#steps;
  }

  /** Whether something was asked for that may no longer be looked at: what was found is not to be believed. */
  get isSpent(): boolean {
    return this.#steps >= this.mostSteps;
  }

  /** `undefined` where there is none. */
  at(index: number): Token | undefined {
    if (this.isSpent) return undefined;
    this.#steps++;
    return index < 0 ? undefined : this.tokens[index];
  }
}
