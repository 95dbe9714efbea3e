import type { ErrorObject } from 'ajv';
import type { EventType } from '../eventTypes.js';
import { LIMITS } from '../limits.js';
import { isValidPayload } from './validators.js';

/** A problem of an event. */
export interface ValidationIssue {
  /** Path of the wrong field, such as `payload.uuid`; absent where the event as a whole is wrong. */
  readonly field?: string;
  /** Goes on from the field or the event: `is required`. */
  readonly message: string;
}

/** Returns the first problem of a payload according to its type's schema; `undefined` if it is valid. */
export function findPayloadIssue(type: EventType, payload: unknown): ValidationIssue | undefined {
  const isValid = isValidPayload[type];
  if (isValid(payload)) return undefined;
  const error = isValid.lastError();
  return error === undefined ? undefined : issueOf(error);
}

/** Implementation of the formats in the schemas. */
const FORMATS: Readonly<Record<string, string>> = {
  identifier: `must be 1 to ${LIMITS.maxIdentifier} characters long`,
  timestamp: 'must be an ISO 8601 date and time',
};

function issueOf({ instancePath, keyword, params, message }: ErrorObject): ValidationIssue {
  const field = `payload${instancePath.replaceAll('/', '.')}`;
  const given = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return { field: `${field}.${String(given['missingProperty'])}`, message: 'is required' };
    case 'type':
      return { field, message: `must be of type ${[given['type']].flat().join(' or ')}` };
    case 'enum':
      return { field, message: `must be one of ${[given['allowedValues']].flat().join(', ')}` };
    case 'format':
      return { field, message: FORMATS[String(given['format'])] ?? 'has the wrong format' };
    default:
      return { field, message: message ?? 'is not valid' };
  }
}
