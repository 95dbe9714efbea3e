/**
 * Whether Redis refused a command because its slot moves, has moved or has no master now, or because the server still
 * loads its data. Nothing was executed; the command can be repeated a little later.
 */
export const isSlotUnavailable = (error: unknown): boolean =>
  error instanceof Error && /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|LOADING|MASTERDOWN) /.test(error.message);
