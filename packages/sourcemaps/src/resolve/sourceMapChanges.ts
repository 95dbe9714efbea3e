const listeners = new Set<(projectId: string) => void>();

/** Calls `listener` with each project whose source maps this process has changed, until the returned function is called. */
export function onSourceMapChange(listener: (projectId: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Makes all resolvers of this process read again what is stored for a project. Call it after the commit. Other
 * processes see the change within `cacheTtlMs` without a message.
 */
export function announceSourceMapChange(projectId: string): void {
  for (const listener of listeners) listener(projectId);
}
