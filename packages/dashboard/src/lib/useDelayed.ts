import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for a while: what someone types is sent when they pause. */
export function useDelayed<Value>(value: Value, delayMs = 250): Value {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}
