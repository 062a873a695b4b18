import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { ApiError } from "../../../app/api-error.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import { dependent, read } from "../../../app/query.ts";
import { failureOf } from "../../../app/query-state.ts";
import { LinkNotice } from "../../../app/report/filters/LinkNotice.tsx";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { PeriodTabs } from "../../../components/period/PeriodTabs.tsx";
import { Tabs } from "../../../components/tabs/Tabs.tsx";
import { CaseBanner } from "../../cases/report/CaseBanner.tsx";
import { PropertyInformation } from "../property-information/PropertyInformation.tsx";
import { WhyPanel } from "./evidence/WhyPanel.tsx";
import explanation from "./explanation.module.css";
import { Findings } from "./Findings.tsx";
import { LeakHeader } from "./LeakHeader.tsx";
import classes from "./leak-detail.module.css";
import { MeterLeaks } from "./meters/MeterLeaks.tsx";
import { NoMeter } from "./NoMeter.tsx";
import { BeforeAfter } from "./repair/BeforeAfter.tsx";
import { DayUpdates } from "./updates/DayUpdates.tsx";
import { HourUpdates } from "./updates/HourUpdates.tsx";
import { detailQueries } from "./view/detail-queries.ts";
import type { DetailView } from "./view/detail-view.ts";
import { useWhy } from "./view/use-why.ts";

const tabs = [
  { tab: "day", label: t`Day` },
  { tab: "hour", label: t`Hour` },
] as const;

/** One meter's leak: what and where it is, why it is called one, its case, and its days and hours. */
export function LeakDetail({ view }: { view: DetailView }): ReactNode {
  const overview = useQuery(detailQueries(view).overview);
  const { data, error } = overview;
  const why = useWhy(view, data, data !== undefined || error !== null);
  const explained = useRef<HTMLElement>(null);
  if (error instanceof ApiError && (error.status === 404 || error.fields.meter !== undefined)) {
    const sentence = t`There is no meter ${view.meter} among the properties you see.`;
    return <NoMeter from={view.from} propertyId={view.propertyId} title={t`No such meter`} sentence={sentence} />;
  }
  if (error instanceof ApiError && error.code === "ambiguous_serial") return <WhichMeter view={view} />;
  const failure = failureOf(overview, t`The leak`);
  const Updates = view.tab === "day" ? DayUpdates : HourUpdates;
  return (
    <div className={classes.stack}>
      <title>{t`Leak ${view.meter} · Dripline`}</title>
      <LinkNotice view={{ search: { unread: view.unread }, dismissNotice: view.dismissNotice }} />
      <LeakHeader view={view} overview={data} failed={error !== null} />
      {data?.case_id !== null && error === null && <CaseBanner caseId={data?.case_id} />}
      <PeriodTabs value={view.period} onChange={view.setPeriod} today={today()} />
      <Findings view={view} overview={data} failure={failure} refreshing={overview.isPlaceholderData} />
      <section className={explanation.pair} ref={explained} tabIndex={-1} aria-label={t`The leak explained`}>
        <WhyPanel view={view} overview={data} explanation={why} />
        <BeforeAfter view={view} explanation={why} />
      </section>
      <Tabs label={t`Granularity`} look="line" tabs={tabs} value={view.tab} onChange={view.setTab} panel="updates" />
      <Updates view={view} overview={data} />
      <MeterLeaks
        view={view}
        zone={data?.time_zone ?? why.data?.time_zone}
        shown={why.data?.leak.started_at}
        onOpen={(leak) => {
          view.setLeak({ leak: leak.started_at, rule: undefined });
          explained.current?.focus({ preventScroll: true });
          explained.current?.scrollIntoView({ block: "start" });
        }}
      />
      {data && (
        <PropertyInformation
          propertyId={data.property_id}
          opened={view.dialog === "property-information"}
          onClose={() => view.setLeak({ dialog: undefined }, true)}
        />
      )}
    </div>
  );
}

/** In place of a leak's page where several properties have a meter of this number: which one is meant. */
function WhichMeter({ view }: { view: DetailView }): ReactNode {
  const { meter, from, period } = view;
  const found = useQuery(dependent(read("GET /v1/search", { query: { q: meter, limit: 20 } })));
  const same = found.data?.meters.filter(({ meter_serial_number }) => meter_serial_number === meter) ?? [];
  const choices = (
    <ul className={classes.choices}>
      {same.map((one) => (
        <li key={one.property_id}>
          <Link {...leakTarget(from, one, period)}>{formatPlace(one)}</Link>
        </li>
      ))}
    </ul>
  );
  return (
    <NoMeter
      from={from}
      propertyId={undefined}
      title={t`Which meter?`}
      sentence={t`Several properties have a meter ${meter}.`}
      action={found.error ? <QueryFailure query={found} what={t`The properties`} inline /> : choices}
    />
  );
}
