/** The colors of the dashboard in this browser. */
export type Theme = 'system' | 'light' | 'dark';

/** `public/_app/theme.js` reads the same key before the first paint. */
const KEY = 'sluice.theme';

/** Returns the chosen theme. */
export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

const listeners = new Set<() => void>();

/** Chooses a theme for this browser, at once and for later visits. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice ends with the page.
  }
  for (const listener of listeners) listener();
}

/** Calls a function after every change of the colors, also by the system. @returns a function that ends this */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
