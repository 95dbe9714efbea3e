/** An error as caught by a page; the type is its name, or its class if that is more specific. */
interface CaughtError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/** Faults, named by their behavior; `custom` is `class CartError extends Error {}`. */
export const faults = [
  'custom',
  'customNamed',
  'customDeep',
  'derived',
  'field',
  'method',
  'getter',
  'oldConstructor',
  'callback',
  'arrow',
  'replace',
  'json',
  'evaluated',
  'functioned',
  'generator',
  'anonymousClass',
  'privateMethod',
  'bound',
  'recursion',
  'domException',
  'nullRead',
  'asynchronous',
  'event',
  'cross',
  'moduleTop',
  'emptyMessage',
  'multiline',
  'customElement',
] as const;

export type Fault = (typeof faults)[number];

export type EngineStacks = Readonly<Record<Fault, CaughtError>>;
