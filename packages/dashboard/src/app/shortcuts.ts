/** Event of the document that opens the list of keys. */
export const SHORTCUTS_EVENT = 'sluice:shortcuts';

/** Opens the list of keys. */
export const openShortcuts = (): void => void document.dispatchEvent(new Event(SHORTCUTS_EVENT));
