import type { Place } from '@sluice/db';
import type { Request, Response } from 'express';

/** An authorized request whose body is not read yet. */
export interface AuthorizedRequest {
  readonly request: Request;
  readonly response: Response;
  /** Organization and project of the request. */
  readonly access: Place;
}
