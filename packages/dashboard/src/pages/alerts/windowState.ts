/** Whether a maintenance window is open. */
export type WindowState = 'active' | 'planned' | 'over';

interface Times {
  readonly from: string;
  readonly to: string;
}

/** Returns whether a window is open; its end is not part of it. */
export function windowState({ from, to }: Times, nowMs: number): WindowState {
  if (Date.parse(to) <= nowMs) return 'over';
  return Date.parse(from) <= nowMs ? 'active' : 'planned';
}

/** Returns when the open windows of a project end, the last one of them; `undefined`: none is open. */
export function maintenanceEnd(
  windows: readonly (Times & { readonly project: string | null })[],
  project: string,
  nowMs: number,
): Date | undefined {
  const ends = windows
    .filter((window) => [null, project].includes(window.project) && windowState(window, nowMs) === 'active')
    .map(({ to }) => Date.parse(to));
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}
