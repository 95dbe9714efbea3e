import { ApiError } from '@sluice/management';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { openBody, type BodyBounds } from './openBody.js';

/** Most parts of a form, those that are ignored included. */
const MAX_PARTS = 20;
const LONGEST_NAME = 200;
const MAX_HEADERS = 20;

/** How a form is read. */
export interface FormRules {
  readonly bounds: BodyBounds;
  /** Most bytes of a part that is no file. */
  readonly fieldBytes: number;
  /** Most bytes of a file, inclusive; one more is a 422 `too_large`. */
  readonly fileBytes: number;
  /** Whether a file is kept; the others are read over and written nowhere. What it throws refuses the form. */
  readonly keeps: (name: string) => boolean;
  /** Where files go that are kept. */
  readonly storage?: StorageEngine;
  /** The code of a part that is wrong: `invalid_part`. */
  readonly code: string;
}

/** Parts that are no files, by name: text, or something else where a part was sent more than once. */
export type FormFields = Readonly<Record<string, unknown>>;

/**
 * Reads a form (`multipart/form-data`) to its end. Throws an `ApiError`: 400 `bad_multipart` and `too_many_parts`, 422
 * for a part that is too long, what the rules say. Whatever it throws, the rest of the body is left unread.
 */
export async function readForm(request: Request, response: Response, rules: FormRules): Promise<FormFields> {
  const body = openBody(request, response, rules.bounds);
  const parse = multer({
    ...(rules.storage === undefined ? {} : { storage: rules.storage }),
    defParamCharset: 'utf8',
    limits: {
      fieldNameSize: LONGEST_NAME,
      fieldSize: rules.fieldBytes,
      fields: MAX_PARTS,
      fileSize: rules.fileBytes,
      files: MAX_PARTS,
      parts: MAX_PARTS,
      headerPairs: MAX_HEADERS,
    },
    fileFilter: (_request, file, decide) => {
      try {
        decide(null, rules.keeps(file.fieldname));
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
  // Without any body there is nothing that multer would look at.
  if (form.body === undefined) throw BROKEN;
  return form.body as FormFields;
}

const BROKEN = new ApiError(400, 'bad_multipart', 'The body is not a whole multipart/form-data form.');

/** What is answered for an error of multer, of the parser below it, or of the body. */
function refusalOf(error: unknown, { code, fieldBytes, fileBytes }: FormRules): Error {
  if (error instanceof ApiError) return error;
  if (error instanceof MulterError) {
    switch (error.code) {
      case 'LIMIT_PART_COUNT':
      case 'LIMIT_FIELD_COUNT':
      case 'LIMIT_FILE_COUNT':
        return new ApiError(400, 'too_many_parts', `The form may have ${MAX_PARTS} parts.`);
      case 'LIMIT_FILE_SIZE':
        return new ApiError(422, 'too_large', `The file may have ${fileBytes} bytes.`);
      case 'LIMIT_FIELD_VALUE':
        return new ApiError(422, code, `The part ${error.field ?? ''} may have ${fieldBytes} bytes.`);
      default:
        return BROKEN;
    }
  }
  // What the disk says has a code; what the parser says of the form has none.
  return error instanceof Error && 'syscall' in error ? error : BROKEN;
}

const FORM = /^multipart\/form-data *(?:;|$)/i;

/** Whether a request says that it is a form. */
export const isForm = ({ headers }: Request): boolean => FORM.test(headers['content-type'] ?? '');

/** @throws ApiError 415 if the body is compressed, because its decompressed size is not limited */
export function refuseCompressed({ headers }: Request): void {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new ApiError(415, 'unsupported_type', 'The body must not be compressed.');
  }
}
