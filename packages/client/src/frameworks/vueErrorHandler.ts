import { captureException } from '../capture/captureException.js';

type VueErrorHandler = (error: unknown, instance: unknown, info: string) => void;

/** Name of a component: its option `name`, or its file. */
interface VueInstance {
  readonly $options?: { readonly name?: string; readonly __name?: string };
}

/**
 * Returns a handler for `app.config.errorHandler` of Vue 3: it reports an error with the component (`vue.component`) and
 * the place in it (`vue.info`). With a handler Vue prints nothing itself, so the error is printed here.
 *
 * @param next called afterwards instead of printing the error
 */
export const vueErrorHandler =
  // eslint-disable-next-line no-console -- where Vue would print it
  (next: VueErrorHandler = (error) => console.error(error)): VueErrorHandler =>
    (error, instance, info) => {
      const { name, __name } = (instance as VueInstance | null)?.$options ?? {};
      captureException(error, { handled: false, contexts: { 'vue.component': name ?? __name, 'vue.info': info } });
      next(error, instance, info);
    };
