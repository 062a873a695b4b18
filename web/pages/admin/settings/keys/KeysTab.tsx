import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AddButton } from "../../list/AddButton.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { keysQuery, propertiesOfQuery } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { keyColumns } from "./key-columns.tsx";

/** The keys with which programs read an organization's reports. */
export default function KeysTab({ view }: { view: SettingsView }): ReactNode {
  const { id } = view.organization;
  const keys = useQuery(keysQuery(id, view.search));
  const properties = useQuery(propertiesOfQuery(id));
  const names = properties.data && new Map(properties.data.map((one) => [one.id, one.name]));
  const make = <AddButton onClick={() => view.open("add-key")}>Make a key</AddButton>;
  return (
    <FramedList
      title="API keys"
      subtitle="Each lets one program read reports, and nothing else"
      caption="Keys for programs"
      columns={keyColumns(view, names)}
      list={keys}
      state={view.list}
      what="The API keys"
      layoutName="api_keys"
      hiddenAtFirst={["created_by"]}
      empty={{
        sentence: "Make one for each program that should read reports: a spreadsheet, a billing system, your own.",
        action: make,
      }}
      tools={make}
    />
  );
}
