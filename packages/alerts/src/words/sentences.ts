// Words of conditions and rules. What a form does not know yet is an ellipsis.

/** `1,204.5`; `…` for a number that is not known yet. */
export const amountText = (value: number): string =>
  Number.isFinite(value) ? value.toLocaleString('en-US', { maximumFractionDigits: 6 }) : '…';

/** A name; `…` for an empty one. */
export const nameText = (name: string): string => (name === '' ? '…' : name);

/** `5 min`, `1 h`, `36 h`, of minutes. */
export const spanText = (minutes: number): string =>
  minutes >= 60 && minutes % 60 === 0 ? `${amountText(minutes / 60)} h` : `${amountText(minutes)} min`;

/** ` in production`; empty for all environments. */
export const placeText = (environment: string | undefined): string =>
  environment === undefined ? '' : ` in ${environment}`;

/** ` for 10 min`; empty for no duration. */
export const durationText = (minutes: number): string => (minutes === 0 ? '' : ` for ${spanText(minutes)}`);

/** `a`, `a or b`, `a, b or c`. */
export const anyOfText = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
