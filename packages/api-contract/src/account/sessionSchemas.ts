import { ROLES } from '@sluice/contract';
import { named, object, listOf, described, nullable } from '../schema/shapes.js';
import { text, oneOf, count, time, id, boolean } from '../schema/values.js';

/** Schema of the signed-in user. */
export const userSchema = named(
  'Account',
  object({ id, email: text(), name: text(), hasPassword: boolean, hasTotp: boolean }),
);

/** Schema of a session with everything that the dashboard needs at first. */
export const sessionSchema = named(
  'CurrentSession',
  object({
    user: userSchema,
    organizations: listOf(
      object({ slug: text(), role: oneOf(...ROLES), projects: described(listOf(text()), 'Slugs; at most 1,000.') }),
    ),
    organizationsLeft: described(count, 'How many organizations the user may still create.'),
    organizationsRefusal: described(
      nullable(oneOf('operators_only', 'unverified_email', 'too_many_organizations')),
      'Why the user may create none: the code with which `POST /organizations` refuses; null if some are left.',
    ),
    csrfToken: described(text(), 'Value of the header `X-CSRF-Token` of requests that change something.'),
    expiresAt: described(time, 'When the session ends, however often it is used.'),
  }),
);
