import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../components/Toasts';

/** What surrounds every page. */
export const Root = () => (
  <>
    <Outlet />
    <Toasts />
  </>
);
