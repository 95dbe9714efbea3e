import { navigationEntry } from '../navigationEntry.js';

/** Returns the loading state of the page at a time of its timeline. */
export function loadStateAt(time: number): string {
  const { domInteractive, domContentLoadedEventStart, domComplete } = navigationEntry();
  const isBefore = (end?: number): boolean => !end || time < end;
  if (isBefore(domInteractive)) return 'loading';
  if (isBefore(domContentLoadedEventStart)) return 'dom-interactive';
  return isBefore(domComplete) ? 'dom-content-loaded' : 'complete';
}
