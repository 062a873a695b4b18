import type { ReactNode } from "react";
import { channelUses } from "../../../contract/notifications/notice-kinds.ts";
import { choiceOf } from "../../app/search-text.ts";
import type { FormPart } from "./form-part.ts";
import { RadioCards } from "./RadioCards.tsx";
import { fieldNames } from "./settings-form.ts";
import { channelUseHints, channelUseNames } from "./settings-text.ts";

/** What is also sent to a phone or shown by browsers. */
export function ChannelCards({ field, form }: FormPart & { field: "sms" | "push" }): ReactNode {
  return (
    <RadioCards
      legend={fieldNames[field]}
      options={channelUses.map((value) => ({ value, label: channelUseNames[value], hint: channelUseHints[value] }))}
      chosen={choiceOf(form.values[field], channelUses)}
      onChoose={(use) => form.setFieldValue(field, use)}
    />
  );
}
