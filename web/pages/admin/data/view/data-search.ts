import type { RepairKind } from "../../../../../contract/readings/repair-request.ts";
import { type ListPage, listPage } from "../../../../app/list-page.ts";
import { choiceOf, idOf, textOf } from "../../../../app/search-text.ts";

/** The tabs beside the first, the imports. */
const otherTabs = ["rejected", "quarantine", "repairs"] as const;
export type DataTab = "imports" | (typeof otherTabs)[number];

/** Everything that opens over the screen: about a row of a list, or several, or a meter. */
const dialogs = [
  "import",
  "send-again",
  "dismiss",
  "accept",
  "reject",
  "correct",
  "reimport",
  "repair",
  "undo",
] as const;
export type DataDialog = (typeof dialogs)[number];

const rejectedStates = ["stored", "dismissed", "all"] as const;
const quarantineStates = ["accepted", "rejected", "all"] as const;
export const repairKinds = [
  "accept",
  "reject",
  "correct",
  "swap",
  "reimport",
  "redrive",
  "dismiss",
] as const satisfies readonly RepairKind[];

/** The orderings of the lists: imports; rejected rows; quarantine; corrections. */
const orderings = {
  imports: ["made_at", "name", "state"],
  rejected: ["received_at", "source", "code"],
  quarantine: ["measured_at"],
  repairs: ["made_at"],
} as const satisfies Record<DataTab, readonly string[]>;
type Field<Tab extends DataTab> = (typeof orderings)[Tab][number];
type Ordering<Tab extends DataTab> = Field<Tab> | `-${Field<Tab>}`;

/** The search params of a property's data. */
export interface DataSearch extends ListPage {
  /** Left out: the first property by name. */
  property_id?: number | undefined;
  tab?: Exclude<DataTab, "imports"> | undefined;
  /** For rejected rows and the quarantine; default: open. */
  state?: (typeof rejectedStates)[number] | (typeof quarantineStates)[number] | undefined;
  /** For rejected rows: the reason. */
  code?: string | undefined;
  /** For rejected rows: which file or gateway. */
  source?: string | undefined;
  /** Part of a rejected row, or a meter's serial number in the quarantine. */
  search?: string | undefined;
  kind?: RepairKind | undefined;
  undone?: "true" | "false" | undefined;
  ordering?: string | undefined;
  dialog?: DataDialog | undefined;
  /**
   * What the dialog is about: ids with commas between, or `code:` and a reason's code for all rows with it. Of
   * `correct` and `reimport` a meter's serial number, which may be followed by a space and an hour.
   */
  of?: string | undefined;
}

/** Reads the URL; what makes no sense in it, or not on its tab, is left out. */
export function dataSearch(raw: Record<string, unknown>): DataSearch {
  const tab = choiceOf(raw.tab, otherTabs);
  const dialog = choiceOf(raw.dialog, dialogs);
  const fields: readonly string[] = orderings[tab ?? "imports"];
  const isSearched = tab === "rejected" || tab === "quarantine";
  return {
    property_id: idOf(raw.property_id),
    tab,
    state:
      tab === "rejected"
        ? choiceOf(raw.state, rejectedStates)
        : tab === "quarantine"
          ? choiceOf(raw.state, quarantineStates)
          : undefined,
    code: tab === "rejected" ? textOf(raw.code)?.slice(0, 100) : undefined,
    source: tab === "rejected" ? textOf(raw.source)?.slice(0, 300) : undefined,
    search: isSearched ? textOf(raw.search)?.slice(0, 100) : undefined,
    kind: tab === "repairs" ? choiceOf(raw.kind, repairKinds) : undefined,
    undone: tab === "repairs" ? choiceOf(raw.undone, ["true", "false"]) : undefined,
    ordering: choiceOf(raw.ordering, [...fields, ...fields.map((field) => `-${field}`)]),
    ...listPage(raw),
    dialog,
    of: dialog === undefined ? undefined : textOf(raw.of),
  };
}

/** The ordering of a tab's list from the URL, or else the call's default. */
export function orderingOf<Tab extends DataTab>(tab: Tab, { ordering }: DataSearch): Ordering<Tab> | undefined {
  const fields: readonly Field<Tab>[] = orderings[tab];
  const known = fields.flatMap((field): Ordering<Tab>[] => [field, `-${field}`]);
  return known.find((one) => one === ordering);
}
