/** Seconds for which a message waits for further firings. */
export const LINGER_S = 2;
