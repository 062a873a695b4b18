import type { z } from "zod";
import { redriven } from "../../contract/readings/repairs.ts";
import { KeptSentence } from "../problem/kept-sentence.ts";

/** The outcome of a row that was processed again; `text`: its reason, to be translated. */
export const RecordedRow = redriven.extend({ text: KeptSentence.optional() });
export type RecordedRow = z.output<typeof RecordedRow>;
