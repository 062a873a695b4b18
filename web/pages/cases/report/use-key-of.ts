import { useRef } from "react";

/** A key for each different report: sent again after a failure it counts once, changed before that it is another. */
export function useKeyOf(): (...report: readonly unknown[]) => string {
  const keys = useRef(new Map<string, string>());
  return (...report) => {
    const body = JSON.stringify(report);
    const key = keys.current.get(body) ?? crypto.randomUUID();
    keys.current.set(body, key);
    return key;
  };
}
