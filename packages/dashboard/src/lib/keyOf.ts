type Keys = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>;

/** Returns the name of what was pressed: `j`, `?`, `Enter`, and `mod+k` for ⌘K and Ctrl K. Shift is in the key itself. */
export function keyOf({ key, metaKey, ctrlKey, altKey }: Keys): string {
  const name = key.length === 1 && (metaKey || ctrlKey) ? key.toLowerCase() : key;
  return `${altKey ? 'alt+' : ''}${metaKey || ctrlKey ? 'mod+' : ''}${name}`;
}
