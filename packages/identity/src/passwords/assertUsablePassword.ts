import { PASSWORD_LENGTH } from '@sluice/contract';
import { ApiError } from '@sluice/management';

/** Checks a new password. @throws ApiError 422 `weak_password` */
export function assertUsablePassword(password: string, email: string): void {
  const length = Array.from(password).length;
  const problem =
    length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max
      ? `must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`
      : new Set(password).size < 4
        ? 'must have at least four different characters'
        : password.toLowerCase().includes(email)
          ? 'must not contain the email address'
          : undefined;
  if (problem !== undefined) throw new ApiError(422, 'weak_password', `The password ${problem}.`);
}
