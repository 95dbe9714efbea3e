/** A browser with one tab. */
export interface Engine {
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression of the page, as JSON; a promise is awaited. */
  run<T = unknown>(expression: string): Promise<T>;
  stop(): Promise<void>;
}

/** The body of a WebDriver script that returns what an expression evaluates to. */
export const scriptOf = (expression: string): string => `return (${expression});`;
