import type { ReactNode } from "react";
import type { Permission, Role } from "../../../../contract/session.ts";
import { firstScreen } from "../../../app/access.ts";
import { fullName, useMe } from "../../../app/shell/use-me.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import classes from "../account.module.css";
import { SecondFactorPanel } from "./second-factor/SecondFactorPanel.tsx";

const permissionNames: Readonly<Record<Permission, string>> = {
  "reporting.view_asset_data_report": "Portfolio Insights",
  "reporting.view_property_data_report": "Property Insights",
};

const roleNames: Readonly<Record<Role, string>> = {
  IONAdmin: "IONAdmin",
  "ION staff": "ION staff",
  "organization admin": "Organization admin",
  "organization member": "Organization member",
};

/** Who is signed in, as what, where, and what they may see. */
export function ProfilePage(): ReactNode {
  const me = useMe();
  const facts = [
    ["Name", fullName(me)],
    ["Username", me.username],
    ["E-mail", me.email],
    ["Role", me.role === null ? "None" : roleNames[me.role]],
    ["Organizations", me.organizations.map(({ name }) => name).join(", ") || "None"],
    ["Reports", me.permissions.map((name) => permissionNames[name]).join(", ") || "None"],
  ] as const;
  const account = (
    <Panel key="account" title="Your account">
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
  // With a key, so that it keeps its step when it moves.
  const secondFactor = <SecondFactorPanel key="second factor" />;
  return (
    <div className={classes.profile}>
      <title>Profile · Dripline</title>
      <h1>Profile</h1>
      {me.second_factor_missing && (
        <p className={classes.notice}>
          Your account needs a second factor. Set it up here; everything else opens then.
        </p>
      )}
      {!me.second_factor_missing && firstScreen(me) === "/profile" && (
        <p className={classes.notice}>
          You have no access to reports yet. Ask an administrator of your organization to give you Property Insights or
          Portfolio Insights.
        </p>
      )}
      {me.second_factor_missing ? [secondFactor, account] : [account, secondFactor]}
    </div>
  );
}
