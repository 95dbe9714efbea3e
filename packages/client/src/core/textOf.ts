/** Formats a normalized value: `{id: 7, items: [1, …]}`. */
export const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(textOf).join(', ')}]`
    : value instanceof Object
      ? `{${Object.entries(value)
          .map(([key, inner]) => `${key}: ${textOf(inner)}`)
          .join(', ')}}`
      : String(value);
