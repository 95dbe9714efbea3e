/** Why a destination `email` is paused none of whose addresses has confirmed. The first one that confirms resumes it. */
export const NONE_CONFIRMED = 'no address has confirmed that it wants alerts';

/** Why it is paused after its last address unsubscribed. */
export const ALL_UNSUBSCRIBED = 'every address unsubscribed';

/** Whether a destination is paused because none of its addresses gets alerts. */
export const isWithoutAddress = (reason: string | null): boolean =>
  reason === NONE_CONFIRMED || reason === ALL_UNSUBSCRIBED;
