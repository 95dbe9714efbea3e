type Values = Readonly<Record<string, unknown>> | null;

const LONGEST = 120;

/** Returns a recorded value as text, cut if it is long. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** Returns the values that an entry of the audit log records, by name, before and after the change. */
export const changedValues = (
  before: Values,
  after: Values,
): readonly { readonly name: string; readonly from: string; readonly to: string }[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
    name,
    from: valueText(before?.[name]),
    to: valueText(after?.[name]),
  }));
