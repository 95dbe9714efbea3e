/** A short message at the edge of the page. */
export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'good' | 'bad';
  readonly text: string;
  /** What it is about: a newer message about the same replaces it. */
  readonly topic?: string;
  /** Takes the change back that the message reports. */
  readonly undo?: () => void;
}

type Listener = () => void;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<Listener>();

/** Errors and messages with `undo` stay longer: there is something to read or to do. */
const SHORT_MS = 5_000;
const LONG_MS = 10_000;

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Closes a message. */
export const closeToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Shows a message, for ten seconds if it has something to do or to read, otherwise for five. At most three are shown. */
export function showToast({ tone = 'plain', ...toast }: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
  lastId += 1;
  const id = lastId;
  const others = toasts.filter(({ topic }) => topic === undefined || topic !== toast.topic);
  set([...others, { ...toast, tone, id }].slice(-3));
  setTimeout(() => closeToast(id), toast.undo === undefined && tone !== 'bad' ? SHORT_MS : LONG_MS);
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): readonly Toast[] => toasts,
};
