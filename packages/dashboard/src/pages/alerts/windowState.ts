/** Whether a maintenance window is open. */
export type WindowState = 'now' | 'planned' | 'over';

/** Returns whether a window is open; its end is not part of it. */
export function windowState({ from, to }: { readonly from: string; readonly to: string }, nowMs: number): WindowState {
  if (Date.parse(to) <= nowMs) return 'over';
  return Date.parse(from) <= nowMs ? 'now' : 'planned';
}
