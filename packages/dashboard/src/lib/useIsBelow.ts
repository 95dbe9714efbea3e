import { useLocation } from '@tanstack/react-router';

/** Returns whether the URL is below a path of the dashboard. */
export const useIsBelow = (path: string): boolean => useLocation().pathname.startsWith(path);
