import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import { dependent, read } from "../../../app/query.ts";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { Tabs } from "../../../components/tabs/Tabs.tsx";
import { language } from "../../../language/language.ts";
import { measure } from "../../../language/measure.ts";
import classes from "./notice.module.css";

const PANEL = "notice-text";
/** Each in its own words: who reads it may know no other language. */
const tabs = [
  { tab: "en", label: "English" },
  { tab: "es", label: "Español" },
] as const;

interface Props {
  caseId: number;
  opened: boolean;
  onClose(): void;
}

/** The notice to the resident about a leak, in English or Spanish, to print, mail or copy. */
export default function NoticeDialog({ caseId, opened, onClose }: Props): ReactNode {
  const [chosen, setChosen] = useState<"en" | "es">(language);
  const notice = useQuery(
    dependent(read("GET /v1/cases/{id}/notice", { params: { id: caseId }, query: { language: chosen, measure } })),
  );
  const { copy, copied } = useClipboard({ timeout: 1500 });
  const { data } = notice;
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Notice to the resident`}>
      <Tabs label={t`Language`} look="line" tabs={tabs} value={chosen} onChange={setChosen} panel={PANEL} />
      <QueryFailure query={notice} what={t`The notice`} inline />
      {data === undefined ? (
        <Skeleton width="100%" height={240} />
      ) : (
        <>
          <div id={PANEL} role="tabpanel" className={classes.notice} lang={chosen}>
            <h2>{data.subject}</h2>
            {data.text.split("\n\n").map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <div className={classes.acts}>
            <Button onClick={printNotice}>{t`Print`}</Button>
            <Button
              component="a"
              variant="default"
              href={`mailto:?subject=${encodeURIComponent(data.subject)}&body=${encodeURIComponent(data.text)}`}
            >
              {t`Write a mail`}
            </Button>
            <Button variant="default" onClick={() => copy(`${data.subject}\n\n${data.text}`)}>
              {copied ? t`Copied` : t`Copy the text`}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Prints the notice alone, without the page below it. */
function printNotice(): void {
  document.body.dataset.printsNotice = "";
  window.addEventListener("afterprint", () => delete document.body.dataset.printsNotice, { once: true });
  window.print();
}
