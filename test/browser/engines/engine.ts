/** A browser with one tab. */
export interface Engine {
  /** Navigates to a URL; resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page; returns its JSON value and awaits promises. */
  run<T = unknown>(expression: string): Promise<T>;
  stop(): Promise<void>;
}

/** The body of a WebDriver script that returns what an expression evaluates to. */
export const scriptOf = (expression: string): string => `return (${expression});`;
