import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { enclosingFunction, isReadable, type EnclosingFunction } from './enclosingFunction.js';

/** What is found at the `@@` of a text. */
function at(text: string): EnclosingFunction {
  const [before = '', after = ''] = text.split('@@');
  const lines = before.split('\n');
  const column = lines.at(-1)?.length ?? 0;
  const rest = after.split('\n');
  const around = {
    before: lines.slice(0, -1).slice(-60),
    line: `${lines.at(-1) ?? ''}${rest[0] ?? ''}`,
    after: rest.slice(1),
  };
  return enclosingFunction(around, { line: lines.length, column });
}

const NOTHING = { isKnown: false, own: null, nearest: null, isTopLevel: false };

describe('the innermost function', () => {
  test.each<[string, string]>([
    // Declarations
    ['function load() { @@boom() }', 'load'],
    ['async function load(a, { b }) {\n  @@boom()', 'load'],
    ['function* walk() { yield @@boom()', 'walk'],
    ['async function * walk() { @@boom()', 'walk'],
    ['export default function load() { @@boom()', 'load'],
    ['export default function () { @@boom()', 'default'],
    ['export default async () => { @@boom()', 'default'],
    ['function load<T extends { a: 1 }>(a: T): Promise<Map<string, { b: T }>> { @@boom()', 'load'],
    ['function load(a: number): { b: number } { @@boom()', 'load'],
    ['function load(a: unknown): a is string { @@boom()', 'load'],
    ['function load(this: Foo, a = @@boom()', 'load'],
    ['function load({ a, b: { c } }: Props) {\n  if (a) {\n    for (const x of b) { @@boom()', 'load'],
    ['function $load_1() { @@boom()', '$load_1'],
    ['function größe() { @@boom()', 'größe'],
    ['function load(\n  a: A,\n): (b: B, c: { d: E }) => void {\n  @@boom()', 'load'],
    ['function load(): readonly (A & { a: B })[] {\n  @@boom()', 'load'],
    ['function load(): { a: () => Promise<A>; b: B } {\n  @@boom()', 'load'],
    ['function load(): <T>(a: () => T) => T {\n  @@boom()', 'load'],
    ['async function load<T = unknown>(a: T) { @@boom()', 'load'],
    // Assigned
    ['const load = function () { @@boom()', 'load'],
    ['const load = function named() { @@boom()', 'named'],
    ['const load = async (a) => { @@boom()', 'load'],
    ['const load = async a => @@boom()', 'load'],
    ['const load: Loader<A, B> = (a) => { @@boom()', 'load'],
    ['const load: (a: number) => void = (a) => { @@boom()', 'load'],
    ['const load = <T,>(a: T): T => { @@boom()', 'load'],
    ['const load = async <T extends object>(a: T): Promise<T> => @@boom()', 'load'],
    ['load = () => @@boom()', 'load'],
    ['const load = (a: A): B =>\n  make<A, B | C>({ a, b: @@boom()', 'load'],
    ['foo()\nload = () => @@boom()', 'load'],
    ['exports.load = function () { @@boom()', 'load'],
    ['Cart.prototype.load = function (a) { @@boom()', 'load'],
    ["handlers['load'] = (a) => { @@boom()", 'load'],
    ['this.load = async () => @@boom()', 'load'],
    ['const api = { load: once(async () => { @@boom()', 'load'],
    ['const load = useCallback(async (a) => { @@boom()', 'load'],
    ['export const Page = React.memo(forwardRef<A, B>(function (a, b) { @@boom()', 'Page'],
    ['const a = 1, load = () => { @@boom()', 'load'],
    // Properties
    ['const api = { load: function () { @@boom()', 'load'],
    ['const api = { a: 1, load: async (a) => { @@boom()', 'load'],
    ["const api = { 'lo-ad': () => @@boom()", 'lo-ad'],
    ['const api = {\n  a,\n  load() {\n    @@boom()', 'load'],
    ['const api = { async *load() { @@boom()', 'load'],
    ["const api = { 'lo-ad'() { @@boom()", 'lo-ad'],
    ["const api = { ['load']() { @@boom()", 'load'],
    ['const api = { get total() { @@boom()', 'total'],
    // Classes
    ['class Cart {\n  load() {\n    @@boom()', 'load'],
    ['class Cart extends Base<Item> implements A, B {\n  static async load(): Promise<void> { @@boom()', 'load'],
    ['class Cart {\n  #secret() { @@boom()', '#secret'],
    ['class Cart {\n  private readonly load = async (a: A): Promise<void> => {\n    @@boom()', 'load'],
    ['class Cart {\n  load: Loader = (a) => @@boom()', 'load'],
    ['class Cart {\n  items = []\n  load = () => @@boom()', 'load'],
    ['class Cart {\n  get total(): number { @@boom()', 'total'],
    ['class Cart {\n  set total(value) { @@boom()', 'total'],
    ['class Cart {\n  constructor(private readonly a: A) {\n    @@boom()', 'new Cart'],
    ['const Cart = class extends Base {\n  constructor() { @@boom()', 'new Cart'],
    ['class Cart {\n  total = @@boom()', 'new Cart'],
    ['class Cart {\n  delete(id) { @@boom()', 'delete'],
    ['class Cart {\n  @Input() load<T>(a: Map<string, T>): void { @@boom()', 'load'],
    ['class Cart {\n  a(): void;\n  a(b?: number): void {\n  @@boom()', 'a'],
    ['class Cart {\n  a(): void\n  b(): void {\n  @@boom()', 'b'],
    ['class Cart\n{\n  load()\n  {\n    @@boom()', 'load'],
    // What has been closed is left
    ['function a() { b() }\nfunction load() { const x = () => 1; @@boom()', 'load'],
    ['function load() { function a() {}; class B { c() {} } @@boom()', 'load'],
    ['function load() {\n  const f = x => x + 1\n  @@boom()', 'load'],
    ['function load() {\n  const f = x => x\n    .map(y)\n  const g = 1\n  @@boom()', 'load'],
    ['function load() { if (a) { b } else { @@boom()', 'load'],
    ['function load() { try { a() } catch (error) { @@boom()', 'load'],
    ['function load() { switch (a) { case b(c): { @@boom()', 'load'],
    ['function load() { while (a(b)) { do { @@boom()', 'load'],
    ['function load() { for await (const a of b) { @@boom()', 'load'],
    ['function load() { label: { @@boom()', 'load'],
    ['function load() { return a ? b(c) : { d: @@boom()', 'load'],
    ['function load() { const a = { b: { c: [@@boom()', 'load'],
    // What only looks like brackets
    ["function load() { const a = '}'; @@boom()", 'load'],
    ['function load() { const a = `}${b}}`; @@boom()', 'load'],
    ['function load() { const a = `${@@boom()', 'load'],
    ['function load() { const a = /[}/]}/.test(b); @@boom()', 'load'],
    ['function load() { // }\n /* } */ @@boom()', 'load'],
    ["function Page() { return (<p className='a'>don't {a} </p>, @@boom()", 'Page'],
    ['function Page() {\n  return <div style={{ a: 1 }}>\n  it is a class of {a}\n <B c={@@boom()', 'Page'],
    // Text that begins somewhere
    ['} }\n}\nfunction load() { @@boom()', 'load'],
    [' * of a comment {\n */\nfunction load() { @@boom()', 'load'],
    ["'src/**/*.ts' }\nfunction load() { @@boom()", 'load'],
    ['text of a template {`;\nfunction load() { @@boom()', 'load'],
  ])('of %j is %s', (text, name) => {
    expect(at(text).own).toBe(name);
  });

  test.each([
    ['items.map((item) => @@boom())', null],
    ['items.map(function (item) { @@boom()', null],
    ['(function () { @@boom()', null],
    ['const result = items.map((item) => { @@boom()', null],
    ['const a = compute(() => { @@boom()', null],
    ['const a = b ? () => @@boom()', null],
    ['const a = { [key]() { @@boom()', null],
    ['function load() { items.map((item) => @@boom())', 'load'],
    ['function load() { return new Promise((resolve) => { setTimeout(function () { @@boom()', 'load'],
    ['class Cart { load() { this.items.forEach(async (a) => { @@boom()', 'load'],
    ['const api = { load: compute(async () => { @@boom()', null],
  ])('of %j has no name; the nearest one is %s', (text, nearest) => {
    expect(at(text)).toEqual({ isKnown: true, own: null, nearest, isTopLevel: false });
  });

  test.each([
    '@@boom()',
    'if (a) { @@boom()',
    'const a = { b: @@boom()',
    'function a() {}\n@@boom()',
    'a();\n\nb(@@boom()',
  ])('is none in %j', (text) => {
    expect(at(text)).toEqual({ ...NOTHING, isTopLevel: true });
  });

  test('is not known where it begins more than 60 lines back, or where the text cannot be read', () => {
    const far = `function load() {\n${'  a();\n'.repeat(60)}  @@boom()`;
    expect(at(far)).toEqual(NOTHING);
    expect(at(far.replace('  a();\n', '')).own).toBe('load');
    expect(at('function load() { /* @@boom()')).toEqual(NOTHING);
    expect(at(`function load() { ${'a();'.repeat(5_000)} @@boom()`).isTopLevel).toBe(false);
  });

  test('is never a keyword', () => {
    for (const word of ['if', 'for', 'while', 'switch', 'catch', 'with']) {
      expect(at(`} ${word} (a) { @@boom()`).own).toBeNull();
      expect(at(`function load() { ${word} (a) { @@boom()`).own).toBe('load');
    }
  });

  test('takes a bounded time, whatever the text', () => {
    const parts = [
      '{',
      '(',
      'a=>',
      'a(){',
      'a:',
      '<',
      '>',
      'function ',
      '`${',
      'class A{',
      ')',
      '}',
      'a=',
      '=>{',
      '()=>',
      '):',
      "'",
    ];
    const slowest = Math.max(
      ...parts.map((part) => {
        const line = part.repeat(1_000_000 / part.length);
        return cpuMs(() => void enclosingFunction({ before: [], line, after: [] }, { line: 1, column: line.length }));
      }),
    );
    expect(slowest).toBeLessThan(5_000);
  });
});

test('sources in other languages are not read', () => {
  expect(['a.ts', 'a.vue', 'a', null, 'a.js'].map(isReadable)).toEqual([true, true, true, true, true]);
  expect(['a.coffee', 'a.elm', 'a.rs', 'a.css'].map(isReadable)).toEqual([false, false, false, false]);
});
