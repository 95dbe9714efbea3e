/** A small app built with one tool: how it is built, and what the build must upload. */
export interface Framework {
  /** Name and version, as in the table of the plugin's README. */
  readonly name: string;
  /** Exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Whether it needs a newer Node than Sluice does. */
  readonly needsNewNode?: boolean;
  /** Additional fields of the app's `package.json`. */
  readonly manifest?: object;
  /** Contents of the app's files by path; an empty string stands for {@link CART}. */
  readonly files: Readonly<Record<string, string>>;
  /** Shell commands, run in order in the app's directory. */
  readonly commands: readonly string[];
  /** Excerpts of the README; each must also occur in a file of the app or in a command. */
  readonly documented: readonly string[];
  /** Directory of the files for browsers, and the prefix of their URL paths; absent if the app has none. */
  readonly browser?: { readonly directory: string; readonly prefix?: string };
  /** Directory of the files that the server runs. */
  readonly server?: string;
  /** Whether all maps of browsers are uploaded before those of servers, although the tool builds servers first. */
  readonly isBrowserFirst?: boolean;
  /** Matches files that the tool deletes after running them, and maps of the tool's own code that it keeps. */
  readonly own?: RegExp;
}

/** The module that throws, the same in every app. */
export const CART = `export function priceOf(item) {
  if (item.count < 0) throw new RangeError('count of an item is ' + item.count);
  return item.price * item.count;
}
`;
export const THROWS = { text: 'count of an item is', source: /(?:^|\/)cart\.[jt]s$/, line: 2 };
