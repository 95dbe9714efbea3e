import { describe, expect, test } from '@jest/globals';
import { debugIdInCode, debugIdInMap } from './debugIds.js';

const [ID, OTHER] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
const inMap = (map: object): string | undefined => debugIdInMap(Buffer.from(JSON.stringify(map, null, 1)));

describe('the debug id of a map', () => {
  test.each<[string, object, string | undefined]>([
    ['in the spelling of the standard', { mappings: '', debugId: ID.toUpperCase() }, ID],
    ['in that of older tools', { debug_id: ID, mappings: '' }, ID],
    ['is ignored if it is not a UUID', { debugId: 'main' }, undefined],
    ['within a source is ignored', { sourcesContent: [null, `{"debugId":"${OTHER}"}`], debugId: ID }, ID],
    ['of a section is ignored', { sections: [{ map: { debugId: OTHER } }] }, undefined],
    ['after a name "sections" counts', { names: ['sections', 'x'], mappings: '', debug_id: ID }, ID],
    ['before sections is that of the whole', { debugId: ID, sections: [{ map: { debugId: OTHER } }] }, ID],
  ])('%s', (_name, map, expected) => expect(inMap(map)).toBe(expected));
});

describe('the debug id of a file', () => {
  test.each([
    ['is in a comment before that of the map', `f()\n//# debugId=${ID}\n//# sourceMappingURL=a.js.map`, ID],
    ['or after it', `f()\r\n//# sourceMappingURL=a.js.map\r\n//# debugId=${ID.toUpperCase()}\r\n`, ID],
    ['is the last of several', `//# debugId=${OTHER}\nf()\n//# debugId=${ID}`, ID],
    ['is not that of a library in it', `lib()\n//# debugId=${OTHER}\nf()\n//# sourceMappingURL=a.js.map`, undefined],
    ['is not a comment in a string', `f("//# debugId=${ID}")`, undefined],
  ])('%s', (_name, code, expected) => expect(debugIdInCode(code)).toBe(expected));
});
