type Values = Readonly<Record<string, unknown>> | null;

/** A value that a change recorded. */
export interface ChangedValue {
  readonly name: string;
  /** `undefined` if there was no value before: something was created. */
  readonly from: string | undefined;
  readonly to: string;
}

const LONGEST = 120;

const isNone = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns a recorded value as text, cut if it is long: lists as their entries, what is not set as `none`. */
function valueText(value: unknown): string {
  if (isNone(value)) return 'none';
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.every((entry) => typeof entry === 'string')
        ? value.join(', ') || 'empty'
        : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** Returns the values that an entry of the audit log records, by name, before and after; without those that were never set. */
export const changedValues = (before: Values, after: Values): readonly ChangedValue[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !isNone(before?.[name]) || !isNone(after?.[name]))
    .map((name) => ({
      name,
      from: before === null || before[name] === undefined ? undefined : valueText(before[name]),
      to: valueText(after?.[name]),
    }));
