const listeners = new Set<(projectId: string) => void>();

/** Calls `listener` with each project whose source maps this process has changed, until the returned function is called. */
export function onSourceMapChange(listener: (projectId: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Makes every resolver of this process ask anew what is stored for a project: call it after the change is committed. Other
 * processes see the change within `cacheTtlMs` without a message.
 */
export function announceSourceMapChange(projectId: string): void {
  for (const listener of listeners) listener(projectId);
}
