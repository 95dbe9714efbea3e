/** 16 random hex characters: fast, and no secret. */
export const randomSpanId = (): string => half() + half();

const half = (): string => ((Math.random() * 2 ** 32) >>> 0).toString(16).padStart(8, '0');
