/** Reason for the pause of a destination `email` none of whose addresses gets alerts. The first address that confirms ends it. */
export const NOBODY_LEFT = 'no address has confirmed that it wants alerts';

/** Reason for the pause after the last address unsubscribed. */
export const EVERYBODY_LEFT = 'every address unsubscribed';

/** Whether a destination is paused because no address gets alerts. */
export const isNobodyLeft = (reason: string | null): boolean => reason === NOBODY_LEFT || reason === EVERYBODY_LEFT;
