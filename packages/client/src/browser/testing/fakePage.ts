/** The parts of a page that the SDK uses, as stand-ins. */
export interface FakePage {
  readonly window: EventTarget;
  readonly document: EventTarget & { readyState: string; visibilityState: string; title: string };
  /** Implementation of `fetch` before it is wrapped. */
  answer: (...args: unknown[]) => Promise<unknown>;
  readonly storage: Map<string, string>;
  /** Somebody goes there by `history`. */
  go: (address: string) => void;
  hide: () => void;
  close: () => void;
}

const NAMES = [
  'window',
  'document',
  'location',
  'history',
  'sessionStorage',
  'fetch',
  'requestAnimationFrame',
  'addEventListener',
  'removeEventListener',
  'navigator',
] as const;

/** Node ignores a boolean as the last argument of `removeEventListener`, which browsers read as `capture`. */
class PageTarget extends EventTarget {
  override removeEventListener(type: string, callback: EventListener | null, options?: unknown): void {
    super.removeEventListener(type, callback, typeof options === 'boolean' ? { capture: options } : undefined);
  }
}

/** Puts a page into the globals, until it is closed. */
export function openFakePage(address = 'https://shop.example/start'): FakePage {
  const before = new Map(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  const window = new PageTarget();
  const location = new URL(address) as { href: string };
  const storage = new Map<string, string>();
  const document = Object.assign(new PageTarget(), {
    readyState: 'complete',
    visibilityState: 'visible',
    title: 'Shop',
    referrer: 'https://search.example/',
    baseURI: address,
    querySelector: () => null,
  });
  Object.defineProperty(document, 'URL', { get: () => location.href });
  const move = (_state: unknown, _title: unknown, to: string): string =>
    (location.href = new URL(to, location.href).href);
  const history = { pushState: move, replaceState: move };
  const page: FakePage = {
    window,
    document,
    storage,
    answer: () => Promise.resolve({ status: 200 }),
    go: (to) => history.pushState(null, '', to),
    hide: () => {
      document.visibilityState = 'hidden';
      window.dispatchEvent(new Event('visibilitychange'));
    },
    close: () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
  const globals: Record<(typeof NAMES)[number], unknown> = {
    window,
    document,
    location,
    history,
    navigator: { userAgent: 'Fake' },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    fetch: (...args: unknown[]) => page.answer(...args),
    requestAnimationFrame: (callback: () => void) => setTimeout(callback, 16),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  };
  for (const name of NAMES) {
    Object.defineProperty(globalThis, name, { value: globals[name], configurable: true, writable: true });
  }
  return page;
}
