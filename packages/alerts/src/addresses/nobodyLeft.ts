/** Why a destination `email` is paused of which no address gets alerts. The first one that confirms ends it. */
export const NOBODY_LEFT = 'no address has confirmed that it wants alerts';

/** The same, when the last one unsubscribed. */
export const EVERYBODY_LEFT = 'every address unsubscribed';

/** Whether a destination is paused because no address gets alerts. */
export const isNobodyLeft = (reason: string | null): boolean => reason === NOBODY_LEFT || reason === EVERYBODY_LEFT;
