import type { Request, Response } from 'express';
import { validateBody } from '../request/validateBody.js';
import type { ObjectSchema } from '@sluice/api-contract';
import { readJsonBody } from './readJsonBody.js';

/** Reads and validates the JSON body of an operation; `undefined` if it has none. @throws ApiError */
export async function readRequestBody(
  { body: schema }: { readonly body?: ObjectSchema },
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<unknown> {
  if (schema === undefined) return undefined;
  const body = await readJsonBody(request, response);
  await validateBody(body, schema);
  return body;
}
