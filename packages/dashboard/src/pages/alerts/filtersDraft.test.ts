import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countFilters, filtersToDraft, filtersToWire, type ExceptionLevel } from './filtersDraft';

const line = fc.stringMatching(/^[a-z0-9*?]([a-z0-9 =:/*]{0,20}[a-z0-9=:/*])?$/);
const lines = fc.array(line, { minLength: 1, maxLength: 5 });
const filters = fc.record(
  {
    levels: fc.uniqueArray(fc.constantFrom<ExceptionLevel>('fatal', 'error', 'warning', 'info'), { minLength: 1 }),
    environments: lines,
    releases: lines,
    urls: lines,
    tags: fc.array(fc.record({ key: fc.stringMatching(/^[a-z]{1,9}$/), value: line }), { minLength: 1 }),
  },
  { requiredKeys: [] },
);

test('the form of filters describes the filters that it was made of', () => {
  fc.assert(
    fc.property(filters, (wire) => {
      expect(filtersToWire(filtersToDraft(wire))).toEqual(wire);
      expect(countFilters(filtersToDraft(wire))).toBe(Object.keys(wire).length);
    }),
  );
});

test('empty lines and blanks are no filter', () => {
  const empty = filtersToDraft({});
  expect(filtersToWire({ ...empty, environments: ' \n\n', tags: '  ' })).toEqual({});
  expect(filtersToWire({ ...empty, environments: '\n production \n' })).toEqual({ environments: ['production'] });
});

test('a tag without a value is sent, so that the API names the field', () => {
  expect(filtersToWire({ ...filtersToDraft({}), tags: 'plan\nplan = pro=1' })).toEqual({
    tags: [
      { key: 'plan', value: '' },
      { key: 'plan', value: 'pro=1' },
    ],
  });
});
