import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useRef, useState } from "react";
import type { LeakRow } from "../../../../../contract/reporting/reporting.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { read } from "../../../../app/query.ts";
import { Bones } from "../../../../app/report/headline/Bones.tsx";
import whole from "../../../../app/report/headline/whole-row.module.css";
import { leakTarget } from "../../../../app/report/leak-target.ts";
import { noLeaksMessage } from "../../../../app/report/no-leak.ts";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { periodInSentence } from "../../../../app/report/search/period-search.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import { leaksQuery } from "../../../../app/report/search/report-view.ts";
import { formatPlace } from "../../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../../components/badges/leak-type.ts";
import { ChartCorner } from "../../../../components/chart/ChartCorner.tsx";
import { type ChartPalette, readPalette } from "../../../../components/chart/palette.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { download } from "../../../../components/download.ts";
import { formatGallonsUnit } from "../../../../components/format.ts";
import { usePageKeys } from "../../../../components/page-keys.ts";
import { EmptyState } from "../../../../components/states/EmptyState.tsx";
import { DataTable } from "../../../../components/table/DataTable.tsx";
import { Gallons } from "../../../../language/measure.ts";
import { seriesPattern, seriesVariable } from "../../../../theme/series.ts";
import { barColumns } from "./bar-columns.tsx";
import classes from "./bars.module.css";

/** The report's leaks as bars, biggest first. */
export default function BarsDialog({ view, from, opened, onClose }: ReportDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Leak ${Gallons} by Unit`} size="large">
      <Bars view={view} from={from} />
    </Dialog>
  );
}

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
function Bars({ view, from }: Pick<ReportDialogProps, "view" | "from">): ReactNode {
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
    return <QueryFailure query={leaks} what={t`The leaks`} />;
  }
  if (rows === undefined) return <Bones height={360} widths={["60%", "100%", "80%", "65%", "50%", "40%"]} />;
  if (rows.length === 0) return <EmptyState sentence={noLeaksMessage(view.search)} />;
  const columns = barColumns(from, view);
  const summary = `${shownLeaksText(rows.length, leaks.data?.count ?? rows.length)}, ${periodInSentence(view.period)}`;
  const savePng = async () => {
    const png = box.current && (await barsPng(t`Leak ${Gallons} by Unit. ${summary}`, rows, readPalette(box.current)));
    if (png) download(`${FILE}.png`, png);
  };
  const saveCsv = async () => {
    const { rowsFile } = await import("../../../../components/table/rows-file.ts");
    download(`${FILE}.csv`, await rowsFile("csv", columns, rows));
  };
  return (
    <section ref={box} data-keys="chart" aria-label={t`Leak ${Gallons} by Unit`} aria-busy={leaks.isPlaceholderData}>
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
          caption={t`Leaks by unit`}
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
  return shown < count
    ? t`The ${shown} biggest of ${plural(count, { one: "# leak", other: "# leaks" })}`
    : t`All ${plural(count, { one: "# leak", other: "# leaks" })}`;
}

/** Twice as fine as the screen's pixels. */
const SCALE = 2;
const WIDTH = 960 * SCALE;
const MARGIN = 20 * SCALE;
const HEAD = 56 * SCALE;
const LINE = 26 * SCALE;
const PLACE = 330 * SCALE;
const FIGURES = 240 * SCALE;

/** The bars as a picture that explains itself. Null where the browser gives none. */
function barsPng(title: string, rows: readonly LeakRow[], palette: ChartPalette): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + rows.length * LINE + MARGIN;
  const pen = canvas.getContext("2d");
  if (pen === null) return Promise.resolve(null);
  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = palette.text;
  pen.font = `600 ${15 * SCALE}px ${palette.font}`;
  pen.fillText(title, MARGIN, 32 * SCALE);
  pen.font = `${12 * SCALE}px ${palette.font}`;
  const most = rows[0]?.gallons_leaked ?? 0;
  const track = WIDTH - 2 * MARGIN - PLACE - FIGURES;
  for (const [index, row] of rows.entries()) {
    const top = HEAD + index * LINE;
    const baseline = top + 17 * SCALE;
    const { name, color } = leakTypeLook(row.leak_type);
    pen.fillStyle = palette.text;
    pen.fillText(formatPlace(row), MARGIN, baseline, PLACE - 12 * SCALE);
    pen.fillStyle = palette.series(color);
    pen.fillRect(MARGIN + PLACE, top + 6 * SCALE, most === 0 ? 0 : (track * row.gallons_leaked) / most, 14 * SCALE);
    pen.fillStyle = palette.muted;
    pen.fillText(`${formatGallonsUnit(row.gallons_leaked)}, ${name}`, MARGIN + PLACE + track + 12 * SCALE, baseline);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

interface Props extends Pick<ReportDialogProps, "view" | "from"> {
  /** Biggest first. */
  rows: readonly LeakRow[];
}

/** A bar for each leak, as long as its gallons beside the biggest one's; each leads to its leak's page. */
function BarList({ view, from, rows }: Props): ReactNode {
  const most = rows[0]?.gallons_leaked ?? 0;
  return (
    <ol className={classes.bars}>
      {rows.map((row) => {
        const { color } = leakTypeLook(row.leak_type);
        const share = most === 0 ? 0 : (100 * row.gallons_leaked) / most;
        return (
          <li key={`${row.property_id} ${row.meter_serial_number}`} className={`${classes.bar} ${whole.row}`}>
            <Link
              className={`${classes.place} ${whole.link}`}
              {...leakTarget(from, row, view.period, view.search.only_active)}
            >
              {formatPlace(row)}
            </Link>
            <span className={`${classes.kind} ${whole.above}`}>
              <LeakTypeBadge leakType={row.leak_type} />
            </span>
            <span className={classes.track} aria-hidden="true">
              <span
                data-pattern={seriesPattern[color]}
                style={{ width: `${share}%`, "--ink": seriesVariable(color) }}
              />
            </span>
            <span className={classes.gallons}>{formatGallonsUnit(row.gallons_leaked)}</span>
          </li>
        );
      })}
    </ol>
  );
}
