/** `JSON.stringify` as if arrays had no `toJSON`: the one of Prototype.js returns text, which would be quoted again. */
export function stringify(value: unknown, space?: number): string {
  const { prototype } = Array;
  const toJson = Object.getOwnPropertyDescriptor(prototype, 'toJSON');
  if (toJson) Reflect.deleteProperty(prototype, 'toJSON');
  try {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- a `toJSON` may return nothing
    return JSON.stringify(value, null, space) ?? 'null';
  } finally {
    if (toJson) Object.defineProperty(prototype, 'toJSON', toJson);
  }
}
