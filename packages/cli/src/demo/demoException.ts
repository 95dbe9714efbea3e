import type { Random } from './random.js';
import { MISTAKES, type BundledCall, type Mistake } from './mistakes.js';
import { stackText, type Call } from './stackText.js';
import type { Visitor } from './visitor.js';

/** Where and when an exception happens. */
export interface Scene {
  readonly page: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Returns the payload of an exception that this page and release may throw, formatted like the visitor's browser does;
 * `undefined` if the page throws none.
 */
export function demoException(chance: Random, visitor: Visitor, { page, at }: Scene): object | undefined {
  const possible = MISTAKES.filter(
    ({ pages, releases }) => pages.includes(page) && (releases === undefined || releases.includes(visitor.release)),
  );
  if (possible.length === 0) return undefined;
  const { type, message: wording, handled, calls, cause } = chance.pick(possible);
  const message = typeof wording === 'string' ? wording : wording[visitor.engine];
  const built = calls.map((call) => asBuilt(call, visitor.release));
  return {
    type,
    message,
    level: handled ? 'warning' : 'error',
    handled,
    stack: stackText(visitor.engine, `${type}: ${message}`, built),
    ...(cause === undefined ? {} : { cause: causeOf(cause, visitor) }),
    breadcrumbs: breadcrumbs(page, at),
  };
}

function causeOf({ type, message }: NonNullable<Mistake['cause']>, { engine, release }: Visitor): object {
  const calls = [asBuilt(['app', 'request', 9_120], release)];
  return { type, message, stack: stackText(engine, `${type}: ${message}`, calls) };
}

/** Every build changes file hashes and moves code. */
const BUILDS: Readonly<Record<string, { readonly hash: string; readonly shift: number }>> = {
  'shop@2.3.7': { hash: '77ce02d4', shift: -1_914 },
  'shop@2.4.0': { hash: '91ab07c3', shift: -212 },
  'shop@2.4.1': { hash: '4f2c91d0', shift: 0 },
  'shop@2.5.0-rc.1': { hash: 'c05e3b17', shift: 655 },
};

function asBuilt([bundle, name, column]: BundledCall, release: string): Call {
  const { hash, shift } = BUILDS[release] ?? { hash: '00000000', shift: 0 };
  return {
    name,
    file: `https://shop.example/assets/${bundle}.${hash}.js`,
    line: 1,
    column: Math.max(1, column + shift),
  };
}

function breadcrumbs(page: string, at: number): readonly object[] {
  const before = (ms: number): string => new Date(at - ms).toISOString();
  return [
    { timestamp: before(4_200), category: 'navigation', type: 'default', level: 'info', message: page },
    { timestamp: before(900), category: 'ui.click', type: 'user', level: 'info', message: 'button#buy' },
    {
      timestamp: before(350),
      category: 'fetch',
      type: 'http',
      level: 'info',
      message: 'POST /api/orders',
      data: { status_code: 503 },
    },
  ];
}
