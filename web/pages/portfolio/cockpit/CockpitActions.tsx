import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowsDiff, IconChevronDown, IconPencilDollar, IconReport } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { carriedSearch } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { DropdownMenu } from "../../../components/dropdown/DropdownMenu.tsx";
import { Gallon } from "../../../language/measure.ts";

const report = { label: t`Owner's report`, icon: <IconReport size={16} stroke={1.75} aria-hidden="true" /> };
const compare = { label: t`Compare periods`, icon: <IconArrowsDiff size={16} stroke={1.75} aria-hidden="true" /> };
const price = {
  label: t`Set Custom Cost per ${Gallon}`,
  icon: <IconPencilDollar size={16} stroke={1.75} aria-hidden="true" />,
};

/**
 * What to do with the figures: show them to an owner, hold them against other days, put the price of water right. Buttons,
 * in one menu where there is no room for them.
 */
export function CockpitActions({ view }: { view: ReportView }): ReactNode {
  const navigate = useNavigate();
  const narrow = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  const search = carriedSearch(view.search);
  const setPrice = () => view.setDialog("custom-cost");
  if (narrow) {
    return (
      <DropdownMenu
        position="bottom-end"
        target={(target) => (
          <Button {...target} variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
            <Trans>Reports & prices</Trans>
          </Button>
        )}
        entries={[
          { id: "report", ...report, onClick: () => void navigate({ to: "/owner-report", search }) },
          { id: "compare", ...compare, onClick: () => void navigate({ to: "/compare-periods", search }) },
          { id: "price", ...price, onClick: setPrice },
        ]}
      />
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={report.icon}
        renderRoot={(props) => <Link to="/owner-report" search={search} {...props} />}
      >
        {report.label}
      </Button>
      <Button
        variant="default"
        leftSection={compare.icon}
        renderRoot={(props) => <Link to="/compare-periods" search={search} {...props} />}
      >
        {compare.label}
      </Button>
      <Button variant="default" leftSection={price.icon} onClick={setPrice}>
        {price.label}
      </Button>
    </>
  );
}
