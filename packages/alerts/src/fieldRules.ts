/** What a field may contain. */
export interface FieldRule {
  /** Ends the sentence "<field>: must be …". */
  readonly expectation: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The fields of an object by name; those with `isOptional` may be missing. */
export type FieldRules = Readonly<Record<string, FieldRule & { readonly isOptional?: boolean }>>;

/** The field may be missing. */
export const optional = (rule: FieldRule): FieldRules[string] => ({ ...rule, isOptional: true });

/** A whole number within bounds. */
export const whole = (min: number, max: number, unit = ''): FieldRule => ({
  expectation: `a whole number${unit === '' ? '' : ` of ${unit}`} from ${min} to ${max}`,
  accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
});

/** A finite number above a bound. */
export const above = (bound: number): FieldRule => ({
  expectation: `a number above ${bound}`,
  accepts: (value) => Number.isFinite(value) && Number(value) > bound,
});

/** A finite number from `min` to `max`, inclusive. */
export const between = (min: number, max: number): FieldRule => ({
  expectation: `a number from ${min} to ${max}`,
  accepts: (value) => Number.isFinite(value) && Number(value) >= min && Number(value) <= max,
});

/** A finite number. */
export const finite: FieldRule = { expectation: 'a number', accepts: (value) => Number.isFinite(value) };

/** One of a fixed set of words. */
export const word = (...words: readonly string[]): FieldRule => ({
  expectation: `one of ${words.map((one) => `"${one}"`).join(', ')}`,
  accepts: (value) => typeof value === 'string' && words.includes(value),
});

/** A text that is not blank. */
export const line = (max: number): FieldRule => ({
  expectation: `a text of 1 to ${max} characters, not blank`,
  // eslint-disable-next-line no-control-regex -- rejects control characters
  accepts: (value) => typeof value === 'string' && value.length <= max && !/^\s*$|[\0-\x1f]/.test(value),
});

/** A list without duplicates whose entries the rule accepts. */
export const listOf = (what: string, rule: FieldRule, max: number): FieldRule => ({
  expectation: `a list of up to ${max} ${what} without duplicates`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length <= max &&
    value.every(rule.accepts) &&
    new Set(value.map((one) => JSON.stringify(one))).size === value.length,
});

/** A list as {@link listOf} with at least one entry. */
export const someOf = (what: string, rule: FieldRule, max: number): FieldRule => ({
  expectation: `a list of 1 to ${max} ${what} without duplicates`,
  accepts: (value) => listOf(what, rule, max).accepts(value) && (value as readonly unknown[]).length > 0,
});

/** Whether a value is an object, and neither null nor a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns every problem of an object as a line that begins with the path of the field: `conditions[0].above: must be …`. */
export function problemsOf(value: unknown, rules: FieldRules, path: string): readonly string[] {
  if (!isObject(value)) return [`${path}: must be an object`];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(rules, name));
  const wrong = Object.entries(rules).flatMap(([name, { isOptional = false, accepts, expectation }]) => {
    const field = value[name];
    if (field === undefined && isOptional) return [];
    return accepts(field) ? [] : [`${path}.${name}: must be ${expectation}`];
  });
  const known = Object.keys(rules).join(', ');
  return [...wrong, ...unknown.slice(0, 3).map((name) => `${path}.${name.slice(0, 60)}: unknown; known: ${known}`)];
}
