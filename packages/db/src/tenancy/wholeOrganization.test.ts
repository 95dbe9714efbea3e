import { expect, test } from '@jest/globals';
import { organizationOfWhole, wholeOrganization } from './wholeOrganization.js';

test('rows about a whole organization name it, and those about a project name none', () => {
  expect(organizationOfWhole(wholeOrganization('12'))).toBe('12');
  expect(organizationOfWhole('12')).toBeUndefined();
});
