/** A small app with one tool: how it is built, and what must have been uploaded afterwards. */
export interface Framework {
  /** As the table of the plugin's README has it, with the version. */
  readonly name: string;
  /** Exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Whether it needs a Node that is newer than what Sluice needs. */
  readonly needsNewNode?: boolean;
  /** Of the app's `package.json`, besides. */
  readonly manifest?: object;
  /** The app, by path. `cart.js` is {@link CART} wherever it is `''`. */
  readonly files: Readonly<Record<string, string>>;
  /** Run one after the other by a shell in the app's directory. */
  readonly commands: readonly string[];
  /** What the README says: each of it is in a file of the app or in a command. */
  readonly documented: readonly string[];
  /** Where the files for browsers are, and what their addresses begin with; none where there are none. */
  readonly browser?: { readonly directory: string; readonly prefix?: string };
  /** Where the files that the server runs are. */
  readonly server?: string;
  /** Files that the tool removes when it has run them, maps that it leaves of its own code. */
  readonly own?: RegExp;
}

/** The module that throws, in every app, and the line at which it does. */
export const CART = `export function priceOf(item) {
  if (item.count < 0) throw new RangeError('count of an item is ' + item.count);
  return item.price * item.count;
}
`;
export const THROWS = { text: 'count of an item is', source: /(?:^|\/)cart\.[jt]s$/, line: 2 };
