import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { NotificationChannels } from "../../../contract/notifications/channels.ts";
import { defaultNotifications } from "../../../contract/notifications/default-notifications.ts";
import { channelUses, mailModes } from "../../../contract/notifications/notice-kinds.ts";
import type { NotificationSettings } from "../../../contract/notifications/settings.ts";
import { mayAccess } from "../../app/access.ts";
import { call } from "../../app/api.ts";
import { ApiError } from "../../app/api-error.ts";
import { DraftNotice } from "../../app/form/DraftNotice.tsx";
import { changedFields } from "../../app/form/newer-values.ts";
import { useEdit } from "../../app/form/use-edit.tsx";
import { choiceOf } from "../../app/search-text.ts";
import { toast } from "../../app/toast.ts";
import { useMe } from "../../app/use-me.ts";
import { formatTime, money } from "../../components/format.ts";
import { noticeNames } from "../../components/labels.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import { gal } from "../../language/measure.ts";
import { BrowserChoice } from "./BrowserChoice.tsx";
import { KindChoices } from "./KindChoices.tsx";
import classes from "./notifications.module.css";
import { PhoneChoice } from "./PhoneChoice.tsx";
import { PropertyChoice } from "./PropertyChoice.tsx";
import { QuietHours } from "./QuietHours.tsx";
import { RadioCards } from "./RadioCards.tsx";
import { ReportsByMail } from "./ReportsByMail.tsx";
import {
  type Field,
  fieldNames,
  fieldOf,
  formOf,
  hasMessages,
  kindsIn,
  settingsOf,
  settingsRules,
} from "./settings-form.ts";
import { channelUseNames, meaningOf, modeHints, modeNames } from "./settings-text.ts";
import { TestMessage } from "./TestMessage.tsx";

interface Props {
  /** As they are kept, or the defaults. */
  settings: NotificationSettings;
  channels: NotificationChannels;
}

/** The form of the own notifications. */
export function NotificationsForm({ settings, channels }: Props): ReactNode {
  const me = useMe();
  const readNow = async () => {
    const { notifications } = await call("GET /v1/me/preferences", {});
    return notifications ?? defaultNotifications(me.is_staff ? "off" : "weekday_mornings");
  };
  const entry = useEdit<Field, NotificationSettings>({
    name: "notifications",
    initial: formOf(settings),
    names: fieldNames,
    textOf,
    by: t`Your notifications were changed meanwhile, in another window or by a link of a mail.`,
    rules: settingsRules,
    fieldOf,
    load: async () => formOf(await readNow()),
    write: async (values, begun) => {
      // The call takes what it is given: what a mail's link turned off meanwhile must not come back unseen.
      const now = await readNow();
      if (changedFields(begun, formOf(now)).length > 0) throw new ApiError(409, { code: "changed_meanwhile" });
      const wanted = settingsOf(values, now);
      await call("PUT /v1/me/preferences", { body: { notifications: wanted } });
      return wanted;
    },
    onDone: (saved) => {
      const [sentence = ""] = meaningOf(saved, me.email);
      toast({ title: t`Notifications saved`, message: sentence });
    },
  });
  const { form, formId } = entry;
  const { values, errors } = form;
  const meant = settingsOf(values, settings);
  const isUnsaved = changedFields(entry.begun, values).length > 0;
  return (
    <div className={classes.columns}>
      <aside className={classes.aside}>
        <Panel title={t`What that means`}>
          <div className={classes.meaning}>
            {meaningOf(meant, me.email).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </Panel>
        <Panel title={t`Do mails reach you?`}>
          <TestMessage channel="mail" />
        </Panel>
        <ReportsByMail />
      </aside>
      <form id={formId} className={classes.form} onSubmit={entry.submit} noValidate aria-label={t`My notifications`}>
        <DraftNotice isBack={entry.isBack} />
        <Panel title={fieldNames.mail}>
          <RadioCards
            legend={fieldNames.mail}
            options={mailModes.map((value) => ({ value, label: modeNames[value], hint: modeHints[value] }))}
            chosen={choiceOf(values.mail, mailModes)}
            onChoose={(mail) => form.setFieldValue("mail", mail)}
          />
          <p className={classes.error}>{errors.mail}</p>
        </Panel>
        {channels.sms_is_offered && <PhoneChoice form={form} channels={channels} />}
        <BrowserChoice form={form} channels={channels} />
        {!channels.sms_is_offered && mayAccess(me, "admin") && (
          <p className={classes.soft}>
            <Trans>
              Text messages are not offered: no provider is set up on this server. Whoever runs it sets
              TWILIO_ACCOUNT_SID or SMS_URL.
            </Trans>
          </p>
        )}
        {hasMessages(values) && (
          <>
            <QuietHours form={form} />
            <KindChoices form={form} />
            <PropertyChoice form={form} />
            <Panel title={t`How large`}>
              <div className={classes.pair}>
                <TextInput
                  label={t`Only leaks that cost at least, a day`}
                  description={t`0: every leak`}
                  inputWrapperOrder={["label", "input", "description", "error"]}
                  inputMode="decimal"
                  autoComplete="off"
                  rightSection={<span className={classes.unit}>{t`${money} a day`}</span>}
                  rightSectionWidth={72}
                  rightSectionPointerEvents="none"
                  {...form.getInputProps("least_cost")}
                />
                <TextInput
                  label={t`A burst, sent at once at any hour, loses at least`}
                  description={t`Such as a broken pipe or a toilet that never stops`}
                  inputWrapperOrder={["label", "input", "description", "error"]}
                  inputMode="decimal"
                  autoComplete="off"
                  rightSection={<span className={classes.unit}>{t`${gal} an hour`}</span>}
                  rightSectionWidth={88}
                  rightSectionPointerEvents="none"
                  {...form.getInputProps("burst")}
                />
              </div>
            </Panel>
          </>
        )}
        <div className={classes.save} data-unsaved={isUnsaved || undefined}>
          <p className={classes.error} role="alert">
            {entry.failure}
          </p>
          {entry.meanwhile}
          <p className={classes.tally}>{isUnsaved ? t`Not saved yet` : t`Nothing is changed`}</p>
          <Button type="submit" loading={entry.isSaving}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </div>
  );
}

/** A value of the form as people read it, where somebody else changed it. */
function textOf(field: Field, value: string): string {
  switch (field) {
    case "mail": {
      const mode = choiceOf(value, mailModes);
      return mode === undefined ? value : modeNames[mode];
    }
    case "sms":
    case "push": {
      const use = choiceOf(value, channelUses);
      return use === undefined ? value : channelUseNames[use];
    }
    case "kinds":
      return kindsIn(value)
        .map((kind) => noticeNames[kind])
        .join(", ");
    case "which_properties":
      return value === "all" ? t`All that I may see` : t`Only some`;
    case "property_ids":
      return value === "" ? t`None` : String(value.split(",").length);
    case "quiet":
      return value === "yes" ? t`Yes` : t`No`;
    case "quiet_from":
    case "quiet_until":
      return formatTime(value);
    case "time_zone":
      return value === "" ? t`That of the property` : value.replaceAll("_", " ");
    default:
      return value;
  }
}
