import { hash } from 'node:crypto';

/** 32 hex digits, or the same with the dashes of a UUID. */
const ID = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** Returns an id in lower case without dashes; `undefined` if the value is not one. */
export const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value.replaceAll('-', '').toLowerCase() : undefined;

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Returns an id in lower case with the dashes of a UUID; `undefined` if the value is not one. */
export const readUuid = (value: unknown): string | undefined => readId(value)?.replace(UUID_PARTS, '$1-$2-$3-$4-$5');

/** Returns the id of an event that has none: the same for the same bytes. */
export const idOfBytes = (bytes: Uint8Array | string): string => hash('sha256', bytes).slice(0, 32);
