import { findCredentials, type Credentials } from '../sql/credentials.js';
import { foldEmail, hasSignedInFrom, type Database, type User } from '@sluice/db';
import { ApiError } from '@sluice/management';
import type { Passwords } from '../passwords/createPasswords.js';
import type { SignInThrottle } from './createSignInThrottle.js';
import { consumeCode } from './oneTimeCodes.js';
import { throttled } from './throttled.js';

/** Dependencies of the sign-in. */
export interface SignInDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
}

/** What a user enters, and where. */
export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** One-time code or recovery code. */
  readonly code?: string | undefined;
  /** See `subscriberNetwork`. */
  readonly network: string;
  readonly nowMs: number;
}

/**
 * Returns the user whose password and code these are. Unknown and disabled users, users without a password and wrong passwords
 * get the same response after the same work.
 * @throws ApiError 401 `invalid_credentials`, `code_required` or `invalid_code`; 429
 */
export async function signIn({ db, passwords, throttle }: SignInDeps, request: SignInRequest): Promise<User> {
  const email = foldEmail(request.email);
  const { network } = request;
  return throttled(throttle, { email, network, isKnown: () => hasSignedInFrom(db, email, network) }, async () => {
    const credentials = await findCredentials(db, { email });
    const isSame = await passwords.verify(credentials?.passwordHash ?? null, request.password, network);
    if (credentials === undefined || !isSame) throw INVALID;
    await assertCode(db, credentials, request);
    return credentials.user;
  });
}

/** Requires the code of a user with one-time codes. @throws ApiError 401 */
export async function assertCode(
  db: Database,
  credentials: Credentials,
  { code = '', nowMs }: Pick<SignInRequest, 'code' | 'nowMs'>,
): Promise<void> {
  if (credentials.totpSecret === null) return;
  if (code === '') throw CODE_REQUIRED;
  if (!(await consumeCode(db, credentials, code, nowMs))) throw INVALID_CODE;
}

const INVALID = new ApiError(401, 'invalid_credentials', 'The email address or the password is wrong.');
const CODE_REQUIRED = new ApiError(401, 'code_required', 'This account needs the code of the authenticator app.');
const INVALID_CODE = new ApiError(401, 'invalid_code', 'The code is wrong, has expired or was used before.');
