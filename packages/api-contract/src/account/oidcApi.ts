import type { Descriptions } from '../description.js';
import { optionalFields } from '../schema/shapes.js';
import { text } from '../schema/values.js';

const PARAMS = { provider: 'Id of the provider, as in `GET /api/0/sign-in-options`.' };

const parameter = text(4_096);

/** Operations. */
export const oidcApi = {
  begin: {
    scope: 'anyone',
    method: 'get',
    path: '/oidc/{provider}/start',
    tag: 'Account',
    summary: 'Sign in at a provider',
    description: 'Redirects the browser to the provider.',
    params: PARAMS,
    isRedirect: true,
    isUnlimited: true,
  },
  finish: {
    scope: 'anyone',
    method: 'get',
    path: '/oidc/{provider}/callback',
    tag: 'Account',
    summary: 'Return from a provider',
    description: 'Signs in and redirects to the dashboard, or to `/sign-in?error=<code>`.',
    params: PARAMS,
    query: optionalFields({
      code: parameter,
      state: parameter,
      iss: parameter,
      error: parameter,
      error_description: parameter,
    }),
    // RFC 6749, 4.1.2: providers add their own.
    ignoresUnknown: true,
    isRedirect: true,
    isUnlimited: true,
  },
} as const satisfies Descriptions;
