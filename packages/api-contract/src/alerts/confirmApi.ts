import type { Descriptions } from '../description.js';
import { described, object } from '../schema/shapes.js';
import { text } from '../schema/values.js';

const PATH = '/alerts/confirm';

const query = object({ token: described(text(300), 'Of a link in an email.') });

/** What links in mails that ask for a confirmation lead to. */
export const confirmApi = {
  openPage: {
    scope: 'anyone',
    method: 'get',
    path: PATH,
    tag: 'Alerts',
    summary: 'Open the page that confirms an address',
    description: 'Redirects to the page `/confirm-address` of the dashboard, whose button confirms. Changes nothing.',
    isRedirect: true,
    query,
  },
  inspect: {
    scope: 'anyone',
    method: 'get',
    path: `${PATH}/inspect`,
    tag: 'Alerts',
    summary: 'Read what a link in an email confirms',
    description: 'Changes nothing. 404 for a token that Sluice did not make, or that is no longer valid.',
    query,
    response: object({ organization: text(), address: described(text(), 'Masked.') }),
  },
  confirm: {
    scope: 'anyone',
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Confirm that an address wants alerts',
    description:
      'No session is needed. The address gets the alerts of the organization from now on; destinations that waited for it are resumed. Repeating it changes nothing.',
    query,
  },
  confirmByForm: {
    scope: 'anyone',
    method: 'post',
    path: `${PATH}/form`,
    tag: 'Alerts',
    summary: 'Confirm an address by the form of the page',
    description:
      'What the page `/confirm-address` posts without JavaScript. Confirms, and redirects to the page, which says so.',
    isRedirect: true,
    query,
  },
} as const satisfies Descriptions;
