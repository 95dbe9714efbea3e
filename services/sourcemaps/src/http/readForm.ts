import { ApiError } from '@sluice/management';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { openBody, type BodyBounds } from './openBody.js';

/** Limit of parts of a form, including ignored ones, if the rules have none. */
const MAX_PARTS = 20;
const LONGEST_NAME = 200;
const MAX_HEADERS = 20;

/** Rules for reading a form. */
export interface FormRules {
  readonly bounds: BodyBounds;
  /** Limit of a part that is not a file, in bytes. */
  readonly fieldBytes: number;
  /** Limit of a file in bytes, inclusive; a longer one gets 422 `too_large`. */
  readonly fileBytes: number;
  /** Limit of parts of the form, including ignored ones; 20 by default. */
  readonly maxParts?: number;
  /** Whether to store a file; others are skipped. An exception refuses the form. @param filename as sent, with any path */
  readonly keeps: (name: string, filename: string) => boolean;
  /** Storage of accepted files. */
  readonly storage?: StorageEngine;
  /** Error code of a wrong part: `invalid_part`. */
  readonly code: string;
}

/** Parts that are not files, by name: text, or another value if a part was sent more than once. */
export type FormFields = Readonly<Record<string, unknown>>;

/**
 * Reads a form (`multipart/form-data`) to its end. On an error the rest of the body stays unread. @throws ApiError
 * 400 `bad_multipart` and `too_many_parts`, 422 for a part that is too long, and the errors of the rules
 */
export async function readForm(request: Request, response: Response, rules: FormRules): Promise<FormFields> {
  if (NO_BOUNDARY.test(request.headers['content-type'] ?? '')) throw BROKEN;
  const body = openBody(request, response, rules.bounds);
  const { maxParts = MAX_PARTS } = rules;
  const parse = multer({
    preservePath: true,
    ...(rules.storage === undefined ? {} : { storage: rules.storage }),
    defParamCharset: 'utf8',
    limits: {
      fieldNameSize: LONGEST_NAME,
      fieldSize: rules.fieldBytes,
      fields: maxParts,
      fileSize: rules.fileBytes,
      files: maxParts,
      parts: maxParts,
      headerPairs: MAX_HEADERS,
    },
    fileFilter: (_request, file, decide) => {
      try {
        decide(null, rules.keeps(file.fieldname, file.originalname));
      } catch (error) {
        decide(error as Error);
      }
    },
  }).any();
  const form = body as unknown as Request;
  try {
    await new Promise<void>((resolve, reject) => {
      void parse(form, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(refusalOf(error, rules));
      });
    });
  } finally {
    body.destroy();
  }
  // Without a body, multer has nothing to read.
  if (form.body === undefined) throw BROKEN;
  return form.body as FormFields;
}

/** Two hyphens alone would delimit parts, and any line of a map that begins with them would end it (RFC 2046, 5.1.1). */
const NO_BOUNDARY = /;\s*boundary\s*=\s*(?:""\s*)?(?:;|$)/i;

const BROKEN = new ApiError(400, 'bad_multipart', 'The multipart/form-data body is incomplete or malformed.');

/** Returns the response to an error of multer, of its parser, or of the body. */
function refusalOf(error: unknown, { code, fieldBytes, fileBytes, maxParts = MAX_PARTS }: FormRules): Error {
  if (error instanceof ApiError) return error;
  if (error instanceof MulterError) {
    switch (error.code) {
      case 'LIMIT_PART_COUNT':
      case 'LIMIT_FIELD_COUNT':
      case 'LIMIT_FILE_COUNT':
        return new ApiError(400, 'too_many_parts', `The form has more than ${maxParts} parts.`);
      case 'LIMIT_FILE_SIZE':
        return new ApiError(422, 'too_large', `The file exceeds the limit of ${fileBytes} bytes.`);
      case 'LIMIT_FIELD_VALUE':
        return new ApiError(422, code, `The part "${error.field ?? ''}" exceeds the limit of ${fieldBytes} bytes.`);
      default:
        return BROKEN;
    }
  }
  // Errors of the disk have a code; those of the parser do not.
  return error instanceof Error && 'syscall' in error ? error : BROKEN;
}

const FORM = /^multipart\/form-data *(?:;|$)/i;

/** Whether a request declares a form. */
export const isForm = ({ headers }: Request): boolean => FORM.test(headers['content-type'] ?? '');

/** @throws ApiError 415 if the body is compressed, because its decompressed size is not limited */
export function refuseCompressed({ headers }: Request): void {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new ApiError(415, 'unsupported_type', 'The body must not be compressed.');
  }
}

/** @throws ApiError 415 if the request cannot be an upload: not a form, or compressed */
export function assertForm(request: Request): void {
  if (!isForm(request)) throw new ApiError(415, 'unsupported_type', 'The body must be multipart/form-data.');
  refuseCompressed(request);
}
