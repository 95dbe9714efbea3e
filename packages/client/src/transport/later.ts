/** A timer that does not keep a process running. */
export function later(callback: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(callback, ms);
  // In browsers a timer is a number.
  (timer as Partial<NodeJS.Timeout>).unref?.();
  return timer;
}
