let last: string | undefined;

/** Remembers the issue that was opened last, so that the list marks it when a reader comes back. */
export const rememberIssue = (id: string): void => {
  last = id;
};

/** Returns the id of the issue that was opened last, since the dashboard was loaded. */
export const lastIssue = (): string | undefined => last;
