/** What was measured of a page so far: numbers are vitals by their names, texts are contexts that say what they come from. */
export type Measured = Readonly<Record<string, number | string | undefined>>;

/** Tells of what was measured, where a number changed since the last time. */
export type Report = (measured: Measured) => void;
