type Key = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'isComposing'>;

/** Returns a text after a key, as a field would have it; `undefined` for a key that changes no text. */
export function typedText(text: string, { key, metaKey, ctrlKey, altKey, isComposing }: Key): string | undefined {
  if (metaKey || ctrlKey || altKey || isComposing) return undefined;
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('');
  return Array.from(key).length === 1 ? text + key : undefined;
}
