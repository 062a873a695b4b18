import { useRouteContext } from "@tanstack/react-router";
import type { Me } from "../../contract/accounts/session.ts";

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
  const nameParts = fullName(me)
    .split(/[\s._@-]+/u)
    .filter((namePart) => namePart !== "");
  return [nameParts[0], nameParts[1]]
    .map((namePart) => Array.from(namePart ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
