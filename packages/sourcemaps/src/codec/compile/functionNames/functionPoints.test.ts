import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { findFunctionPoints } from './functionPoints.js';
import { SourceParser } from './sourceParser.js';

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
    ['const isText = (a: unknown): a is string => @@boom(a)', 'isText'],
    ['const isOne = (a: unknown, b: B): a is { b: B } => { @@boom() }', 'isOne'],
    ['const check = (a: unknown): asserts a is string => { @@boom() }', 'check'],
    ['const check = (a: unknown): asserts a => { @@boom() }', 'check'],
    ['class Cart { isFull(): this is Full { @@boom() } }', 'isFull'],
    ['const is: (a: unknown) => a is string = (a): a is string => @@boom(a)', 'is'],
    ['list.filter((a): a is string => a !== null); function load() { @@boom() }', 'load'],
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
    // Code with errors
    ['} }\n}\nfunction load() { @@boom()', 'load'],
    [' * of a comment {\n */\nfunction load() { @@boom()', 'load'],
    ["'src/**/*.ts' }\nfunction load() { @@boom()", 'load'],
    // The former tokenizer read 60 lines at most and did not know these.
    [`function load() {\n${'  a();\n'.repeat(5_000)}  @@boom()\n}`, 'load'],
    ['const load = (() => { @@boom() })', 'load'],
    ['function run(load = () => @@boom()) {}', 'load'],
    ['const { load = () => @@boom() } = options', 'load'],
    ['class A { static async *load<T>() { if (a<b) { @@boom() } } }', 'load'],
    ['class A { static constructor() { @@boom() } }', 'constructor'],
    ['const load = async <T,>(a: T) => { await a; @@boom() };', 'load'],
  ])('of %j is %s', (text, name) => {
    expect(at(text)?.own).toBe(name);
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
    expect(at(text)).toEqual({ own: null, nearest });
  });

  test.each([
    '@@boom()',
    'if (a) { @@boom()',
    'const a = { b: @@boom()',
    'function a() {}\n@@boom()',
    'a();\n\nb(@@boom()',
  ])('is missing in %j', (text) => {
    expect(at(text)).toBeUndefined();
  });

  test('is never a keyword', () => {
    for (const word of ['if', 'for', 'while', 'switch', 'catch', 'with']) {
      expect(at(`} ${word} (a) { @@boom()`)).toBeUndefined();
      expect(at(`function load() { ${word} (a) { @@boom()`)?.own).toBe('load');
    }
  });
});

describe('the dialect', () => {
  const VUE = '<template>{{ a }}</template>\n<script setup lang="ts">\nconst load = (a: A): B => @@boom()\n</script>';
  test.each([
    ['a.ts', 'const load = (a) => <A>(@@boom())', 'load'],
    ['a.mts', 'const load = <T>(a: T) => @@boom()', 'load'],
    ['a.js', 'const load = (a) => <A b={@@boom()} />', 'load'],
    ['a.js', '// @flow\nconst load = (a: ?A): B => @@boom()', 'load'],
    ['webpack://shop/./src/a.ts?1a2b', 'const load = (a) => <A>(@@boom())', 'load'],
    ['[project]/src/a.ts [app-client] (ecmascript)', 'const load = (a) => <A>(@@boom())', 'load'],
    [null, 'const load = (a: A) => <A b={@@boom()} />', 'load'],
    ['a.vue', VUE, 'load'],
    ['a.vue?vue&type=script', 'const load = () => @@boom()', 'load'],
    ['a.svelte', "<script>function load() { @@boom() }</script>\n<p class='it'>don't</p>", 'load'],
  ])('of %s is found', (path, source, name) => {
    expect(at(source, path)?.own).toBe(name);
  });

  test('is missing for sources in other languages', () => {
    const languages = ['a.coffee', 'a.elm', 'a.rs', 'a.css', 'a.json?1'];
    expect(languages.map((path) => new SourceParser().parse(path, 'a'))).toEqual(languages.map(() => 'other_language'));
  });
});

test.each(['{', '(', 'a(){', 'class A{', 'async (', 'a?(b):', 'a=>', '`${', '<a>', 'function ', '):', "'"])(
  'a source of %j alone ends within the limits of time and memory',
  (part) => {
    const ms = cpuMs(() => void new SourceParser().parse('a.tsx', part.repeat(200_000 / part.length)));

    expect(ms).toBeLessThan(20_000);
  },
  60_000,
);

/** Returns the function found at the `@@` of a source. */
function at(source: string, path: string | null = 'a.tsx') {
  const place = source.indexOf('@@');
  const text = source.replace('@@', '');
  const tree = new SourceParser().parse(path, text);
  if (typeof tree === 'string') throw new Error(`not parsed: ${tree}`);
  return findFunctionPoints(tree, text).findLast(({ offset }) => offset <= place)?.enclosing;
}
