import { useRouteContext } from "@tanstack/react-router";
import type { Me } from "../../../contract/session.ts";

/** The signed-in user, on every screen below the signed-in route. */
export function useMe(): Me {
  return useRouteContext({ from: "/signed-in" }).me;
}

/** First and last name; the username where there is neither. */
export function fullName(me: Me): string {
  return [me.first_name, me.last_name].filter((part) => part !== "").join(" ") || me.username;
}

/** Up to two letters for the round button. */
export function initials(me: Me): string {
  const words = fullName(me)
    .split(/[\s._@-]+/u)
    .filter((word) => word !== "");
  return [words[0], words[1]]
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
