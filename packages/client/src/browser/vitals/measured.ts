/** Measurements so far: numbers are vitals by name, strings are contexts that name their source. */
export type Measured = Readonly<Record<string, number | string | undefined>>;

/** Reports measurements if a number has changed. */
export type Report = (measured: Measured) => void;
