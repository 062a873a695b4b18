import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CallAnswer } from "../../../../app/api.ts";
import classes from "../profile.module.css";
import { deviceName, isPhone } from "./device-name.ts";
import { lastSeen, momentOf } from "./last-seen.ts";

export type Session = CallAnswer<"GET /v1/me/sessions">["results"][number];

/** One place where the account is signed in: what, where from, since when, last used. */
export function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }): ReactNode {
  const { current, ip_address, signed_in_at, last_seen_at, user_agent } = session;
  const name = deviceName(user_agent);
  const Icon = isPhone(user_agent) ? IconDeviceMobile : IconDeviceDesktop;
  const place = ip_address === "" ? [] : [`from ${ip_address}`];
  const facts = [...place, `signed in ${momentOf(signed_in_at)}`, `last used ${lastSeen(last_seen_at, Date.now())}`];
  return (
    <li aria-current={current || undefined}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <div>
        <p title={user_agent}>{name}</p>
        <p className={classes.fine}>{facts.join(" · ")}</p>
      </div>
      {current ? (
        <span className={classes.here}>This session</span>
      ) : (
        <Button variant="default" onClick={onEnd} aria-label={`End ${name}, ${facts.join(", ")}`}>
          End
        </Button>
      )}
    </li>
  );
}
