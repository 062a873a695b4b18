/** A message that can reach a person. */
export interface Message {
  /** The problem's or rejection's code, `validation`, `exit 2`, `stdout` and the like; null: it has none. */
  code: string | null;
  /** The field that it is about; null: none. */
  field: string | null;
  text: string;
  file: string;
}
