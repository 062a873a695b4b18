import { useQuery } from "@tanstack/react-query";
import type { NotificationRoute } from "../../../../../contract/notifications/routes.ts";
import { onCallQuery } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { type Candidate, personName } from "./route-text.ts";

/** Who can be chosen in an organization. */
export interface People {
  candidates: readonly Candidate[];
  /** Names by id, also of those who were chosen before and may not be any more. */
  known: ReadonlyMap<string, string>;
  /** Who is on call now; null: nobody; undefined: not known (yet). */
  onCall: string | null | undefined;
  isPending: boolean;
  isError: boolean;
}

/** @param chosen before */
export function usePeople({ organization }: SettingsView, chosen: NotificationRoute["people"] = []): People {
  const { data, isPending, isError } = useQuery(onCallQuery(organization.id));
  const candidates = data?.candidates ?? [];
  const everyone = [...chosen, ...(data?.people ?? []), ...candidates];
  const known = new Map(everyone.map((one) => [String(one.user_id), personName(one)]));
  const current = data?.on_call;
  return {
    candidates,
    known,
    onCall: current && (known.get(String(current.user_id)) ?? String(current.user_id)),
    isPending,
    isError,
  };
}
