import type { Place } from '@sluice/db';
import type { Request, Response } from 'express';

/** A request that is allowed, and whose body was not read yet. */
export interface IncomingBody {
  readonly request: Request;
  readonly response: Response;
  /** What the token may see and the address names. */
  readonly place: Place;
}
