import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { read } from "../../../../app/query.ts";
import { Bones } from "../../../../app/report/headline/Bones.tsx";
import { noLeaksMessage } from "../../../../app/report/no-leak.ts";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { periodInSentence } from "../../../../app/report/search/period-search.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import { leaksQuery } from "../../../../app/report/search/report-view.ts";
import { ChartCorner } from "../../../../components/chart/ChartCorner.tsx";
import { readPalette } from "../../../../components/chart/palette.ts";
import { download } from "../../../../components/download.ts";
import { formatCount } from "../../../../components/format.ts";
import { usePageKeys } from "../../../../components/page-keys.ts";
import { EmptyState } from "../../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { DataTable } from "../../../../components/table/DataTable.tsx";
import { BarList } from "./BarList.tsx";
import { barColumns } from "./bar-columns.tsx";
import classes from "./bars.module.css";
import { barsPng } from "./bars-png.ts";

/** The most bars there are; the call gives no more rows at once. */
const MOST_BARS = 50;

/** The leaks of the report that lost most in its days, biggest first. */
function barsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/leak-overview", {
    query: { ...leaksQuery(search), ordering: "-gallons_leaked", page: 1, page_size: MOST_BARS },
  });
}

const FILE = "leak-gallons-by-unit";

/** The leaks with most leak gallons as bars that lead to their pages, or as a table. */
export function Bars({ view, from }: Pick<ReportDialogProps, "view" | "from">): ReactNode {
  const leaks = useQuery(barsQuery(view.search));
  const box = useRef<HTMLElement>(null);
  const [asTable, setAsTable] = useState(false);
  const toggle = useCallback((key: string) => {
    if (key === "t") setAsTable((before) => !before);
    return key === "t";
  }, []);
  usePageKeys(box, "chart", toggle);
  const rows = leaks.data?.results;
  if (leaks.isError && rows === undefined) {
    return <ErrorState message={notLoaded("The leaks", leaks.error)} onRetry={() => void leaks.refetch()} />;
  }
  if (rows === undefined) return <Bones height={360} widths={["60%", "100%", "80%", "65%", "50%", "40%"]} />;
  if (rows.length === 0) return <EmptyState sentence={noLeaksMessage(view.search)} />;
  const columns = barColumns(from, view);
  const summary = `${shownLeaksText(rows.length, leaks.data?.count ?? rows.length)}, ${periodInSentence(view.period)}`;
  const savePng = async () => {
    const png = box.current && (await barsPng(`Leak Gallons by Unit. ${summary}`, rows, readPalette(box.current)));
    if (png) download(`${FILE}.png`, png);
  };
  const saveCsv = async () => {
    const { rowsFile } = await import("../../../../components/table/rows-file.ts");
    download(`${FILE}.csv`, await rowsFile("csv", columns, rows));
  };
  return (
    <section ref={box} data-keys="chart" aria-label="Leak Gallons by Unit" aria-busy={leaks.isPlaceholderData}>
      <div className={classes.head}>
        <p className={classes.words}>{summary}</p>
        <div className={classes.corner}>
          <ChartCorner
            asTable={asTable}
            onToggleTable={() => setAsTable(!asTable)}
            onPng={asTable ? undefined : () => void savePng()}
            onCsv={() => void saveCsv()}
          />
        </div>
      </div>
      {asTable ? (
        <DataTable
          caption="Leak gallons by unit"
          columns={columns}
          rows={rows}
          rowKey={({ property_id, meter_serial_number }) => `${property_id} ${meter_serial_number}`}
          fileName={FILE}
        />
      ) : (
        <BarList view={view} from={from} rows={rows} />
      )}
    </section>
  );
}

/** "The 50 biggest of 98 leaks", "All 9 leaks". */
function shownLeaksText(shown: number, count: number): string {
  return shown < count ? `The ${shown} biggest of ${formatCount(count, "leak")}` : `All ${formatCount(count, "leak")}`;
}
